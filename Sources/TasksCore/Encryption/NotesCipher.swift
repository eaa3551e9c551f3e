/// Who can read an encrypted message.
package struct MessageReaders: Equatable, Sendable {
  /// The fingerprints of the keys that it is encrypted to, or their ids in hexadecimal, each once.
  package var keys: [String]
  /// Whether who knows its passphrase can.
  package var takesPassphrase: Bool

  package init(keys: [String], takesPassphrase: Bool) {
    self.keys = Array(Set(keys)).sorted()
    self.takesPassphrase = takesPassphrase
  }

  /// Who can read what is merged: those of both sides, without those that one side took out.
  ///
  /// - Parameter sides: No keys and no passphrase for a side that was not encrypted, and so says nothing of it.
  static func merged(_ sides: ThreeWay<MessageReaders>) -> MessageReaders {
    let nobody = MessageReaders(keys: [], takesPassphrase: false)
    if sides.ours == nobody { return sides.theirs }
    if sides.theirs == nobody { return sides.ours }
    let keys = ThreeWay<[String]>.members(
      base: sides.base?.keys ?? [], ours: sides.ours.keys, theirs: sides.theirs.keys)
    let ways = sides.map(\.takesPassphrase)
    let known = ThreeWay<Bool>(base: ways.base ?? false, ours: ways.ours, theirs: ways.theirs)
    let takesPassphrase = known[known.decision(local: nil) { Text($0 ? "1" : "0") }.side]
    // Each side has taken out the other's.
    if keys.isEmpty && !takesPassphrase { return sides.ours }
    return MessageReaders(keys: keys, takesPassphrase: takesPassphrase)
  }

  /// Who knows the passphrase.
  static let passphrase = MessageReaders(keys: [], takesPassphrase: true)
}

/// Encrypts texts and decrypts them, as OpenPGP messages in ASCII armour (RFC 9580).
///
/// Two messages of the same text differ: the laws of merges hold for encrypted notes up to their decryption.
package protocol NotesCipher: Sendable {
  /// Returns the text of a message, armored or not, and who can read it.
  func opened(
    _ message: [UInt8]
  ) throws(CipherError) -> (text: [UInt8], readers: MessageReaders)

  func sealed(
    _ text: [UInt8], for readers: MessageReaders, isArmored: Bool
  ) throws(CipherError) -> [UInt8]

  /// Returns the fingerprint of the one key that a name, an address, an id or a fingerprint selects.
  func key(named name: String) throws(CipherError) -> String
}

/// Why a text could not be encrypted or decrypted.
package enum CipherError: ReportedError, Hashable, Sendable {
  /// The program that encrypts could not be started.
  case noProgram(String)
  case noSuchKey(String)
  /// The names of the keys that a name selects.
  case severalKeys(String, [String])
  /// A key that nothing can be encrypted to, and what it is: `expired`.
  case unusableKey(String, String)
  /// The ids of the keys that the message is encrypted to; none of them is here.
  case noSecretKey([String])
  /// A passphrase is needed, and there is nobody to ask.
  case noPassphrase
  case wrongPassphrase
  /// The user did not want to give the passphrase.
  case cancelled
  /// The command of the settings that prints the passphrase failed, with what it said.
  case noPassphraseFromCommand(String)
  case damagedMessage
  /// A message that does not say whom it is encrypted to.
  case hiddenReaders
  /// The program did not end within so many seconds.
  case noAnswer(seconds: Int)
  case failed(String)

  package var kind: ErrorKind {
    switch self {
    case .noSuchKey, .severalKeys, .unusableKey: .usage
    default: .failed
    }
  }

  package var message: String {
    switch self {
    case .noProgram(let name):
      "\(name) is needed for encrypted notes, and is not installed"
    case .noSuchKey(let name):
      "gpg knows no key '\(name)'; import it with gpg --import, or see which there are: gpg --list-keys"
    case .severalKeys(let name, let keys):
      "'\(name)' selects \(keys.count) keys; name one by its fingerprint: \(keys.joined(separator: ", "))"
    case .unusableKey(let name, let fault):
      "nothing can be encrypted to the key '\(name)': it \(fault)"
    case .noSecretKey(let keys):
      keys.isEmpty
        ? "the notes cannot be decrypted: no secret key for them is here"
        : "the notes are encrypted to other keys than those here: \(keys.joined(separator: ", "))"
    case .noPassphrase:
      "a passphrase is needed, and there is no terminal to ask for it; run this on one, set crypt.passphrase-command "
        + "in ~/.config/tasks/config, or encrypt to a key (tasks help encryption)"
    case .wrongPassphrase: "the passphrase is wrong"
    case .cancelled: "no passphrase was given"
    case .noPassphraseFromCommand(let said):
      "crypt.passphrase-command of your settings printed no passphrase"
        + (said.isEmpty ? "" : ": \(said)")
    case .damagedMessage:
      "the encrypted notes are damaged, or cut off; git may have an earlier version: tasks log ID"
    case .hiddenReaders:
      "the notes do not tell whom they are encrypted to; say it with: tasks encrypt ID --to KEY"
    case .noAnswer(let seconds):
      "gpg has not ended within \(seconds) seconds; gpg-agent may hang: end it with gpgconf --kill gpg-agent"
    case .failed(let reason): "gpg failed: \(reason)"
    }
  }
}

/// The file of a task that is encrypted as a whole, `NAME.org.gpg`, as Emacs keeps it (EasyPG Assistant manual,
/// "Encrypting/decrypting gpg files"). Nothing of the task is known without a key but what its name says.
package struct EncryptedFile: Sendable {
  /// At the path of the file without `.gpg`.
  package let document: any TaskDocument
  private let readers: MessageReaders
  private let cipher: any NotesCipher

  init(
    _ bytes: [UInt8], at path: String, workflow: Workflow, with cipher: any NotesCipher
  ) throws {
    let opened = try cipher.opened(bytes)
    (readers, self.cipher) = (opened.readers, cipher)
    guard let place = EncryptedFile.taskPath(of: path),
      let document = try TaskReader.read(opened.text, path: place, workflow: workflow)
    else { throw ReadError.failed("what is encrypted in it is no task") }
    self.document = document
  }

  /// The path of the task in an encrypted file; nil for another file.
  package static func taskPath(of path: String) -> String? {
    path.utf8.count > ending.utf8.count && path.hasSuffix(ending) ? String(path.dropLast(4)) : nil
  }

  private static let ending = ".org.gpg"

  /// Returns the file with another text, for those who could read it.
  package func sealed(_ bytes: [UInt8]) throws(CipherError) -> [UInt8] {
    try cipher.sealed(bytes, for: readers, isArmored: false)
  }

  /// Merges versions of a file as those of a task; nil if that takes a key which is not here.
  ///
  /// - Parameter files: The sides contradict each other.
  package static func merged(
    _ files: ThreeWay<[UInt8]>, path: String, workflow: Workflow, local: Side?,
    with tools: MergeTools
  ) -> [UInt8]? {
    guard let cipher = tools.cipher else { return nil }
    let opened = files.map {
      try? EncryptedFile($0, at: path, workflow: workflow, with: cipher)
    }
    guard let own = opened.ours, let other = opened.theirs else { return nil }
    let sides = ThreeWay<EncryptedFile>(base: opened.base ?? nil, ours: own, theirs: other)
    let versions = sides.map { TaskMerge.Version(bytes: $0.document.bytes, document: $0.document) }
    let merge = TaskMerge.merge(
      base: versions.base, ours: versions.ours, theirs: versions.theirs, local: local, with: tools)
    guard case .merged(let bytes, _) = merge else { return nil }
    let readers = MessageReaders.merged(sides.map(\.readers))
    let same = [Side.ours, .theirs].filter {
      sides[$0].document.bytes == bytes && sides[$0].readers == readers
    }
    if let kept = same.map({ Text(bytes: files[$0]) }).max() { return kept.bytes }
    return try? cipher.sealed(bytes, for: readers, isArmored: false)
  }
}
