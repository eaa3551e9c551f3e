import TasksCore

/// `git add` and `git commit` of the files that `tasks` would write. They are written before the measurement
/// starts, as if by an editor.
struct GitPeer: Peer {
  static let name = "git"

  let workshop: Workshop
  let git: String
  let name: String = GitPeer.name
  let storeName = "git"

  func makeStore(at path: String, of sample: SampleTasks) throws(BenchError) {
    _ = try StoreMaking(workshop: workshop, git: git, sample: sample).make(.plain, at: path)
  }

  func can(_ work: Work) -> Bool {
    switch work {
    case .list, .search: false
    case .version, .add, .done, .modify: true
    }
  }

  func commands(
    for work: Work, in path: String, of sample: SampleTasks
  ) throws(BenchError) -> [Command] {
    let folder = GitFolder(path: path, git: git, workshop: workshop)
    let document: OrgDocument
    switch work {
    case .version: return [Command(git, ["--version"])]
    case .list, .search: return []
    case .add(let number): document = try sample.document(number)
    case .done(let number): document = try sample.finished(number)
    case .modify(let number): document = try sample.retitled(number)
    }
    try folder.write(document.bytes, to: document.task.path)
    return [
      folder.command(["add", "--", document.task.path]),
      folder.command(["commit", "-q", "-m", document.task.title.string]),
    ]
  }
}
