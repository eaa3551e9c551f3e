import Git
import Platform
import TasksCore

/// Checks what must always hold of a store and its whole history. It changes nothing.
package struct Verification {
  private let store: TaskStore
  /// As many faults of one kind as are named.
  private static let maxNamed = 10
  /// As many versions as are prepared for together.
  private static let chunk = 4096
  private static let fetchAdvice =
    "fetch what is missing from another clone: tasks git fetch --refetch"

  package init(_ store: TaskStore) { self.store = store }

  package func run() throws -> [Finding] {
    let reading = try store.read()
    return [try objects(), try ids()] + (try past()) + [cache(reading)]
  }

  private func past() throws -> [Finding] {
    let history = try store.readHistory()
    let damaged = history?.damaged ?? []
    let lost: Finding? =
      damaged.isEmpty
      ? nil
      : .wrong(
        "commits",
        Verification.named(
          damaged.map { "\($0.commit.hex.prefix(8)): \($0.reason)" },
          "commits whose changes are not known"), Verification.fetchAdvice)
    return [lost, try contents(history), try trailers(history)].compactMap(\.self)
  }

  /// What git-fsck(1) says.
  private func objects() throws(GitError) -> Finding {
    let outcome = try GitProgram(folder: store.repository.workTree).run([
      "fsck", "--full", "--no-dangling", "--no-progress",
    ])
    let said = (outcome.output + Array(outcome.said.utf8)).split(separator: UInt8(ascii: "\n"))
      .map { ControlCharacters.escaped(Text(bytes: $0)) }.filter { !$0.hasPrefix("notice:") }
    guard !outcome.succeeded else { return .fine("objects", "git fsck finds no fault") }
    return .wrong(
      "objects", Verification.named(said, "faults of git's objects"),
      Verification.fetchAdvice)
  }

  private func ids() throws -> Finding {
    let twins = try DuplicateIDs(store).groups
    guard !twins.isEmpty else { return .fine("ids", "every task has its own id") }
    let names = twins.map { group in
      "\(group.first?.id.text.string ?? "") (\(group.map(\.path).joined(separator: ", ")))"
    }
    return .wrong(
      "ids", Verification.named(names, "ids that several files share"),
      "give the newer files new ids with: tasks doctor --fix")
  }

  /// Every version of every task in the history, each once.
  private func contents(_ history: StoreHistory?) throws -> Finding {
    var versions: [(file: FileChange, commit: ObjectID)] = []
    var seen: Set<CommittedFile> = []
    try history?.walk(.under(store.prefix)) { visit throws(GitError) in
      for change in visit.changes where store.isListed(change.path) {
        guard let id = change.new,
          seen.insert(CommittedFile(path: change.path, id: id)).inserted
        else { continue }
        versions.append((change, visit.id))
      }
      return .goOn
    }
    var faults: [String] = []
    var old = OldContents(store)
    for start in stride(from: 0, to: versions.count, by: Verification.chunk) {
      let part = versions[start..<min(start + Verification.chunk, versions.count)]
      // A program of git's may have to be asked about each lot of files.
      old.readAhead(part.map(\.file))
      for (change, commit) in part {
        guard let reason = try fault(of: change, old) else { continue }
        faults.append(
          "\(change.path.dropping(store.prefix)) in \(commit.hex.prefix(8)): \(reason)")
      }
      store.context.progress("read \(start + part.count) versions of tasks")
    }
    store.context.progress(nil)
    guard !faults.isEmpty else {
      return .fine("history", "all \(versions.count) versions of tasks can be read")
    }
    return .wrong(
      "history", Verification.named(faults, "versions of tasks that cannot be read"),
      "a version in the past does no harm now; what is unreadable at present, tasks doctor names")
  }

  /// Returns why the new version of a file cannot be read; nil if it can.
  private func fault(of change: FileChange, _ old: OldContents) throws -> String? {
    let path = change.path.dropping(store.prefix)
    do {
      guard let bytes = try old.bytes(change.new, at: change.path),
        try store.parse(bytes, path: path) == nil, TaskPath.isOurs(path)
      else { return nil }
      return "it is no task: its heading has no keyword"
    } catch let error as ReadError {
      return error.reason
    } catch let error as GitError {
      guard error.isOfOneObject || error.isNotFetched else { throw error }
      return error.description
    }
  }

  /// Whether each operation names its device, and each undo an operation of this history.
  private func trailers(_ history: StoreHistory?) throws -> Finding {
    guard let history else { return .fine("trailers", "there is no commit yet") }
    var faults: [String] = []
    var operations = 0
    for row in history.table.commits {
      let commit = try store.repository.commit(row.id)
      let verbs = commit.trailers(named: CommitMessage.operationTrailer)
      let devices = commit.trailers(named: CommitMessage.deviceTrailer)
      if !verbs.isEmpty { operations += 1 }
      let name = row.id.hex.prefix(8)
      // What it undoes may be gone: a rebase makes other commits of both.
      let undone = [Reversal.undoesTrailer, Reversal.redoesTrailer]
        .flatMap { commit.trailers(named: $0) }
      if let id = undone.first, verbs.isEmpty {
        faults.append("\(name) undoes \(id.prefix(8)), and names no operation")
      }
      if verbs.count != devices.count, verbs.isEmpty || devices.isEmpty {
        faults.append("\(name) names \(verbs.isEmpty ? "a device" : "an operation") only")
      }
    }
    guard !faults.isEmpty else {
      return .fine("trailers", "the trailers of \(operations) operations are sound")
    }
    return .wrong(
      "trailers", Verification.named(faults, "commits with odd trailers"),
      "the tasks are not touched by it; undo and log may tell less of these commits")
  }

  /// Compares what the cache says with the files read anew.
  private func cache(_ reading: StoreReading) -> Finding {
    var reader = store.reader
    reader = StoreReader(
      root: reader.root, workflow: reader.workflow, notes: reader.notes, program: reader.program,
      cachePath: "/dev/null/none", ignored: reader.ignored, progress: reader.progress)
    let (table, _, unreadable, _) = reader.read(leaving: store.inboxFile, .whole)
    let fresh = StoreReading(table, unreadable: unreadable) { _ in nil }
    let (cached, read) = (tasksByPath(reading), tasksByPath(fresh))
    let differing = Set(cached.keys).union(read.keys).filter { cached[$0] != read[$0] }.sorted()
    guard !differing.isEmpty else {
      return .fine("cache", "it agrees with the files")
    }
    return .wrong(
      "cache", Verification.named(differing, "files that the cache has otherwise"),
      "remove it, and the next command makes another: rm \(store.notesFolder)/cache-*")
  }

  private func tasksByPath(_ reading: StoreReading) -> [String: Task] {
    Dictionary(reading.tasks.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// `ids that several files share: a; b; and 3 more`.
  private static func named(_ faults: [String], _ what: String) -> String {
    let rest = faults.count - maxNamed
    return "\(what): " + faults.prefix(maxNamed).joined(separator: "; ")
      + (rest > 0 ? "; and \(rest) more" : "")
  }
}

/// Files that share an id, usually copies. The oldest keeps it.
package struct DuplicateIDs {
  /// Each with the oldest task first.
  package private(set) var groups: [[Task]] = []
  private let store: TaskStore

  package var isEmpty: Bool { groups.isEmpty }

  package init(_ store: TaskStore) throws {
    self.store = store
    let tasks = try store.read().tasks
    let twins = Dictionary(grouping: tasks, by: \.id).values.filter { $0.count > 1 }
    for group in twins.ordered(by: { $0[0].path < $1[0].path }) {
      var ages: [String: Int64] = [:]
      for task in group { ages[task.path] = try firstCommit(of: task.path) }
      groups.append(
        group.ordered { one, other in
          if let (a, b) = one.created.flatMap({ a in other.created.map { (a, $0) } }), a != b {
            return a < b
          }
          return (ages[one.path] ?? .max, one.path) < (ages[other.path] ?? .max, other.path)
        })
    }
  }

  /// Returns the time of the first commit with a path, in seconds since 1970, or nil if there is none.
  private func firstCommit(of path: String) throws -> Int64? {
    guard let head = try store.repository.head().id else { return nil }
    var time: Int64?
    let history = History(from: head, touching: .exactly([store.prefix + path]))
    try store.repository.walk(history) { commit, _ in
      time = commit.committer.time
      return .goOn
    }
    return time
  }

  /// Gives all but the oldest task of each group a new id, in one commit.
  package func mend() throws {
    _ = try StoreWrite(store: store, verb: "doctor", encrypts: false).run { reading in
      var generator = SystemRandomNumberGenerator()
      return try groups.flatMap { $0.dropFirst() }.map { task in
        .edit(try reading.document(task.path), [.id(TaskID(using: &generator))])
      }
    }
  }
}

package struct Finding: Sendable {
  package enum State: String, Sendable { case fine, mended, wrong }

  /// What was checked: `driver`, `strategy`, `attributes`, `locks`, `ids`, `files`, `keys`, `cycles`, `merges`, `remote`;
  /// `objects`, `history`, `trailers`, `cache`.
  package let subject: String
  package var state: State
  package let message: String
  /// What to do about it; nil if nothing has to be done.
  package var advice: String?

  package init(subject: String, state: State, message: String, advice: String? = nil) {
    self.subject = subject
    self.state = state
    self.message = message
    self.advice = advice
  }

  package static func fine(_ subject: String, _ message: String) -> Finding {
    Finding(subject: subject, state: .fine, message: message)
  }

  package static func wrong(_ subject: String, _ message: String, _ advice: String) -> Finding {
    Finding(subject: subject, state: .wrong, message: message, advice: advice)
  }
}
