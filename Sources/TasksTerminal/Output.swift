import Platform
import TasksCore

/// The result of a command, collected and written to stdout at once.
package struct Output {
  package let terminal: Terminal
  package private(set) var bytes: [UInt8] = []

  package init(_ terminal: Terminal) { self.terminal = terminal }

  package mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(0x0A)
  }

  package mutating func line(_ line: StyledLine) {
    for piece in line.pieces { draw(piece.looks) { $0.append(contentsOf: piece.text.utf8) } }
    bytes.append(0x0A)
  }

  /// Appends what `body` appends, in looks if the terminal has colours. Nothing else writes looks.
  mutating func draw(_ looks: [Look], _ body: (inout [UInt8]) -> Void) {
    guard terminal.hasColor, !looks.isEmpty else { return body(&bytes) }
    let start = bytes.count
    let codes = looks.map(terminal.theme.code).joined(separator: ";")
    let opening = "\u{1B}[\(codes)m"
    bytes.append(contentsOf: opening.utf8)
    body(&bytes)
    if bytes.count == start + opening.utf8.count {
      bytes.removeSubrange(start...)
    } else {
      bytes.append(contentsOf: Output.closing)
    }
  }

  package mutating func draw(_ look: Look?, _ body: (inout [UInt8]) -> Void) {
    guard terminal.hasColor, let look else { return body(&bytes) }
    let start = bytes.count
    let opening = terminal.theme.openings[Int(look.rawValue)]
    bytes.append(contentsOf: opening)
    body(&bytes)
    if bytes.count == start + opening.count {
      bytes.removeSubrange(start...)
    } else {
      bytes.append(contentsOf: Output.closing)
    }
  }

  private static let closing = Array("\u{1B}[0m".utf8)

  /// Appends blanks.
  package mutating func pad(_ count: Int) {
    for _ in 0..<max(0, count) { bytes.append(0x20) }
  }

  package mutating func write(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Writes the result, through a pager if it is longer than the screen.
  ///
  /// - Throws: ``TerminalError/notWritten(_:)``.
  package func show() throws {
    if let pager = Pager(for: self), pager.show(shown) { return }
    try flush()
  }

  /// Writes the result. A closed pipe ends the program successfully; any other write error is a failure.
  ///
  /// - Throws: ``TerminalError/notWritten(_:)``.
  package func flush() throws {
    try Output.write(shown)
  }

  /// What is written: on a terminal for plain signs alone, those of the layout are plain, too.
  private var shown: [UInt8] {
    guard terminal.width != nil, !terminal.glyphs.isWhole else { return bytes }
    var out: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      let sign = byte < 0x80 ? nil : Output.plain.first { rest.starts(with: $0.sign) }
      out.append(sign?.plain ?? byte)
      rest = rest.dropFirst(sign?.sign.count ?? 1)
    }
    return out
  }

  /// The signs of the layout, with those that stand for them.
  private static let plain: [(sign: [UInt8], plain: UInt8)] = [
    ("…", "~"), ("·", "."), ("–", "-"), ("→", ">"),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)[0]) }

  /// Writes one line at once.
  package static func print(_ line: String) throws { try write(Array((line + "\n").utf8)) }

  package static func write(_ bytes: [UInt8]) throws {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return posixWrite(1, base + done, buffer.count - done)
      }
      if count > 0 {
        done += count
      } else if errno == EPIPE {
        exit(0)
      } else if errno != EINTR {
        throw TerminalError.notWritten(errno)
      }
    }
  }
}

/// Calls the C function `write`, which methods of that name hide.
private func posixWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(file, bytes, count)
}

/// Messages to the user apart from the result, on stderr.
package enum Conversation {
  package static func say(_ text: String) {
    write(Array(("tasks: " + shown(text) + "\n").utf8))
  }

  /// Reports a word that was read as text, but may be meant as a key.
  package static func mention(_ word: MistypedKey) { say(word.message) }

  /// A message as a terminal may get it: it may quote anything, from arguments, files or other programs. Its own
  /// lines stay lines.
  package static func shown(_ message: String) -> String { ControlCharacters.escapedLines(message) }

  /// Asks a question on a terminal; any answer but `y` or `yes` is no.
  package static func agrees(_ question: String) -> Bool {
    write(Array(shown(question).utf8))
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  /// Bytes that are for a terminal as they are, or JSON.
  package static func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      _ = posixWrite(2, base, buffer.count)
    }
  }
}

/// Shows a long result in the user's pager, as git does: `TASKS_PAGER`, `PAGER`, else `less -FRX`. An empty name or
/// `cat` is none.
struct Pager {
  private let command: String

  /// The pager for a result; nil if it fits on the screen, or is not looked at.
  init?(for output: Output) {
    guard let height = output.terminal.height, isatty(0) == 1,
      Machine.variable("TERM") != "dumb",
      output.bytes.count(where: { $0 == 0x0A }) >= height
    else { return nil }
    command = Machine.variable("TASKS_PAGER") ?? Machine.variable("PAGER") ?? "less"
    if command.isEmpty || command == "cat" { return nil }
  }

  /// - Returns: False if there is no such pager.
  func show(_ bytes: [UInt8]) -> Bool {
    // Like git: colours as they are, no pager for a single screen, the text stays on the terminal.
    var environment: [String: String?] = [:]
    if Machine.variable("LESS") == nil { environment["LESS"] = "FRX" }
    if Machine.variable("LV") == nil { environment["LV"] = "-c" }
    let program = ChildProcess("/bin/sh", ["-c", command], environment: environment)
    let file = AnonymousTempFile(bytes)
    // Status 126 and 127: the shell found no program to run (POSIX, "Exit Status for Commands").
    return withExtendedLifetime(file) {
      guard let status = try? program.runOnTerminal(input: file.file).code else { return false }
      return status != 126 && status != 127
    }
  }
}

/// A line on the terminal that says what takes long, and vanishes.
package final class Progress {
  private let isShown: Bool
  private var isWritten = false

  /// - Parameter isShown: Whether standard error is a terminal that is looked at.
  package init(isShown: Bool = isatty(2) == 1) { self.isShown = isShown }

  package func show(_ text: String) {
    guard isShown else { return }
    Conversation.write(Array("\r\u{1B}[K\(text)…".utf8))
    isWritten = true
  }

  package func clear() {
    if isWritten { Conversation.write(Array("\r\u{1B}[K".utf8)) }
    isWritten = false
  }
}
