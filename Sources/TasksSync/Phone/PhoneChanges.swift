import Git
import TasksCore
import TasksExchange
import TasksStore

/// What phones have written since a commit of ours, for the store to take.
struct PhoneChanges {
  struct New {
    let id: TaskID
    let capture: PhoneCapture
    /// When it was committed on the phone.
    let created: Timestamp
  }

  /// A task that a phone has set to another state.
  struct Changed {
    let id: TaskID
    let old: State
    let new: State
    let moment: Timestamp
  }

  private(set) var new: [New] = []
  private(set) var changed: [Changed] = []
  /// What phones have changed in the agenda besides states, which is not taken: the title of a task and the fields.
  private(set) var lost: [(title: Text, fields: [String])] = []
  /// The paths of the files that say nothing that could be taken, and stay.
  private(set) var unread: [String] = []
  /// The commits that they were found in.
  private(set) var tips: [ObjectID] = []

  var isEmpty: Bool { new.isEmpty && changed.isEmpty }

  private let store: TaskStore
  private let context: ForeignContext

  init(_ branch: PhoneBranch, _ history: PhoneHistory, _ context: ForeignContext) throws {
    (store, self.context) = (branch.store, context)
    let ids = try [branch.tip()].compactMap { $0 } + branch.left(history).map(\.id)
    for id in ids where try !history.isAbsorbed(id) {
      tips.append(id)
      let version = try history.version(id)
      try takeItems(version, history)
      try takeStates(version, history)
    }
  }

  private mutating func takeItems(_ tip: PhoneVersion, _ history: PhoneHistory) throws {
    for item in tip.items {
      guard let (origin, item) = try history.origin(of: item, from: tip.commit.id) else {
        try takeState(of: item, tip, history)
        continue
      }
      let id = PhoneChanges.id(of: item, in: origin)
      if new.contains(where: { $0.id == id }) { continue }
      guard let capture = try item.capture ?? item.file.flatMap({ try read($0) }) else {
        unread += [item.file?.path].compactMap { $0 }
        continue
      }
      new.append(New(id: id, capture: capture, created: origin.commit.author.wall))
    }
  }

  /// Rebasing and amending keep the time of the author, so that the same words at another time are another task.
  private static func id(of item: PhoneVersion.Item, in origin: PhoneVersion) -> TaskID {
    TaskID(digesting: item.key + "\n\(item.number) \(origin.commit.author.time)".utf8)
  }

  private func read(_ file: TreeEntry) throws -> PhoneCapture? {
    try PhoneText.read(store.repository.blob(file.id)).flatMap {
      PhoneNote.capture($0, path: file.path, context: context)
    }
  }

  /// A task whose heading still stands in the inbox, and was given another state there.
  private mutating func takeState(
    of item: PhoneVersion.Item, _ tip: PhoneVersion, _ history: PhoneHistory
  ) throws {
    guard let word = item.state, let state = context.workflow[word]?.state,
      let origin = try history.origin(from: tip.commit.id, { $0.state(of: item) == word }),
      let before = try history.bases(of: origin).lazy.compactMap({ $0.state(of: item) }).first,
      before != word,
      let old = context.workflow[before]?.state,
      let first = try history.origin(from: tip.commit.id, isWhole: true, { $0.has(item) })
    else { return }
    changed.append(
      Changed(
        id: PhoneChanges.id(of: item, in: first), old: old, new: state,
        moment: origin.commit.author.wall))
  }

  private mutating func takeStates(_ tip: PhoneVersion, _ history: PhoneHistory) throws {
    if tip.headings.isEmpty { return }
    let known = try history.bases(of: tip).flatMap(\.headings)
    for heading in tip.headings {
      let written = known.filter { $0.id == heading.id }
      let isAlone = tip.headings.count { $0.id == heading.id } == 1
      guard let edits = written.map({ heading.edits(since: $0) }).min(by: { $0.count < $1.count }),
        isAlone, !edits.isEmpty
      else { continue }
      lost.append((written[0].title, edits))
    }
    for heading in tip.headings where !heading.state.keyword.isEmpty {
      guard let origin = try history.origin(from: tip.commit.id, { $0.has(heading) }),
        let id = PhoneChanges.task(of: heading, among: known, tip),
        // What a rebase brings back after desktops have taken it away was not changed.
        try history.parents(of: origin).contains(where: { $0.state(of: id) != nil }),
        let old = try history.bases(of: origin).lazy.compactMap({ $0.state(of: id) }).first,
        old != heading.state, !changed.contains(where: { $0.id == id })
      else { continue }
      changed.append(
        Changed(
          id: id, old: old, new: heading.state,
          moment: heading.closed ?? origin.commit.author.wall))
    }
  }

  /// Which task of ours a heading is. A merge by lines may put it above the drawer of another one, so its title counts
  /// first; one that no task had is a new title.
  private static func task(
    of heading: PhoneHeadings.Known, among known: [PhoneHeadings.Known], _ tip: PhoneVersion
  ) -> TaskID? {
    if known.contains(where: { $0.id == heading.id && $0.title == heading.title }) {
      return heading.id
    }
    let others = Set(known.filter { $0.title == heading.title }.map(\.id))
    if !others.isEmpty { return others.count == 1 ? others.first : nil }
    let isRenamed = known.contains { $0.id == heading.id && !tip.hasInAgenda($0.title) }
    return isRenamed ? heading.id : nil
  }
}
