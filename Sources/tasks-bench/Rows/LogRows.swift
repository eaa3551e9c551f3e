/// The log of one task in a history with as many commits as the sample has tasks.
struct LogRows {
  let stores: Stores
  let contest: Contest
  /// True to remove the history cache before each run.
  let isFirstTime: Bool

  func measure(_ sample: SampleTasks) throws -> [Measurement] {
    let making = StoreMaking(workshop: stores.workshop, git: stores.git, sample: sample)
    let path = try stores.folder("log-\(sample.count)") { path throws(BenchError) in
      _ = try making.make(.store, at: path, isOneCommit: false)
    }
    let folder = GitFolder(path: path, git: stores.git, workshop: stores.workshop)
    let task = sample.task(sample.count / 4)
    let ours = stores.tasks.command(["log", "\(task.id)"], in: path)
    let lines = try stores.workshop.output(of: ours).split(separator: "\n")
    guard lines.count >= 2 else {
      throw BenchError.wrongResult("tasks log does not tell what happened to \(task.path)")
    }
    return try contest.measure([
      Contest.Contestant(name: stores.tasks.name) { _ in
        if isFirstTime { Disk.remove(path + "/.git/tasks/history") }
        return [ours]
      },
      Contest.Contestant(name: GitPeer.name) { _ in
        // The first time tasks reads what all commits changed, as git does with --raw.
        [folder.command(isFirstTime ? ["log", "--raw"] : ["log", "--", task.path])]
      },
    ])
  }
}
