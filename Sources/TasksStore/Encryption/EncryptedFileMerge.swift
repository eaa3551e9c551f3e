import Git
import Platform
import TasksCore

extension TreeMerge {
  /// Whether a file is that of a task, encrypted as a whole.
  func isEncryptedFile(_ path: String) -> Bool {
    path.begins(with: trees.contents.reader.prefix) && EncryptedFile.taskPath(of: path) != nil
  }

  /// Merges a file that is encrypted as a whole. Without the key ours stays, and theirs is kept beside it.
  mutating func mergeEncrypted(_ entries: ThreeWay<TreeEntry>, _ mode: FileMode) throws {
    let path = entries.ours.path
    let versions = ThreeWay<[UInt8]>(
      base: try entries.base.map(bytes), ours: try bytes(entries.ours),
      theirs: try bytes(entries.theirs))
    if let merged = EncryptedFile.merged(
      versions, path: path, workflow: trees.contents.reader.workflow, local: local,
      with: trees.tools)
    {
      return put(merged, at: path, mode)
    }
    var number = 1
    var place: String {
      path.dropLast(".org.gpg".count) + ".theirs\(number == 1 ? "" : "-\(number)").org.gpg"
    }
    while try isTaken(place) { number += 1 }
    files[place] = File(
      path: place, entry: TreeEntry(path: place, id: entries.theirs.id, mode: entries.theirs.mode))
    notes.append(
      "\(path) is encrypted, and cannot be decrypted here: the other version is in \(place)")
  }

  private func isTaken(_ path: String) throws -> Bool {
    try files[path] != nil
      || [Side.ours, .theirs].contains { try trees.entry(path, on: $0) != nil }
  }
}
