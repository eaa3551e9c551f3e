import Platform

package struct IndexEntry: Hashable, Sendable {
  package let path: String
  package let id: ObjectID
  package let mode: FileMode
  /// The stage: 0; in a conflict 1 to 3 for base, ours, theirs.
  package let stage: Int
  /// The status of the file when git last compared it.
  let status: FileStatus
  /// Whether a sparse checkout leaves the file out of the work tree (the skip-worktree bit).
  package let isSkipWorktree: Bool
  /// Whether the entry is from `git add -N`, without content.
  package let isIntentToAdd: Bool
}

/// The stat data of an index entry, truncated to 32 bits as git does.
package struct FileStatus: Hashable, Sendable {
  var ctime: UInt32
  var ctimeNanoseconds: UInt32
  package var mtime: UInt32
  var mtimeNanoseconds: UInt32
  var device: UInt32
  var inode: UInt32
  var user: UInt32
  var group: UInt32
  /// The size in bytes; also 0 for a file that must be compared by content.
  package var size: UInt32

  /// The id of an unknown user or group, as in chown(2); a change of owner is also visible in the ctime.
  private static let unknown = UInt32.max

  /// Makes a status without device, user and group.
  ///
  /// - Parameters:
  ///   - mtime: Nanoseconds since 1970.
  ///   - ctime: Nanoseconds since 1970.
  package init(mtime: Int64, ctime: Int64, inode: UInt64, size: Int64) {
    func split(_ time: Int64) -> (UInt32, UInt32) {
      // Nanoseconds are never negative, also in times before 1970.
      let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
      return rest < 0
        ? (UInt32(truncatingIfNeeded: seconds - 1), UInt32(rest + 1_000_000_000))
        : (UInt32(truncatingIfNeeded: seconds), UInt32(rest))
    }
    (self.mtime, mtimeNanoseconds) = split(mtime)
    (self.ctime, ctimeNanoseconds) = split(ctime)
    device = 0
    self.inode = UInt32(truncatingIfNeeded: inode)
    (user, group) = (FileStatus.unknown, FileStatus.unknown)
    self.size = UInt32(truncatingIfNeeded: size)
  }

  package init(_ status: stat) {
    let (modified, changed) = (status.modified, status.changed)
    ctime = UInt32(truncatingIfNeeded: changed.tv_sec)
    ctimeNanoseconds = UInt32(truncatingIfNeeded: changed.tv_nsec)
    mtime = UInt32(truncatingIfNeeded: modified.tv_sec)
    mtimeNanoseconds = UInt32(truncatingIfNeeded: modified.tv_nsec)
    device = UInt32(truncatingIfNeeded: status.st_dev)
    inode = UInt32(truncatingIfNeeded: status.st_ino)
    user = status.st_uid
    group = status.st_gid
    size = UInt32(truncatingIfNeeded: status.st_size)
  }

  static func seconds(_ status: stat) -> Int { status.modified.tv_sec }

  /// Reads the first 40 bytes of an entry, except the mode at word 6.
  package init(_ word: (Int) -> UInt32) {
    ctime = word(0)
    ctimeNanoseconds = word(1)
    mtime = word(2)
    mtimeNanoseconds = word(3)
    device = word(4)
    inode = word(5)
    user = word(7)
    group = word(8)
    size = word(9)
  }

  /// Whether this is exactly the status of a file; times in nanoseconds since 1970. False if a time of the file does
  /// not fit in the index.
  package func isExactly(mtime: Int64, ctime: Int64, inode: UInt64, size: Int64) -> Bool {
    func nanoseconds(_ seconds: UInt32, _ rest: UInt32) -> Int64 {
      Int64(seconds) * 1_000_000_000 + Int64(rest)
    }
    return nanoseconds(self.mtime, mtimeNanoseconds) == mtime
      && nanoseconds(self.ctime, ctimeNanoseconds) == ctime
      && self.inode == UInt32(truncatingIfNeeded: inode)
      && self.size == UInt32(truncatingIfNeeded: size)
  }

  /// Compares two statuses as git does: the device is ignored, and nanoseconds count only if both have them.
  package func matches(_ other: FileStatus) -> Bool {
    func same(_ one: UInt32, _ two: UInt32, unknown: UInt32) -> Bool {
      one == two || one == unknown || two == unknown
    }
    return mtime == other.mtime && ctime == other.ctime && size == other.size
      && inode == other.inode && same(user, other.user, unknown: FileStatus.unknown)
      && same(group, other.group, unknown: FileStatus.unknown)
      && same(mtimeNanoseconds, other.mtimeNanoseconds, unknown: 0)
      && same(ctimeNanoseconds, other.ctimeNanoseconds, unknown: 0)
  }
}

extension FileStatus {
  /// The status of an entry whose file git has not compared yet: all zeros.
  package static let unseen = FileStatus { (_: Int) in 0 }

  /// Returns the first 40 bytes of an entry, as ten words.
  package func words(mode: FileMode) -> [UInt32] {
    [
      ctime, ctimeNanoseconds, mtime, mtimeNanoseconds, device, inode, mode.rawValue, user, group,
      size,
    ]
  }
}

extension [UInt8] {
  package mutating func append(word: UInt32) {
    Swift.withUnsafeBytes(of: word.bigEndian) { append(contentsOf: $0) }
  }

  package mutating func append(half: UInt16) {
    Swift.withUnsafeBytes(of: half.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends a variable-length integer as ``IndexReader`` reads it: seven bits per byte, high bits first; each
  /// further byte adds one.
  mutating func append(variableInteger value: Int) {
    var digits = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      rest -= 1
      digits.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    append(contentsOf: digits.reversed())
  }
}

/// The new entries of one path of the index, which replace all entries it has.
package struct IndexEdit {
  package struct Line {
    package let stage: Int
    package let id: ObjectID
    package let mode: FileMode
    /// Whether the skip-worktree bit is kept if the old entry has it, because the file does not exist.
    var keepsSkipWorktree: Bool
    var isLeftOut: Bool

    package init(
      stage: Int, id: ObjectID, mode: FileMode, keepsSkipWorktree: Bool = false,
      isLeftOut: Bool = false
    ) {
      self.stage = stage
      self.id = id
      self.mode = mode
      self.keepsSkipWorktree = keepsSkipWorktree
      self.isLeftOut = isLeftOut
    }
  }

  /// The path; with a slash at its end, all entries in that folder.
  package let path: [UInt8]
  /// The new entries by stage; if empty, the path is removed.
  package let lines: [Line]

  package init(path: [UInt8], lines: [Line]) { (self.path, self.lines) = (path, lines) }

  var isLeftOut: Bool { lines.contains(where: \.isLeftOut) }

  package var isFolder: Bool { path.last == UInt8(ascii: "/") }

  /// Sorts edits by path, and adds removals: a file replaces a folder at its path, and any file at a parent folder's
  /// path.
  package static func sorted(_ edits: [IndexEdit]) -> [IndexEdit] {
    var all = edits
    var known = Set(edits.map { ByteName($0.path[...]) })
    for edit in edits where !edit.lines.isEmpty {
      let inside = edit.path + [UInt8(ascii: "/")]
      if known.insert(ByteName(inside[...])).inserted {
        all.append(IndexEdit(path: inside, lines: []))
      }
      var folder = edit.path[...]
      while let slash = folder.lastIndex(of: UInt8(ascii: "/")) {
        folder = folder[..<slash]
        if known.insert(ByteName(folder)).inserted {
          all.append(IndexEdit(path: Array(folder), lines: []))
        }
      }
    }
    return all.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }
}
