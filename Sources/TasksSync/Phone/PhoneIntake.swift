import Platform
import TasksCore
import TasksExchange
import TasksStore

/// Takes what phones have written into the store, in one commit.
struct PhoneIntake {
  let branch: PhoneBranch
  let context: ForeignContext
  private var store: TaskStore { branch.store }

  /// What the store may not take now stays on the branch, and is said.
  func run() throws {
    let history = try PhoneHistory(branch, context)
    let changes = try PhoneChanges(branch, history, context)
    if changes.tips.isEmpty { return }
    for path in changes.unread {
      store.context.say(
        "\(ControlCharacters.escaped(path)) on the phone's branch has nothing in it yet that can be read as a task, and stays there"
      )
    }
    for lost in changes.lost {
      store.context.say(
        "'\(ControlCharacters.escaped(lost.title))' was changed in agenda.org on the phone; not taken from there: "
          + lost.fields.joined(separator: ", "))
    }
    if !changes.isEmpty {
      do {
        try write(changes)
      } catch let error as StoreError where error.isRefusal {
        store.context.say("what phones have written waits on their branch: \(error.description)")
        return
      }
    }
    try branch.note(absorbed: changes.tips)
  }

  func isDone() throws -> Bool {
    try PhoneChanges(branch, PhoneHistory(branch, context), context).tips.isEmpty
  }

  private func write(_ changes: PhoneChanges) throws {
    var remarks: [String] = []
    let write = StoreWrite(
      store: store, verb: "phone",
      headline: { "phone: take \($0.counted("task"))" }, asksHooks: true,
      takesIn: true)
    let report = try write.run { reading in
      remarks = []
      return try added(changes.new, after: reading)
        + edited(changes.changed, reading, &remarks)
    }
    let count = report.changed.count { $0.old == nil }
    let others = report.changed.count - count
    if count > 0 {
      store.context.say(
        "took \(count.counted("task")) from the phone into the list inbox")
    }
    if others > 0 {
      store.context.say("the phone has changed \(others.counted("task"))")
    }
    for remark in remarks { store.context.say(remark) }
  }

  // MARK: New tasks

  private func added(_ found: [PhoneChanges.New], after reading: StoreReading) throws -> [Change] {
    var new = NewTasks(in: store, after: reading)
    return try found.compactMap { found in
      let capture = found.capture
      if reading.task(withID: found.id) != nil { return nil }
      // One with an id of its own has been taken before.
      if let id = capture.id, reading.task(withID: id)?.title == capture.title { return nil }
      do {
        return .addDocument(
          try new.document(
            capture.text, format: capture.format, in: "inbox", spare: found.id,
            created: found.created))
      } catch {
        let text = plain(capture, StoreError(error).description)
        return .addDocument(
          try new.document(text, format: .org, in: "inbox", spare: found.id, created: found.created)
        )
      }
    }
  }

  /// A task that has the text of another as it is, for one that no file can hold.
  private func plain(_ capture: PhoneCapture, _ reason: String) -> [UInt8] {
    let keyword = store.settings.workflow.first?.keyword.string ?? "TODO"
    var text = "#+TODO: \(store.settings.keywords)\n\n* \(keyword) A note from the phone\n\n"
    text += ControlCharacters.escaped(reason) + "\n\n"
    for line in Text(bytes: capture.text).lines { text += ": \(ControlCharacters.escaped(line))\n" }
    return Array(text.utf8)
  }

  // MARK: Tasks that are there

  private func edited(
    _ found: [PhoneChanges.Changed], _ reading: StoreReading, _ remarks: inout [String]
  ) throws -> [Change] {
    var edited: [(old: any TaskDocument, new: any TaskDocument)] = []
    for found in found {
      guard let task = reading.task(withID: found.id) else { continue }
      try store.checkConflicts(of: task)
      let place = edited.firstIndex { $0.old.task.path == task.path }
      let document = try place.map { edited[$0].new } ?? reading.document(of: task)
      guard let new = try merge(found, document, &remarks)?.document else { continue }
      if let place { edited[place].new = new } else { edited.append((document, new)) }
    }
    return edited.map { .revise($0.old, to: $0.new) }
  }

  private func merge(
    _ found: PhoneChanges.Changed, _ document: any TaskDocument, _ remarks: inout [String]
  ) throws -> MobileMerge? {
    let task = document.task
    // A repeating task that was finished is open again; its log tells.
    let isTaken = task.entries.contains { entry in
      if case .state(_, found.new.keyword) = entry.kind { entry.at == found.moment } else { false }
    }
    if isTaken || task.isDeleted { return nil }
    var context = context
    context.now = found.moment
    let title = ControlCharacters.escaped(task.title)
    do {
      let edit = MobileEdit(
        what: .todo, target: .id(found.id.text), old: found.old.keyword, new: found.new.keyword)
      let merge = try MobileMerge(
        edit, in: document, context: context, lists: { _ in nil }, with: store.mergeTools)
      if !merge.dropped.isEmpty {
        remarks.append(
          "'\(title)' has changed since: its state stays as it is, and the phone's \(found.new.keyword) "
            + "is in its log (tasks conflicts)")
      }
      return merge
    } catch let error as MobileMerge.Refusal {
      remarks.append("'\(title)' stays as it is: \(error.reason)")
    } catch let error as EditError {
      remarks.append("'\(title)' stays as it is: \(error.reason)")
    }
    return nil
  }
}
