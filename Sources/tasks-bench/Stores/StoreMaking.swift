import TasksCore

/// Makes repositories with the sample's tasks in them.
struct StoreMaking {
  let workshop: Workshop
  let git: String
  let sample: SampleTasks

  enum Kind {
    /// A store as `tasks` makes it, without a limit to the open tasks.
    case store
    /// The same files in the same folders, and git knows nothing of them.
    case plain
  }

  /// A repository with all the tasks, packed.
  ///
  /// - Parameter isOneCommit: Whether they came in one commit. Otherwise only the first half is there: it came
  ///   one by one, and each of these was given another title later. That is a commit for each of the sample.
  func make(
    _ kind: Kind, at path: String, isOneCommit: Bool = true
  ) throws(BenchError) -> GitFolder {
    let folder = try load(kind, at: path, isOneCommit: isOneCommit)
    try folder.readIndex()
    return folder
  }

  /// The same, but git has not yet looked at the files.
  func load(_ kind: Kind, at path: String, isOneCommit: Bool) throws(BenchError) -> GitFolder {
    let folder = GitFolder(path: path, git: git, workshop: workshop)
    switch kind {
    case .store:
      _ = try workshop.run(Command(workshop.tasks, ["init", path]))
      _ = try workshop.run(
        Command(workshop.tasks, ["config", "max-open", "0"], variables: ["TASKS_DIR": path]))
    case .plain:
      _ = try workshop.run(Command(git, ["init", "-q", path]))
    }
    let stream = workshop.folder + "/stream"
    var commits = try FastImport(to: stream)
    let parent: String? = kind == .store ? "refs/heads/main^0" : nil
    if isOneCommit {
      try commits.commit("sample", after: parent)
      for number in 0..<sample.count {
        let document = try sample.document(number)
        try commits.file(document.task.path, document.bytes)
        try folder.write(document.bytes, to: document.task.path)
      }
    } else {
      try addOneByOne(to: &commits, in: folder, after: parent)
    }
    try commits.load(into: folder, from: stream)
    return folder
  }

  private func addOneByOne(
    to commits: inout FastImport, in folder: GitFolder, after parent: String?
  ) throws(BenchError) {
    let half = sample.count / 2
    for number in 0..<half {
      let document = try sample.document(number)
      try commits.commit("add", after: number == 0 ? parent : nil)
      try commits.file(document.task.path, document.bytes)
    }
    for number in 0..<half {
      let document = try sample.retitled(number)
      try commits.commit("modify", after: nil)
      try commits.file(document.task.path, document.bytes)
      try folder.write(document.bytes, to: document.task.path)
    }
  }
}
