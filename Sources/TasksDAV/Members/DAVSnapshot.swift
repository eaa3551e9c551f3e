import TasksCore
import TasksExchange
import TasksStore

/// The lists and their tasks as they are at a moment. It is kept until the store changes.
package struct DAVSnapshot: Sendable {
  /// A task of the store, member of a list or not.
  package struct Entry: Sendable {
    package let id: TaskID
    /// The last segment of its address, with its ending.
    package fileprivate(set) var name: Text
    package let uid: String
    package let path: String
    /// The git blob of its file, in hexadecimal.
    package let blob: String
    package let list: Text?
    package let parent: TaskID?
    package let isDeleted: Bool
    /// The day on which it was finished; nil for an open task.
    package let closed: Int?
    package let created: Timestamp?
    package let modified: Timestamp
    /// Whether its list shows it: open, or finished not long ago.
    package let isMember: Bool

    /// Whether it has the address of another version of it.
    fileprivate func isAtAddress(of other: Entry) -> Bool {
      (id, name, uid, list) == (other.id, other.name, other.uid, other.list)
        && (isDeleted, isMember) == (other.isDeleted, other.isMember)
    }
  }

  /// Which entries are where, by their numbers.
  private struct Places: Sendable {
    /// The members of each segment, by name.
    var members: [Text: [Int]] = [:]
    var names: [DAVPath: Int] = [:]
    var uids: [String: Int] = [:]
    var ids: [TaskID: Int] = [:]
    var paths: [String: Int] = [:]

    /// Of two at one address, one gets an address of its own.
    init(_ entries: inout [Entry], in lists: DAVLists) {
      var segments: [Text?: Text] = [:]
      for list in lists.all { segments[list.name] = list.segment }
      for number in entries.indices {
        if let segment = segments[entries[number].list], !entries[number].isDeleted,
          names[.task(list: segment, name: entries[number].name)] != nil
        {
          entries[number].name = DAVPath.name(of: entries[number].id)
        }
        let entry = entries[number]
        (ids[entry.id], paths[entry.path]) = (number, number)
        // A task that is there comes before one of the same UID in the trash.
        if uids[entry.uid].map({ entries[$0].isDeleted }) ?? true { uids[entry.uid] = number }
        guard let segment = segments[entry.list], !entry.isDeleted else { continue }
        names[.task(list: segment, name: entry.name)] = number
        if entry.isMember { members[segment, default: []].append(number) }
      }
      for (segment, numbers) in members {
        members[segment] = numbers.sorted { entries[$0].name < entries[$1].name }
      }
    }
  }

  /// For how many days finished tasks stay in their lists; nil for ever.
  let doneDays: Int?
  /// Part of each ETag: the way in which tasks are printed.
  private static let printer = "1"

  package let lists: DAVLists
  /// Those of tasks in the trash: a client that has one may put a task there when no other is left.
  let formerLists: DAVLists
  /// The git tree of the store.
  package let tree: String
  /// The day, counted from 1970.
  package let day: Int
  /// What all ETags end with.
  let shape: String
  package let entries: [Entry]
  private let settings: [Text: ListSettings]
  private let places: Places
  private let ctags: [Text: String]

  /// So many files that have changed are read anew one by one.
  private static let mostChanges = 50

  /// - Parameter old: An earlier one, of which what has not changed since is taken.
  package init(
    of store: TaskStore, _ context: ForeignContext, after old: DAVSnapshot? = nil
  ) throws {
    let (reading, versions) = try store.readVersions()
    // What has conflict markers is no task for clients.
    let marked = Set(
      try store.mergeRemains().paths.map { path in
        path.hasPrefix(store.prefix) ? String(path.dropFirst(store.prefix.count)) : path
      })
    let settings = try ListSettings.all(of: store)
    tree = try versions.tree
    day = context.now.date.dayNumber
    doneDays = try ListSettings.doneDays(of: store)
    let firstDay = doneDays.map { [day] in day - $0 } ?? .min
    let words = store.settings.workflow.keywords.map { $0.state.keyword.string }
    shape = ListSegment.digits(
      of: Array("\(DAVSnapshot.printer) \(words) \(LocalTime.zoneMark)".utf8), count: 4)
    let changed = try DAVSnapshot.changed(
      old?.doneDays == doneDays && old?.day == day ? old : nil, to: tree, since: firstDay,
      of: store, reading, without: marked, now: context.now)
    if let old, let changed, changed.keepsAddresses, settings == old.settings {
      (entries, lists, formerLists) = (changed.entries, old.lists, old.formerLists)
      places = old.places
    } else {
      var entries =
        try changed?.entries
        ?? DAVSnapshot.all(
          of: store, reading, versions, without: marked, since: firstDay, now: context.now)
      lists = DAVLists(entries.filter { !$0.isDeleted }.compactMap(\.list), settings)
      formerLists = DAVLists(entries.filter(\.isDeleted).compactMap(\.list), settings)
      places = Places(&entries, in: lists)
      self.entries = entries
    }
    self.settings = settings
    ctags = DAVSnapshot.ctags(of: lists, places.members, entries, shape)
  }

  private static func ctags(
    of lists: DAVLists, _ members: [Text: [Int]], _ entries: [Entry], _ shape: String
  ) -> [Text: String] {
    var ctags: [Text: String] = [:]
    for list in lists.all {
      let lines = (members[list.segment] ?? []).map { number in
        let entry = entries[number]
        return "\(entry.name) \(entry.blob)-\(shape) \(entry.parent?.text.string ?? "")\n"
      }.joined()
      let all =
        "\(list.name?.string ?? "") \(ListSettings.Key.allCases.map { list.settings[$0] ?? "" })\n"
      ctags[list.segment] = ListSegment.digits(of: Array((all + lines).utf8), count: 32)
    }
    return ctags
  }

  /// All tasks as they are.
  private static func all(
    of store: TaskStore, _ reading: StoreReading, _ versions: StoreVersions,
    without marked: Set<String>, since day: Int, now: Timestamp
  ) throws -> [Entry] {
    let changes = try store.lastChanges()
    var entries: [Entry] = []
    reading.forEachRow(where: { _ in true }) { row in
      let path = row.path.text.string
      guard !marked.contains(path), let blob = versions.blob(of: path) else { return }
      entries.append(Entry(row, path, blob, changes[path], day, now: now))
    }
    return entries
  }

  /// The tasks of an earlier snapshot with what has changed since, and whether all are where they were; nil if that is too
  /// much, or not known.
  private static func changed(
    _ old: DAVSnapshot?, to tree: String, since day: Int, of store: TaskStore,
    _ reading: StoreReading, without marked: Set<String>, now: Timestamp
  ) throws -> (entries: [Entry], keepsAddresses: Bool)? {
    guard let old,
      let differences = try store.differences(from: old.tree, to: tree),
      differences.count <= mostChanges
    else { return nil }
    var entries = old.entries
    var gone: Set<Int> = []
    var keepsAddresses = true
    for (path, _, blob) in differences {
      var entry: Entry?
      if let blob, !marked.contains(path), let task = reading.document(at: path)?.shownTask {
        let time = try store.lastChange(of: path)
        ListRow.of(task) { entry = Entry($0, path, blob, time, day, now: now) }
      }
      let place = old.places.paths[path]
      keepsAddresses =
        keepsAddresses && place.flatMap { entry?.isAtAddress(of: entries[$0]) } ?? false
      if let entry {
        if let place { entries[place] = entry } else { entries.append(entry) }
      } else if let place {
        gone.insert(place)
      }
    }
    let left = entries.indices.filter { !gone.contains($0) }.map { entries[$0] }
    return (gone.isEmpty ? entries : left, keepsAddresses)
  }

  package func etag(_ entry: Entry) -> String { "\"\(entry.blob)-\(shape(of: entry))\"" }

  func etag(_ list: DAVList) -> String { "\"\(ctag(list))\"" }

  /// Four digits of all that the text of a task depends on besides its file.
  func shape(of entry: Entry) -> String {
    guard let parent = parent(of: entry) else { return shape }
    return ListSegment.digits(of: Array("\(shape) \(parent)".utf8), count: 4)
  }

  func ctag(_ list: DAVList) -> String { ctags[list.segment] ?? "" }

  /// The token of the present state (RFC 6578).
  var token: String { "urn:tasks:sync:\(tree):\(day)" }

  package func members(of list: DAVList) -> [Entry] {
    (places.members[list.segment] ?? []).map { entries[$0] }
  }

  /// When the oldest member of a list was made; nil for an empty list.
  func created(_ list: DAVList) -> Timestamp? {
    (places.members[list.segment] ?? []).lazy.compactMap { entries[$0].created }.min()
  }

  /// The task at an address, member or not, but not in the trash.
  func entry(at path: DAVPath) -> Entry? { places.names[path].map { entries[$0] } }

  func entry(uid: String) -> Entry? { places.uids[uid].map { entries[$0] } }
  func entry(id: TaskID) -> Entry? { places.ids[id].map { entries[$0] } }
  func entry(atFile path: String) -> Entry? { places.paths[path].map { entries[$0] } }

  func list(of entry: Entry) -> DAVList? { lists[entry.list] }

  func path(of entry: Entry) -> DAVPath {
    .task(list: lists[entry.list]?.segment ?? ListSegment.noList, name: entry.name)
  }

  /// The UID of the parent, wherever that is: a client may have read the text before the parent comes, and send it back
  /// after.
  func parent(of entry: Entry) -> String? {
    entry.parent.map { self.entry(id: $0)?.uid ?? TodoResource.uid(of: $0, property: nil) }
  }
}

extension DAVSnapshot.Entry {
  /// - Parameters:
  ///   - time: When its file was changed last by a commit, in seconds since 1970.
  ///   - day: Its list shows it if it was finished after this one.
  fileprivate init(
    _ row: ListRow, _ path: String, _ blob: String, _ time: Int64?, _ day: Int, now: Timestamp
  ) {
    id = row.taskID
    name = row.property(named: DoorNames.name) ?? DAVPath.name(of: id)
    uid = TodoResource.uid(of: id, property: row.property(named: DoorNames.uid))
    (self.path, self.blob) = (path, blob)
    (list, parent, isDeleted) = (row.list?.text, row.parent, row.isDeleted)
    let closed = row.isDone ? row.closed?.date.dayNumber ?? 0 : nil
    self.closed = closed
    created = row.value(of: .created).moment
    modified = time.map { LocalTime.timestamp(at: $0) } ?? created ?? now
    isMember = !row.isDeleted && closed.map { $0 > day } ?? true
  }
}
