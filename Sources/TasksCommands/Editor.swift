import Platform
import TasksStore

/// Edits the files of tasks in the user's editor.
struct Editor {
  let store: TaskStore

  /// Opens the files at paths of the store in one editor, waits for it, checks the results and commits them.
  ///
  /// The editor gets the files themselves, so that Emacs and Vim find their settings and backups. If it exits with an
  /// error, or leaves a file that cannot be read, nothing is committed and the texts stay. If a task has another id
  /// afterwards, its text stays in a file beside it.
  func edit(_ paths: [String]) throws -> WriteReport {
    let places = paths.map { store.root + "/" + $0 }
    let before = try paths.map(store.contents)
    let status = try run(places)
    guard status == 0 else {
      throw CommandError(
        "the editor exited with status \(status); your changes are not committed and are still in "
          + places.joined(separator: ", "), code: .failed)
    }
    let files = paths.map { EditedFile($0, in: store) }
    for (index, file) in files.enumerated() {
      guard try store.contents(paths[index]) != before[index] else { continue }
      try file.check(before: before[index])
    }
    return try EditedFile.commit(files, in: store)
  }

  /// Opens a copy with the notes of a task in plain text, waits for the editor, encrypts them again and commits.
  func edit(_ copy: PrivateCopy) throws -> WriteReport {
    let status = try run([copy.path])
    guard status == 0 else {
      throw CommandError(
        "the editor exited with status \(status); nothing was changed"
          + (copy.removeUnchanged() ? "" : ", and your text is in \(copy.path)"), code: .failed)
    }
    return try copy.finish()
  }

  /// Opens the text of a new task, waits for the editor, and adds the task. Without a title there is none, as git makes
  /// no commit without a message.
  func add(_ file: DraftFile) throws -> WriteReport {
    let status = try run([file.path], line: file.line)
    func failure(_ reason: String) -> CommandError {
      CommandError(
        "\(reason); nothing was added"
          + (file.isLeft ? ", and your text is in \(file.path)" : ""), code: .failed)
    }
    guard status == 0 else { throw failure("the editor exited with status \(status)") }
    do {
      guard let report = try file.add() else { throw failure("the task has no title") }
      return report
    } catch let error as StoreError {
      let error = CommandError(error)
      throw CommandError(
        "\(error.message)\nyour text is in \(file.path)", code: error.kind)
    }
  }

  /// Runs the editor: `$VISUAL`, `$EDITOR`, git's configured editor, or `vi`. The setting may contain arguments. If
  /// it contains quotes, variables or other shell syntax, it is run by a shell, as git does. Each path is passed
  /// as an argument of its own and never parsed as part of the command.
  ///
  /// - Parameter line: The line of the first file to begin at, from 1.
  /// - Returns: The editor's exit status.
  func run(_ files: [String], line: Int? = nil) throws -> Int32 {
    let named =
      ["VISUAL", "EDITOR"].lazy.compactMap { Machine.variable($0) }.first { !$0.isEmpty }
      ?? store.gitEditor
    let hasTerminal = isatty(0) == 1 && isatty(1) == 1 && Machine.variable("TERM") != "dumb"
    guard let editor = named ?? (hasTerminal ? "vi" : nil) else {
      throw CommandError(
        "no editor is set, and vi needs a terminal; set VISUAL or EDITOR",
        code: .failed)
    }
    let words = line.map { Editor.words(for: editor, files[0], line: $0) } ?? files
    let command = Editor.words(of: editor)
    if let program = command.first {
      do throws(StoreError) {
        return try Program(program, command.dropFirst() + words).runOnTerminal()
      } catch {
        // What is no program may be something that a shell knows.
        if StoreError.interruption(error) != nil { throw error }
      }
    }
    return try Program("/bin/sh", ["-c", "\(editor) \"$@\"", editor] + words).runOnTerminal()
  }

  /// Returns the words of the setting; empty if only a shell could split it.
  private static func words(of setting: String) -> [String] {
    let signs = "\"'\\$`;|&<>()*?[]#~{}!=\n"
    guard !setting.contains(where: signs.contains) else { return [] }
    return setting.split { $0 == " " || $0 == "\t" }.map(String.init)
  }

  /// Returns the arguments that open the file at a line. Most editors take `+12`.
  private static func words(for editor: String, _ file: String, line: Int) -> [String] {
    let program = editor.split(separator: " ").first?.split(separator: "/").last.map(String.init)
    switch program {
    case "code", "codium", "code-insiders", "cursor": return ["--goto", "\(file):\(line)"]
    case "subl", "hx", "helix", "zed": return ["\(file):\(line)"]
    default: return ["+\(line)", file]
    }
  }
}
