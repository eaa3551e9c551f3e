import Platform

/// Reads files out of packs, in one thread: libgit2 takes several times as long for each.
public struct PackedFiles {
  private let packs: [PackReader]

  public init(_ packed: PackedObjects) { packs = packed.readers() }

  /// A file's content; nil for one that is in no pack, or in a damaged one: others tell what is wrong with it.
  public func blob(_ id: ObjectID) -> [UInt8]? {
    for pack in packs {
      if let place = pack.pack.place(of: id), let bytes = pack.object(.blob, at: place) {
        return bytes
      }
    }
    return nil
  }
}
