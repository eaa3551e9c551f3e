import TasksCore
import TasksStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A task's file in the user's editor.
struct Editing {
  let session: Session
  let store: TaskStore

  /// Opens the file, waits for the editor, checks what was written and commits it.
  ///
  /// The editor works on the file itself, so that Emacs and Vim find their settings and their own backups.
  /// When it exits with an error, or leaves what cannot be read, nothing is committed, and the text stays; of a
  /// task with another id it stays in a file beside it.
  func edit(_ path: String) throws {
    let file = store.root + "/" + path
    let before = try store.contents(path)
    let status = try run(file)
    guard status == 0 else {
      throw CommandError(
        "the editor ended with \(status); what you wrote there is not committed, and is in \(file)",
        code: .failed)
    }
    let after = try store.contents(path)
    guard after != before else { return }
    try store.checkEdited(path, before: before)
  }

  /// `$VISUAL`, `$EDITOR`, what git is told to use, `vi`. Such a setting may hold arguments; where it holds more than
  /// words, quotes or a variable, a shell reads it, as with git. The path is handed over beside it and never read as a
  /// part of a command.
  ///
  /// - Parameter line: Where to begin, from 1.
  func run(_ file: String, line: Int? = nil) throws -> Int32 {
    let named =
      ["VISUAL", "EDITOR"].lazy.compactMap { Session.variable($0) }.first { !$0.isEmpty }
      ?? store.gitEditor
    let hasTerminal = isatty(0) == 1 && isatty(1) == 1 && Session.variable("TERM") != "dumb"
    guard let editor = named ?? (hasTerminal ? "vi" : nil) else {
      throw CommandError(
        "there is no terminal for vi, and no other editor is named; set VISUAL or EDITOR",
        code: .failed)
    }
    let words = line.map { Editing.words(for: editor, file, line: $0) } ?? [file]
    let command = Editing.words(of: editor)
    if let program = command.first,
      let status = try? Program(program, command.dropFirst() + words).runOnTerminal()
    {
      return status
    }
    return try Program("/bin/sh", ["-c", "\(editor) \"$@\"", editor] + words).runOnTerminal()
  }

  /// None where only a shell could tell them apart.
  private static func words(of setting: String) -> [String] {
    let signs = "\"'\\$`;|&<>()*?[]#~{}!=\n"
    guard !setting.contains(where: signs.contains) else { return [] }
    return setting.split { $0 == " " || $0 == "\t" }.map(String.init)
  }

  /// How an editor is told the line: most take `+12`.
  private static func words(for editor: String, _ file: String, line: Int) -> [String] {
    let program = editor.split(separator: " ").first?.split(separator: "/").last.map(String.init)
    switch program {
    case "code", "codium", "code-insiders", "cursor": return ["--goto", "\(file):\(line)"]
    case "subl", "hx", "helix", "zed": return ["\(file):\(line)"]
    default: return ["+\(line)", file]
    }
  }
}
