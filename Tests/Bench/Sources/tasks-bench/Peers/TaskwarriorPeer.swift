import Foundation

/// Taskwarrior, which keeps its tasks in files of its own format (2.6) or in a database (3).
struct TaskwarriorPeer: Peer {
  let workshop: Workshop
  let program: String
  let name = "Taskwarrior"
  let storeName = "taskwarrior"

  func makeStore(at path: String, of sample: Sample) throws {
    // The same terminal width as for the other programs, and no questions.
    try workshop.write(
      "data.location=\(path)\nconfirmation=off\nhooks=off\ndefaultwidth=120\nnews.version=9.9.9\n",
      to: path + "/taskrc")
    let file = workshop.folder + "/sample.json"
    try TaskwarriorTask.json(of: sample).write(to: URL(fileURLWithPath: file))
    try workshop.run(command(["import", file], in: path))
    try workshop.run(command(["list"], in: path))
  }

  func commands(for work: Work, in path: String) -> [Command] {
    let words =
      switch work {
      case .version: ["--version"]
      case .list: ["list"]
      case .search: [Sample.commonWord, "all"]
      case .add(let task): ["add"] + task.words(list: "project:")
      case .done(let task): [TaskwarriorTask(task).uuid, "done"]
      case .modify(let task): [TaskwarriorTask(task).uuid, "modify", task.newTitle]
      }
    return [command(words, in: path)]
  }

  private func command(_ words: [String], in path: String) -> Command {
    var command = Command(program, words)
    command.variables = ["TASKRC": path + "/taskrc"]
    return command
  }
}

/// dstask, which also keeps its tasks in a git repository.
struct DstaskPeer: Peer {
  let workshop: Workshop
  let program: String
  let name = "dstask"
  let storeName = "dstask"

  func makeStore(at path: String, of sample: Sample) throws {
    try workshop.run(Command(workshop.git, ["init", "-q", path]))
    var load = command(["import-tw"], in: path)
    load.input = workshop.folder + "/sample.json"
    try TaskwarriorTask.json(of: sample).write(to: URL(fileURLWithPath: load.input))
    try workshop.run(load)
    try workshop.run(command(["show-open"], in: path))
  }

  func commands(for work: Work, in path: String) -> [Command] {
    // It numbers the open tasks consecutively.
    func number(_ task: SampleTask) -> String { "\(task.number / 5 + 1)" }
    let words =
      switch work {
      case .version: ["version"]
      case .list: ["show-open"]
      case .search: ["show-open", Sample.commonWord]
      case .add(let task): ["add"] + task.words(list: "project:", context: "+")
      case .done(let task): [number(task), "done"]
      case .modify(let task): [number(task), "modify", "+more"]
      }
    return [command(words, in: path)]
  }

  private func command(_ words: [String], in path: String) -> Command {
    var command = Command(program, words)
    command.variables = ["DSTASK_GIT_REPO": path]
    return command
  }
}

/// A task in the JSON that Taskwarrior and dstask import.
private struct TaskwarriorTask: Encodable {
  let uuid, description, status, project, entry: String
  let end, due: String?
  let tags: [String]

  static func json(of sample: Sample) throws -> Data {
    try JSONEncoder().encode((0..<sample.count).map { TaskwarriorTask(sample.task($0)) })
  }

  init(_ task: SampleTask) {
    uuid = String(format: "00000000-0000-4000-8000-%012d", task.number)
    (description, project) = (task.title, task.list)
    status = task.closed == nil ? "pending" : "completed"
    entry = TaskwarriorTask.stamp(task.created)
    end = task.closed.map(TaskwarriorTask.stamp)
    due = task.due.map { TaskwarriorTask.stamp($0 + " 00:00") }
    tags = task.tags.map { $0.filter { $0 != "@" } }
  }

  /// Prints a time as `20261120T091500Z`.
  private static func stamp(_ time: String) -> String {
    "\(time.prefix(10))T\(time.suffix(5))00Z".filter { $0 != "-" && $0 != ":" }
  }
}
