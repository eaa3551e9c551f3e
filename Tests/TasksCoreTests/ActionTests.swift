import TasksCore
import Testing

/// What verbs do to a task, without a store.
@Suite struct ActionTests {
  private static let files = [
    ("a.org", "* TODO Task\n:PROPERTIES:\n:ID:       k7mq2xw4tz9nbcde\n:END:\n\n- [ ] one\n"),
    ("a.md", "---\nid: k7mq2xw4tz9nbcde\nstatus: todo\ntitle: Task\n---\n\n- [ ] one\n"),
  ]

  private let context = ActionContext(
    now: Timestamp(CivilDate(dayNumber: 20_777), minute: 555), find: { _ in .none },
    short: { String($0.id.text.string.prefix(3)) })

  private func document(_ path: String, _ text: String) throws -> any TaskDocument {
    try #require(try TaskReader.read(Array(text.utf8), path: path))
  }

  private func applying(
    _ action: any TaskAction, to document: any TaskDocument
  ) throws -> any TaskDocument {
    try document.applying(try action.edits(for: document, in: context))
  }

  /// For all actions that say how a task is to be, and not what is to be added.
  @Test(arguments: files) func onceIsEnough(path: String, text: String) throws {
    var draft = Draft()
    draft.title = "Other"
    draft.add(tag: "phone")
    let actions: [any TaskAction] = [
      DeleteTask(), RestoreTask(), try RefileTask(to: "work"), SetCheckboxes([1], to: true),
      ChangeState.done, ChangeState.reopen, ChangeState.start, ChangeState.wait,
      ChangeState.cancel, ChangeState.state("next"), ModifyTask(draft),
    ]
    for action in actions {
      let once = try applying(action, to: try document(path, text))
      #expect(try applying(action, to: once).bytes == once.bytes, "\(action.verb)")
    }
  }

  @Test(arguments: [
    ("work", "work"), ("work/clients/", "work/clients"), ("/abs", "abs"), ("a//b", "a/b"),
    (" a / b ", "a/b"), ("Two words", "Two words"), ("", nil),
  ]) func emptyLevelsOfAListAreLeftOut(_ typed: String, _ list: Text?) throws {
    #expect(try RefileTask(to: typed).list == list)
    let now = try #require(Timestamp(iso: "2026-11-25"))
    let draft = try QuickAdd.read(["list:\(typed)"], mode: .modify, now: now)
    #expect(draft[.list] == (list.map { .set(.text($0)) } ?? .clear))
  }

  @Test(arguments: ["/", "//", " / "]) func aListNeedsAName(_ typed: String) throws {
    let now = try #require(Timestamp(iso: "2026-11-25"))
    #expect(throws: InputError.self) { try RefileTask(to: typed) }
    #expect(throws: InputError.self) {
      try QuickAdd.read(["list:\(typed)"], mode: .modify, now: now)
    }
  }

  @Test(arguments: files) func oppositesMeet(path: String, text: String) throws {
    let before = try document(path, text)
    let pairs: [(any TaskAction, any TaskAction)] = [
      (DeleteTask(), RestoreTask()), (try RefileTask(to: "work"), try RefileTask(to: "")),
      (SetCheckboxes([1], to: true), SetCheckboxes([1], to: false)),
    ]
    for (there, back) in pairs {
      let away = try applying(there, to: before)
      #expect(away.task != before.task, "\(there.verb)")
      #expect(try applying(back, to: away).task == before.task, "\(there.verb)")
    }
  }

  @Test(arguments: files) func whatDoesNotApplyIsRefused(path: String, text: String) throws {
    let document = try document(path, text)
    #expect(throws: ActionError.noSuchCheckbox(2, count: 1)) {
      try applying(SetCheckboxes([2], to: true), to: document)
    }
    #expect(throws: ActionError.notInTrash(title: "Task", short: "k7m")) {
      try applying(PurgeTask(), to: document)
    }
    #expect(throws: ActionError.emptyNote) { try AppendNote(" \n") }
    #expect(throws: ActionError.headingInNote) { try AppendNote("a\n* b") }
    #expect(throws: EditError.self) { try applying(ChangeState.state("NONE"), to: document) }
    let other = Task(
      id: .none, path: "b.org", format: .org, title: "Other",
      state: State("TODO", isDone: false))
    #expect(throws: ActionError.notInSameList(title: "Other")) {
      try MoveTask(to: .before(other)).ranks(moving: document.task, in: [document.task])
    }
  }
}
