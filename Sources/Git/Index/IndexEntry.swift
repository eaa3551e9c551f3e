import Platform

/// An entry of the index.
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

  /// Returns the modification time in seconds since 1970.
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
