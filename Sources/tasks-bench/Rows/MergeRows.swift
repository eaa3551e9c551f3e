import TasksCore

/// The time of merging one file, and of a whole pull.
struct MergeRows {
  let stores: Stores
  let contest: Contest

  private var workshop: Workshop { stores.workshop }

  /// Measures the merge driver alone, started as git starts it, compared with `git merge-file`.
  func driver() throws -> [Measurement] {
    let sample = SampleTasks(count: 1_000)
    let path = workshop.folder + "/driver"
    try Disk.makeFolder(path)
    func version(_ name: String) -> String { "\(path)/\(name).org" }
    func triple(_ turn: Int) throws -> OrgDocument {
      let number = sample.open(turn)
      let base = try sample.document(number)
      try Disk.write(base.bytes, to: version("base"))
      try Disk.write(try sample.retitled(number).bytes, to: version("ours"))
      try Disk.write(try sample.noted(number).bytes, to: version("theirs"))
      return base
    }
    return try contest.measure([
      Contest.Contestant(name: stores.tasks.name) { turn in
        let files = [version("base"), version("ours"), version("theirs"), "7"]
        let task = try triple(turn).task
        return [Command(workshop.tasks, ["merge-driver"] + files + [task.path])]
      },
      Contest.Contestant(name: "git merge-file") { turn in
        _ = try triple(turn)
        let files = [version("ours"), version("base"), version("theirs")]
        return [Command(stores.git, ["merge-file", "-q"] + files)]
      },
    ])
  }

  /// Measures a pull where one task in ten has a new title on one side and a note on the other. Compared with git's
  /// own line merge, which a shell driver of one line calls.
  func pull(_ sample: SampleTasks) throws -> [Measurement] {
    let making = StoreMaking(workshop: workshop, git: stores.git, sample: sample)
    let ours = try making.makeParted(.store, at: "\(workshop.folder)/pull-tasks-\(sample.count)")
    let plain = try making.makeParted(.plain, at: "\(workshop.folder)/pull-git-\(sample.count)")
    try plain.run(["config", "merge.lines.driver", "git merge-file -q %A %O %B"])
    try plain.write(Array("*.org merge=lines\n".utf8), to: ".git/info/attributes")
    // Fills the cache, as a listing before the pull usually has.
    _ = try workshop.run(stores.tasks.command(["list"], in: ours.path))
    let measurements = try contest.measure([
      Contest.Contestant(name: stores.tasks.name) { _ in try pulling(ours) },
      Contest.Contestant(name: GitPeer.name) { _ in try pulling(plain) },
    ])
    try ours.expectClean()
    guard try ours.ask(["rev-list", "--count", "--merges", "parted..HEAD"]) == "1" else {
      throw BenchError.wrongResult("git pull in \(ours.path) has not merged")
    }
    return measurements
  }

  /// Resets the folder to before the pull, with an up-to-date index, and returns the command to measure.
  private func pulling(_ folder: GitFolder) throws(BenchError) -> [Command] {
    try folder.run(["reset", "-q", "--hard", "parted"])
    workshop.settle()
    try folder.run(["update-index", "-q", "--refresh"])
    return [folder.command(["pull", "-q"])]
  }
}
