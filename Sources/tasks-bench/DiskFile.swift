#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A new file that is written sequentially.
final class DiskFile {
  private let path: String
  private let file: Int32

  init(_ path: String) throws(BenchError) {
    self.path = path
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .file(path: path, code: errno) }
  }

  deinit { close(file) }

  func append(_ bytes: [UInt8]) throws(BenchError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw .file(path: path, code: errno) }
      rest = rest.dropFirst(count)
    }
  }
}
