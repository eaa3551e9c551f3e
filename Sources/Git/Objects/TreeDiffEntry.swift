import Platform

/// One name at which two trees differ.
public struct TreeDiffEntry {
  /// The bytes of the name in one of the trees; valid only during the comparison.
  public let name: UnsafeRawBufferPointer
  /// The old entry; nil if there is none.
  public let old: (id: ObjectID, mode: FileMode)?
  public let new: (id: ObjectID, mode: FileMode)?

  /// Copies the entry into a value that outlives the trees. Bytes of the name that are not UTF-8 become U+FFFD.
  ///
  /// - Parameter prefix: The path before the name.
  func fileChange(_ prefix: String) -> FileChange {
    let name = String(decoding: name, as: UTF8.self)
    return FileChange(
      path: prefix.isEmpty ? name : prefix + name, old: old?.id, new: new?.id, oldMode: old?.mode,
      newMode: new?.mode)
  }
}
