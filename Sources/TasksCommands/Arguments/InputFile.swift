import Platform

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
