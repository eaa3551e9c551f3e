import TasksCore

/// A task of dstask: a YAML file whose folder is its status and whose name is its id, `pending/63e2….yml`.
package struct DstaskTasks: ForeignReader {
  package static let name = "dstask"
  package static let ending = "~/.dstask"
  package static let isFileOfFolder: (@Sendable (String) -> Bool)? = { $0.hasSuffix(".yml") }
  private let context: ForeignContext

  package init(_ context: ForeignContext) { self.context = context }

  package static func places(_ machine: ForeignMachine) -> ForeignPlaces? {
    .paths([machine.variable("DSTASK_GIT_REPO") ?? machine.home + "/.dstask"])
  }

  /// Reads one file, as if it were of the folder `pending`.
  package func read(_ bytes: [UInt8]) -> [ForeignRecord] { read(bytes, path: "") }

  package func read(_ bytes: [UInt8], path: String) -> [ForeignRecord] { [record(path, bytes)] }

  private func record(_ path: String, _ bytes: [UInt8]) -> ForeignRecord {
    let parts = path.split(separator: "/")
    let folder = parts.dropLast().last.map(String.init) ?? "pending"
    let name = parts.last.map { Array($0.utf8) } ?? []
    let end = name.lastIndex(of: 0x2E) ?? name.endIndex
    // The first of two keys counts: files of old versions have a status, too.
    let front = "---\nstatus: pending\n"
    let keys = bytes.starts(with: Array("---\n".utf8)) ? bytes.dropFirst(4) : bytes[...]
    guard var file = ForeignMarkdown(Array(front.utf8) + keys + Array("\n---\n".utf8), context)
    else { return .bad(line: 1, reason: "it is no YAML file of dstask") }
    guard let summary = file.keys.text("summary"), !ForeignProperty.line(summary).isEmpty else {
      return .bad(line: 1, reason: "it has no summary")
    }
    if TaskwarriorID.isUUID(Array(name[..<end])) {
      file.task.id = TaskID(Text(bytes: name[..<end])) ?? .none
      file.task.hasOwnID = true
    } else {
      (file.task.id, file.task.hasOwnID) = (.none, false)
    }
    file.task.state = state(folder)
    file.task.created = file.moment("created")
    file.task.closed = file.task.isDone ? file.moment("resolved") : nil
    file.task.deadline = file.planned("due")
    var record = file.record(of: DstaskTasks.name)
    if !DstaskTasks.plainFolders.contains(folder),
      let status = ForeignProperty("status", Text(folder), of: DstaskTasks.name)
    {
      record.task.properties.append(foreign: status)
    }
    return .task(record)
  }

  package func told(_ tasks: [Task]) -> [Task] {
    tasks.map { task in
      var told = context.reduced(task)
      told.closed = task.isDone ? task.closed : nil
      told.deadline = task.deadline.map { Planning($0.start) }
      told.list = task.list
      return told
    }
  }

  /// The folders of the statuses that are states here.
  private static let plainFolders = ["pending", "active", "paused", "resolved"]

  private func state(_ folder: String) -> State {
    switch folder {
    case "active": context.started
    case "paused", "delegated", "deferred": context.waiting
    case "resolved": context.done
    default: context.open
    }
  }
}
