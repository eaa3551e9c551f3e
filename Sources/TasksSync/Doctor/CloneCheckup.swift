import Git
import Platform
import TasksCore
import TasksStore

/// Checks the git configuration of this clone, and its repository for stale lock files.
struct CloneCheckup {
  let store: TaskStore
  let mends: Bool

  func run() throws -> [Finding] {
    try [identity(), driver(), strategy(), attributes(), place()].compactMap { $0 } + locks()
  }

  /// Tells by whom commits are: git must be told a name once.
  private func identity() throws -> Finding? {
    let (author, _) = try store.signatures(isQuiet: true)
    let isNamed = try store.repository.identity(of: .author).name != nil
    return Finding(
      subject: "git", state: .fine, message: "commits are by \(author.name) <\(author.email)>",
      advice: isNamed ? nil : "tell git your name with: git config --global user.name \"Your Name\""
    )
  }

  /// Reports a store that stands at the top of a repository with other content.
  private func place() throws -> Finding? {
    guard store.prefix.isEmpty, let other = try store.otherContent() else { return nil }
    let sets = try store.repository.string("pull.twohead")?.hasPrefix("tasks") == true
    return Finding(
      subject: "place", state: sets ? .wrong : .fine,
      message: "the repository has other content, such as \(other)"
        + (sets ? ", and git merges it with git-merge-tasks" : ""),
      advice: "give the store a folder of its own with: tasks init tasks --move")
  }

  /// Opening the store has already added what the clone's config lacked.
  private func driver() throws -> Finding {
    let line = try store.repository.string("merge.tasks.driver") ?? ""
    let setup = CloneSetup(store: store)
    if let other = try store.repository.string("merge.tasks.recursive") {
      return .wrong(
        "driver",
        "merge.tasks.recursive is \(other), so git would use it for the bases of a criss-cross merge",
        "unset it with: tasks git config --unset-all merge.tasks.recursive")
    }
    if let word = try store.repository.string("merge.tasks.prefer"),
      !LatestChange.preferences.contains(word)
    {
      return .wrong(
        "driver", "merge.tasks.prefer is \(word), which is neither dirty nor latest",
        "choose one with: tasks git config merge.tasks.prefer dirty")
    }
    return setup.isUsable(line)
      ? .fine("driver", "git runs \(line)")
      : .wrong(
        "driver", "git would run \(line), which is not this program",
        "replace it with: tasks git config --unset-all merge.tasks.driver; tasks status")
  }

  private func strategy() throws -> Finding {
    if let astray = try strategyOfBranch() { return astray }
    let words = (try store.repository.string("pull.twohead") ?? "").split(separator: " ")
    let folder = CloneSetup(store: store).strategyFolder
    let isFound = folder != nil
    // Programs that no shell starts have these.
    let isEverywhere = ["/usr/local/bin", "/usr/bin", "/bin"].contains(folder)
    switch (words.first == "tasks", isFound) {
    case (true, true):
      let limit = "; an IDE or cron whose PATH lacks \(folder ?? "") cannot merge"
      return .fine(
        "strategy", "git merge and git pull use git-merge-tasks" + (isEverywhere ? "" : limit))
    case (true, false):
      return .wrong(
        "strategy", "git is configured to merge with git-merge-tasks, which is not on PATH",
        "install it next to tasks: ln -s tasks \"$(dirname \"$(command -v tasks)\")/git-merge-tasks\""
      )
    case (false, _) where !store.prefix.isEmpty:
      if let word = words.first, !Self.callDrivers.contains(String(word)) {
        return .wrong(
          "strategy", "pull.twohead is \(word), so git merges tasks as text",
          "unset it with: tasks git config --unset-all pull.twohead")
      }
      return .fine(
        "strategy",
        "the store is a folder of a larger repository, so git merges file by file; "
          + "the next change of tasks puts the list in order")
    case (false, true):
      return .wrong(
        "strategy", "git merges file by file, so plain git pull does not order the list",
        "use the strategy with: tasks git config pull.twohead \"tasks ort\"")
    case (false, false):
      return .wrong(
        "strategy", "git-merge-tasks is not on PATH, so plain git pull does not order the list",
        "install it next to tasks: ln -s tasks \"$(dirname \"$(command -v tasks)\")/git-merge-tasks\""
      )
    }
  }

  /// git's strategies that merge file by file and call the driver.
  private static let callDrivers: Set = ["tasks", "ort", "recursive"]

  /// Reports another strategy that is configured for this branch alone.
  private func strategyOfBranch() throws -> Finding? {
    guard let branch = try store.repository.head().ref?.dropFirst("refs/heads/".count) else {
      return nil
    }
    let key = "branch.\(branch).mergeoptions"
    guard let options = try store.repository.string(key),
      let strategy = Self.strategy(in: options),
      strategy != "tasks", store.prefix.isEmpty || !Self.callDrivers.contains(strategy)
    else { return nil }
    let what =
      Self.callDrivers.contains(strategy)
      ? "so git merges file by file and does not order the list"
      : "so git merges tasks as text, or not at all"
    return .wrong(
      "strategy", "\(key) is \(options), \(what)",
      "unset it with: tasks git config --unset-all \(key)")
  }

  /// Returns the strategy that `-s` names in the options of git-merge(1).
  private static func strategy(in options: String) -> String? {
    var words = options.split(separator: " ")[...]
    while let word = words.popFirst() {
      if word == "-s" || word == "--strategy" { return words.first.map(String.init) }
      for start in ["--strategy=", "-s"] where word.hasPrefix(start) {
        return String(word.dropFirst(start.count))
      }
    }
    return nil
  }

  private func attributes() throws -> Finding {
    if let ending = try unmergedEnding() {
      // Opening the store has added missing lines; no other file takes precedence over this one.
      let file = store.repository.commonDirectory + "/info/attributes"
      let message =
        "later lines in \(file) override ours: git does not merge *.\(ending) files as tasks"
      guard mends else {
        return .wrong("attributes", message, "move our lines to its end with: tasks doctor --fix")
      }
      try CloneSetup(store: store).putAttributesLast()
      return Finding(
        subject: "attributes", state: try unmergedEnding() == nil ? .mended : .wrong,
        message: message)
    }
    let file = (try? StoreFile.read(store.root + "/.gitattributes")) ?? []
    guard Text(bytes: file).lines.contains(where: { $0.string.contains("merge=tasks") }) else {
      var finding = Finding.fine(
        "attributes",
        "git merges *.org and *.md files as tasks here, but no line in .gitattributes says so")
      finding.advice = "add it for other clones with: tasks init \(store.root)"
      return finding
    }
    return .fine("attributes", "git merges *.org and *.md files as tasks")
  }

  /// Returns the extension of task files that git does not merge as tasks, or nil if there is none.
  private func unmergedEnding() throws -> String? {
    try ["org", "md"].first { ending in
      let path = "\(store.prefix)2026-01/task.\(ending)"
      return try store.repository.attribute(named: "merge", path: path) != "tasks"
    }
  }

  /// Reports the locks of killed programs. While they exist, git refuses to change what they guard, or no longer
  /// packs.
  private func locks() throws -> [Finding] {
    let left = StaleLocks(gitDirectory: store.repository.gitDirectory)
    let locks = left.paths
    guard !locks.isEmpty else { return [Finding.fine("locks", "no lock files")] }
    let owner = FileHolder.gitAtWork(in: store.repository.workTree)
    return try locks.map { path -> Finding in
      let seconds = left.age(of: path)
      if let owner {
        return .wrong(
          "locks", "\(path) exists, and \(owner) is running here", "wait until it ends")
      }
      if seconds < StaleLocks.oldAge {
        return .wrong(
          "locks", "\(path) was created \(seconds) seconds ago",
          "if it still exists in a minute, remove it with: tasks doctor --fix")
      }
      guard FileHolder.canTell else {
        return .wrong(
          "locks", "\(path) exists, and this system cannot tell which process made it",
          "if no git is running, remove it: rm '\(path)'")
      }
      let message = "\(path) exists, but no git is running"
      guard mends else {
        return .wrong("locks", message, "remove it with: tasks doctor --fix")
      }
      try StoreFile.remove(path)
      return Finding(subject: "locks", state: .mended, message: message)
    }
  }
}
