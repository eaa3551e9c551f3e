import Platform

/// A file in memory, where there is a file system for that, whose content is another one with each input. It is removed
/// when the program ends, unless a law was broken.
struct ScratchFile {
  let path: String

  nonisolated(unsafe) private static var paths: [String] = []

  init() {
    let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(folder)/tasks-fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { fatalError("no file in \(folder)") }
    close(descriptor)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    if Self.paths.isEmpty { atexit { for path in ScratchFile.paths { unlink(path) } } }
    Self.paths.append(path)
  }

  /// - Parameter time: The time of its last change, in seconds since 1970: no clock decides what an input does.
  func write(_ bytes: [UInt8], time: Int = 1_764_000_000) {
    let descriptor = open(path, O_WRONLY | O_TRUNC)
    guard descriptor >= 0 else { fatalError("\(path) cannot be opened") }
    defer { close(descriptor) }
    let count = bytes.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
    let times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
    guard count == bytes.count, futimens(descriptor, times) == 0 else {
      fatalError("\(path) cannot be written")
    }
  }
}
