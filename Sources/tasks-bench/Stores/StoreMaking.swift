import TasksCore

/// Makes repositories with the sample's tasks.
struct StoreMaking {
  let workshop: Workshop
  let git: String
  let sample: SampleTasks

  enum Kind {
    /// A store made by `tasks`, without a limit on open tasks.
    case store
    /// A plain git repository with the same files, without settings of `tasks`.
    case plain
  }

  /// Makes a repository with the tasks in a pack and an up-to-date index.
  ///
  /// - Parameter isOneCommit: True for all tasks in one commit. If false, only the first half of the tasks is
  ///   included, with one commit that adds each task and one that changes its title, so that the number of commits
  ///   is the number of tasks in the sample.
  func make(
    _ kind: Kind, at path: String, isOneCommit: Bool = true
  ) throws(BenchError) -> GitFolder {
    let folder = try load(kind, at: path, isOneCommit: isOneCommit)
    try folder.readIndex()
    return folder
  }

  /// Makes the repository without filling its index.
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
