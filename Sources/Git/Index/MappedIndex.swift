import Platform

/// A memory-mapped index with the entry offsets of its last walk, so that a change of a few entries need not parse
/// all others again.
package final class MappedIndex {
  let file: MappedFile
  /// When it was written, in seconds since 1970.
  package let writtenAt: UInt32
  /// The offset of each entry, and the end of the last one; empty before a complete walk.
  private var starts: [UInt32] = []
  /// The numbers of the racy entries (``IndexReader/isRacy(_:since:)``).
  private var racy: [Int] = []
  private(set) var cacheTree: CacheTree?

  /// Maps an index file; nil if there is no regular file.
  package init?(_ path: String) {
    guard let file = MappedFile(path, isChangeable: true) else { return nil }
    self.file = file
    writtenAt = FileStatus(file.status).mtime
  }

  /// Whether the file at a path is still this one: while it is mapped, no other file can get its inode.
  func isStill(at path: String) -> Bool {
    guard let there = try? fileStatus(path) else { return false }
    return there.st_dev == file.status.st_dev && there.st_ino == file.status.st_ino
      && FileStatus(there) == FileStatus(file.status)
  }

  /// Visits all entries, and records their offsets.
  ///
  /// - Throws: `unsupportedIndex`.
  package func walk(
    path: String, _ body: (IndexReader.Entry, UnsafeRawBufferPointer) throws(GitError) -> Void
  ) throws(GitError) {
    var walk = try IndexReader(file.bytes, path: path)
    var starts: [UInt32] = []
    starts.reserveCapacity(walk.count)
    racy = []
    while let entry = try walk.next() {
      if walk.isRacy(entry, since: writtenAt) { racy.append(starts.count) }
      starts.append(UInt32(truncatingIfNeeded: entry.start))
      try body(entry, file.bytes)
    }
    cacheTree = try walk.extensions().first { $0.name == "TREE" }.flatMap { CacheTree($0.content) }
    starts.append(UInt32(truncatingIfNeeded: walk.position))
    // In version 4 an entry's name is not stored in one piece.
    if walk.version < 4 { self.starts = starts }
  }

  /// Advances a reader past entries that no edit changes: those that are not racy and sort before a path.
  ///
  /// - Parameter path: The path of the next edit; nil for the end of the entries.
  func skip(_ walk: inout IndexReader, before path: [UInt8]?) {
    guard !starts.isEmpty else { return }
    let (number, count) = (walk.number, starts.count - 1)
    var stop = count
    if let path {
      stop = MappedIndex.first(from: number, to: count) { !isBefore(name(of: $0), path) }
    }
    let next = MappedIndex.first(from: 0, to: racy.count) { racy[$0] >= number }
    if next < racy.count { stop = min(stop, racy[next]) }
    walk.skip(to: stop, at: Int(starts[stop]))
  }

  private func name(of number: Int) -> UnsafeRawBufferPointer {
    let flags = file.bytes.half(at: Int(starts[number]) + 60)
    let start = Int(starts[number]) + (flags & 0x4000 != 0 ? 64 : 62)
    var count = Int(flags & 0xFFF)
    // 0xFFF means a name of this length or longer.
    if count == 0xFFF { while file.bytes[start + count] != 0 { count += 1 } }
    return UnsafeRawBufferPointer(rebasing: file.bytes[start..<start + count])
  }

  private func isBefore(_ name: UnsafeRawBufferPointer, _ path: [UInt8]) -> Bool {
    guard let start = name.baseAddress else { return !path.isEmpty }
    let order = memcmp(start, path, min(name.count, path.count))
    return order != 0 ? order < 0 : name.count < path.count
  }

  /// Finds the first number for which a monotonic predicate holds, by binary search.
  private static func first(
    from start: Int, to end: Int, where holds: (Int) -> Bool
  ) -> Int {
    var (lower, upper) = (start, end)
    while lower < upper {
      let middle = (lower + upper) / 2
      if holds(middle) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
