/// A piece of work to measure.
enum Work {
  case version
  case list
  /// The tasks that have the common word of the sample.
  case search
  case add(SampleTask)
  case done(SampleTask)
  case modify(SampleTask)
}

/// A program, and how it does each piece of work on its own store.
protocol Peer {
  var name: String { get }
  /// The name of its store's folder. Peers with the same name share a store.
  var storeName: String { get }
  /// Makes a store with the sample's tasks.
  func makeStore(at path: String, of sample: Sample) throws
  /// Returns the commands to be run one after the other; none if the program cannot do the work.
  func commands(for work: Work, in path: String) -> [Command]
}

/// The program that this benchmark measures.
struct TasksPeer: Peer {
  let workshop: Workshop
  let name = "tasks"
  let storeName = "tasks"

  func makeStore(at path: String, of sample: Sample) throws {
    _ = try workshop.makeStore(.tasks, at: path) { $0.add(sample) }
  }

  func commands(for work: Work, in path: String) -> [Command] {
    let words =
      switch work {
      case .version: ["--version"]
      case .list: ["list"]
      case .search: ["list", "--all", Sample.commonWord]
      case .add(let task): ["add"] + task.words()
      case .done(let task): ["done", task.id]
      case .modify(let task): ["modify", task.id, "title:" + task.newTitle]
      }
    return [command(words, in: path)]
  }

  func command(_ words: [String], in path: String) -> Command {
    var command = Command(workshop.tasks, words)
    command.variables = ["TASKS_DIR": path]
    return command
  }
}

/// `git add` and `git commit` of the files that `tasks` would write.
struct GitPeer: Peer {
  let workshop: Workshop
  let name = "git"
  let storeName = "git"

  func makeStore(at path: String, of sample: Sample) throws {
    _ = try workshop.makeStore(.plain, at: path) { $0.add(sample) }
  }

  func commands(for work: Work, in path: String) -> [Command] {
    switch work {
    case .version: [Command(workshop.git, ["--version"])]
    case .list, .search: []
    case .add(let task): commit(task, task.text(), in: path)
    case .done(let task): commit(task, task.text(closed: Sample.now), in: path)
    case .modify(let task): commit(task, task.retitled, in: path)
    }
  }

  private func commit(_ task: SampleTask, _ text: String, in path: String) -> [Command] {
    let repository = Repository(path: path, workshop: workshop)
    var add = repository.command(["add", "--", task.path])
    add.files = ["\(path)/\(task.path)": text]
    return [add, repository.command(["commit", "-q", "-m", task.title])]
  }
}

/// `grep` over the files of the same store that ``GitPeer`` uses.
struct GrepPeer: Peer {
  let workshop: Workshop
  let program: String
  let name = "grep -ril"
  let storeName = "git"

  func makeStore(at path: String, of sample: Sample) throws {
    try GitPeer(workshop: workshop).makeStore(at: path, of: sample)
  }

  func commands(for work: Work, in path: String) -> [Command] {
    guard case .search = work else { return [] }
    return [Command(program, ["-ril", "--exclude-dir=.git", Sample.commonWord, path])]
  }
}
