import Git
import TasksCore

/// One thing that a checkup looked at.
public struct Finding: Sendable {
  public enum State: String, Sendable { case fine, mended, wrong }

  /// What was looked at: `driver`, `strategy`, `attributes`, `ids`, `files`, `keys`, `merges`, `remote`.
  public let subject: String
  public var state: State
  /// What was seen.
  public let message: String
  /// What to do about it; nil when nothing is to be done.
  public var advice: String?
}

/// What can be wrong with a clone of a store, and what may be done about it.
public struct Checkup {
  let store: TaskStore
  /// Whether what can be mended is.
  let mends: Bool
  /// Whether the remote may be asked.
  let asksRemote: Bool

  public init(_ store: TaskStore, mends: Bool, asksRemote: Bool) {
    self.store = store
    self.mends = mends
    self.asksRemote = asksRemote
  }

  public func run() throws -> [Finding] {
    // First what would keep the others from being committed.
    let merges = try self.merges()
    return try [driver(), strategy(), attributes()] + ids() + files() + keys() + merges + [remote()]
  }

  private func fine(_ subject: String, _ message: String) -> Finding {
    Finding(subject: subject, state: .fine, message: message)
  }

  private func wrong(_ subject: String, _ message: String, _ advice: String) -> Finding {
    Finding(subject: subject, state: .wrong, message: message, advice: advice)
  }

  // MARK: What git knows of this clone

  /// Opening the store has mended what this clone's own config lacked.
  private func driver() throws -> Finding {
    let line = try store.repository.string("merge.tasks.driver") ?? ""
    let setup = CloneSetup(store: store)
    if let other = try store.repository.string("merge.tasks.recursive") {
      return wrong(
        "driver",
        "merge.tasks.recursive is \(other): git would merge the bases of a criss-cross by that",
        "take it back with: tasks git config --unset-all merge.tasks.recursive")
    }
    if let word = try store.repository.string("merge.tasks.prefer"),
      !LatestChange.preferences.contains(word)
    {
      return wrong(
        "driver", "merge.tasks.prefer is \(word), which says nothing: dirty and latest do",
        "choose one with: tasks git config merge.tasks.prefer dirty")
    }
    return setup.isUsable(line)
      ? fine("driver", "git calls \(line)")
      : wrong(
        "driver", "git would call \(line), which is not this program",
        "take it back with: tasks git config --unset-all merge.tasks.driver; tasks status")
  }

  private func strategy() throws -> Finding {
    let words = (try store.repository.string("pull.twohead") ?? "").split(separator: " ")
    let isFound = CloneSetup(store: store).isStrategyFound
    switch (words.first == "tasks", isFound) {
    case (true, true): return fine("strategy", "git merge and git pull go by git-merge-tasks")
    case (true, false):
      return wrong(
        "strategy", "git is told to merge with git-merge-tasks, which is not on PATH",
        "install it beside tasks: ln -s tasks \"$(dirname \"$(command -v tasks)\")/git-merge-tasks\""
      )
    case (false, _) where !store.prefix.isEmpty:
      return fine(
        "strategy",
        "the store is a folder of a larger repository, where git merges file by file; "
          + "whole lists merge with: tasks sync, or git merge -s tasks")
    case (false, true):
      return wrong(
        "strategy", "git merges file by file, so plain git pull does not order the list",
        "have it use the strategy: tasks git config pull.twohead \"tasks ort\"")
    case (false, false):
      return wrong(
        "strategy", "git-merge-tasks is not on PATH, so plain git pull does not order the list",
        "install it beside tasks: ln -s tasks \"$(dirname \"$(command -v tasks)\")/git-merge-tasks\""
      )
    }
  }

  private func attributes() throws -> Finding {
    for ending in ["org", "md"] {
      let path = "\(store.prefix)2026-01/task.\(ending)"
      guard try store.repository.attribute(named: "merge", path: path) == "tasks" else {
        return wrong(
          "attributes", "git does not merge *.\(ending) files as tasks here",
          "add the line to \(store.root)/.gitattributes: *.\(ending) merge=tasks -text")
      }
    }
    let file = (try? StoreFile.read(store.root + "/.gitattributes")) ?? []
    guard Text(bytes: file).lines.contains(where: { $0.string.contains("merge=tasks") }) else {
      var finding = fine(
        "attributes",
        "git merges *.org and *.md files as tasks here, but .gitattributes tells no other clone")
      finding.advice = "write it anew with: tasks init \(store.root)"
      return finding
    }
    return fine("attributes", "git merges *.org and *.md files as tasks")
  }

  // MARK: The tasks

  private func ids() throws -> [Finding] {
    let moved = mends ? try MovedTwins(store).mend().sorted { $0.key < $1.key } : []
    let merged = moved.map { old, new in
      Finding(subject: "ids", state: .mended, message: "\(old) is merged into \(new), which it was")
    }
    let twins = try DuplicateIDs(store)
    guard !twins.isEmpty else {
      return merged.isEmpty ? [fine("ids", "each task has an id of its own")] : merged
    }
    if mends { try twins.mend() }
    return merged
      + twins.groups.map { group in
        let paths = group.map(\.path).joined(separator: ", ")
        return Finding(
          subject: "ids", state: mends ? .mended : .wrong,
          message: "the id \(group[0].id.text) is that of several files: \(paths)",
          advice: mends ? nil : "give the younger ones new ids with: tasks doctor --fix")
      }
  }

  private func files() throws -> [Finding] {
    let unreadable = try store.read().unreadable
    guard !unreadable.isEmpty else { return [fine("files", "every file can be read")] }
    return unreadable.map { file in
      wrong(
        "files", "\(file.path) cannot be read: \(file.reason.reason)",
        "mend it in an editor, or see what it was with: tasks git log -p -- \(file.path)")
    }
  }

  /// Keys that stand twice in a file: the first counts, and no command changes either.
  private func keys() throws -> [Finding] {
    let reading = try store.read()
    return try reading.paths.filter { Format(path: $0) == .markdown }.sorted().compactMap { path in
      guard let document = try reading.document(path) as? MarkdownDocument,
        !document.duplicateKeys.isEmpty
      else { return nil }
      let keys = document.duplicateKeys.map { "`\($0.string)`" }.joined(separator: ", ")
      return wrong(
        "keys", "\(path) has more than one \(keys), of which the first counts",
        "take the others out with: tasks edit \(path)")
    }
  }

  private func merges() throws -> [Finding] {
    let remains = try store.mergeRemains()
    let mended = mends && !remains.isEmpty ? Set(try store.mendMergeRemains()) : []
    let findings = remains.paths.map { path in
      let isMended = mended.contains(path)
      let what = remains.unmerged.contains(path) ? "a conflict" : "conflict markers"
      return Finding(
        subject: "merges", state: isMended ? .mended : .wrong,
        message: "\(path) has \(what) from a merge without tasks",
        advice: isMended
          ? nil : mends ? "resolve it in an editor" : "merge it again with: tasks doctor --fix")
    }
    let open = try openOperation()
    guard findings.isEmpty, open == nil else { return findings + [open].compactMap { $0 } }
    return [fine("merges", "no merge has left anything behind")]
  }

  /// What git has stopped in the middle of, where nothing stands in the way of going on.
  private func openOperation() throws -> Finding? {
    guard let operation = store.repository.ongoingOperation(), operation != .bisect,
      try store.repository.unmergedPaths().isEmpty
    else { return nil }
    return wrong(
      "merges",
      "git is in the middle of \(operation == .am ? "an" : "a") \(operation.rawValue), with every conflict resolved",
      "go on with: tasks git \(operation.rawValue) --continue")
  }

  // MARK: The remote

  private func remote() throws -> Finding {
    do {
      let target = try SyncTarget(store)
      guard asksRemote else {
        return fine(
          "remote", "tasks sync goes by \(target.remoteRef) of \(target.remote)")
      }
      let status = try GitProgram(folder: store.root)
        .run(["ls-remote", target.remote, target.remoteRef])
      return status.succeeded
        ? fine("remote", "\(target.remote) lets this device in")
        : wrong(
          "remote", "\(target.remote) cannot be reached, or does not let this device in",
          "see what git says: tasks git ls-remote \(target.remote)")
    } catch let failure as SyncFailure {
      return failure == .noRemote
        ? fine("remote", "there is none; \(failure.description)")
        : wrong("remote", failure.description, "tasks git switch BRANCH")
    }
  }
}
