import TasksCore
import TasksExchange
import TasksStore

/// The lists and their tasks as they are at a moment. It is kept until the store changes.
package struct DAVSnapshot: Sendable {
  /// A task of the store, member of a list or not.
  package struct Entry: Sendable {
    package let id: TaskID
    /// The last segment of its address, with its ending.
    package let name: Text
    package let uid: String
    package let path: String
    /// The git blob of its file, in hexadecimal.
    package let blob: String
    package let list: Text?
    package let parent: TaskID?
    package let isDeleted: Bool
    /// The day on which it was finished; nil for an open task.
    package let closed: Int?
    package let modified: Timestamp
    /// Whether its list shows it: open, or finished not long ago.
    package let isMember: Bool
  }

  /// For how many days finished tasks stay in their lists.
  static let doneDays = 90
  /// Part of each ETag: the way in which tasks are printed.
  private static let printer = "1"

  package let lists: DAVLists
  /// The git tree of the store.
  package let tree: String
  /// The day, counted from 1970.
  package let day: Int
  /// What all ETags end with.
  let shape: String
  package let entries: [Entry]
  /// The members of each segment, by name.
  private let members: [Text: [Int]]
  private let names: [DAVPath: Int]
  private let uids: [String: Int]
  private let ids: [TaskID: Int]
  private let paths: [String: Int]
  private let ctags: [Text: String]

  package init(of store: TaskStore, _ context: ForeignContext) throws {
    let (reading, versions) = try store.readVersions()
    let changes = try store.lastChanges()
    let settings = try ListSettings.all(of: store)
    let today = context.now.date.dayNumber
    var entries: [Entry] = []
    reading.forEachRow(where: { _ in true }) { row in
      let path = row.path.text.string
      guard let blob = versions.blob(of: path) else { return }
      let id = row.taskID
      let closed = row.isDone ? row.closed?.date.dayNumber ?? 0 : nil
      let modified = changes[path].map { LocalTime.timestamp(at: $0) }
      entries.append(
        Entry(
          id: id,
          name: row.property(named: DoorNames.name).map { $0 } ?? DAVPath.name(of: id),
          uid: TodoResource.uid(of: id, property: row.property(named: DoorNames.uid)),
          path: path, blob: blob, list: row.list?.text, parent: row.parent,
          isDeleted: row.isDeleted, closed: closed,
          modified: modified ?? row.value(of: .created).moment ?? context.now,
          isMember: !row.isDeleted
            && closed.map { $0 > today - DAVSnapshot.doneDays } ?? true))
    }
    let lists = DAVLists(entries.filter { !$0.isDeleted }.compactMap(\.list), settings)
    var segments: [Text?: Text] = [:]
    for list in lists.all { segments[list.name] = list.segment }
    let words = store.settings.workflow.keywords.map { $0.state.keyword.string }
    let digest = SHA256.digest(of: Array("\(DAVSnapshot.printer) \(words)".utf8))
    shape =
      String(Int(digest[0]) << 8 | Int(digest[1]) | 1 << 16, radix: 16).dropFirst().description
    var (members, names): ([Text: [Int]], [DAVPath: Int]) = ([:], [:])
    var (uids, ids, paths): ([String: Int], [TaskID: Int], [String: Int]) = ([:], [:], [:])
    for (number, entry) in entries.enumerated() {
      (ids[entry.id], paths[entry.path]) = (number, number)
      // A task that is there comes before one of the same UID in the trash.
      if uids[entry.uid].map({ entries[$0].isDeleted }) ?? true { uids[entry.uid] = number }
      guard let segment = segments[entry.list], !entry.isDeleted else { continue }
      names[.task(list: segment, name: entry.name)] = number
      if entry.isMember { members[segment, default: []].append(number) }
    }
    let shape = shape
    var ctags: [Text: String] = [:]
    for list in lists.all {
      let sorted = (members[list.segment] ?? []).sorted { entries[$0].name < entries[$1].name }
      members[list.segment] = sorted
      let lines = sorted.map { "\(entries[$0].name) \(entries[$0].blob)-\(shape)\n" }.joined()
      let all =
        "\(list.name?.string ?? "") \(ListSettings.Key.allCases.map { list.settings[$0] ?? "" })\n"
      ctags[list.segment] = SHA256.digest(of: Array((all + lines).utf8)).prefix(16)
        .map { String(Int($0) | 256, radix: 16).dropFirst() }.joined()
    }
    (self.lists, self.entries, self.members, self.names) = (lists, entries, members, names)
    (self.uids, self.ids, self.paths, self.ctags) = (uids, ids, paths, ctags)
    tree = try versions.tree
    day = today
  }

  package func etag(_ entry: Entry) -> String { "\"\(entry.blob)-\(shape)\"" }

  func ctag(_ list: DAVList) -> String { ctags[list.segment] ?? "" }

  /// The token of the present state (RFC 6578).
  var token: String { "urn:tasks:sync:\(tree):\(day)" }

  package func members(of list: DAVList) -> [Entry] {
    (members[list.segment] ?? []).map { entries[$0] }
  }

  /// The task at an address, member or not, but not in the trash.
  func entry(at path: DAVPath) -> Entry? { names[path].map { entries[$0] } }

  func entry(uid: String) -> Entry? { uids[uid].map { entries[$0] } }
  func entry(id: TaskID) -> Entry? { ids[id].map { entries[$0] } }
  func entry(atFile path: String) -> Entry? { paths[path].map { entries[$0] } }

  func list(of entry: Entry) -> DAVList? { lists[entry.list] }

  func path(of entry: Entry) -> DAVPath {
    .task(list: lists[entry.list]?.segment ?? ListSegment.noList, name: entry.name)
  }

  /// The UID of the parent, if that is in the same list.
  func parent(of entry: Entry) -> String? {
    guard let parent = entry.parent.flatMap({ self.entry(id: $0) }), parent.isMember,
      parent.list == entry.list
    else { return nil }
    return parent.uid
  }
}
