import Platform

/// The lines of the standard input, one at a time, so that the programs that are run between them can read from a
/// terminal too.
final class TypedLines {
  private var bytes: [UInt8] = []
  private var isAtEnd = false

  /// Returns the next line; nil at the end of the input, and after a signal if `Interruption` watches.
  func next() -> String? {
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        defer { bytes.removeSubrange(...end) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      if isAtEnd {
        defer { bytes = [] }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      }
      // A signal ends this call, while it would restart a read.
      var descriptor = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      guard Interruption.signal == nil, poll(&descriptor, 1, -1) > 0, Interruption.signal == nil
      else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(0, &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] } else { isAtEnd = true }
    }
  }
}
