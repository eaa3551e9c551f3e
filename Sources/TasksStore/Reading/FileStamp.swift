import Git
import Platform

/// The times, size and inode of a file. While they stay the same, so does the content, unless the file was written so
/// recently that another write could get the same time.
///
/// A program can set the modification time back, but not the time of the last status change (ctime); the inode tells
/// files apart that replaced each other.
package struct FileStamp: BitwiseCopyable, Hashable {
  /// Nanoseconds since 1970.
  let mtime: Int64
  /// Nanoseconds since 1970.
  let ctime: Int64
  let size: Int64
  let inode: UInt64

  /// The stamp of a task that is in no file.
  static let none = FileStamp()

  private init() {
    (mtime, ctime, size, inode) = (0, 0, 0, 0)
  }

  package init(_ status: stat) {
    mtime = FileStamp.nanoseconds(status.modified)
    ctime = FileStamp.nanoseconds(status.changed)
    size = Int64(status.st_size)
    inode = UInt64(status.st_ino)
  }

  /// Returns the time of the last write, in nanoseconds since 1970.
  static func modified(_ status: stat) -> Int64 { nanoseconds(status.modified) }

  /// Returns a text that changes whenever a file is written (its time, size and inode), or nil if there is no file.
  package static func text(_ path: String) -> String? {
    var status = stat()
    return lstat(path, &status) == 0 ? text(status) : nil
  }

  static func text(_ status: stat) -> String {
    "\(modified(status)) \(status.st_size) \(status.st_ino)"
  }

  /// Returns nil if there is no file.
  package init?(ofFile path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Returns whether git would take a file with this stamp for unchanged since its index was written.
  func matches(_ known: FileStatus) -> Bool {
    isExactly(known)
      || known.matches(FileStatus(mtime: mtime, ctime: ctime, inode: inode, size: size))
  }

  /// Returns whether time, ctime, inode and size are exactly those in git's index.
  func isExactly(_ known: FileStatus) -> Bool {
    known.isExactly(mtime: mtime, ctime: ctime, inode: inode, size: size)
  }

  /// Returns whether anything written at `moment` (nanoseconds since 1970) or later is sure to get another stamp.
  ///
  /// Kernels take file times from a clock that advances up to 10 ms at a time; some file systems store whole seconds,
  /// FAT two.
  package func isOlder(than moment: Int64) -> Bool {
    let isCoarse = mtime % 1_000_000_000 == 0 && ctime % 1_000_000_000 == 0
    return max(mtime, ctime) < moment - (isCoarse ? 2_000_000_000 : 50_000_000)
  }

  /// Returns the clock that file times come from, in nanoseconds since 1970.
  package static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Returns the status of a name in an open folder, or nil if there is none.
  ///
  /// - Parameter name: Followed by a NUL.
  static func status(
    of name: UnsafeRawBufferPointer, in folder: Int32, _ flags: Int32
  ) -> stat? {
    guard let start = name.assumingMemoryBound(to: CChar.self).baseAddress else { return nil }
    var status = stat()
    return fstatat(folder, start, &status, flags) == 0 ? status : nil
  }
}
