import TasksCore

/// Taskwarrior, which keeps its tasks in files of its own format (2.6) or in a database (3).
struct TaskwarriorPeer: Peer {
  let workshop: Workshop
  let task: String
  let name = "Taskwarrior"
  let storeName = "taskwarrior"

  func makeStore(at path: String, of sample: SampleTasks) throws(BenchError) {
    try Disk.makeFolder(path)
    // The same terminal width as for the other programs, and no questions.
    try Disk.write(
      "data.location=\(path)\nconfirmation=off\nhooks=off\ndefaultwidth=120\nnews.version=9.9.9\n",
      to: path + "/taskrc")
    let file = path + "/sample.json"
    try TaskwarriorSample(sample: sample).write(to: file)
    _ = try workshop.run(command(["import", file], in: path))
    Disk.remove(file)
    _ = try workshop.run(command(["list"], in: path))
  }

  func commands(for work: Work, in path: String, of sample: SampleTasks) -> [Command] {
    let arguments =
      switch work {
      case .version: ["--version"]
      case .list: ["list"]
      case .search(let word): [word, "all"]
      case .add(let number):
        ["add"]
          + QuickWords.of(sample.task(number)).map { word in
            word.hasPrefix("list:") ? "project:" + word.dropFirst(5) : word
          }
      case .done(let number): [TaskwarriorSample.uuid(of: number), "done"]
      case .modify(let number):
        [TaskwarriorSample.uuid(of: number), "modify", SampleTasks.newTitle(sample.task(number))]
      }
    return [command(arguments, in: path)]
  }

  private func command(_ arguments: [String], in path: String) -> Command {
    Command(task, arguments, variables: ["TASKRC": path + "/taskrc"])
  }
}
