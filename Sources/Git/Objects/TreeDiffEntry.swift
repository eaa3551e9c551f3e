import Platform

/// What differs between two folders, by one name.
public struct TreeDiffEntry {
  /// As it stands in one of them; it holds as long as they are looked at.
  public let name: UnsafeRawBufferPointer
  /// Nil for nothing.
  public let old: (id: ObjectID, mode: FileMode)?
  public let new: (id: ObjectID, mode: FileMode)?

  /// With a path that outlives the folders; a name that is not UTF-8 is repaired.
  ///
  /// - Parameter prefix: Before the name.
  func fileChange(_ prefix: String) -> FileChange {
    let name = String(decoding: name, as: UTF8.self)
    return FileChange(
      path: prefix.isEmpty ? name : prefix + name, old: old?.id, new: new?.id, oldMode: old?.mode,
      newMode: new?.mode)
  }
}
