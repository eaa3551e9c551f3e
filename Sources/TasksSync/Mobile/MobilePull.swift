import TasksCore
import TasksExchange
import TasksStore

/// The changes that the entries of a phone make to a store. What cannot be applied becomes a task without a list that
/// says why and has the text.
package struct MobilePull {
  package var changes: [Change] { edited.map { .revise($0.old, to: $0.new) } + added }
  /// What was not applied, or in part only.
  package private(set) var remarks: [String] = []

  private var edited: [(old: any TaskDocument, new: any TaskDocument)] = []
  private var added: [Change] = []
  private var new: NewTasks
  private let context: ForeignContext
  private let store: TaskStore
  private let reading: StoreReading
  private let lists: MobileLists

  package init(
    _ items: [MobileItem], context: ForeignContext, in store: TaskStore, after reading: StoreReading
  ) throws {
    (self.context, self.store, self.reading) = (context, store, reading)
    new = NewTasks(in: store, after: reading)
    lists = reading.mobileLists
    for item in items {
      do {
        try take(item)
      } catch let error as MobileMerge.Refusal {
        try keep(item, error.reason)
      } catch let error as EditError {
        try keep(item, error.reason)
      } catch StoreError.cannotEdit(_, let error) {
        try keep(item, error.reason)
      }
    }
  }

  private mutating func take(_ item: MobileItem) throws {
    switch item.kind {
    case .damaged(let reason): throw MobileMerge.Refusal(reason)
    case .note(let text, let created): try add(text, created: created)
    case .flag(let target, let note):
      let place = try place(of: target)
      let flagged = try MobileMerge(flagging: edited[place].new, note, now: context.now)
      put(flagged, at: place)
    case .edit(let edit) where edit.what == .addheading:
      let text = Array("* ".utf8) + edit.new.trimmingBlankLines.bytes
      if case .outline(let file, let titles) = edit.target, titles.isEmpty {
        guard let list = lists.list(of: file) else {
          throw MobileMerge.Refusal("'\(file)' is no file of a list")
        }
        return try add(text, list: list)
      }
      let parent = edited[try place(of: edit.target)].new.task
      try add(text, list: parent.list, parent: parent.id)
    case .edit(let edit):
      let place = try place(of: edit.target)
      let merge = try MobileMerge(
        edit, in: edited[place].new, context: context, lists: { lists.list(of: $0) },
        with: store.mergeTools)
      put(merge, at: place)
    }
  }

  // MARK: Tasks that are there

  /// The place of a task among those that are edited.
  private mutating func place(of target: MobileReference) throws -> Int {
    let document = try document(target)
    let path = document.task.path
    if let place = edited.firstIndex(where: { $0.old.task.path == path }) { return place }
    try store.checkConflicts(of: document.task)
    edited.append((document, document))
    return edited.count - 1
  }

  private func document(_ target: MobileReference) throws -> any TaskDocument {
    switch target {
    case .id(let id):
      guard let task = TaskID(id).flatMap({ reading.task(withID: $0) }) else {
        throw MobileMerge.Refusal("no task has the id \(id)")
      }
      return try reading.document(of: task)
    case .outline(let file, let titles):
      // Emacs stages the files of the store as they are.
      let own = reading.document(at: file)
      let wanted = titles.first.map { MobileReference.title($0) }
      var found = own.map { [$0.task] } ?? []
      if own == nil, let list = lists.list(of: file) {
        found = reading.tasks(where: \.isOpen).filter { $0.list == list }
      }
      found = found.filter { wanted == nil || $0.title == wanted }
      guard titles.count <= 1, let task = found.first, found.count == 1 else {
        let name = titles.joined(separator: "/")
        throw MobileMerge.Refusal(
          "\(found.count > 1 ? "several tasks are" : "no task is") '\(name)' in \(file)")
      }
      return try reading.document(of: task)
    }
  }

  private mutating func put(_ merge: MobileMerge, at place: Int) {
    edited[place].new = merge.document
    for loss in merge.dropped {
      remarks.append(
        "'\(ControlCharacters.escaped(merge.document.task.title))' has changed since: \(loss.field) stays as it is, "
          + "and the phone's \(loss.value.map { "'\(ControlCharacters.escaped($0))'" } ?? "removal") "
          + "is in its log (tasks conflicts)")
    }
  }

  // MARK: New tasks

  private mutating func add(
    _ text: [UInt8], created: Timestamp? = nil, list: Text? = nil, parent: TaskID? = nil
  ) throws {
    let settings = store.settings
    let file = InboxFile(
      text, format: .org, keywords: settings.keywords, workflow: settings.workflow)
    guard !file.entries.isEmpty else { throw MobileMerge.Refusal("it is no task") }
    var edits: [Edit] = []
    if let created { edits.append(.created(created)) }
    if let parent { edits.append(.parent(parent)) }
    let documents = try file.entries.map { entry in
      let document = try new.document(entry.text, format: .org, in: list)
      let made = try document.applying(edits)
      return settings.format == .org ? made : try store.converting(made, to: .markdown).document
    }
    added += documents.map { .addDocument($0) }
  }

  /// Adds a task that has what cannot be applied.
  private mutating func keep(_ item: MobileItem, _ reason: String) throws {
    let title = item.title.isEmpty ? "a note" : item.title
    // Brackets could be a count of checkboxes.
    let name = "From the phone: \(title) (\(reason))".map {
      $0 == "[" ? "(" : $0 == "]" ? ")" : $0
    }
    let indent = store.settings.format == .org ? ": " : "    "
    var draft = Draft()
    draft.title = Text(ControlCharacters.escaped(Text(String(name))))
    draft.note = Text.joining(
      item.text.lines.map { Text(indent + ControlCharacters.escaped($0)) })
    added.append(.add(try new.task(draft)))
    remarks.append("'\(ControlCharacters.escaped(Text(title)))' was not applied: \(reason)")
  }
}

extension StoreReading {
  /// The names of the files that are staged for the lists of this reading.
  package var mobileLists: MobileLists {
    var lists: [Text] = []
    forEachName { kind, name, _ in if kind == .lists { lists.append(name.text) } }
    return MobileLists(lists)
  }
}
