import Git
import Platform
import TasksCore

/// The move of a store from the top of a repository with other content into a folder of its own: one commit, in which
/// each file keeps what it holds. Files that only look like tasks stay where they are.
package struct StoreMove {
  private let store: TaskStore
  /// In the repository, without a slash at its end.
  private let folder: String

  /// - Parameter root: The new folder; absolute.
  /// - Throws: `invalid` if the store is not at the top, or something is in the way.
  package init(_ store: TaskStore, to root: String) throws {
    self.store = store
    guard store.prefix.isEmpty, root.begins(with: store.root + "/") else {
      throw StoreError.invalid("only a store at the top of a repository moves, to a folder in it")
    }
    guard File.names(in: root)?.isEmpty != false, File.kind(root).map({ $0 == .folder }) != false
    else { throw StoreError.invalid("\(root) holds something already; name another folder") }
    folder = root.dropping(store.root + "/")
  }

  /// Moves it.
  ///
  /// - Returns: The store at its new place.
  package func run() throws -> TaskStore {
    _ = try store.write("edit") { _ in [] }
    let notes = store.notesFolder
    try store.locked {
      if let operation = store.repository.ongoingOperation() {
        throw StoreError.inTheMiddle(operation)
      }
      guard let tree = try Snapshot(store.repository).tree else { return }
      guard try !store.repository.hasStagedChanges(against: tree) else {
        throw StoreError.invalid(
          "something is staged; commit it, or unstage it with: git restore --staged .")
      }
      try CloneSetup(store: store).forget()
      let git = GitProgram(folder: store.root)
      for (place, paths) in Dictionary(grouping: try files(), by: \.folderPart) {
        try StoreFile.makeFolder("\(store.root)/\(folder)/\(place)")
        // As many as the arguments of a process hold.
        for start in stride(from: 0, to: paths.count, by: 1_000) {
          let some = paths[start..<min(start + 1_000, paths.count)]
          try git.check(["mv", "--"] + some + ["\(folder)/\(place)"])
        }
      }
      try git.check(["mv", "--", ".tasks", folder + "/.tasks"])
      try moveAttributes(git)
      let message = CommitMessage.text(
        verb: "init: move the store to \(folder)/", operation: "init", changed: [],
        device: store.device)
      try git.check(["commit", "-q", "-F", "-"], input: Array(message.utf8))
    }
    let moved = try TaskStore(at: store.root + "/" + folder, store.context)
    for (name, kind) in File.names(in: notes) ?? []
    where kind == .regular && !["lock", "intent", "head", "sync-pending"].contains(name)
      && !name.hasPrefix("old.")
    {
      try? StoreFile.rename(notes + "/" + name, to: moved.notesFolder + "/" + name)
    }
    return moved
  }

  /// Returns the paths of the tasks and of the inbox that git has.
  private func files() throws -> [String] {
    let tasks = try store.read().tasks { _ in true }.filter(\.isOfStore).map(\.path)
    let inbox = store.settings.inbox.files
    let tracked = Set(try store.repository.indexedPaths(under: ""))
    return (tasks + inbox).filter(tracked.contains)
  }

  private func moveAttributes(_ git: GitProgram) throws {
    let lines = CloneSetup.attributes(for: "")
    let path = store.root + "/.gitattributes"
    let old = try StoreFile.readIfThere(path) ?? []
    let kept = Text(bytes: old).lines.filter { !$0.isEmpty && !lines.contains($0.string) }
    if kept.isEmpty {
      try git.check(["rm", "-q", "-f", "--ignore-unmatch", "--", ".gitattributes"])
    } else {
      let others = Text(bytes: old).lines.filter { !lines.contains($0.string) }
      try StoreFile.write(
        Array(others.map { Array($0.bytes) }.joined(separator: [0x0A])), to: path, durable: false)
    }
    let new = folder + "/.gitattributes"
    try StoreFile.write(
      CloneSetup.appending(lines, to: []), to: store.root + "/" + new, durable: false)
    try git.check(["add", "--", new] + (kept.isEmpty ? [] : [".gitattributes"]))
  }
}

extension String {
  fileprivate var folderPart: String { lastSlash.map { String(self[..<$0]) } ?? "" }
}
