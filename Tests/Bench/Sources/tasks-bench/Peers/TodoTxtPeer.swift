/// todo.txt-cli, a shell script. It keeps open tasks in one file and done tasks in another, one per line.
struct TodoTxtPeer: Peer {
  let workshop: Workshop
  let program: String
  let name = "todo.txt"
  let storeName = "todotxt"

  func makeStore(at path: String, of sample: Sample) throws {
    try workshop.write(
      """
      export TODO_DIR="\(path)"
      export TODO_FILE="$TODO_DIR/todo.txt"
      export DONE_FILE="$TODO_DIR/done.txt"
      export REPORT_FILE="$TODO_DIR/report.txt"

      """, to: path + "/config")
    let tasks = (0..<sample.count).map(sample.task)
    for (name, isDone) in [("todo", false), ("done", true)] {
      let lines = tasks.filter { ($0.closed != nil) == isDone }.map { task in
        let end = task.closed.map { "x \($0.prefix(10)) " } ?? ""
        return "\(end)\(task.created.prefix(10)) \(words(task))\n"
      }
      try workshop.write(lines.joined(), to: "\(path)/\(name).txt")
    }
  }

  func commands(for work: Work, in path: String) -> [Command] {
    let words =
      switch work {
      case .version: ["-V"]
      case .list: ["list"]
      case .search: ["listall", Sample.commonWord]
      case .add(let task): ["add", words(task)]
      // A done task moves to the other file, and the remaining lines are renumbered.
      case .done: ["do", "1"]
      case .modify: ["append", "2", "once more"]
      }
    var command = Command(program, ["-p", "-d", path + "/config"] + words)
    if case .version = work { command.status = 1 }
    return [command]
  }

  private func words(_ task: SampleTask) -> String {
    task.words(list: "project:").joined(separator: " ")
  }
}
