import ArgumentParser
import TasksCore
import TasksStore

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the store, its task counts, and its state relative to the upstream branch.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let session = try Session(options)
    let report = StatusReport(store: try session.openStore())
    var output = Output()
    if options.json {
      output.write(try report.json())
    } else {
      for line in try report.text() { output.line(line) }
    }
    try output.flush()
  }
}

/// Prints the status of a store as text or JSON.
struct StatusReport {
  let store: TaskStore

  func text() throws -> [String] {
    let status = try store.status()
    TaskList.warn(about: status.reading)
    var lines = [
      "store      \(store.root)",
      "device     \(store.device.name) (\(store.device.id))",
      "tasks      \(status.open) open, \(status.done) done, \(status.deleted) in the trash",
    ]
    if let branch = status.branch {
      lines.append("unsynced   \(status.unsynced) of them")
      let commits = branch.ahead == 1 ? "commit" : "commits"
      lines.append("upstream   \(branch.ahead) \(commits) ahead, \(branch.behind) behind")
    } else {
      lines.append("upstream   none")
    }
    if status.conflicts > 0 {
      let values = status.conflicts == 1 ? "1 value" : "\(status.conflicts) values"
      lines.append("dropped    \(values) in merges; tasks conflicts lists them")
    }
    if status.sparse > 0 {
      lines.append("sparse     \(status.sparse) files left out by a sparse checkout")
    }
    if let advice = store.strategyAdvice { Conversation.say(advice) }
    for file in status.reading.unreadable { lines.append("unreadable \(Visible.text(file.path))") }
    return lines
  }

  func json() throws -> [UInt8] {
    let status = try store.status()
    return JSONWriter.document(kind: "status") { json in
      json.object { json in
        json.key("store")
        json.string(store.root)
        json.key("format")
        json.string(store.settings.format.rawValue)
        json.key("open")
        json.number(status.open)
        json.key("done")
        json.number(status.done)
        json.key("deleted")
        json.number(status.deleted)
        json.key("unsynced")
        json.number(status.unsynced)
        json.key("ahead")
        json.number(status.branch?.ahead)
        json.key("behind")
        json.number(status.branch?.behind)
        json.key("conflicts")
        json.number(status.conflicts)
        json.key("unreadable")
        json.array(status.reading.unreadable) { $0.string($1.path) }
        json.key("sparse")
        json.number(status.sparse)
        json.key("device")
        json.string(store.device.name)
      }
    }
  }
}
