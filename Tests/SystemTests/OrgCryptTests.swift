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

  /// Runs Lisp in the buffer of each file, with org-crypt set up as its manual says, and returns what it prints.
  private func emacs(_ lisp: String, on samples: [Sample], in world: World) throws -> [String] {
    let files = samples.map { "\"\(world.path($0.file))\"" }.joined(separator: " ")
    let program = """
      (progn (setq org-modules nil) (require 'org) (require 'org-crypt) (org-crypt-use-before-save-magic)
        (setq org-tags-exclude-from-inheritance '("crypt") org-crypt-key "alice@example.org"
          org-crypt-disable-auto-save nil make-backup-files nil epg-pinentry-mode 'loopback)
        (dolist (file '(\(files))) (find-file file) \(lisp) (princ "\\f")))
      """
    let outcome = try world.run("emacs", ["--batch", "-Q", "--eval", program])
    try #require(outcome.status == 0, "Emacs said: \(outcome.errors)")
    let printed = outcome.output.components(separatedBy: "\u{c}").dropLast()
    try #require(printed.count == samples.count)
    return Array(printed)
  }

  private static let reading = "(org-decrypt-entries) (princ (buffer-string))"

  /// A task with a secret in its notes.
  private struct Sample {
    let id: String
    let notes: String
    let lineEnd: String

    var file: String { "store/\(id).org" }

    var text: String {
      (OrgCryptTests.head.replacingOccurrences(of: "safe", with: id) + notes)
        .replacingOccurrences(of: "\n", with: lineEnd)
    }

    /// The same notes with each end of a line.
    static func all(_ notes: [String]) -> [Sample] {
      ["\n", "\r\n"].enumerated().flatMap { end, lineEnd in
        notes.enumerated().map { Sample(id: "safe\(end)\($0)", notes: $1, lineEnd: lineEnd) }
      }
    }

    /// Whether these are the notes of a buffer, but for lines at their ends.
    func hasNotes(_ notes: String, in buffer: String) -> Bool {
      buffer.components(separatedBy: ":END:\n").last?.trimmingCharacters(in: .newlines)
        == notes.trimmingCharacters(in: .newlines)
    }
  }

  private static let head = "* TODO Open the safe :crypt:\n:PROPERTIES:\n:ID: safe\n:END:\n"

  /// Encrypted by tasks in notes of several shapes, and read by Emacs, which keeps the message when it saves what it
  /// has only read.
  @Test func emacsReadsOurs() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    let samples = Sample.all([
      "The code is 1234.\n", "The code is 1234.\n** TODO Oil\nwell\n", "\nThe code is 1234.\n",
      "\n\nThe code is 1234.\n", "  The code is 1234.\n  - [ ] oil\n",
      "Der Schlüssel: ☑ 1234\n",
    ])
    for sample in samples {
      try world.write(sample.text, to: sample.file)
      let made = try world.tasks(
        "encrypt", sample.id, "--to", "alice@example.org", in: "store")
      try #require(made.status == 0, "\(made.errors)")
    }
    let raw = try samples.map { try world.read($0.file) }
    let seen = try emacs(
      OrgCryptTests.reading + "(set-buffer-modified-p t) (save-buffer)", on: samples, in: world)
    for (index, sample) in samples.enumerated() {
      #expect(!raw[index].contains("1234"), "\(sample)")
      #expect(raw[index].contains("-----END PGP MESSAGE-----\(sample.lineEnd)"), "\(sample)")
      #expect(sample.hasNotes(sample.notes, in: seen[index]), "\(sample): \(seen[index])")
      #expect(try world.read(sample.file) == raw[index], "\(sample)")
      let read = try world.tasks("show", sample.id, "--decrypt", "--raw", in: "store")
      #expect(read.output.contains("1234"), "\(sample): \(read)")
    }
  }

  /// Encrypted by Emacs, read and changed by tasks, read again by Emacs.
  @Test func oursReadsEmacs() throws {
    let (world, keys) = try world()
    defer { keys.remove() }
    let samples = Sample.all([
      "The code is 1234.\n", "\nThe code is 1234.\n", "\n\nThe code is 1234.\n",
      "The code is 1234.", "  The code is 1234.\n  - [ ] oil\n",
      "The code is 1234.\n** Sub\ntext\n",
    ])
    for sample in samples { try world.write(sample.text, to: sample.file) }
    _ = try emacs("(set-buffer-modified-p t) (save-buffer)", on: samples, in: world)
    for sample in samples {
      try #require(try world.read(sample.file).contains("-----BEGIN PGP MESSAGE-----"))
      let shown = try world.tasks("show", sample.id, "--decrypt", in: "store")
      #expect(shown.output.contains("The code is 1234."), "\(sample): \(shown)")
      let edited = try world.tasks(
        "edit", sample.id, in: "store", environment: ["EDITOR": "sed -i s/1234/5678/"])
      #expect(edited.status == 0, "\(sample): \(edited)")
    }
    let seen = try emacs(OrgCryptTests.reading, on: samples, in: world)
    for (index, sample) in samples.enumerated() {
      let notes = sample.notes.replacingOccurrences(of: "1234", with: "5678")
      #expect(sample.hasNotes(notes, in: seen[index]), "\(sample): \(seen[index])")
      let plain = try world.tasks("decrypt", sample.id, in: "store")
      #expect(plain.status == 0, "\(sample): \(plain)")
      #expect(try world.read(sample.file).contains("The code is 5678."), "\(sample)")
    }
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
