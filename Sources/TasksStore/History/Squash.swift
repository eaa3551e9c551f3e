import Git
import Platform
import TasksCore

/// Joins runs of this device's own commits into one commit each, as long as nobody else has them.
///
/// The last tree stays, so neither files nor the index change; the reflog keeps what was joined. Whatever another
/// reference or work tree leads to is never rewritten: what was pushed, other branches, tags.
package struct Squash {
  private let store: TaskStore

  package init(in store: TaskStore) { self.store = store }

  /// Whether there is an upstream, or any branch of a remote, to tell what was pushed.
  package var hasRemote: Bool {
    get throws {
      if let ref = try store.repository.head().ref,
        try store.repository.upstream(ofBranch: ref) != nil
      {
        return true
      }
      return try !store.repository.references(under: "refs/remotes/").isEmpty
    }
  }

  /// Joins what can be joined.
  ///
  /// - Throws: `inTheMiddle` of a merge or rebase; `headMoved` if another process has committed meanwhile.
  package func run(dryRun: Bool = false) throws -> SquashResult {
    if let operation = store.repository.ongoingOperation() {
      throw StoreError.inTheMiddle(operation)
    }
    if dryRun {
      let plan = SquashPlan(try line())
      return answer(plan, [:])
    }
    return try store.locked {
      try Recovery(store).run()
      let plan = SquashPlan(try line())
      return answer(plan, try write(plan))
    }
  }

  private func answer(_ plan: SquashPlan, _ written: [ObjectID: ObjectID]) -> SquashResult {
    SquashResult(
      plan.runs.map { run in
        let commits = plan.commits[run].map(\.info)
        return SquashResult.Run(
          commit: commits.last.flatMap { written[$0.id]?.hex },
          commits: commits.map { ($0.id.hex, $0.subject) })
      })
  }

  // MARK: Reading

  /// The commits before HEAD that no other reference leads to, the oldest first, down to a merge or a first commit.
  private func line() throws -> [SquashPlan.Commit] {
    guard let head = try store.repository.head().id else { return [] }
    let free = try freeCommits()
    var line: [SquashPlan.Commit] = []
    var next: ObjectID? = head
    while let id = next, free.contains(id.hex) {
      let info = try store.repository.commit(id)
      guard info.parents.count == 1, try isPlain(info) else { break }
      line.append(try commit(info))
      next = info.parents.first
    }
    return line.reversed()
  }

  private func commit(_ info: CommitInfo) throws -> SquashPlan.Commit {
    let verb = info.trailers(named: CommitMessage.operationTrailer).last
    let device = info.trailers(named: CommitMessage.deviceTrailer).last
    var isOwn = verb != nil && verb != "init" && device == store.device.id
    if isOwn, !store.prefix.isEmpty {
      // Another store of the repository can only undo the whole of a commit.
      isOwn = try store.repository.changes(of: info, in: .under(""))
        .allSatisfy { $0.path.begins(with: store.prefix) }
    }
    return SquashPlan.Commit(
      info: info, isOwn: isOwn,
      undone: info.trailers(named: Reversal.undoesTrailer)
        + info.trailers(named: Reversal.redoesTrailer))
  }

  /// Whether a commit has nothing that would be lost by writing it anew with another parent, such as a signature.
  private func isPlain(_ info: CommitInfo) throws -> Bool {
    let again = try store.repository.writeCommit(
      tree: info.tree, parents: info.parents, author: info.author, committer: info.committer,
      message: info.message)
    return again == info.id
  }

  /// The ids of the commits that only HEAD and its branch lead to.
  private func freeCommits() throws -> Set<String> {
    let repository = store.repository.workTree
    let git = GitProgram(folder: repository)
    if case .branch(let ref, _) = try store.repository.head(),
      let upstream = try store.repository.upstream(ofBranch: ref), upstream.id == nil
    {
      throw StoreError.invalid(
        "what was pushed to '\(upstream.remoteRef)' is not known here; find out with: tasks sync")
    }
    var words = ["rev-list", "HEAD", "--not"]
    if let ref = try store.repository.head().ref { words.append("--exclude=\(ref)") }
    words.append("--glob=refs/*")
    // A push that was cut off may have arrived.
    if let pending = PendingSync.commit(in: store), try store.repository.contains(pending) {
      words.append(pending.hex)
    }
    let listed = try git.check(["worktree", "list", "--porcelain"])
    var isOwn = true
    for line in String(decoding: listed, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("worktree ") {
        isOwn = File.realPath(String(line.dropFirst(9))) == File.realPath(repository)
      } else if line.hasPrefix("HEAD "), !isOwn, line.dropFirst(5).contains(where: { $0 != "0" }) {
        words.append(String(line.dropFirst(5)))
      }
    }
    let commits = try git.check(words)
    return Set(String(decoding: commits, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  // MARK: Writing

  /// Writes the new commits and moves HEAD to the last.
  ///
  /// - Returns: For each old commit the one that has taken its place.
  private func write(_ plan: SquashPlan) throws -> [ObjectID: ObjectID] {
    guard let first = plan.commits.first?.info, let last = plan.commits.last?.info,
      var parent = first.parents.first
    else { return [:] }
    let committer = try store.signatures().committer
    var written: [ObjectID: ObjectID] = [:]
    var place = 0
    while place < plan.commits.count {
      if let run = plan.runs.first(where: { $0.lowerBound == place }) {
        let joined = plan.commits[run].map(\.info)
        parent = try join(joined, onto: parent, committer)
        for commit in joined { written[commit.id] = parent }
        place = run.upperBound
      } else {
        let commit = plan.commits[place].info
        var message = commit.message
        // An undo names its commit, which may be another one by now.
        for name in plan.commits[place].undone {
          guard let old = ObjectID(hex: name), let new = written[old] else { continue }
          message = message.replacing(name, with: new.hex)
        }
        parent = try store.repository.writeCommit(
          tree: commit.tree, parents: [parent], author: commit.author,
          committer: commit.committer, message: message)
        written[commit.id] = parent
        place += 1
      }
    }
    if store.settings.isDurable {
      try store.repository.diskSync(objects: Set(written.values).sorted())
    }
    try store.repository.moveHead(
      to: parent, from: last.id, message: "tasks squash", author: committer)
    return written
  }

  /// Writes the commit of a run, as `git commit` would: with the user's hooks and signature.
  private func join(
    _ commits: [CommitInfo], onto parent: ObjectID, _ committer: Signature
  ) throws -> ObjectID {
    guard let last = commits.last else { return parent }
    let message =
      "squash: \(commits.count) operations\n\n" + commits.map { "- \($0.subject)\n" }.joined()
      + "\n\(CommitMessage.deviceTrailer): \(store.device.id)\n"
      + "\(CommitMessage.operationTrailer): squash\n"
    return try store.repository.writeMerge(
      tree: last.tree, parents: [parent], author: last.author, committer: committer,
      message: message)
  }
}

/// The runs of commits that were joined.
package struct SquashResult {
  package struct Run: Sendable {
    /// Nil if nothing was written.
    package let commit: String?
    /// What was joined, the oldest first.
    package let commits: [(id: String, subject: String)]

    init(commit: String?, commits: [(id: String, subject: String)]) {
      (self.commit, self.commits) = (commit, commits)
    }
  }

  package let runs: [Run]

  init(_ runs: [Run]) { self.runs = runs }
}

/// Which commits a squash joins: the runs among the commits before HEAD that nobody else has.
///
/// A run consists of two or more commits of this device and one author, each the parent of the next. A commit that
/// undoes or redoes another one is in a run only with it, for its trailer names the other by its id.
struct SquashPlan {
  struct Commit {
    let info: CommitInfo
    let isOwn: Bool
    /// The ids of the commits that it undoes or redoes.
    let undone: [String]
  }

  /// The commits that are rewritten, the oldest first: from the first commit of a run up to HEAD.
  private(set) var commits: [Commit] = []
  /// The runs, as ranges of `commits`.
  private(set) var runs: [Range<Int>] = []

  /// - Parameter line: The commits that nobody else has, the oldest first, each the only parent of the next.
  init(_ line: [Commit]) {
    let places = Dictionary(
      line.enumerated().map { ($1.info.id.hex, $0) }, uniquingKeysWith: { first, _ in first })
    var isJoined = line.map(\.isOwn)
    var runs = SquashPlan.runs(line, isJoined)
    while true {
      var apart: Set<Int> = []
      func run(_ place: Int) -> Int? { runs.firstIndex { $0.contains(place) } }
      for (place, commit) in line.enumerated() {
        for other in commit.undone.map({ places[$0] }) where run(place) != other.flatMap(run) {
          apart.insert(place)
          if let other { apart.insert(other) }
        }
      }
      apart = apart.filter { isJoined[$0] }
      if apart.isEmpty { break }
      for place in apart { isJoined[place] = false }
      runs = SquashPlan.runs(line, isJoined)
    }
    guard let first = runs.first?.lowerBound else { return }
    commits = Array(line[first...])
    self.runs = runs.map { ($0.lowerBound - first)..<($0.upperBound - first) }
  }

  private static func runs(_ line: [Commit], _ isJoined: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    while start < line.count {
      var end = start + 1
      if isJoined[start] {
        while end < line.count, isJoined[end],
          line[end].info.author.isSamePerson(as: line[start].info.author)
        {
          end += 1
        }
        if end - start > 1 { runs.append(start..<end) }
      }
      start = end
    }
    return runs
  }
}

extension Signature {
  fileprivate func isSamePerson(as other: Signature) -> Bool {
    name == other.name && email == other.email
  }
}
