import TasksCore

/// All tasks of a store at one moment. A task is decoded when it is asked for; its file is read when it is to be
/// changed.
package struct StoreReading {
  package let unreadable: [UnreadableFile]
  /// The files that the next change puts in order (``StrayTasks``), and whose tasks are not in the reading.
  package let misplaced: [String]
  private let table: TaskTable
  private let ids: ShortestPrefixes
  /// The scan that this reading is from; nil for a reading of a commit, or after a change.
  let scan: FolderScan?
  /// The files that were already parsed, by path.
  private let documents: [String: any TaskDocument]
  /// Parses the file at a path of the store; returns nil if it is not a task.
  private let load: (String) throws(ReadError) -> (any TaskDocument)?

  package init(
    _ table: TaskTable, scan: FolderScan? = nil, documents: [String: any TaskDocument] = [:],
    unreadable: [UnreadableFile], misplaced: [String] = [],
    load: @escaping (String) throws(ReadError) -> (any TaskDocument)?
  ) {
    self.table = table
    self.scan = scan
    self.documents = documents
    self.load = load
    self.unreadable = unreadable.ordered { $0.path < $1.path }
    self.misplaced = misplaced.sorted()
    let read = { (row: TaskRow) -> Task? in
      table.task(of: row) ?? (try? load(table.path(of: row)))?.shownTask
    }
    let rows = table.rows
    ids = ShortestPrefixes(count: rows.count) { number in
      ShortestPrefixes.Entry(rows[number].id, isOpen: rows[number].isOpen)
    } forEach: { body in
      rows.forEachNumbered { body($0, ShortestPrefixes.Entry($1.id, isOpen: $1.isOpen)) }
    } id: { number in
      read(rows[number])?.id ?? TaskID(ofPath: table.path(of: rows[number]))
    }
  }

  /// Waits until all files have been checked.
  ///
  /// - Throws: `changedMeanwhile` if a file that was taken from the cache has changed.
  package func confirm() throws(StoreError) {
    if let path = scan?.firstMistaken() { throw .changedMeanwhile(path: path) }
  }

  /// Checks that task files are unchanged since the scan. Content saved since then, and perhaps already read by what
  /// decided a change, is a hand edit and must not become part of the change.
  ///
  /// - Parameters:
  ///   - paths: Paths in the store.
  ///   - root: The store's folder.
  /// - Throws: `changedMeanwhile`.
  func confirm(_ paths: [String], in root: String) throws(StoreError) {
    for path in paths {
      guard let stamp = table.stamp(ofPath: path) else { continue }
      if FileStamp(ofFile: root + "/" + path) != stamp { throw .changedMeanwhile(path: path) }
    }
  }

  /// Makes a reading of parsed files that are in no folder: those of a commit.
  init(_ documents: [any TaskDocument], unreadable: [UnreadableFile]) {
    var table = TaskTable()
    var byPath: [String: any TaskDocument] = [:]
    for document in documents { byPath[document.task.path] = document }
    table.replace([], with: documents.map(\.shownTask))
    self.init(table, documents: byPath, unreadable: unreadable) { _ in nil }
  }

  // MARK: Tasks

  /// All tasks, ordered by rank.
  package var tasks: [Task] { tasks { _ in true } }

  /// Returns the matching tasks, ordered by rank.
  package func tasks(where isWanted: (TaskHead) -> Bool) -> [Task] {
    Array(select(where: isWanted))
  }

  /// Returns the matching tasks, ordered by rank and decoded one at a time.
  package func select(where isWanted: (TaskHead) -> Bool) -> TaskSelection {
    selection(of: table.rows.numbers { isWanted(TaskHead($0)) })
  }

  /// Returns the tasks that match both conditions. A task is decoded only if its record does not decide.
  ///
  /// - Parameter isDecided: Whether a task matches by its record and its path; nil if only the whole task can tell.
  func select(
    where isWanted: (TaskHead) -> Bool,
    byRecord isDecided: (UnsafeRawBufferPointer, _ path: UnsafeRawBufferPointer) -> Bool?,
    matching isMeant: (Task) -> Bool
  ) -> TaskSelection {
    selection(
      of: table.rows.numbers { row in
        guard isWanted(TaskHead(row)) else { return false }
        // The record of a damaged cache decides nothing.
        let answer = table.withPath(of: row) { path in
          table.withSoundRecord(of: row) { isDecided($0, path) } ?? nil
        }
        return answer ?? task(of: row).map(isMeant) ?? false
      })
  }

  private func selection(of numbers: [Int]) -> TaskSelection {
    let rows = table.rows
    var ranked = numbers.map { number in
      // Tasks without a rank come last.
      let rank = rows[number].rank
      return (rank: rank == 0 ? .infinity : rank, number: number)
    }
    ranked.sort { a, b in
      a.rank == b.rank ? isBefore(rows[a.number], rows[b.number]) : a.rank < b.rank
    }
    return TaskSelection(ranked.map(\.number), of: self)
  }

  package func count(where isWanted: (TaskHead) -> Bool) -> Int {
    table.rows.count { isWanted(TaskHead($0)) }
  }

  var lastRank: Rank? {
    // In a row 0 stands for no rank.
    Rank(table.rows.reduce(0) { max($0, $1.rank) })
  }

  /// The paths of all tasks, in no order.
  package var paths: [String] { table.rows.map { table.path(of: $0) } }

  /// Groups of paths whose tasks have the same id key: equal ids, or long ids that begin alike.
  var pathsOfTwins: [[String]] {
    Dictionary(grouping: table.rows, by: \.id).values.filter { $0.count > 1 }
      .map { $0.map { table.path(of: $0) }.sorted() }
  }

  func head(_ number: Int) -> TaskHead { TaskHead(table.rows[number]) }

  /// Returns the task of a row, or nil if it has gone since.
  func task(_ number: Int) -> Task? { task(of: table.rows[number]) }

  /// Calls `body` with the list and with each tag of every task that is not in the trash, in no order. No task is
  /// decoded whole, because there are thousands.
  package func forEachName(_ body: (NameKind, BorrowedText, _ isDone: Bool) -> Void) {
    for row in table.rows {
      let head = TaskHead(row)
      if head.isDeleted { continue }
      let isRead = table.withSoundRecord(of: row) { record in
        TaskRecord.forEachName(in: record) { body($0, $1, head.isDone) }
      }
      guard isRead != true, let task = task(of: row) else { continue }
      ListRow.of(task) { task in
        for tag in task.tags { body(.tags, tag, head.isDone) }
        if let list = task.list { body(.lists, list, head.isDone) }
      }
    }
  }

  /// Calls `body` with what a listing shows of each matching task, in no order.
  package func forEachRow(where isWanted: (TaskHead) -> Bool, _ body: (ListRow) -> Void) {
    for row in table.rows where isWanted(TaskHead(row)) { listRow(row, body) }
  }

  /// Calls `body` with each open task that may remind.
  package func forEachReminding(_ body: (ListRow) -> Void) {
    for row in table.rows where row.isOpen {
      if table.withSoundRecord(of: row, { TaskRecord.mayRemind($0) }) != false {
        listRow(row, body)
      }
    }
  }

  /// Calls `body` with what a listing shows of a row's task, unless it has gone since.
  func listRow(_ number: Int, _ body: (ListRow) -> Void) { listRow(table.rows[number], body) }

  private func listRow(_ row: TaskRow, _ body: (ListRow) -> Void) {
    let isRead = table.withPath(of: row) { path in
      table.withSoundRecord(of: row) { record in
        ListRow(record: record, path: UnsafeRawBufferPointer(path)).map(body) != nil
      }
    }
    if isRead != true, let task = task(of: row) { ListRow.of(task, body) }
  }

  private func task(of row: TaskRow) -> Task? {
    table.task(of: row) ?? document(at: table.path(of: row))?.shownTask
  }

  /// Compares two tasks with the same rank by ``TaskOrder``.
  private func isBefore(_ a: TaskRow, _ b: TaskRow) -> Bool {
    guard let left = task(of: a), let right = task(of: b) else { return false }
    return TaskOrder(left) < TaskOrder(right)
  }

  // MARK: One task

  /// Returns the shortest unique prefix of a task's id.
  package func short(_ task: Task) -> String { ids.short(for: task.id, isOpen: task.isOpen) }

  package func short(ofOpen id: TaskID) -> String { ids.short(for: id, isOpen: true) }

  /// Returns the length of that prefix for the task of a row, in bytes.
  func shortLength(_ number: Int) -> Int {
    let row = table.rows[number]
    return ids.length(row.id, isOpen: row.isOpen) {
      task(of: row)?.id ?? TaskID(ofPath: table.path(of: row))
    }
  }

  /// Returns the task with this id, preferring an open one, or nil if there is none.
  package func task(withID id: TaskID) -> Task? {
    let found =
      switch ids.find(id.text.string) {
      case .none: [Int]()
      case .one(let index): [index]
      case .ambiguous(let indices): indices
      }
    let tasks = found.compactMap { task(of: table.rows[$0]) }.filter { $0.id == id }
    return tasks.first(where: \.isOpen) ?? tasks.first
  }

  /// Returns whether the task with this id is open; false if there is none.
  package func isOpen(_ id: TaskID) -> Bool {
    switch ids.find(id.text.string) {
    case .none: return false
    case .one(let number):
      // An id of another task may begin with this one.
      let row = table.rows[number]
      return row.isOpen && IDKey(id) == row.id
        && (row.id.isWhole || task(of: row)?.id == id)
    case .ambiguous: return task(withID: id)?.isOpen == true
    }
  }

  /// Returns the paths of the files of tasks, or of files that cannot be read, so that they can be mended: these are
  /// named by their path or by the beginning of the id in it.
  package func pathsToEdit(_ words: [String]) throws(StoreError) -> [String] {
    var paths: [String] = []
    for word in words {
      let path = word.hasPrefix("./") ? String(word.dropFirst(2)) : word
      let broken = unreadable.filter { $0.path == path || $0.isNamed(word) }
      let found = broken.count == 1 ? broken[0].path : try document(word).task.path
      if !paths.contains(found) { paths.append(found) }
    }
    return paths
  }

  /// Returns the task that a word names: an id, a prefix of one, or a path in the store. A path may begin with `./`,
  /// as one that begins with a dash has to.
  ///
  /// - Throws: `noSuchTask`, `ambiguousID`; `unreadable` for an unreadable file, by its path or the id in its name.
  package func document(_ word: String) throws(StoreError) -> any TaskDocument {
    let path = word.hasPrefix("./") ? String(word.dropFirst(2)) : word
    if let found = document(at: path) { return found }
    if let file = unreadable.first(where: { $0.path == path }) {
      throw .unreadable(path: file.path, file.reason)
    }
    switch ids.find(word) {
    case .none:
      if let file = unreadable.first(where: { $0.isNamed(word) }) {
        throw .unreadable(path: file.path, file.reason)
      }
      // Too few characters name no task, but say which ones they may mean.
      let begun = word.isEmpty ? [] : tasks { $0.isOpen }.filter { $0.id.hasPrefix(word) }
      if begun.count > 1 { throw ambiguous(word, begun) }
      throw .noSuchTask(word, near: NearTasks(word, in: self))
    case .one(let index):
      guard let found = document(at: table.path(of: table.rows[index])) else {
        throw .noSuchTask(word)
      }
      return found
    case .ambiguous(let indices):
      let tasks = indices.compactMap { task(of: table.rows[$0]) }
      throw ambiguous(word, tasks.ordered { TaskOrder($0) < TaskOrder($1) })
    }
  }

  private func ambiguous(_ word: String, _ tasks: [Task]) -> StoreError {
    .ambiguousID(
      word,
      matches: tasks.map {
        ($0.id.text.string, short($0), ControlCharacters.escaped($0.title), $0.path)
      })
  }

  /// Returns the parsed file of a task of this reading.
  package func document(of task: Task) throws(StoreError) -> any TaskDocument {
    guard let document = document(at: task.path) else { throw .noSuchTask(task.path) }
    return document
  }

  /// Returns a task of this reading with every value that is shown of it.
  package func shown(_ task: Task) -> Task { document(at: task.path)?.shownTask ?? task }

  /// Returns the parsed file at a path of the store, or nil if it is not a task.
  package func document(at path: String) -> (any TaskDocument)? {
    if let known = documents[path] { return known }
    guard table.hasFile(at: path) else { return nil }
    return try? load(path)
  }

  package func documents(_ words: [String]) throws(StoreError) -> [any TaskDocument] {
    var found: [any TaskDocument] = []
    for word in words {
      let document = try document(word)
      if !found.contains(where: { $0.task.path == document.task.path }) { found.append(document) }
    }
    return found
  }

  /// Returns the reading after a change that removed tasks and wrote files.
  func replacing(_ old: [Task], with new: [any TaskDocument]) -> StoreReading {
    var table = table
    table.replace(old, with: new.map(\.shownTask))
    return replacing(table, Set(old.map(\.path)), new, unreadable)
  }

  /// Returns the reading with other contents of some files.
  ///
  /// - Parameters:
  ///   - paths: The files, which may be of no task.
  ///   - new: Their tasks.
  ///   - unreadable: Those of them that cannot be read.
  func replacing(
    files paths: Set<String>, with new: [any TaskDocument], unreadable broken: [UnreadableFile]
  ) -> StoreReading {
    var table = table
    table.replace(files: paths, with: new.map(\.shownTask))
    let others = unreadable.filter { !paths.contains($0.path) }
    return replacing(table, paths, new, others + broken)
  }

  private func replacing(
    _ table: TaskTable, _ paths: Set<String>, _ new: [any TaskDocument],
    _ unreadable: [UnreadableFile]
  ) -> StoreReading {
    var documents = documents.filter { !paths.contains($0.key) }
    for document in new { documents[document.task.path] = document }
    return StoreReading(table, documents: documents, unreadable: unreadable, load: load)
  }
}
