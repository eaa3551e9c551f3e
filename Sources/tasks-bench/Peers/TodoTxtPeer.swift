import TasksCore

/// todo.txt-cli, a shell script. It keeps open tasks in one file and done tasks in another, one per line.
struct TodoTxtPeer: Peer {
  let workshop: Workshop
  let todo: String
  let name = "todo.txt"
  let storeName = "todotxt"

  func makeStore(at path: String, of sample: SampleTasks) throws(BenchError) {
    try Disk.makeFolder(path)
    try Disk.write(
      """
      export TODO_DIR="\(path)"
      export TODO_FILE="$TODO_DIR/todo.txt"
      export DONE_FILE="$TODO_DIR/done.txt"
      export REPORT_FILE="$TODO_DIR/report.txt"

      """, to: path + "/config")
    let open = try DiskFile(path + "/todo.txt")
    let done = try DiskFile(path + "/done.txt")
    for number in 0..<sample.count {
      let task = try sample.document(number).task
      let line = Array((TodoTxtPeer.line(task) + "\n").utf8)
      try task.isOpen ? open.append(line) : done.append(line)
    }
  }

  func commands(for work: Work, in path: String, of sample: SampleTasks) -> [Command] {
    let arguments =
      switch work {
      case .version: ["-V"]
      case .list: ["list"]
      case .search(let word): ["listall", word]
      case .add(let number): ["add", TodoTxtPeer.words(sample.task(number))]
      // A done task moves to the other file, and the remaining lines are renumbered.
      case .done: ["do", "1"]
      case .modify: ["append", "2", "once more"]
      }
    var command = Command(todo, ["-p", "-d", path + "/config"] + arguments)
    if work == .version { command.status = 1 }
    return [command]
  }

  private static func line(_ task: Task) -> String {
    let created = task.created.map { "\($0.date.iso) " } ?? ""
    let closed = task.closed.map { "x \($0.date.iso) " } ?? ""
    return closed + created + words(task)
  }

  private static func words(_ task: Task) -> String {
    QuickWords.of(task).map { $0.hasPrefix("list:") ? "project:" + $0.dropFirst(5) : $0 }
      .joined(separator: " ")
  }
}
