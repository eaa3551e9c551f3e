import Platform

/// The index of a work tree, read: what the next plain `git commit` would commit, and what git last
/// saw of the files.
///
/// The reader takes versions 2 to 4. It does not verify the checksum: git itself leaves it out with
/// `index.skipHash`, and a file that is cut short is found without it.
package struct Index: Sendable {
  /// 2, 3 or 4.
  package let version: Int
  /// Sorted by the bytes of the path, then by stage.
  package let entries: [IndexEntry]
  /// When the file was written, in seconds: an entry that is not older may have changed unseen.
  let writtenAt: UInt32

  fileprivate init() { (version, entries, writtenAt) = (2, [], 0) }

  /// Reads the bytes of an index file.
  ///
  /// - Throws: `unsupportedIndex` for a split or sparse one, an unknown version or extension, and a damaged file.
  package init(
    _ bytes: UnsafeRawBufferPointer, _ format: ObjectFormat, path: String, writtenAt: UInt32
  ) throws(GitError) {
    var walk = try IndexReader(bytes, format, path: path)
    var entries: [IndexEntry] = []
    entries.reserveCapacity(walk.count)
    while let entry = try walk.next() {
      entries.append(
        IndexEntry(
          path: String(decoding: entry.name, as: UTF8.self), id: walk.id(of: entry),
          mode: FileMode(bytes.word(at: entry.start + 24)), stage: entry.stage,
          status: FileStatus { bytes.word(at: entry.start + 4 * $0) },
          isSkipWorktree: entry.isSkipWorktree, isIntentToAdd: entry.isIntentToAdd))
    }
    _ = try walk.extensions()
    (version, self.entries, self.writtenAt) = (walk.version, entries, writtenAt)
  }

  /// The entry of a path that is not in conflict; nil when there is none.
  package func entry(_ path: String) -> IndexEntry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if utf8Precedes(entries[middle].path, path) { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].path.utf8.elementsEqual(path.utf8),
      entries[low].stage == 0
    else {
      return nil
    }
    return entries[low]
  }

  /// The entries at or under a folder (`""`: all).
  package func entries(under folder: String) -> [IndexEntry] {
    let selection = PathSelection.under(folder)
    return entries.filter { selection.contains($0.path) }
  }

  /// The paths with a conflict nobody has resolved, each once.
  package var unmergedPaths: [String] {
    var paths: [String] = []
    for entry in entries where entry.stage != 0 && !paths.ends(with: entry.path) {
      paths.append(entry.path)
    }
    return paths
  }

  /// Whether the file of an entry, at `file`, is as git saw it: then its content is that of the entry.
  package func isUnchanged(_ entry: IndexEntry, at file: String) -> Bool {
    guard let status = try? fileStatus(file), status.st_mode & S_IFMT == S_IFREG else {
      return false
    }
    return entry.status.mtime < writtenAt && entry.status.matches(FileStatus(status))
      && !entry.isIntentToAdd
  }
}

extension Repository {
  /// The path of this work tree's index.
  package var indexPath: String { gitDirectory + "/index" }

  /// Reads the index; a repository without one has an empty one. One that only the git program
  /// can read (split, sparse) is read through it.
  ///
  /// - Throws: `unsupportedIndex`, `system`.
  package func index() throws(GitError) -> Index {
    guard try fileStatus(indexPath) != nil else { return Index() }
    do throws(GitError) {
      return try index(at: indexPath)
    } catch .unsupportedIndex {
      let copy = try plainCopyOfIndex()
      defer { unlink(copy) }
      return try index(at: copy)
    }
  }

  private func index(at path: String) throws(GitError) -> Index {
    guard let file = MappedFile(path) else {
      throw .unsupportedIndex(path: indexPath, feature: "damaged")
    }
    defer { withExtendedLifetime(file) {} }
    return try Index(
      file.bytes, format, path: indexPath, writtenAt: FileStatus(file.status).mtime)
  }

  /// The paths in the index at or under a folder, those in conflict once.
  package func indexedPaths(under folder: String) throws(GitError) -> [String] {
    var paths: [String] = []
    for entry in try index().entries(under: folder) where !paths.ends(with: entry.path) {
      paths.append(entry.path)
    }
    return paths
  }

  /// The paths with a conflict nobody has resolved.
  package func unmergedPaths() throws(GitError) -> [String] {
    guard let file = MappedFile(indexPath) else { return try index().unmergedPaths }
    defer { withExtendedLifetime(file) {} }
    do throws(GitError) {
      // Nearly never is there one: no path need be taken out of the others.
      var walk = try IndexReader(file.bytes, format, path: indexPath)
      var paths: [String] = []
      while let entry = try walk.next() {
        guard entry.stage != 0 else { continue }
        let path = String(decoding: entry.name, as: UTF8.self)
        if !paths.ends(with: path) { paths.append(path) }
      }
      _ = try walk.extensions()
      return paths
    } catch .unsupportedIndex {
      return try index().unmergedPaths
    }
  }

  /// Has the git program write a copy of the index in the plain form; returns its path.
  private func plainCopyOfIndex() throws(GitError) -> String {
    let copy = gitDirectory + "/index.plain.\(getpid())"
    try writeFile(copy, readFile(indexPath))
    let git = GitProgram(folder: workTree)
    do throws(GitError) {
      try git.check(
        [
          "-c", "index.sparse=false", "-c", "core.splitIndex=false", "update-index",
          "--no-split-index", "--force-write-index",
        ], environment: ["GIT_INDEX_FILE": copy, "LC_ALL": "C"])
    } catch .programFailed(let command, let status, let output) {
      unlink(copy)
      // Of its read-cache.c.
      let faults = [
        "smaller than expected", "bad signature", "bad index", "corrupt", "unordered", "malformed",
        "null sha1",
      ]
      guard faults.contains(where: output.contains) else {
        throw .programFailed(command: command, status: status, output: output)
      }
      throw .unsupportedIndex(path: indexPath, feature: "damaged")
    }
    return copy
  }
}

extension [String] {
  /// Whether the last path is the same, byte by byte.
  fileprivate func ends(with path: String) -> Bool {
    last?.utf8.elementsEqual(path.utf8) ?? false
  }
}

/// Whether one path stands before another in git's order, which is that of the bytes.
package func utf8Precedes(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}

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
