/// The program that this benchmark measures.
struct TasksPeer: Peer {
  let workshop: Workshop
  let git: String
  let name = "tasks"
  let storeName = "tasks"

  func makeStore(at path: String, of sample: SampleTasks) throws(BenchError) {
    _ = try StoreMaking(workshop: workshop, git: git, sample: sample).make(.store, at: path)
  }

  func commands(for work: Work, in path: String, of sample: SampleTasks) -> [Command] {
    let arguments =
      switch work {
      case .version: ["--version"]
      case .list: ["list"]
      case .search(let word): ["list", "--all", word]
      case .add(let number): ["add"] + QuickWords.of(sample.task(number))
      case .done(let number): ["done", "\(sample.task(number).id)"]
      case .modify(let number):
        [
          "modify", "\(sample.task(number).id)",
          "title:\(SampleTasks.newTitle(sample.task(number)))",
        ]
      }
    return [command(arguments, in: path)]
  }

  func command(_ arguments: [String], in path: String) -> Command {
    Command(workshop.tasks, arguments, variables: ["TASKS_DIR": path])
  }
}
