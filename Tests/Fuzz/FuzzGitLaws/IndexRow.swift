import Clibgit2
import Platform

import Git

/// An entry of an index, its path by the bytes.
struct IndexRow: Equatable {
  var name: [UInt8]
  var stage: Int
  var id: ObjectID
  var mode: FileMode
  var status: FileStatus
  /// Whether it is left out by a sparse checkout, and whether it is announced: the bits of the second flags.
  var extended: UInt16 = 0

  static func precedes(_ one: IndexRow, _ other: IndexRow) -> Bool {
    one.name == other.name
      ? one.stage < other.stage : one.name.lexicographicallyPrecedes(other.name)
  }

  /// All of an index, and where its last entry ends; nil for what is refused.
  static func all(
    in bytes: UnsafeRawBufferPointer, _ format: ObjectFormat
  ) -> (rows: [IndexRow], end: Int)? {
    var rows: [IndexRow] = []
    do {
      var walk = try IndexReader(bytes, format, path: "index")
      while let entry = try walk.next() {
        rows.append(
          IndexRow(
            name: Array(entry.name), stage: entry.stage, id: walk.id(of: entry),
            mode: FileMode(bytes.word(at: entry.start + 24)),
            status: FileStatus { bytes.word(at: entry.start + 4 * $0) },
            extended: entry.extended & 0x6000))
      }
      _ = try walk.extensions()
      return (rows, walk.position)
    } catch {
      return nil
    }
  }

  /// All of an index as libgit2 reads it; nil for what it refuses.
  static func readByLibgit2(_ path: String) -> [IndexRow]? {
    var index: OpaquePointer?
    guard git_index_open(&index, path) == 0 else { return nil }
    defer { git_index_free(index) }
    guard git_index_read(index, 1) == 0 else { return nil }
    return (0..<git_index_entrycount(index)).compactMap { number in
      guard let entry = git_index_get_byindex(index, number)?.pointee, let path = entry.path else {
        return nil
      }
      let words = [
        UInt32(bitPattern: entry.ctime.seconds), entry.ctime.nanoseconds,
        UInt32(bitPattern: entry.mtime.seconds), entry.mtime.nanoseconds, entry.dev, entry.ino,
        entry.mode, entry.uid, entry.gid, entry.file_size,
      ]
      return IndexRow(
        name: Array(bytes(path)), stage: Int(entry.flags >> 12 & 3), id: ObjectID(entry.id),
        mode: FileMode(entry.mode), status: FileStatus { words[$0] },
        extended: entry.flags_extended & 0x6000)
    }
  }
}
