import Git
import TasksCore

/// A task's file in an editor, before and after.
extension TaskStore {
  /// The editor git has been told to use.
  public var gitEditor: String? {
    (try? repository.string("core.editor")).flatMap { $0 }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The bytes of a task's file.
  public func contents(_ path: String) throws -> [UInt8] {
    do throws(ReadError) {
      return try StoreFile.read(root + "/" + path)
    } catch {
      throw StoreError.unreadable(path: path, error)
    }
  }

  /// Refuses a file that is no task any more, or the same task under another id.
  public func checkEdited(_ path: String) throws {
    do throws(ReadError) {
      guard try parse(try StoreFile.read(root + "/" + path), path: path) != nil else {
        let lack =
          Format(path: path) == .markdown
          ? "its front matter has no status" : "its first heading has no keyword"
        throw .malformed(line: 1, lack + ", so it is no task any more")
      }
    } catch {
      throw StoreError.invalid(
        "\(path) cannot be committed: \(error.reason); what you wrote is still there, and tasks git "
          + "checkout -- \(path) takes it back")
    }
  }

  /// Commits one file as it was edited.
  public func commitEdited(_ path: String) throws -> WriteReport {
    try write("edit", commitsHandEdits: false) { reading in
      let content = try contents(path)
      let old = try committed(path)
      return [.edited(path: path, old: old, content: content)]
    }
  }

  /// A file as the last commit has it.
  private func committed(_ path: String) throws -> [UInt8]? {
    guard let head = try repository.head().id else { return nil }
    let entry = try repository.entry(prefix + path, inTree: try repository.tree(ofCommit: head))
    return try entry.map { try repository.blob($0.id) }
  }
}

extension TaskStore {
  /// Runs git in the store, on the terminal; its exit status.
  public func runGit(_ arguments: [String]) throws -> Int32 {
    try GitProgram(folder: root).runOnTerminal(arguments).code
  }
}
