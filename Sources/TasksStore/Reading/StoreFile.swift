import Platform
import TasksCore

/// `File` of Platform for files of the work tree, with the errors of this module: only regular files are read, no link
/// is followed.
package enum StoreFile {
  package static func read(_ path: String, limit: Int = .max) throws(ReadError) -> [UInt8] {
    try reading { () throws(SystemError) in
      try File.read(path, followsLinks: false, limit: limit)
    }
  }

  /// As `read`, but nil if no regular file is there.
  ///
  /// - Throws: `unreadable` if that cannot be determined: a file must not be taken for deleted.
  package static func readIfThere(_ path: String) throws(StoreError) -> [UInt8]? {
    do throws(ReadError) {
      return try reading { () throws(SystemError) in
        try File.readIfThere(path, followsLinks: false)
      }
    } catch {
      if error == .notRegularFile || File.isMissing(path) { return nil }
      throw .unreadable(path: path, error)
    }
  }

  private static func reading<Content>(
    _ body: () throws(SystemError) -> Content
  ) throws(ReadError) -> Content {
    do throws(SystemError) {
      return try body()
    } catch {
      guard case .call(_, _, let code) = error else { throw .failed(error.description) }
      switch code {
      case ELOOP, EINVAL: throw .notRegularFile
      case EACCES, EPERM: throw .noPermission
      case EFBIG: throw .tooLarge
      default: throw .failed(SystemError.message(code))
      }
    }
  }

  /// Writes a file that a `rename` then puts in its place.
  ///
  /// - Parameters:
  ///   - old: A file whose permissions the new one gets.
  ///   - mode: Its permissions where that is not there; nil for those that new files get.
  ///   - makesFolder: Whether its folder is created if it is missing.
  package static func write(
    _ bytes: [UInt8], to path: String, modeOf old: String? = nil, mode: UInt32? = nil,
    durable: Bool, makesFolder: Bool = false
  ) throws(StoreError) {
    try system { () throws(SystemError) in
      try File.write(
        bytes, to: path, mode: old.flatMap { File.permissions($0) } ?? mode, isDurable: durable,
        makesFolder: makesFolder)
    }
  }

  package static func rename(_ from: String, to path: String) throws(StoreError) {
    try system { () throws(SystemError) in try File.rename(from, to: path) }
  }

  package static func remove(_ path: String) throws(StoreError) {
    try system { () throws(SystemError) in try File.remove(path) }
  }

  /// Creates a folder and its parents, as far as they are missing.
  package static func makeFolder(_ path: String) throws(StoreError) {
    try system { () throws(SystemError) in try File.makeFolder(path) }
  }

  /// Makes a symbolic link, in place of a file that is there.
  static func link(_ path: String, to target: [UInt8]) throws(StoreError) {
    try system { () throws(SystemError) in try File.link(path, to: target) }
  }

  static func setExecutable(_ path: String, _ isExecutable: Bool) throws(StoreError) {
    try system { () throws(SystemError) in try File.setExecutable(path, isExecutable) }
  }

  /// The failure of the last system call on a path.
  package static func failure(_ doing: String, _ path: String) -> StoreError {
    StoreError(.last(doing, path))
  }

  private static func system<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(StoreError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw StoreError(error)
    }
  }
}
