import CoreTestSupport
import TasksCore
import Testing

/// Walks the rows: each field is found wherever a field is handled.
struct PlainFieldTests {
  private func sample(_ field: PlainField) throws -> FieldValue { try field.kind.sample() }

  private func tasks() throws -> [any TaskDocument] {
    let text = "---\nid: k7mq2xw4tz9nbcde\ntitle: a\nstatus: todo\n---\n"
    return [
      try OrgLaw.document("* TODO a\n:PROPERTIES:\n:ID: k7mq2xw4tz9nbcde\n:END:\n"),
      try #require(MarkdownFiles.read(text)),
    ]
  }

  @Test func theRowsAreInOrder() {
    #expect(PlainField.rowsAreInOrder)
    #expect(Set(PlainField.allCases.map(\.name)).count == PlainField.allCases.count)
  }

  @Test(arguments: PlainField.allCases)
  func eachFormatKeepsTheValue(field: PlainField) throws {
    let value = try sample(field)
    for document in try tasks() {
      let edited = try document.applying([.field(field, value)])
      #expect(field.value(in: edited.task) == value)
      #expect(edited.task == document.task.applying(.field(field, value)))
      #expect(edited.task.edits(from: document.task) == [.field(field, value)])
      let text = String(decoding: edited.bytes, as: UTF8.self)
      #expect(text.contains(field.spellings(in: document.task.format)[0] + ":"))
      let cleared = try edited.applying([.field(field, .nothing)])
      #expect(cleared.task == document.task)
    }
  }

  @Test(arguments: PlainField.allCases)
  func aSpellingOfAnotherProgramIsRead(field: PlainField) throws {
    let value = try sample(field)
    let org = try tasks()[0].applying([.field(field, value)])
    let markdown = try tasks()[1].applying([.field(field, value)])
    for spelling in field.spellings(in: .org) {
      let text = String(decoding: org.bytes, as: UTF8.self)
        .replacing(":\(field.spellings(in: .org)[0]):", with: ":\(spelling.lowercased()):")
      #expect(field.value(in: try OrgLaw.document(text).task) == value)
    }
    for spelling in field.spellings(in: .markdown) {
      let text = String(decoding: markdown.bytes, as: UTF8.self)
        .replacing("\(field.spellings(in: .markdown)[0]):", with: "\(spelling):")
      #expect(field.value(in: try #require(MarkdownFiles.read(text)).task) == value)
    }
  }

  @Test(arguments: PlainField.allCases)
  func mergeHistoryAndCacheKnowIt(field: PlainField) throws {
    let value = try sample(field)
    for base in try tasks() {
      let changed = try base.applying([.field(field, value)])
      let row = try #require(Field.named(field.name, in: base.task.format))
      #expect(row.rule == field.rule)
      #expect(
        TaskDifference(from: base.task, to: changed.task).changes.map(\.field) == [field.name])
      let other = try base.applying([.title("b")])
      let merge = FieldMerge(ThreeWay(base: base, ours: other, theirs: changed), local: .ours)
      #expect(field.value(in: merge.task) == value && merge.task.title == "b")
      var record: [UInt8] = []
      TaskRecord.write(changed.task, to: &record)
      let read = record.withUnsafeBytes { TaskRecord.read($0, path: changed.task.path) }
      #expect(read == changed.task)
    }
  }

  @Test(arguments: PlainField.allCases)
  func jsonHasIt(field: PlainField) throws {
    let task = try tasks()[0].task
    let with = try tasks()[0].applying([.field(field, sample(field))]).task
    func json(_ task: Task) -> [UInt8] { TaskJSON.lines([(task, "k7m", "synchronized")]) }
    #expect(json(task) != json(with))
  }

  @Test(arguments: PlainField.allCases.filter { !$0.typed.isEmpty })
  func typedWordsSetItAndFindIt(field: PlainField) throws {
    let now = try moment("2026-11-20T09:15")
    let key = field.typed[0].description
    let typed =
      switch field.kind {
      case .duration: "1h30m"
      case .reminders: "today,2026-11-21@10:00"
      default: try field.kind.typed(sample(field)) ?? ""
      }
    let (task, value) = (try tasks()[0].task, try sample(field))
    let draft = try QuickAdd.read(["\(key):\(typed)"], mode: .modify, now: now)
    let edits = try draft.edits(for: task) { try #require(TaskID(Text($0.text))) }
    #expect(edits == [.field(field, value)])
    let changed = task.applying(edits)
    let cleared = try QuickAdd.read(["\(key):"], mode: .modify, now: now)
    #expect(try cleared.edits(for: changed) { _ in task.id } == [.field(field, .nothing)])
    let context = QueryContext(
      now: now, isOpen: { _ in true }, isUnsynced: { _ in false }, isParent: { _ in false })
    func finds(_ word: String, _ task: Task) throws -> Bool {
      try Query.read([word], now: now).matches(task, in: context)
    }
    let one = field.kind == .ids ? "ab" : typed.split(separator: ",")[0]
    #expect(try finds("\(key):\(one)", changed) && !finds("\(key):\(one)", task))
    #expect(try finds("\(key).any:", changed) && !finds("\(key).any:", task))
    #expect(try finds("\(key).none:", task) && !finds("\(key).none:", changed))
    if field.kind != .text, field.kind != .name {
      #expect(try finds("\(key):any", changed) && finds("\(key):none", task))
    }
  }

  @Test func keysAndColumnsAreNamedOnce() throws {
    let now = try moment("2026-11-20T09:15")
    for names in [QuickAddKey.all.map(\.name), Query.keys, Column.all.map(\.name)] {
      #expect(Set(names).count == names.count && !names.contains(""))
    }
    for key in QuickAddKey.all {
      let (value, meaning) = key.help
      #expect(!meaning.isEmpty)
      let title = ["title:a"]
      #expect(
        try QuickAdd.read(title + ["\(key.name):\(value)"], mode: .add, now: now)
          != QuickAdd.read(title, mode: .add, now: now))
    }
    for key in Query.keys {
      // A text would be found.
      var task = try tasks()[0].task
      task.notes = Text(key + "2020-01-01")
      let context = QueryContext(
        now: now, isOpen: { _ in true }, isUnsynced: { _ in false }, isParent: { _ in false })
      let query = try? Query.read([key + "2020-01-01"], now: now)
      #expect(try query?.matches(task, in: context) != true || key.contains("none"))
    }
  }

  @Test func anUnreadableParentIsReplacedInItsPlace() throws {
    let text = "---\ntitle: a\nparent: [foo, bar] # keep me\nstatus: todo\n---\n"
    let document = try #require(MarkdownFiles.read(text))
    let draft = try QuickAdd.read(["parent:horg"], mode: .modify, now: moment("2026-11-20"))
    let edits = try draft.edits(for: document.task) { try #require(TaskID(Text($0.text))) }
    #expect(
      try document.applying(edits).bytes
        == Array(text.replacing("[foo, bar]", with: "[horg]").utf8))
  }

  /// Files of before have Org's words in Markdown.
  @Test(arguments: ["habit: true", "STYLE: habit", "style: habit"])
  func aHabitIsRead(line: String) throws {
    let document = try #require(MarkdownFiles.read("---\nstatus: todo\n\(line)\n---\n"))
    #expect(document.task.hasHabitStyle && document.task.properties.isEmpty)
  }

  @Test func aDayFindsItsTimes() throws {
    let now = try moment("2026-11-20T09:15")
    var task = try tasks()[0].task
    task.reminders = [Reminder(try moment("2026-11-30T09:00"))]
    let context = QueryContext(
      now: now, isOpen: { _ in true }, isUnsynced: { _ in false }, isParent: { _ in false })
    #expect(try Query.read(["remind:2026-11-30"], now: now).matches(task, in: context))
    #expect(try !Query.read(["remind:2026-11-30@10:00"], now: now).matches(task, in: context))
  }
}
