import Platform
import TasksCore

/// The command's standard input.
enum StandardInput {
  static func text() throws -> Text {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(0, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw CommandError(
          "standard input cannot be read: \(String(cString: strerror(errno)))", code: .failed)
      }
      if count == 0 { return Text(bytes: bytes) }
      bytes += buffer[..<count]
    }
  }

  /// Returns the lines of standard input with their numbers from 1, without blank ones.
  static func lines() throws -> [(number: Int, text: String)] {
    try text().lines.enumerated().map { index, line in
      (
        index + 1,
        line.bytes.last == 0x0D ? Text(bytes: line.bytes.dropLast()).string : line.string
      )
    }.filter { _, line in line.utf8.contains { $0 != 0x20 && $0 != 0x09 } }
  }
}
