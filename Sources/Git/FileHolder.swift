#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The process that has a file open, to tell a person whom a lock belongs to.
///
/// Only Linux can be asked, and only about processes this user may look at.
enum FileHolder {
  /// `git (process 4711)`; nil when nobody is found.
  static func description(of path: String) -> String? {
    #if os(Linux)
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      let wanted = String(cString: real)
      for process in names(in: "/proc")
      where process.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        let files = "/proc/\(process)/fd"
        guard names(in: files).contains(where: { target("\(files)/\($0)") == wanted }) else {
          continue
        }
        let name = (try? readStream("/proc/\(process)/comm")) ?? "a program"
        return "\(name) (process \(process))"
      }
    #endif
    return nil
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  private static func target(_ link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(link, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The first line of a file that has no size, as those of `/proc`.
  private static func readStream(_ path: String) throws(GitError) -> String {
    let bytes = try readFile(path)
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
