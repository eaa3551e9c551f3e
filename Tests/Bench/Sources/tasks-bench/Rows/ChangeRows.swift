import Foundation

/// The rows that change stores.
extension Contest {
  /// Measures changes, each turn of another task. Checks afterwards that our store is clean and has one more commit
  /// for each.
  func changes(_ sample: Sample, _ work: (Int) -> Work) throws -> [Outcome] {
    let first = stores.takeNumbers(runs + 1, of: sample)
    let works = (0...runs).map { work(first + $0) }
    let path = try stores.folder(of: stores.tasks, sample)
    let store = Repository(path: path, workshop: workshop)
    let before = try store.height()
    let outcomes = try compare(sample) { works[$0] }
    try store.expectClean()
    let commits = try store.height() - before
    guard commits == runs + 1 else {
      throw BenchError.wrongResult("\(runs + 1) changes made \(commits) commits in \(path)")
    }
    return outcomes
  }

  /// Measures the bytes by which the repository grows with a change: the mean over adding, completing and modifying
  /// tasks.
  func growth(_ sample: Sample) throws -> [Outcome] {
    let first = stores.takeNumbers(2 * (runs + 1), of: sample)
    let peers: [any Peer] = [stores.tasks, stores.byHand]
    return try peers.map { peer in
      let store = Repository(
        path: try stores.folder(of: peer, sample), workshop: workshop)
      var outcome = Outcome(name: peer.name)
      var before = 0
      for turn in 0...runs {
        // The first turn is not counted, because it creates files that later turns reuse.
        if turn == 1 { before = store.size() }
        let works: [Work] = [
          .add(sample.task(sample.count + first + turn)),
          .done(sample.task(sample.open(first + turn))),
          .modify(sample.task(sample.open(first + runs + 1 + turn))),
        ]
        for command in works.flatMap({ peer.commands(for: $0, in: store.path) }) {
          outcome.runs.append(try workshop.run(command))
        }
      }
      outcome.growth = Double(store.size() - before) / Double(3 * runs)
      return outcome
    }
  }

  // MARK: Merging

  /// Measures the merge driver alone, started as git starts it, compared with `git merge-file`.
  func mergeDriver() throws -> [Outcome] {
    let sample = Sample(count: 1_000)
    let names = ["ours", "base", "theirs"].map { "\(workshop.folder)/driver/\($0).org" }
    func merge(_ program: String, _ words: (SampleTask) -> [String], _ turn: Int) -> [Command] {
      let task = sample.task(sample.open(turn))
      var command = Command(program, words(task))
      command.files = [names[0]: task.retitled, names[1]: task.text(), names[2]: task.noted]
      return [command]
    }
    return try measure([
      Contestant(name: "tasks") {
        merge(
          workshop.tasks, { ["merge-driver", names[1], names[0], names[2], "7", $0.path] }, $0)
      },
      Contestant(name: "git merge-file") {
        merge(workshop.git, { _ in ["merge-file", "-q"] + names }, $0)
      },
    ])
  }

  /// Measures a pull where one task in ten has a new title on one side and a note on the other. Compared with git's
  /// own line merge, which a shell driver of one line calls.
  func pull(_ sample: Sample) throws -> [Outcome] {
    func parted(_ kind: Workshop.Kind) throws -> Repository {
      let path = "\(workshop.folder)/pull-\(kind)-\(sample.count)"
      let made = try workshop.makeStore(kind, at: path) { $0.addParted(sample) }
      try made.run("tag", "parted")
      try made.run("config", "branch.main.remote", ".")
      try made.run("config", "branch.main.merge", "refs/heads/theirs")
      return made
    }
    let (ours, plain) = (try parted(.tasks), try parted(.plain))
    try plain.run("config", "merge.lines.driver", "git merge-file -q %A %O %B")
    try workshop.write("*.org merge=lines\n", to: plain.path + "/.git/info/attributes")
    // Fills the cache, as a listing before the pull usually has.
    try workshop.run(stores.tasks.command(["list"], in: ours.path))
    let outcomes = try measure(
      [("tasks", ours), ("git", plain)].map { name, repository in
        Contestant(name: name) { _ in
          try repository.run("reset", "-q", "--hard", "parted")
          try repository.settle()
          return [repository.command(["pull", "-q"])]
        }
      })
    try ours.expectClean()
    guard try ours.ask("rev-list", "--count", "--merges", "parted..HEAD") == "1" else {
      throw BenchError.wrongResult("git pull in \(ours.path) has not merged")
    }
    return outcomes
  }

  // MARK: History

  /// Measures the log of one task in a history with as many commits as the sample has tasks.
  ///
  /// - Parameter isFirstTime: True to remove the history cache before each run.
  func log(_ sample: Sample, isFirstTime: Bool) throws -> [Outcome] {
    let path = try stores.folder("log-\(sample.count)") { path in
      _ = try workshop.makeStore(.tasks, at: path) { $0.addOneByOne(sample) }
    }
    let task = sample.task(sample.count / 4)
    let ours = stores.tasks.command(["log", task.id], in: path)
    guard try workshop.output(of: ours).split(separator: "\n").count >= 2 else {
      throw BenchError.wrongResult("tasks log does not tell what happened to \(task.path)")
    }
    // The first time tasks reads what all commits changed, as git does with --raw.
    let git = Repository(path: path, workshop: workshop)
      .command(isFirstTime ? ["log", "--raw"] : ["log", "--", task.path])
    return try measure([
      Contestant(name: "tasks") { _ in
        if isFirstTime { try workshop.removeFolder(path + "/.git/tasks/history") }
        return [ours]
      },
      Contestant(name: "git") { _ in [git] },
    ])
  }
}
