import TasksCore

/// The rows in which each program works on its own store of the same tasks.
struct StoreRows {
  let stores: Stores
  let contest: Contest

  private var runs: Int { contest.runs }

  func version() throws -> [Measurement] {
    try contest.measure(stores.contestants(for: SampleTasks(count: 10)) { _ in .version })
  }

  func list(_ sample: SampleTasks) throws -> [Measurement] {
    try contest.measure(stores.contestants(for: sample) { _ in .list })
  }

  /// The name of our program in a store without an upstream branch.
  static let alone = "no upstream"

  /// Measures the JSON of a listing, which tells what is synchronized, with an upstream branch and without one.
  func json(_ sample: SampleTasks) throws -> [Measurement] {
    let plain = try stores.folder(of: stores.tasks, sample)
    let path = try stores.folder("upstream-\(sample.count)") { path throws(BenchError) in
      try stores.tasks.makeStore(at: path, of: sample)
      let folder = GitFolder(path: path, git: stores.git, workshop: stores.workshop)
      try folder.run(["update-ref", "refs/remotes/origin/main", "HEAD"])
      for (key, value) in [
        ("remote.origin.url", "."), ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
        ("branch.main.remote", "origin"), ("branch.main.merge", "refs/heads/main"),
      ] { try folder.run(["config", key, value]) }
    }
    func listing(_ name: String, _ path: String) -> Contest.Contestant {
      let command = stores.tasks.command(["list", "--json"], in: path)
      return Contest.Contestant(name: name) { _ in [command] }
    }
    return try contest.measure([
      listing(stores.tasks.name, path), listing(StoreRows.alone, plain),
    ])
  }

  func search(_ sample: SampleTasks) throws -> [Measurement] {
    let work = Work.search(SampleTasks.commonWord)
    return try contest.measure(stores.contestants(for: sample) { _ in work })
  }

  /// The name of our program when it lists the open tasks, which other views are compared with.
  static let listing = "list"

  /// Measures a command that shows tasks, and `tasks list` beside it.
  func view(_ words: [String], _ sample: SampleTasks) throws -> [Measurement] {
    try view(words, at: stores.folder(of: stores.tasks, sample))
  }

  private func view(_ words: [String], at path: String) throws -> [Measurement] {
    try contest.measure(
      [(stores.tasks.name, words), (StoreRows.listing, ["list"])].map { name, words in
        let command = stores.tasks.command(words, in: path)
        return Contest.Contestant(name: name) { _ in [command] }
      })
  }

  /// Measures a report of the clocks of 200 tasks.
  func clock(_ sample: SampleTasks) throws -> [Measurement] {
    let path = try stores.folder("clocked-\(sample.count)") { path throws(BenchError) in
      try stores.tasks.makeStore(at: path, of: sample)
      for number in 0..<min(200, sample.count) {
        let words = ["clock", "add", "\(sample.task(number).id)", "-2h", "-1h"]
        _ = try stores.workshop.run(stores.tasks.command(words, in: path))
      }
    }
    return try view(["clock", "report", "year"], at: path)
  }

  func add(_ sample: SampleTasks) throws -> [Measurement] {
    let first = sample.count + stores.takeNumbers(runs + 1, of: sample)
    return try change(sample) { .add(first + $0) }
  }

  func done(_ sample: SampleTasks) throws -> [Measurement] {
    let first = stores.takeNumbers(runs + 1, of: sample)
    return try change(sample) { .done(sample.open(first + $0)) }
  }

  func modify(_ sample: SampleTasks) throws -> [Measurement] {
    let first = stores.takeNumbers(runs + 1, of: sample)
    return try change(sample) { .modify(sample.open(first + $0)) }
  }

  /// Measures changes, each turn of another task. Checks afterwards that our store is clean and has one more commit
  /// for each.
  private func change(
    _ sample: SampleTasks, _ work: @escaping (Int) -> Work
  ) throws -> [Measurement] {
    let contestants = try stores.contestants(for: sample, work)
    let path = try stores.folder(of: stores.tasks, sample)
    let store = GitFolder(path: path, git: stores.git, workshop: stores.workshop)
    let before = try store.height()
    let measurements = try contest.measure(contestants)
    try store.expectClean()
    let commits = try store.height() - before
    guard commits == runs + 1 else {
      throw BenchError.wrongResult("\(runs + 1) changes made \(commits) commits in \(path)")
    }
    return measurements
  }

  /// Measures the bytes by which the repository grows with a change: the mean over adding, completing and modifying
  /// tasks.
  func growth(_ sample: SampleTasks) throws -> [Measurement] {
    let first = stores.takeNumbers(2 * (runs + 1), of: sample)
    let peers: [any Peer] = [stores.tasks, stores.byHand]
    return try peers.map { peer in
      let path = try stores.folder(of: peer, sample)
      var measurement = Measurement(name: peer.name)
      var before = 0
      for turn in 0...runs {
        // The first turn is not counted, because it creates files that later turns reuse.
        if turn == 1 { before = Disk.size(of: path + "/.git") }
        let changes = [
          Work.add(sample.count + first + turn), .done(sample.open(first + turn)),
          .modify(sample.open(first + runs + 1 + turn)),
        ]
        for command in try changes.flatMap({ try peer.commands(for: $0, in: path, of: sample) }) {
          measurement.runs.append(try stores.workshop.run(command))
        }
      }
      measurement.growth = Double(Disk.size(of: path + "/.git") - before) / Double(3 * runs)
      return measurement
    }
  }

  /// Measures the peak memory of each of our commands, including JSON of the whole store.
  func memory(_ sample: SampleTasks) throws -> [Measurement] {
    let path = try stores.folder(of: stores.tasks, sample)
    let first = stores.takeNumbers(2, of: sample)
    let works: [(String, Work)] = [
      ("list", .list), ("search", .search(SampleTasks.commonWord)),
      ("add", .add(sample.count + first)), ("done", .done(sample.open(first))),
      ("modify", .modify(sample.open(first + 1))),
    ]
    var commands = works.flatMap { name, work in
      stores.tasks.commands(for: work, in: path, of: sample).map { (name, $0) }
    }
    let some = "\(sample.task(sample.open(first)).id)"
    commands.append(("log", stores.tasks.command(["log", some], in: path)))
    commands.append(("JSON of all", stores.tasks.command(["list", "--all", "--json"], in: path)))
    return try commands.map { name, command in
      Measurement(name: name, runs: [try stores.workshop.run(command)])
    }
  }
}
