import TasksCore

/// All tasks of a store at one moment.
public struct StoreReading: Sendable {
  /// By the order by hand.
  public let documents: [any TaskDocument]
  public let unreadable: [UnreadableFile]
  private let ids: ShortIDs

  init(_ documents: [any TaskDocument], unreadable: [UnreadableFile]) {
    self.documents = documents.sorted { isOrdered($0.task, before: $1.task) }
    self.unreadable = unreadable.sorted { $0.path < $1.path }
    ids = ShortIDs(self.documents.map(\.task))
  }

  public var tasks: [Task] { documents.map(\.task) }

  /// The shortest beginning of a task's id that names it.
  public func short(_ task: Task) -> String { ids.short(for: task) }

  /// The task that a word names: the beginning of an id, a whole id, or a path in the store.
  ///
  /// - Throws: `noSuchTask`, `ambiguousID`; `unreadable` for the path of a file that is.
  public func document(_ word: String) throws(StoreError) -> any TaskDocument {
    if let found = documents.first(where: { $0.task.path == word }) { return found }
    if let file = unreadable.first(where: { $0.path == word }) {
      throw .unreadable(path: file.path, file.reason)
    }
    switch ids.find(word) {
    case .none: throw .noSuchTask(word)
    case .one(let task):
      guard let found = documents.first(where: { $0.task.path == task.path }) else {
        throw .noSuchTask(word)
      }
      return found
    case .ambiguous(let tasks):
      throw .ambiguousID(
        word, matches: tasks.map { ($0.id.text.string, visible($0.title), $0.path) })
    }
  }

  /// The tasks that words name, each once.
  public func documents(_ words: [String]) throws(StoreError) -> [any TaskDocument] {
    var found: [any TaskDocument] = []
    for word in words {
      let document = try document(word)
      if !found.contains(where: { $0.task.path == document.task.path }) { found.append(document) }
    }
    return found
  }

  /// The last rank of all.
  public var lastRank: Rank? { documents.compactMap(\.task.rank).max() }

  public var openCount: Int { documents.count { $0.task.isOpen } }
}
