import Platform
import TasksCore
import TasksTerminal

/// A file that a command reads whole: a regular one, a pipe (`<(command)` of a shell), or `-` for standard input.
enum InputFile {
  /// - Throws: `usage` if it cannot be read.
  static func bytes(_ name: String, _ session: Session) throws -> [UInt8] {
    if name == "-" { return try StandardInput.bytes() }
    let path = name.hasPrefix("/") ? name : session.currentFolder + "/" + name
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(name) }
    defer { close(file) }
    return try bytes(of: file, name)
  }

  static func bytes(of file: Int32, _ name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(name) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  private static func failure(_ name: String) -> CommandError {
    CommandError("cannot read \(name): \(String(cString: strerror(errno)))", code: .usage)
  }
}

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
    return Array(bytes.dropFirst(bytes.byteOrderMarkLength))
  }

  /// Returns the lines of standard input with their numbers from 1, without blank ones.
  static func lines() throws -> [(number: Int, text: String)] {
    try text().lines.enumerated().map {
      ($0.offset + 1, $0.element.string)
    }.filter { _, line in line.utf8.contains { $0 != 0x20 && $0 != 0x09 } }
  }
}

/// Where a command writes its result whole: a file that the user names, or standard output.
struct OutputFile {
  /// Absolute; nil for standard output.
  private let path: String?

  /// - Parameter name: As typed.
  init(_ name: String?, _ session: Session) {
    path = name.map { $0.hasPrefix("/") ? $0 : session.currentFolder + "/" + $0 }
  }

  func write(_ bytes: [UInt8]) throws {
    guard let path else { return try Output.write(bytes) }
    do throws(SystemError) {
      try File.write(bytes, to: path, followsLinks: true)
    } catch {
      throw CommandError(error.description, code: .failed)
    }
  }
}
