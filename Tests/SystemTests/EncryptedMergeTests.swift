import Foundation
import TestSupport
import Testing

/// Encrypted notes that two devices change at once.
@Suite struct EncryptedMergeTests {
  private static let message = "-----BEGIN PGP MESSAGE-----"

  /// Two devices with a task whose notes are encrypted; the devices have changed their lines.
  private func devices(
    recipients: String, _ first: String, _ second: String
  ) throws -> (fleet: Fleet, keys: KeyRing) {
    let fleet = try Fleet("desk", "lap")
    let keys = try KeyRing(in: fleet.world, secret: ["alice", "bob"])
    try fleet.tasks("config", "crypt.recipients", recipients, on: "desk")
    try write("The code is 1234.\n\n- [ ] oil the door\n- [ ] call the smith", fleet, on: "desk")
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("sync", on: "lap")
    try edit(first, fleet, on: "desk")
    try edit(second, fleet, on: "lap")
    return (fleet, keys)
  }

  /// Two devices, of which the desk has a task whose file is encrypted as a whole.
  private func devicesWithAWholeFile() throws -> (fleet: Fleet, keys: KeyRing, id: String) {
    let fleet = try Fleet("desk", "lap")
    let keys = try KeyRing(in: fleet.world, secret: ["alice"])
    try fleet.tasks("config", "crypt.recipients", "alice", on: "desk")
    try fleet.tasks("add", "Open the safe", "/ The code is 1234.", on: "desk")
    let id = try id(fleet, "desk")
    try fleet.tasks("encrypt", id, "--file", on: "desk")
    return (fleet, keys, id)
  }

  private func write(_ notes: String, _ fleet: Fleet, on device: String) throws {
    try fleet.tasks("add", "Open the safe", "+crypt", "/ \(notes)", on: device)
  }

  private func edit(_ script: String, _ fleet: Fleet, on device: String) throws {
    fleet.world.environment["EDITOR"] = "sed -i '\(script)'"
    try fleet.tasks("edit", id(fleet, device), on: device)
  }

  private func id(_ fleet: Fleet, _ device: String) throws -> String {
    String(try fleet.tasks("list", "--all", "--format", "{id}", on: device).prefix { $0 != "\n" })
  }

  private func notes(_ fleet: Fleet, on device: String) throws -> String {
    let task = try fleet.tasks("show", id(fleet, device), "--decrypt", "--raw", on: device)
    return task.components(separatedBy: ":END:\n").last?.trimmingCharacters(in: .newlines) ?? ""
  }

  private func raw(_ fleet: Fleet, on device: String) throws -> String {
    try fleet.tasks("show", id(fleet, device), "--raw", on: device)
  }

  @Test func linesOfBothAreMerged() throws {
    let (fleet, keys) = try devices(
      recipients: "alice@example.org", "s/1234/5678/", "s/\\[ \\] oil/[X] oil/")
    defer { keys.remove() }
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("sync", on: "lap")
    try fleet.tasks("sync", on: "desk")
    let merged = "The code is 5678.\n\n- [X] oil the door\n- [ ] call the smith"
    #expect(try notes(fleet, on: "desk") == merged)
    #expect(try raw(fleet, on: "desk") == raw(fleet, on: "lap"))
    #expect(
      try raw(fleet, on: "desk").components(separatedBy: EncryptedMergeTests.message).count == 2)
    #expect(try fleet.git("log", "-p", on: "lap").contains("5678") == false)
  }

  /// A change of another field alone needs no key, nor does a change of one side.
  @Test func aChangeOfOneSideNeedsNoKey() throws {
    let (fleet, keys) = try devices(recipients: "alice@example.org", "s/1234/5678/", "s/x/x/")
    keys.remove()
    try fleet.tasks("modify", id(fleet, "lap"), "pri:A", on: "lap")
    let before = try raw(fleet, on: "desk").components(separatedBy: EncryptedMergeTests.message)[1]
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("sync", on: "lap")
    #expect(try raw(fleet, on: "lap").hasSuffix(before))
    #expect(try raw(fleet, on: "lap").contains("[#A]"))
  }

  /// Without the keys both messages are kept; a device that has them merges, as it would have in the beginning.
  @Test func withoutTheKeyBothAreKeptUntilAnotherDeviceMerges() throws {
    let (fleet, keys) = try devices(
      recipients: "alice@example.org,bob@example.org", "s/1234/5678/", "/call the smith/d")
    defer { keys.remove() }
    let there = fleet.world.environment["GNUPGHOME"]
    let none = try KeyRing(in: fleet.world, secret: [])
    defer { none.remove() }
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("sync", on: "lap")
    #expect(
      try raw(fleet, on: "lap").components(separatedBy: EncryptedMergeTests.message).count == 3)
    fleet.world.environment["GNUPGHOME"] = there
    let both = try notes(fleet, on: "lap").split(separator: "\n")
    #expect(both.contains("The code is 5678.") && both.contains("- [ ] call the smith"))
    try fleet.tasks("sync", on: "desk")
    #expect(
      try raw(fleet, on: "desk").components(separatedBy: EncryptedMergeTests.message).count == 2)
    #expect(try notes(fleet, on: "desk") == "The code is 5678.\n\n- [ ] oil the door")
    #expect(try fleet.git("status", "--porcelain", on: "desk") == "")
  }

  /// The merge is encrypted to whom both sides want: here one side has added a key.
  @Test func readersAreMerged() throws {
    let (fleet, keys) = try devices(recipients: "alice@example.org", "s/x/x/", "s/1234/5678/")
    defer { keys.remove() }
    try fleet.tasks(
      "encrypt", id(fleet, "desk"), "--to", "alice@example.org", "--to", "bob@example.org",
      on: "desk")
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("sync", on: "lap")
    let bob = try KeyRing(in: fleet.world, secret: ["bob"])
    defer { bob.remove() }
    #expect(try notes(fleet, on: "lap").hasPrefix("The code is 5678."))
  }

  /// Emacs saves whole files by itself.
  @Test func whatEmacsSavesIsCommitted() throws {
    let (fleet, keys, id) = try devicesWithAWholeFile()
    defer { keys.remove() }
    let file = fleet.world.path("desk/" + (try fleet.git("ls-files", "*.gpg", on: "desk")))
      .trimmingCharacters(in: .newlines)
    try fleet.run(
      "emacs",
      [
        "--batch", "-Q", "--eval",
        "(progn (setq epg-pinentry-mode 'loopback epa-file-encrypt-to \"alice@example.org\") (find-file \"\(file)\") "
          + "(goto-char (point-max)) (insert \"By Emacs.\\n\") (save-buffer))",
      ], on: "desk")
    try fleet.tasks("sync", on: "desk")
    #expect(try fleet.git("status", "--porcelain", on: "desk") == "")
    try fleet.tasks("sync", on: "lap")
    let read = try fleet.tasks("show", id, "--decrypt", "--raw", on: "lap")
    #expect(read.hasSuffix("The code is 1234.\nBy Emacs.\n"), "\(read)")
  }

  /// One side encrypts what the other changes.
  @Test func plainNotesAreEncryptedIfTheMergedTaskHasTheTag() throws {
    let fleet = try Fleet("desk", "lap")
    let keys = try KeyRing(in: fleet.world, secret: ["alice"])
    defer { keys.remove() }
    try fleet.tasks("add", "Open the safe", "/ The code is 1234.", on: "desk")
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("sync", on: "lap")
    try fleet.tasks("encrypt", id(fleet, "desk"), "--to", "alice", on: "desk")
    try fleet.tasks("note", id(fleet, "lap"), "It was 0000.", on: "lap")
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("sync", on: "lap")
    #expect(try raw(fleet, on: "lap").contains("0000") == false)
    #expect(try notes(fleet, on: "lap") == "The code is 1234.\n\nIt was 0000.")
  }

  /// The driver and the strategy of git merge as sync does.
  @Test(arguments: [true, false]) func gitMergesThem(byStrategy: Bool) throws {
    let (fleet, keys) = try devices(
      recipients: "alice@example.org", "s/1234/5678/", "s/\\[ \\] oil/[X] oil/")
    defer { keys.remove() }
    try fleet.git("push", "--quiet", on: "desk")
    if !byStrategy { try fleet.git("config", "pull.twohead", "ort", on: "lap") }
    try fleet.git("pull", "--quiet", "--no-rebase", "--no-edit", on: "lap")
    #expect(
      try notes(fleet, on: "lap") == "The code is 5678.\n\n- [X] oil the door\n- [ ] call the smith"
    )
  }

  /// Whole files are merged as tasks are; without the key theirs is kept beside ours.
  @Test(arguments: ["sync", "strategy", "driver", "no key"]) func wholeFiles(way: String) throws {
    let (fleet, keys, id) = try devicesWithAWholeFile()
    defer { keys.remove() }
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("sync", on: "lap")
    fleet.world.environment["EDITOR"] = "sed -i s/safe/door/"
    try fleet.tasks("edit", id, on: "desk")
    fleet.world.environment["EDITOR"] = "sed -i s/1234/5678/"
    try fleet.tasks("edit", id, on: "lap")
    let mine = try fleet.tasks("show", id, "--decrypt", "--raw", on: "lap")
    try fleet.tasks("sync", on: "desk")
    let none = way == "no key" ? try KeyRing(in: fleet.world, secret: []) : nil
    defer { none?.remove() }
    switch way {
    case "driver":
      try fleet.git("-c", "pull.twohead=ort", "pull", "-q", "--no-rebase", "--no-edit", on: "lap")
    case "strategy": try fleet.git("pull", "-q", "--no-rebase", "--no-edit", on: "lap")
    default: try fleet.tasks("sync", on: "lap")
    }
    fleet.world.environment["GNUPGHOME"] = keys.folder
    let merged = mine.replacingOccurrences(of: "safe", with: "door")
    if way != "no key" {
      #expect(try fleet.tasks("show", id, "--decrypt", "--raw", on: "lap") == merged)
      return
    }
    try fleet.tasks("edit", id, on: "lap")
    let files = try fleet.git("ls-files", "*.gpg", on: "lap").split(separator: "\n").map(
      String.init)
    #expect(
      files.count == 2 && files.contains { $0.hasSuffix("\(id).theirs.org.gpg") }, "\(files)")
    for (file, word) in zip(files.sorted { $0.utf8.count < $1.utf8.count }, ["safe", "door"]) {
      #expect(try fleet.tasks("show", file, "--decrypt", on: "lap").contains(word))
    }
    try fleet.tasks("sync", on: "lap")
    #expect(try fleet.git("ls-files", "*.gpg", on: "lap").split(separator: "\n").count == 1)
    #expect(try fleet.tasks("show", id, "--decrypt", "--raw", on: "lap").contains("5678"))
  }
}
