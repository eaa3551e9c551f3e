import Foundation
import TestSupport
import Testing

/// Emacs's org-mobile on the other end of a phone's folder: it takes what a phone did to files that we staged, and stages
/// files from which we take what a phone did.
@Suite struct MobileEmacsTests {
  private static let openssl = "openssl enc -aes-256-cbc -md md5 -pass 'pass:two words'"

  /// What a phone writes of a task.
  private static func edit(_ what: String, _ target: String, _ old: String, _ new: String) -> String
  {
    """
    * F(edit:\(what)) [[\(target)][x]]
    ** Old value
    \(old)
    ** New value
    \(new)
    ** End of edit

    """
  }

  @Test(arguments: [false, true]) func eachPullsWhatTheOtherStaged(isEncrypted: Bool) throws {
    let world = try World.withSampleStore()
    // Emacs applies no edit to a file that begins with a heading.
    let file = World.sample[1]
    try world.write("#+TODO: TODO NEXT WAIT | DONE\n" + file.text, to: "store/" + file.path)
    for name in ["ours", "theirs"] { try world.write("", to: "\(name)/mobileorg.org") }
    if isEncrypted {
      try world.write(
        "[mobile]\nencrypt = true\npassword-command = echo two words\n", to: "config/tasks/config")
    }
    func tasks(_ words: String...) throws -> String {
      let outcome = try world.run(World.tasks, words, in: "store")
      try #require(outcome.status == 0, "\(words): \(outcome.errors)")
      return outcome.output
    }
    func write(_ text: String, on phone: String) throws {
      let path = "\(phone)/mobileorg.org"
      try world.write(text, to: isEncrypted ? "plain" : path)
      guard isEncrypted else { return }
      let outcome = try world.shell("\(Self.openssl) -salt -in ../plain -out ../\(path)")
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    _ = try tasks("mobile", "push", "../ours")
    let staged = try world.shell(
      isEncrypted ? "\(Self.openssl) -d -in ../ours/home.org" : "cat ../ours/home.org"
    ).output
    let start = try #require(staged.firstRange(of: "* TODO Buy milk")?.upperBound)
    let body = staged[start...].components(separatedBy: "\n* ")[0]
      .components(separatedBy: "\n").dropFirst().joined(separator: "\n")
    try write(
      Self.edit("todo", "id:1bbbbbbbbbbbbbbb", "TODO", "WAIT")
        + Self.edit("body", "id:2ccccccccccccccc", body, body + "\nOat milk.")
        + "* Captured\n[2026-11-20 Fri 18:01]\nBody.\n", on: "ours")

    try world.write(Self.program(isEncrypted), to: "mobile.el")
    let emacs = try world.run(
      "emacs", ["--batch", "-Q", "-l", world.path("mobile.el")], in: "store")
    try #require(emacs.status == 0, "\(emacs.errors)")
    #expect(
      try world.read("store/2026-11/call-bob-1bbbbbbbbbbbbbbb.org").contains("* WAIT [#A] Call Bob")
    )
    #expect(
      try world.read("store/2026-11/buy-milk-2ccccccccccccccc.org").contains("\nOat milk.\n"))
    let inbox = try world.read("from-mobile.org")
    #expect(inbox.hasPrefix("* Captured\n") && !inbox.contains("F("), "\(inbox)")
    // Emacs has emptied the file, and we read that.
    #expect(try tasks("mobile", "pull", "../ours") == "0 added, 0 changed\n")

    #expect(
      try world.read("theirs/checksums.dat").contains("  2026-11/buy-milk-2ccccccccccccccc.org"))
    try write(
      Self.edit("todo", "id:1bbbbbbbbbbbbbbb", "WAIT", "DONE")
        + Self.edit(
          "priority", "olp:2026-11/water-the-plants-3ddddddddddddddd.org:Water the plants", "", "B")
        + "* F() [[id:2ccccccccccccccc][Buy milk]]\nTwo litres.\n* Captured\n", on: "theirs")
    let pulled = try tasks("mobile", "pull", "../theirs")
    #expect(pulled.hasSuffix("1 added, 3 changed\n"), "\(pulled)")
    #expect(pulled.contains("DONE [A] Call Bob"))
    #expect(pulled.contains("NEXT [B] Water the plants"))
    #expect(pulled.contains("Buy milk  +errand +FLAGGED"))
    #expect(try tasks("mobile", "pull", "../theirs") == "0 added, 0 changed\n")
  }

  private static func program(_ isEncrypted: Bool) -> String {
    """
    (require 'org)
    (require 'org-id)
    (require 'org-agenda)
    (require 'org-mobile)
    (setq make-backup-files nil org-directory default-directory
          org-id-locations-file (expand-file-name "../ids")
          org-agenda-files (directory-files-recursively "2026-11" "\\\\.org\\\\'")
          org-agenda-files (mapcar #'expand-file-name org-agenda-files)
          org-mobile-inbox-for-pull (expand-file-name "../from-mobile.org")
          org-mobile-use-encryption \(isEncrypted ? "t" : "nil")
          org-mobile-encryption-password "two words"
          org-mobile-encryption-tempfile (expand-file-name "../temp")
          org-mobile-directory (expand-file-name "../ours"))
    (defun sit-for (&rest _) t)
    (org-mobile-pull)
    (save-some-buffers t)
    (setq org-mobile-directory (expand-file-name "../theirs"))
    (org-mobile-push)
    (save-some-buffers t)
    """
  }
}
