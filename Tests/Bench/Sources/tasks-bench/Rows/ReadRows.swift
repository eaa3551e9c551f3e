/// The rows that read only, and what other programs read and write.
extension Contest {
  /// Measures a listing beside git's own look at the same files.
  func listBesideStatus(_ sample: Sample) throws -> [Outcome] {
    let path = try stores.folder(of: stores.tasks, sample)
    let status = Repository(path: path, workshop: workshop).command(["status", "--short"])
    return try measure([
      Contestant(name: "tasks") { _ in [stores.tasks.command(["list"], in: path)] },
      Contestant(name: "git status") { _ in [status] },
    ])
  }

  /// Measures a listing at the commit before the last one.
  func listAtAnotherTime(_ sample: Sample) throws -> [Outcome] {
    let path = try stores.folder(of: stores.tasks, sample)
    let then = try Repository(path: path, workshop: workshop).ask("rev-parse", "HEAD")
    try workshop.run(stores.tasks.command(["add", "A", "later", "one"], in: path))
    return try view(["list", "--at", then], sample)
  }

  /// Measures the JSON of a listing, which tells what is synchronized, with an upstream branch and without one.
  func jsonWithUpstream(_ sample: Sample) throws -> [Outcome] {
    let plain = try stores.folder(of: stores.tasks, sample)
    let path = try stores.folder("upstream-\(sample.count)") { path in
      try stores.tasks.makeStore(at: path, of: sample)
      let store = Repository(path: path, workshop: workshop)
      try store.run("update-ref", "refs/remotes/origin/main", "HEAD")
      try store.run("config", "remote.origin.url", ".")
      try store.run("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")
      try store.run("branch", "-q", "--set-upstream-to", "origin/main")
    }
    return try measure(
      [("tasks", path), ("no upstream", plain)].map { name, path in
        Contestant(name: name) { _ in [stores.tasks.command(["list", "--json"], in: path)] }
      })
  }

  /// Measures a report of the clocks of 200 tasks.
  func clockReport(_ sample: Sample) throws -> [Outcome] {
    let path = try stores.folder("clocked-\(sample.count)") { path in
      try stores.tasks.makeStore(at: path, of: sample)
      for number in 0..<min(200, sample.count) {
        let words = ["clock", "add", sample.task(number).id, "-2h", "-1h"]
        try workshop.run(stores.tasks.command(words, in: path))
      }
    }
    let report = ["clock", "report", "year"]
    return try compare([("tasks", report), ("list", ["list"])], in: path)
  }

  /// Measures the client of the whole terminal, on a terminal that script(1) makes, beside a program that does nothing
  /// there.
  func screen(_ sample: Sample) throws -> [Outcome] {
    let path = try stores.folder(of: stores.tasks, sample)
    let own = stores.tasks.command(["ui", "order"], in: path)
    return try measure(
      [("tasks", "exec '\(own.program)' ui order"), ("nothing", "read -r key")].map { name, line in
        var command = Command(
          "/bin/sh", ["-c", "printf 'q\\n' | script -qec \"$0\" /dev/null", line])
        command.variables = own.variables.merging(["TERM": "xterm-256color"]) { $1 }
        return Contestant(name: name) { _ in [command] }
      })
  }

  /// Measures what the shells ask when the tab key is pressed.
  func completions(_ sample: Sample) throws -> [Outcome] {
    let typed = [("ids", ["done", ""]), ("tags", ["list", "+"]), ("lists", ["list", "list:"])]
    return try compare(
      typed.map { ($0, ["suggest", "zsh"] + $1) }, in: stores.folder(of: stores.tasks, sample))
  }

  // MARK: Other programs

  private static let formats = [
    "json", "jsonl", "todotxt", "taskwarrior", "ics", "org", "md", "csv",
  ]

  func exports(_ sample: Sample) throws -> [Outcome] {
    try compare(
      Contest.formats.map { ($0, ["export", $0]) }, in: stores.folder(of: stores.tasks, sample))
  }

  /// Measures the import of what was exported into an empty store.
  func imports(_ sample: Sample) throws -> [Outcome] {
    let source = try stores.folder(of: stores.tasks, sample)
    let target = workshop.folder + "/imported"
    return try measure(
      Contest.formats.map { format in
        let file = "\(workshop.folder)/exported.\(format)"
        let export = stores.tasks.command(["export", format], in: source)
        try workshop.write(try workshop.output(of: export), to: file)
        return Contestant(name: format) { _ in
          try workshop.removeFolder(target)
          try workshop.makeEmptyStore(at: target)
          return [stores.tasks.command(["import", format, file], in: target)]
        }
      })
  }
}
