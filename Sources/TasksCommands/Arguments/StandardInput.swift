import Platform
import TasksCore

/// The command's standard input.
enum StandardInput {
  /// The text, with line feeds alone at the ends of lines.
  static func text() throws -> Text {
    let bytes = try bytes()
    if String(validating: bytes, as: UTF8.self) == nil {
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw CommandError("line \(line + 1) of standard input is not UTF-8", code: .usage)
    }
    guard bytes.contains(0x0D) else { return Text(bytes: bytes) }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { $0.last == 0x0D ? $0.dropLast() : $0 }
    return Text(bytes: Array(lines.joined(separator: [0x0A])))
  }

  /// The bytes without the byte order mark with which programs of Windows begin a file.
  static func bytes() throws -> [UInt8] {
    let bytes = try InputFile.bytes(of: 0, "standard input")
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  }

  /// Returns the lines of standard input with their numbers from 1, without blank ones.
  static func lines() throws -> [(number: Int, text: String)] {
    try text().lines.enumerated().map {
      ($0.offset + 1, $0.element.string)
    }.filter { _, line in line.utf8.contains { $0 != 0x20 && $0 != 0x09 } }
  }
}
