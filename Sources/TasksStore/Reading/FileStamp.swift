import Git
import Platform

/// What a file system says of a file: while it stays the same, so do the bytes, but for a file that was written
/// so lately that its next change could bear the same time.
///
/// The time of the last change of status (ctime) cannot be set back by a program, as that of the last change of
/// content can; the inode tells files apart that were put in each other's place.
struct FileStamp: BitwiseCopyable, Hashable {
  /// Nanoseconds since 1970.
  let mtime: Int64
  /// Nanoseconds since 1970.
  let ctime: Int64
  let size: Int64
  let inode: UInt64

  /// Of what is in no file.
  static let none = FileStamp()

  private init() {
    (mtime, ctime, size, inode) = (0, 0, 0, 0)
  }

  init(_ status: stat) {
    mtime = FileStamp.nanoseconds(status.modified)
    ctime = FileStamp.nanoseconds(status.changed)
    size = Int64(status.st_size)
    inode = UInt64(status.st_ino)
  }

  /// When a file was last written, in nanoseconds since 1970.
  static func modified(_ status: stat) -> Int64 { nanoseconds(status.modified) }

  /// A text that changes whenever a file is written: its time, size and inode; nil if there is no file.
  static func text(_ path: String) -> String? {
    var status = stat()
    return lstat(path, &status) == 0 ? text(status) : nil
  }

  static func text(_ status: stat) -> String {
    "\(modified(status)) \(status.st_size) \(status.st_ino)"
  }

  /// Nil where there is no file.
  init?(ofFile path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether git would say that a file with this stamp is as its index knows it.
  func matches(_ known: FileStatus) -> Bool {
    isExactly(known)
      || known.matches(FileStatus(mtime: mtime, ctime: ctime, inode: inode, size: size))
  }

  /// Whether it is exactly what git's index knows of a file.
  func isExactly(_ known: FileStatus) -> Bool {
    known.isExactly(mtime: mtime, ctime: ctime, inode: inode, size: size)
  }

  /// Whether whatever is written at `moment` (nanoseconds since 1970) or later gets another stamp.
  ///
  /// Kernels stamp with a clock that stands still for up to 10 ms; some file systems count in seconds, FAT in
  /// two.
  func isOlder(than moment: Int64) -> Bool {
    let isCoarse = mtime % 1_000_000_000 == 0 && ctime % 1_000_000_000 == 0
    return max(mtime, ctime) < moment - (isCoarse ? 2_000_000_000 : 50_000_000)
  }

  /// The clock files are stamped with, in nanoseconds since 1970.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// What the file system says of a name in an open folder.
  ///
  /// - Parameter name: A NUL follows it.
  static func status(
    of name: UnsafeRawBufferPointer, in folder: Int32, _ flags: Int32
  ) -> stat? {
    guard let start = name.assumingMemoryBound(to: CChar.self).baseAddress else { return nil }
    var status = stat()
    return fstatat(folder, start, &status, flags) == 0 ? status : nil
  }
}
