import Git
import Platform
import TasksCore
import TasksExchange
import TasksStore

/// Tells the history before HEAD as patches, each after those that it follows.
///
/// A commit makes a patch for each task whose fields are others than before it. A merge makes one for each task that is
/// not what the patches of its parents give (``TaskPatches``): what it has decided. A version that cannot be read counts
/// as the one before it. Of two files with one id the one that was there first is the task.
struct PatchLog {
  private let store: TaskStore
  private let table: HistoryTable
  private var contents: OldContents
  /// For each path of the table, whether `list` would look for a task there.
  private let isTask: [Bool]
  private var ids: [TaskID] = []
  private var numbers: [TaskID: Int] = [:]
  private var known: [FileVersion: Content] = [:]
  /// The last version of each task that was read.
  private var last: [(version: FileVersion, fields: TaskFields)?] = []
  private var nodes: [Node] = []
  /// The patches of each task; empty in a history without merges, which alone need them.
  private var patches: [[Patch]] = []
  private let hasMerges: Bool

  private enum Content {
    case task(Int)
    case noTask
    /// With the task that was in the file before.
    case unreadable(Int?)
  }

  /// What later patches must know of one.
  private struct Node {
    let id: Text
    let after: [UInt32]
    /// Greater than those of the patches that it follows.
    let depth: UInt32
  }

  init(_ store: TaskStore, _ history: StoreHistory) {
    (self.store, table) = (store, history.table)
    contents = OldContents(store)
    isTask = table.names.map { store.isListed(store.prefix + $0) }
    hasMerges = table.commits.contains { $0.parentCount > 1 }
  }

  /// Calls `body` with each patch.
  ///
  /// - Throws: What reading objects throws: a history with gaps would give other tasks.
  mutating func tell(_ body: (Patch) throws -> Void) throws {
    var children = [UInt32](repeating: 0, count: table.commits.count)
    for parent in table.parents { children[Int(parent)] += 1 }
    var versions: [Int: TaskVersions] = [:]
    var readUpTo = table.commits.count
    for number in table.commits.indices.reversed() {
      if number < readUpTo { readUpTo = try readAhead(from: number) }
      var before: [TaskVersions] = []
      for parent in table.parents(of: table.commits[number]).map({ Int($0) }) {
        children[parent] -= 1
        // With the last child nobody else keeps them, and they change in place.
        let known = children[parent] == 0 ? versions.removeValue(forKey: parent) : versions[parent]
        before.append(known ?? TaskVersions())
      }
      var now = before.isEmpty ? TaskVersions() : before.removeFirst()
      if before.isEmpty {
        try tell(number, &now, body)
      } else {
        try tell(number, merging: before, &now, body)
      }
      versions[number] = now
    }
    store.context.progress(nil)
  }

  /// Prepares for reading the files of some commits.
  ///
  /// - Returns: The last of them.
  private mutating func readAhead(from number: Int) throws -> Int {
    var changes: [FileChange] = []
    var next = number
    while next >= 0, changes.count < 4096 {
      for change in table.changes(of: table.commits[next]) where isTask[Int(change.name)] {
        changes.append(table.fileChange(change, prefix: store.prefix))
      }
      next -= 1
    }
    contents.readAhead(changes)
    if let failure = contents.failure { throw failure }
    if table.commits.count > 20_000 {
      store.context.progress("reading the tasks of \(table.commits.count - number) commits")
    }
    return next + 1
  }

  // MARK: Commits

  private mutating func tell(
    _ number: Int, _ now: inout TaskVersions, _ body: (Patch) throws -> Void
  ) throws {
    let commit = PatchCommit(store, table.commits[number].id)
    for (task, before) in try change(&now, by: number) {
      let (old, new) = (before.files.first, now[task].files.first)
      guard old != new else { continue }
      let patch = Patch(
        id: commit.patchID(of: ids[task]), after: names(before.patches), task: ids[task],
        device: try commit.device, time: try commit.time, from: try fields(old, of: task),
        to: try fields(new, of: task))
      try tell(patch, of: task, &now, body)
    }
  }

  private mutating func tell(
    _ number: Int, merging others: [TaskVersions], _ now: inout TaskVersions,
    _ body: (Patch) throws -> Void
  ) throws {
    let sides = [now] + others
    var concerned: [Int] = []
    for other in others {
      for task in now.differences(from: other) {
        let (own, its) = (now[task].patches, other[task].patches)
        if own == its { continue }
        now[task].patches = lastOnes(among: own + its.filter { !own.contains($0) })
        concerned.append(task)
      }
    }
    concerned += try change(&now, by: number).map(\.task)
    let commit = PatchCommit(store, table.commits[number].id)
    for task in Set(concerned).sorted() {
      let (file, before) = (now[task].files.first, now[task].patches)
      let side = sides.first { $0[task].patches == before }
      if let side, side[task].files.first == file { continue }
      let expected: PatchedFields?
      var undecided: [Text] = []
      if let side {
        expected = try fields(side[task].files.first, of: task).map { PatchedFields($0) }
      } else {
        let joined = TaskPatches(patches[task])
        expected = joined.fields(after: names(before))
        undecided = joined.undecided(after: names(before)).filter { $0 != TaskPatches.purge }
      }
      let patch = Patch(
        id: commit.patchID(of: ids[task]), after: names(before), task: ids[task],
        device: try commit.device, time: try commit.time, from: expected,
        to: try fields(file, of: task).map { PatchedFields($0) }, deciding: undecided)
      try tell(patch, of: task, &now, body)
    }
  }

  private mutating func tell(
    _ patch: Patch?, of task: Int, _ now: inout TaskVersions, _ body: (Patch) throws -> Void
  ) throws {
    guard let patch else { return }
    let before = now[task].patches
    let depth = before.map { nodes[Int($0)].depth }.max() ?? 0
    now[task].patches = [UInt32(nodes.count)]
    nodes.append(Node(id: patch.id, after: before, depth: depth + 1))
    if hasMerges { patches[task].append(patch) }
    try body(patch)
  }

  /// Follows the file changes of a commit.
  ///
  /// - Returns: The tasks that may have changed, with what was known of them before.
  private mutating func change(
    _ now: inout TaskVersions, by number: Int
  ) throws -> [(task: Int, before: TaskVersions.Slot)] {
    var concerned: [(task: Int, before: TaskVersions.Slot)] = []
    var seen: Set<Int> = []
    for change in table.changes(of: table.commits[number]) where isTask[Int(change.name)] {
      let source = try FileVersion(change.name, change.old, change.oldMode)
        .flatMap { try task(in: $0) }
      let file = FileVersion(change.name, change.new, change.newMode)
      let target = try file.flatMap { try task(in: $0, else: source) }
      if let file, case .unreadable = known[file] { continue }
      for task in [source, target] {
        guard let task, seen.insert(task).inserted else { continue }
        concerned.append((task, now[task]))
      }
      if let source, source != target {
        now[source].files.removeAll { $0.name == change.name }
      }
      if let target, let file { now[target].put(file) }
    }
    return concerned
  }

  // MARK: Patches

  /// The ids of patches, in alphabetical order: the same on every device.
  private func names(_ patches: [UInt32]) -> [Text] {
    patches.count == 1
      ? [nodes[Int(patches[0])].id] : patches.map { nodes[Int($0)].id }.sorted()
  }

  /// The patches that no other of these follows, in the order of their numbers.
  private func lastOnes(among patches: [UInt32]) -> [UInt32] {
    patches.filter { patch in !patches.contains { $0 != patch && isBefore(patch, $0) } }.sorted()
  }

  private func isBefore(_ old: UInt32, _ new: UInt32) -> Bool {
    var (rest, seen): ([UInt32], Set<UInt32>) = ([new], [])
    while let patch = rest.popLast() {
      if patch == old { return true }
      let isLater = nodes[Int(patch)].depth > nodes[Int(old)].depth
      if isLater, seen.insert(patch).inserted { rest += nodes[Int(patch)].after }
    }
    return false
  }

  // MARK: Files

  private func path(_ name: UInt32) -> String { table.names[Int(name)] }

  /// The task in a file; for one that cannot be read that of the version before it.
  private mutating func task(in file: FileVersion, else former: Int? = nil) throws -> Int? {
    let content: Content
    if let found = known[file] {
      content = found
    } else {
      content = try read(file).map { .task($0.task) } ?? known[file] ?? .unreadable(former)
      known[file] = content
    }
    switch content {
    case .task(let task): return task
    case .noTask: return nil
    case .unreadable(let task): return task
    }
  }

  /// The fields of a task as a file has them; nil without a file.
  private mutating func fields(_ file: FileVersion?, of task: Int) throws -> TaskFields? {
    guard let file else { return nil }
    if let last = last[task], last.version == file { return last.fields }
    return try read(file)?.fields
  }

  /// Reads a file.
  ///
  /// - Returns: Nil for a file that is no task, which is known then, and for one that cannot be read.
  private mutating func read(_ file: FileVersion) throws -> (task: Int, fields: TaskFields)? {
    let path = path(file.name)
    let bytes = try contents.bytes(file.blob, at: store.prefix + path)
    let document: (any TaskDocument)?
    do throws(ReadError) {
      document = try store.parse(bytes, path: path)
    } catch {
      return nil
    }
    guard let task = document?.shownTask else {
      known[file] = .noTask
      return nil
    }
    let number = number(of: task.id)
    let fields = TaskFields(task)
    last[number] = (file, fields)
    return (number, fields)
  }

  private mutating func number(of id: TaskID) -> Int {
    if let known = numbers[id] { return known }
    let number = ids.count
    numbers[id] = number
    ids.append(id)
    last.append(nil)
    if hasMerges { patches.append([]) }
    return number
  }
}

/// What patches tell of their commit, which is read when it is asked for.
private final class PatchCommit {
  private let store: TaskStore
  private let id: ObjectID
  private let hex: [UInt8]
  private var read: (time: Int64, device: Text?)?

  init(_ store: TaskStore, _ id: ObjectID) {
    (self.store, self.id) = (store, id)
    hex = Array((id.hex + "-").utf8)
  }

  func patchID(of task: TaskID) -> Text { Text(bytes: hex + task.text.bytes) }

  var time: Int64 { get throws { try facts().time } }
  var device: Text? { get throws { try facts().device } }

  private func facts() throws -> (time: Int64, device: Text?) {
    if let read { return read }
    let commit = try store.repository.commit(id)
    let device = commit.trailers(named: CommitMessage.deviceTrailer).last
    let facts = (commit.author.time, device.map { Text($0) })
    read = facts
    return facts
  }
}

extension TaskStore {
  /// Calls `body` with each patch of the history, those that a patch follows first.
  ///
  /// - Throws: `git` where an object is missing; what `body` throws.
  package func patches(_ body: (Patch) throws -> Void) throws {
    guard let history = try storeHistory() else { return }
    if repository.isShallow {
      context.say("this clone is shallow: what was changed before its first commits is left out")
    }
    var log = PatchLog(self, history)
    try log.tell(body)
  }

  /// The id of a task, which may have been purged: then the word is the whole id.
  package func id(of word: String) throws -> TaskID {
    do {
      return try read().document(word).task.id
    } catch let error as StoreError {
      guard case .noSuchTask = error, let id = TaskID(Text(word)) else { throw error }
      return id
    }
  }
}
