import Git
import Platform
import TasksCore

/// What changed, newest first.
package struct TaskHistory {
  package fileprivate(set) var entries: [HistoryEntry] = []
  /// Why some are left out; nil when none is.
  package fileprivate(set) var failure: StoreError?
}

extension TaskStore {
  /// What changed, newest first: in the whole store, or in the files of some tasks, wherever these have lain.
  ///
  /// A merge counts only for what it made itself: a file that is as one of its parents has it was changed
  /// there, not by the merge.
  ///
  /// - Parameters:
  ///   - times: Commits made before or after are left out; in seconds since 1970.
  ///   - limit: The most changes that are returned.
  ///   - choose: Returns what is wanted of a change; nil for nothing.
  package func history(
    of paths: [String]? = nil, in times: ClosedRange<Int64> = .min ... .max, limit: Int = .max,
    choosing choose: @escaping (HistoryEntry) -> HistoryEntry? = { $0 },
    local: @escaping (Int64) -> Timestamp
  ) throws -> TaskHistory {
    guard let history = try storeHistory() else { return TaskHistory() }
    let selection =
      paths.map { PathSelection.exactly(Set($0.map { prefix + $0 })) } ?? .under(prefix)
    let trail = paths.map { _ in TaskTrail(store: self, history: history) }
    var telling = LogEntries(store: self, choosing: choose, local: local)
    var waiting: [StoreHistory.Visit] = []
    var changes = 0
    var most = 32
    try history.walk(
      selection, following: { visit throws(GitError) in try trail?.formerPaths(visit) ?? [] }
    ) { visit throws(GitError) in
      guard times.contains(visit.time) else { return .goOn }
      waiting.append(visit)
      changes += visit.changes.count
      guard changes >= min(most, limit) else { return .goOn }
      try telling.tell(waiting)
      (waiting, changes, most) = ([], 0, min(2 * most, 4096))
      return telling.entries.count >= limit ? .stop : .goOn
    }
    try telling.tell(waiting)
    return TaskHistory(
      entries: Array(telling.entries.prefix(limit)), failure: telling.failure)
  }

  /// Returns when each file was last changed by a commit, in seconds since 1970, by its path in the store.
  package func lastChanges() throws -> [String: Int64] {
    var times: [String: Int64] = [:]
    try readHistory()?.walk(.under(prefix)) { visit throws(GitError) in
      // A merge changes what one of its sides has changed before.
      for change in visit.changes where visit.parents.count < 2 {
        let path = change.path.dropping(prefix)
        times[path] = max(times[path] ?? .min, visit.time)
      }
      return .goOn
    }
    return times
  }

  /// Returns what operations changed, newest first.
  package func history(
    of operations: UndoableOperations, local: @escaping (Int64) -> Timestamp
  ) throws -> TaskHistory {
    guard let history = try storeHistory() else { return TaskHistory() }
    var left = Set(operations.commits.map(\.id))
    var telling = LogEntries(store: self, choosing: { $0 }, local: local)
    try history.walk(.under(prefix)) { visit throws(GitError) in
      if left.remove(visit.id) != nil { try telling.tell([visit]) }
      return left.isEmpty ? .stop : .goOn
    }
    return TaskHistory(entries: telling.entries, failure: telling.failure)
  }

  func isTaskPath(_ path: String) -> Bool {
    Format(path: path) != nil && path.begins(with: prefix)
  }

  /// Whether a listing looks for a task in a file: not in the inbox file, a template or a hidden folder.
  ///
  /// - Parameter path: In the repository.
  package func isListed(_ path: String) -> Bool {
    guard isTaskPath(path) else { return false }
    let inStore = path.dropping(prefix)
    return inStore != inboxFile
      && !inStore.split(separator: "/").contains { $0.utf8.first == UInt8(ascii: ".") }
  }

  /// Returns the path of a task, which may have been purged.
  package func path(of word: String) throws -> String {
    do {
      return try read().document(word).task.path
    } catch let error as StoreError {
      guard case .noSuchTask(let word, _) = error, let path = try purgedPath(word) else {
        throw error
      }
      return path
    }
  }

  /// The path of a purged task, by the beginning of its id or its path; nil when there never was one.
  package func purgedPath(_ word: String) throws -> String? {
    guard word.utf8.count >= TaskID.shortest, let history = try storeHistory() else { return nil }
    var gone: [FileChange] = []
    try history.walk(.under(prefix)) { visit throws(GitError) in
      gone += visit.changes.filter { $0.new == nil && isTaskPath($0.path) }
      return .goOn
    }
    if let named = gone.first(where: { $0.path == prefix + word }) {
      return named.path.dropping(prefix)
    }
    let old = try OldContents(of: gone, in: self)
    for change in gone {
      let path = change.path.dropping(prefix)
      guard let bytes = try old.bytes(change.old, at: change.path) else { continue }
      if (try? parse(bytes, path: path))?.task.id.hasPrefix(word) == true { return path }
    }
    return nil
  }
}

/// A version of a file, by the number of its path.
package struct FileVersion: Hashable {
  package let name: UInt32
  package let blob: ObjectID

  /// Nil for what is no regular file.
  package init?(_ name: UInt32, _ blob: ObjectID, _ mode: UInt32) {
    guard mode == FileMode.file.rawValue || mode == FileMode.executable.rawValue else { return nil }
    (self.name, self.blob) = (name, blob)
  }
}

/// The files and last patches of all tasks at one commit, by the numbers of the tasks.
///
/// A commit has nearly all of its parent's, so copies share what they have in common: they are made of pieces, and a
/// change copies one of these.
package struct TaskVersions {
  package struct Slot {
    /// Usually one: files with the same id, the one that was there first in front.
    package var files: [FileVersion] = []
    /// The numbers of the patches that no other follows up to here.
    package var patches: [UInt32] = []

    package mutating func put(_ version: FileVersion) {
      if let place = files.firstIndex(where: { $0.name == version.name }) {
        files[place] = version
      } else {
        files.append(version)
      }
    }
  }

  private static let size = 64
  private static let blank = [Slot](repeating: Slot(), count: size)

  private var pieces: [[Slot]] = []

  package init() {}

  package subscript(task: Int) -> Slot {
    get {
      let (piece, place) = task.quotientAndRemainder(dividingBy: TaskVersions.size)
      return piece < pieces.count ? pieces[piece][place] : Slot()
    }
    _modify {
      let (piece, place) = task.quotientAndRemainder(dividingBy: TaskVersions.size)
      while piece >= pieces.count { pieces.append(TaskVersions.blank) }
      yield &pieces[piece][place]
    }
  }

  /// The tasks that may have other patches there: those in pieces that are not shared.
  package func differences(from other: TaskVersions) -> [Int] {
    (0..<max(pieces.count, other.pieces.count)).flatMap { piece -> [Int] in
      let isShared =
        piece < pieces.count && piece < other.pieces.count
        && TaskVersions.isSame(pieces[piece], other.pieces[piece])
      let first = piece * TaskVersions.size
      return isShared ? [] : Array(first..<(first + TaskVersions.size))
    }
  }

  private static func isSame(_ a: [Slot], _ b: [Slot]) -> Bool {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { $0.baseAddress == a.baseAddress }
    }
  }
}
