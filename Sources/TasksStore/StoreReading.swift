import TasksCore

/// All tasks of a store at one moment.
public struct StoreReading: Sendable {
  /// By the order by hand.
  public let documents: [any TaskDocument]
  /// The tasks in the documents, in the same order.
  public let tasks: [Task]
  public let unreadable: [UnreadableFile]
  private let ids: ShortIDs
  /// Where in the lists a path's task stands.
  private let places: [String: Int]

  init(_ documents: [any TaskDocument], unreadable: [UnreadableFile]) {
    let unsorted = documents.map(\.task)
    let order = unsorted.map { TaskOrder($0) }
    let sorted = order.indices.sorted { order[$0] < order[$1] }
    self.documents = sorted.map { documents[$0] }
    tasks = sorted.map { unsorted[$0] }
    self.unreadable = unreadable.sorted { $0.path < $1.path }
    ids = ShortIDs(tasks)
    let paths = tasks.enumerated().map { ($1.path, $0) }
    places = Dictionary(paths, uniquingKeysWith: { first, _ in first })
  }

  /// The shortest beginning of a task's id that names it.
  public func short(_ task: Task) -> String { ids.short(for: task) }

  /// The task that a word names: the beginning of an id, a whole id, or a path in the store.
  ///
  /// - Throws: `noSuchTask`, `ambiguousID`; `unreadable` for the path of a file that is.
  public func document(_ word: String) throws(StoreError) -> any TaskDocument {
    if let found = document(at: word) { return found }
    if let file = unreadable.first(where: { $0.path == word }) {
      throw .unreadable(path: file.path, file.reason)
    }
    switch ids.find(word) {
    case .none: throw .noSuchTask(word)
    case .one(let task):
      guard let found = document(at: task.path) else {
        throw .noSuchTask(word)
      }
      return found
    case .ambiguous(let tasks):
      throw .ambiguousID(
        word, matches: tasks.map { ($0.id.text.string, Visible.text($0.title), $0.path) })
    }
  }

  /// The task in the file at a path of the store.
  func document(at path: String) -> (any TaskDocument)? {
    places[path].map { documents[$0] }
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
  public var lastRank: Rank? { tasks.compactMap(\.rank).max() }

  public var openCount: Int { tasks.count { $0.isOpen } }
}
