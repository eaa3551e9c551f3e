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
