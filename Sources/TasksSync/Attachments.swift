import Git
import Platform
import TasksCore
import TasksStore

/// The files that Org's attach commands put beside tasks: `data/AB/CDEF…/scan.pdf` in the folder of the file of the task
/// ABCDEF… (Org manual, "Attachments"), and those of what was archived out of a task, `task.org_archive`.
struct Attachments {
  let store: TaskStore
  /// In bytes. Larger ones stay out of the history, which every clone has.
  private static let largest = 50_000_000

  /// Commits those that are new, changed or gone.
  func commit() throws {
    let folders = (File.names(in: store.root) ?? []).filter {
      !$0.name.hasPrefix(".") && $0.kind != .regular
    }
    let places = ([""] + folders.map { $0.name + "/" }).flatMap { folder in
      (File.names(in: store.root + "/" + folder) ?? []).map { folder + $0.name }
        .filter { $0.hasSuffix(".org_archive") || $0 == folder + "data" }
    }
    if places.isEmpty { return }
    let paths = try GitProgram(folder: store.root)
      .check(["ls-files", "-z", "-o", "-m", "--exclude-standard", "--"] + places)
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.uniqued()
    if paths.isEmpty { return }
    var taken = 0
    _ = try StoreWrite(
      store: store, verb: CommitMessage.attachments, subject: "attachments", encrypts: false
    )
    .run { reading in
      let changes = try paths.filter { isAttachment($0, in: reading) }.compactMap(change)
      taken = changes.count
      return changes
    }
    if taken > 0 {
      store.context.say("\(taken == 1 ? "1 attachment" : "\(taken) attachments") committed")
    }
  }

  /// Whether the folders above a file are those of a task's id.
  private func isAttachment(_ path: String, in reading: StoreReading) -> Bool {
    if path.hasSuffix("_archive") { return reading.document(at: String(path.dropLast(8))) != nil }
    let parts = path.split(separator: "/")
    guard let data = parts.firstIndex(of: "data"), data + 3 < parts.count,
      let id = TaskID(Text(String(parts[data + 1] + parts[data + 2])))
    else { return false }
    return reading.task(withID: id) != nil
  }

  private func change(_ path: String) throws -> Change? {
    let file = store.root + "/" + path
    var status = stat()
    if lstat(file, &status) == 0 {
      let isFile = status.st_mode & S_IFMT == S_IFREG
      guard isFile, Int(status.st_size) <= Self.largest else {
        let reason = isFile ? "larger than 50 MB" : "a link to a file elsewhere"
        store.context.say("\(path) is \(reason), and is not committed")
        return nil
      }
    }
    guard let content = try StoreFile.readIfThere(file) else {
      return .text(path: path, old: nil, content: nil)
    }
    let mode = try store.repository.modeToCommit(store.prefix + path)
    return .restore(path: path, content: content, mode: mode)
  }
}
