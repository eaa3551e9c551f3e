/// How the notes of a store's tasks are encrypted and read.
package struct NotesEncryption: Sendable {
  /// The property that names the keys of a task (The Org Manual, "Org Crypt").
  static let keyProperty: Text = "CRYPTKEY"
  /// Emacs encrypts notes and the message before them together, when text stands before a message.
  private static let deepest = 8

  let cipher: any NotesCipher
  /// The names of the keys that notes are encrypted to if their task names none; a passphrase if it is empty.
  let usualKeys: [String]

  package init(_ cipher: any NotesCipher, usualKeys: [String]) {
    (self.cipher, self.usualKeys) = (cipher, usualKeys)
  }

  /// For a place in which nothing can be encrypted.
  static let none = NotesEncryption(NoCipher(), usualKeys: [])

  private struct NoCipher: NotesCipher {
    func opened(
      _ message: [UInt8]
    ) throws(CipherError) -> (text: [UInt8], readers: MessageReaders) { throw .noProgram("gpg") }

    func sealed(
      _ text: [UInt8], for readers: MessageReaders, isArmored: Bool
    ) throws(CipherError) -> [UInt8] { throw .noProgram("gpg") }

    func key(named name: String) throws(CipherError) -> String { throw .noProgram("gpg") }
  }

  /// Notes that were encrypted, and who could read them.
  package struct Opened {
    package let text: Text
    package let readers: MessageReaders
  }

  /// Returns what notes are without encryption: all messages, and messages in them, are replaced by their texts. Those
  /// of two sides of a merge become one text that has the lines of both.
  ///
  /// - Parameter depth: In how many messages the notes are.
  package static func opened(
    _ notes: Text, format: Format, with cipher: any NotesCipher, depth: Int = 0
  ) throws(CipherError) -> Opened {
    let armored = ArmoredNotes(notes)
    guard !armored.isCutOff, depth < deepest else { throw .damagedMessage }
    var readers = MessageReaders(keys: [], takesPassphrase: false)
    var texts: [Text] = []
    var follows = false
    for part in armored.parts {
      switch part {
      case .text(let text):
        texts.append(text)
        follows = false
      case .message(let message):
        let opened = try cipher.opened(message)
        let plain = Text(bytes: opened.text.filter { $0 != 0x0D }).trimmingBlankLines
        guard String(validating: plain.bytes, as: UTF8.self) != nil else {
          throw .failed("the notes are no text in UTF-8")
        }
        var inner = Opened(text: plain, readers: opened.readers)
        if plain.hasMessage {
          inner = try self.opened(plain, format: format, with: cipher, depth: depth + 1)
        }
        readers = MessageReaders(
          keys: readers.keys + opened.readers.keys + inner.readers.keys,
          takesPassphrase: readers.takesPassphrase || opened.readers.takesPassphrase
            || inner.readers.takesPassphrase)
        if follows, let before = texts.popLast() {
          let both = ThreeWay<Text>(base: nil, ours: before, theirs: inner.text)
          texts.append(BodyMerge(both, format: format, local: .ours).notes)
        } else {
          texts.append(inner.text)
        }
        follows = true
      }
    }
    return Opened(
      text: ArmoredNotes.notes(of: texts.filter { !$0.isEmpty }.map { .text($0) }), readers: readers
    )
  }

  /// Returns notes as one message.
  package static func sealed(
    _ text: Text, for readers: MessageReaders, with cipher: any NotesCipher
  ) throws(CipherError) -> Text {
    // Emacs keeps a message as it is only if its text ends with a line end.
    let message = try cipher.sealed(text.bytes + [0x0A], for: readers, isArmored: true)
    return Text(bytes: message).trimmingBlankLines
  }

  package func plainNotes(of task: Task) throws(CipherError) -> Text {
    try NotesEncryption.opened(task.notes, format: task.format, with: cipher).text
  }

  /// Returns the notes of a task as one message: to those who can read a part of them, or else to the keys that it names,
  /// or to the usual ones.
  package func sealedNotes(of task: Task) throws(CipherError) -> Text {
    task.hasEncryptedNotes
      ? try rewritten(task, as: try plainNotes(of: task)) : try encrypted(task.notes, of: task)
  }

  /// Returns the edits of an action on the plain text of encrypted notes, which is encrypted again for those who could
  /// read it.
  ///
  /// - Throws: ``CipherError``, and what the action throws.
  func editing(
    _ document: any TaskDocument, _ edits: (any TaskDocument) throws -> [Edit]
  ) throws -> [Edit] {
    let task = document.task
    guard task.hasEncryptedNotes else { return try edits(document) }
    let plain = try document.applying([.notes(try plainNotes(of: task))])
    return try edits(plain).map { edit in
      guard case .notes(let text) = edit else { return edit }
      return .notes(try rewritten(task, as: text.trimmingBlankLines))
    }
  }

  /// Returns the notes of a task encrypted to the keys that it names, or else to the usual ones.
  ///
  /// - Parameter names: The names of the keys, in place of those.
  func encrypted(_ text: Text, of task: Task, to names: [String]? = nil) throws(CipherError)
    -> Text
  {
    try NotesEncryption.sealed(text, for: readers(of: task, names), with: cipher)
  }

  /// Who can read what is encrypted of a task.
  private func readers(
    of task: Task, _ names: [String]?
  ) throws(CipherError) -> MessageReaders {
    let names = names ?? NotesEncryption.keys(namedBy: task) ?? usualKeys
    var keys: [String] = []
    for name in names { keys.append(try cipher.key(named: name)) }
    return keys.isEmpty ? .passphrase : MessageReaders(keys: keys, takesPassphrase: false)
  }

  /// Whether notes of the task are encrypted to keys, for which nobody is asked a passphrase.
  package func namesKeys(for task: Task) -> Bool {
    !(NotesEncryption.keys(namedBy: task) ?? usualKeys).isEmpty
  }

  /// Returns the file of a task encrypted as a whole (``EncryptedFile``).
  package func encryptedFile(
    of document: any TaskDocument, to names: [String]?
  ) throws(CipherError) -> [UInt8] {
    try cipher.sealed(document.bytes, for: readers(of: document.task, names), isArmored: false)
  }

  /// Decrypts a file that is encrypted as a whole.
  ///
  /// - Throws: ``CipherError``; ``ReadError`` if it is not the file of a task.
  package func file(
    _ bytes: [UInt8], at path: String, workflow: Workflow
  ) throws -> EncryptedFile {
    try EncryptedFile(bytes, at: path, workflow: workflow, with: cipher)
  }

  /// Merges versions of a task's notes; nil if that takes a key which is not here.
  package func merged(_ notes: ThreeWay<Text>, of task: Task) -> Text? {
    let isSecret = task.tags.contains(Task.cryptTag)
    let merge = EncryptedNotesMerge(
      notes, format: task.format, local: .ours, isSecret: isSecret, cipher: cipher)
    return merge.flatMap { $0.isMerged ? $0.notes : nil }
  }

  /// Returns the notes of a task with another text, encrypted to those who can read them now. Notes whose text is the
  /// same stay as they are.
  package func rewritten(_ task: Task, as text: Text) throws(CipherError) -> Text {
    guard task.hasEncryptedNotes else { return try encrypted(text, of: task) }
    let old = try NotesEncryption.opened(task.notes, format: task.format, with: cipher)
    if old.text == text, ArmoredNotes(task.notes).onlyMessage != nil { return task.notes }
    return try NotesEncryption.sealed(text, for: old.readers, with: cipher)
  }

  /// The names of the keys in a task's own property. A name has no blanks, or stands in it alone: Emacs takes the
  /// whole value as one name.
  private static func keys(namedBy task: Task) -> [String]? {
    guard let value = task.property(named: keyProperty)?.string, !value.isEmpty else { return nil }
    let words = value.split { $0 == " " || $0 == "," }.map(String.init)
    let areKeys = words.allSatisfy {
      $0.count >= 8 && $0.allSatisfy(\.isHexDigit) || $0.contains("@")
    }
    return areKeys ? words : [value]
  }

  /// Resolves names of keys, for a task to name them.
  func fingerprints(_ names: [String]) throws(CipherError) -> Text {
    var keys: [String] = []
    for name in names { keys.append(try cipher.key(named: name)) }
    return Text(keys.joined(separator: " "))
  }
}
