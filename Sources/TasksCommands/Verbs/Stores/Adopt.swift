import ArgumentParser
import Platform
import TasksCore
import TasksStore

struct Adopt: Verb {
  static let names = "adopt"
  static let configuration = CommandConfiguration(
    of: Adopt.self, abstract: "Take files that look like tasks into the store.",
    usage: "tasks adopt <path> ...",
    discussion: """
      In a folder that other things live in, a file with a heading that has a keyword, or with a status in its front \
      matter, is not committed by tasks: it may be a note. This gives each such file below a path an id, which makes \
      it a task.

        tasks adopt . --dry-run
        tasks adopt .
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Argument(help: "Files, or folders with such files.", completion: .file())
  var paths: [String]

  static func complete(_ line: inout Completion) { line.offers = [.files] }

  func run() throws {
    let session = try Session(options)
    try session.change("adopted:", dryRun: write.dryRun) { store in
      let places = try paths.map { try Adopt.place($0, in: store, session) }
      return try store.write("adopt", dryRun: write.dryRun) { reading in
        try reading.paths.sorted().compactMap { path in
          guard places.contains(where: { $0.isEmpty || path == $0 || path.begins(with: $0 + "/") })
          else { return nil }
          let document = try reading.document(path)
          guard !document.task.hasOwnID else { return nil }
          return .edit(document, [.id(document.task.id)])
        }
      }
    }
  }

  /// Returns the path in the store; `.` is all of the store.
  private static func place(
    _ word: String, in store: TaskStore, _ session: Session
  ) throws -> String {
    let folder = store.root + "/"
    for around in [session.currentFolder, store.repository.workTree, store.root] {
      let candidate = File.realPath(StoreLocation.absolute(word, in: around))
      guard File.kind(candidate) != nil else { continue }
      if candidate == store.root { return "" }
      if candidate.begins(with: folder) { return candidate.dropping(folder) }
    }
    throw CommandError("\(word) is not in the store at \(store.root)", code: .usage)
  }
}
