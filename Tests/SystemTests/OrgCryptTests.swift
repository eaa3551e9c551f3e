import Foundation
import TestSupport
import Testing

/// Emacs reads the notes that tasks encrypts, and tasks those of Emacs (org-crypt).
@Suite struct OrgCryptTests {
  private func world() throws -> (World, KeyRing) {
    let world = try World()
    try world.tasks("init", "store")
    return (world, try KeyRing(in: world, secret: ["alice"]))
  }

  /// Runs Lisp in the buffer of a file, with org-crypt set up as its manual says.
  private func emacs(_ lisp: String, on file: String, in world: World) throws -> String {
    let program = """
      (progn (require 'org) (require 'org-crypt) (org-crypt-use-before-save-magic)
        (setq org-tags-exclude-from-inheritance '("crypt") org-crypt-key "alice@example.org"
          org-crypt-disable-auto-save nil make-backup-files nil epg-pinentry-mode 'loopback)
        (find-file "\(world.path(file))") \(lisp))
      """
    let outcome = try world.run("emacs", ["--batch", "-Q", "--eval", program])
    try #require(outcome.status == 0, "Emacs said: \(outcome.errors)")
    return outcome.output
  }

  private static let head = "* TODO Open the safe :crypt:\n:PROPERTIES:\n:ID: safe\n:END:\n"

  /// Encrypted by tasks in Org and Markdown-free files of several shapes, and read by Emacs.
  @Test(arguments: [
    ("plain", "The code is 1234.\n"), ("headings", "The code is 1234.\n** TODO Oil\nwell\n"),
    ("blank", "\nThe code is 1234.\n"), ("two blanks", "\n\nThe code is 1234.\n"),
    ("indented", "  The code is 1234.\n  - [ ] oil\n"), ("umlauts", "Der Schlüssel: ☑ 1234\n"),
  ])
  func emacsReadsOurs(name: String, notes: String) throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    for lineEnd in ["\n", "\r\n"] {
      let text = (OrgCryptTests.head + notes).replacingOccurrences(of: "\n", with: lineEnd)
      try world.write(text, to: "store/safe.org")
      let made = try world.tasks("encrypt", "safe", "--to", "alice@example.org", in: "store")
      try #require(made.status == 0, "\(made.errors)")
      let raw = try world.read("store/safe.org")
      #expect(!raw.contains("1234") && raw.contains("-----END PGP MESSAGE-----\(lineEnd)"))
      let seen = try emacs(
        "(org-decrypt-entries) (princ (buffer-string))", on: "store/safe.org", in: world)
      let body = seen.components(separatedBy: ":END:\n").last ?? ""
      #expect(
        body.trimmingCharacters(in: .newlines) == notes.trimmingCharacters(in: .newlines), "\(name)"
      )
      // Emacs keeps the message when it saves what it has only read.
      _ = try emacs(
        "(org-decrypt-entries) (set-buffer-modified-p t) (save-buffer)", on: "store/safe.org",
        in: world)
      #expect(try world.read("store/safe.org") == raw)
      let read = try world.tasks("show", "safe", "--decrypt", "--raw", in: "store")
      #expect(
        read.output == text.replacingOccurrences(of: "safe\(lineEnd):END", with: ":END")
          || read.output.contains("1234"), "\(read)")
      try world.git("reset", "-q", "--hard", "HEAD", in: "store")
      try world.git("rm", "-q", "--cached", "safe.org", in: "store")
    }
  }

  /// Encrypted by Emacs, read and changed by tasks, read again by Emacs.
  @Test(
    arguments: [
      "The code is 1234.\n", "\nThe code is 1234.\n", "\n\nThe code is 1234.\n",
      "The code is 1234.",
      "  The code is 1234.\n  - [ ] oil\n", "The code is 1234.\n** Sub\ntext\n",
    ], ["\n", "\r\n"])
  func oursReadsEmacs(notes: String, lineEnd: String) throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    let text = (OrgCryptTests.head + notes).replacingOccurrences(of: "\n", with: lineEnd)
    try world.write(text, to: "store/safe.org")
    _ = try emacs("(set-buffer-modified-p t) (save-buffer)", on: "store/safe.org", in: world)
    try #require(try world.read("store/safe.org").contains("-----BEGIN PGP MESSAGE-----"))
    let shown = try world.tasks("show", "safe", "--decrypt", in: "store")
    #expect(shown.output.contains("The code is 1234."), "\(shown)")
    let edited = try world.tasks(
      "edit", "safe", in: "store", environment: ["EDITOR": "sed -i s/1234/5678/"])
    #expect(edited.status == 0, "\(edited)")
    let seen = try emacs(
      "(org-decrypt-entries) (princ (buffer-string))", on: "store/safe.org", in: world)
    #expect(
      seen.components(separatedBy: ":END:\n").last?.trimmingCharacters(in: .newlines)
        == notes.replacingOccurrences(of: "1234", with: "5678").trimmingCharacters(in: .newlines))
    let plain = try world.tasks("decrypt", "safe", in: "store")
    #expect(plain.status == 0, "\(plain)")
    #expect(try world.read("store/safe.org").contains("The code is 5678."))
  }

  /// What Emacs makes of a message that text stands before: a message with a message in it.
  @Test func messagesInMessagesAndTwoOfThem() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    func message(_ text: String) throws -> String {
      let made = try world.run(
        "gpg", ["--batch", "--armor", "--trust-model", "always", "-r", "alice@example.org", "-e"],
        input: text)
      return made.output
    }
    let nested = try message("Before.\n" + message("The code is 1234.\n"))
    try world.write(OrgCryptTests.head + nested, to: "store/safe.org")
    let shown = try world.tasks("show", "safe", "--decrypt", "--raw", in: "store").output
    #expect(shown.hasSuffix("Before.\n\nThe code is 1234.\n"))
    let indented = try message("One\nTwo\n").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { "  \($0)" }.joined(separator: "\n")
    try world.write(
      OrgCryptTests.head + indented + "\n" + message("Two\nThree\n"), to: "store/safe.org")
    let both = try world.tasks("show", "safe", "--decrypt", "--raw", in: "store").output
    #expect(both.hasSuffix("Two\nThree\n") && both.contains(":END:\nOne\nTwo\n"), "\(both)")
  }

  /// The same in Markdown, where the message is the body.
  @Test func markdown() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    try world.tasks("config", "format", "md", in: "store")
    try world.tasks("config", "crypt.recipients", "alice", in: "store")
    try world.tasks("add", "Open the safe +crypt / The code is 1234.", in: "store")
    let id = try world.tasks("list", "--format", "{id}", in: "store").output.prefix { $0 != "\n" }
    let raw = try world.tasks("show", String(id), "--raw", in: "store").output
    #expect(raw.contains("---\n\n-----BEGIN PGP MESSAGE-----") && !raw.contains("1234"))
    try world.tasks("convert", String(id), "--to", "org", in: "store")
    try world.tasks("done", String(id), "--note", "it opened", in: "store")
    try world.tasks("convert", String(id), "--to", "md", in: "store")
    let read = try world.tasks("show", String(id), "--decrypt", in: "store").output
    #expect(read.contains("The code is 1234.") && read.contains("it opened"), "\(read)")
  }
}
