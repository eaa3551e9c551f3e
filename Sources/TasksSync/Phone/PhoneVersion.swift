import Git
import Platform
import TasksCore
import TasksExchange
import TasksStore

/// What a commit of the branch for phones says.
struct PhoneVersion {
  /// Something that becomes a task.
  struct Item {
    let key: [UInt8]
    /// Of those with the same key, from 0.
    let number: Int
    /// Its state; nil for a file of its own.
    let state: Text?
    /// What makes the task; nil for a file of its own, which is read when it is taken.
    let capture: PhoneCapture?
    /// A file of its own.
    let file: TreeEntry?
    let isInAgenda: Bool
  }

  let commit: CommitInfo
  /// Whether all it says has been taken into the store.
  let isAbsorbed: Bool
  let items: [Item]
  let headings: [PhoneHeadings.Known]
  private let counts: [[UInt8]: Int]
  /// The tasks of the agenda by what they say.
  private let ours: [PhoneCapture]
  private let statesOfItems: [[UInt8]: [Text]]

  init(
    _ commit: CommitInfo, isAbsorbed: Bool, in store: TaskStore, _ context: ForeignContext
  ) throws {
    (self.commit, self.isAbsorbed) = (commit, isAbsorbed)
    let files = try PhoneTree(commit.tree, in: store)
    let inbox = try files.text(PhoneInbox.path).map { PhoneInbox($0, context: context) }
    let agenda = try files.text(PhoneAgendaFile.path).map { PhoneHeadings($0, context: context) }
    var counts: [[UInt8]: Int] = [:]
    var items: [Item] = []
    func add(
      _ key: [UInt8], _ capture: PhoneCapture?, _ file: TreeEntry? = nil, isInAgenda: Bool = false
    ) {
      let number = counts[key, default: 0]
      counts[key] = number + 1
      items.append(
        Item(
          key: key, number: number, state: capture?.state, capture: capture, file: file,
          isInAgenda: isInAgenda))
    }
    for capture in inbox?.captures ?? [] { add(capture.key, capture) }
    for capture in agenda?.added ?? [] { add(capture.key, capture, isInAgenda: true) }
    for file in try files.notes() { add(Array("\(file.path)\0\(file.id.hex)".utf8), nil, file) }
    self.items = items
    statesOfItems = Dictionary(grouping: items.filter { $0.state != nil }, by: \.key)
      .mapValues { $0.compactMap(\.state) }
    self.counts = counts
    ours = agenda?.known ?? []
    headings = agenda?.tasks ?? []
  }

  func has(_ item: Item) -> Bool { counts[item.key, default: 0] > item.number }

  /// What an item of a later version was before that version has lost some of its lines.
  func whole(_ item: Item, of later: PhoneVersion) -> Item? {
    guard let capture = item.capture else { return nil }
    return items.first { own in
      own.capture.map(capture.isPart) ?? false && !later.has(own)
    }
  }

  /// Whether an item of another version is here with all its lines.
  func hasWhole(_ item: Item) -> Bool {
    guard let capture = item.capture else { return false }
    return items.contains { $0.capture.map(capture.isPart) ?? false }
  }

  /// Whether an item of a later version is a task of the agenda that has lost its drawer there.
  func isOurs(_ item: Item, of later: PhoneVersion) -> Bool {
    guard let capture = item.capture, item.isInAgenda else { return false }
    return ours.contains { own in
      capture.isPart(of: own)
        && ours.count { $0.key == own.key } > later.ours.count { $0.key == own.key }
    }
  }

  func state(of item: Item) -> Text? {
    statesOfItems[item.key].flatMap { $0.count > item.number ? $0[item.number] : nil }
  }

  func has(_ heading: PhoneHeadings.Known) -> Bool {
    headings.contains {
      $0.id == heading.id && $0.title == heading.title && $0.state == heading.state
    }
  }

  func hasInAgenda(_ title: Text) -> Bool {
    headings.contains { $0.title == title }
      || items.contains { $0.isInAgenda && $0.capture?.title == title }
  }

  func state(of id: TaskID) -> State? { headings.first { $0.id == id }?.state }
}

/// The files of a commit of the branch.
struct PhoneTree {
  private let tree: ObjectID
  private let store: TaskStore

  init(_ tree: ObjectID, in store: TaskStore) throws { (self.tree, self.store) = (tree, store) }

  func bytes(_ path: String) throws -> [UInt8]? {
    guard let entry = try store.repository.entry(path, inTree: tree), entry.isFile else {
      return nil
    }
    return try store.repository.blob(entry.id)
  }

  /// The text of a file; nil for one that is none.
  func text(_ path: String) throws -> [UInt8]? { try bytes(path).flatMap { PhoneText.read($0) } }

  /// The files that are a task each.
  func notes() throws -> [TreeEntry] {
    // Without its slash it is the folder, or a file that a phone has called so.
    let folder = String(PhoneNote.folder.dropLast())
    return try store.repository.files(inTree: tree, under: folder).filter { file in
      file.isFile && (Format(path: file.path) != nil || file.path == folder)
        && !file.path.utf8.elementsEqual(PhoneNote.keep.utf8)
    }
  }
}
