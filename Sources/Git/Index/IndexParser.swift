import Platform

/// Reads the bytes of an index file.
enum IndexParser {
  /// - Throws: `unsupportedIndex` for a split or sparse one, an unknown version or extension, and a
  ///   damaged file.
  static func parse(
    _ bytes: [UInt8], path: String, writtenAt: UInt32
  ) throws(GitError) -> Index {
    let result = bytes.withUnsafeBytes { raw -> Result<Index, GitError> in
      do throws(GitError) {
        return .success(try parse(raw, path, writtenAt))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func parse(
    _ bytes: UnsafeRawBufferPointer, _ path: String, _ writtenAt: UInt32
  ) throws(GitError) -> Index {
    var walk = try IndexReader(bytes, path: path)
    var entries: [IndexEntry] = []
    entries.reserveCapacity(walk.count)
    while let entry = try walk.next() {
      entries.append(
        IndexEntry(
          path: String(decoding: entry.name, as: UTF8.self),
          id: ObjectID(bytes, at: entry.start + 40),
          mode: FileMode(bytes.word(at: entry.start + 24)), stage: entry.stage,
          status: FileStatus { bytes.word(at: entry.start + 4 * $0) },
          isSkipWorktree: entry.isSkipWorktree, isIntentToAdd: entry.isIntentToAdd))
    }
    _ = try walk.extensions()
    return Index(version: walk.version, entries: entries, writtenAt: writtenAt)
  }
}
