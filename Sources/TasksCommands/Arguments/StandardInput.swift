import Platform
import TasksCore

/// The command's standard input.
enum StandardInput {
  static func text() throws -> Text { Text(bytes: try bytes()) }

  static func bytes() throws -> [UInt8] { try InputFile.bytes(of: 0, "standard input") }

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
