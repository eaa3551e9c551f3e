import TasksCore
import Testing

/// Every edit of front matter in other programs' styles leaves all keys that it does not mean at their values, to
/// YAML 1.1 and to 1.2, and what it writes is the same to both.
@Suite("Markdown edits, judged by ruamel.yaml")
struct YAMLJudgeEditsTests {
  private struct Trial {
    let name: String
    let edit: Edit
    /// The place of the front matter among those read, and that of the edited one.
    let before: Int
    let after: Int
  }

  @Test func yamlFindsTheMeantChangeAlone() throws {
    var texts: [String] = []
    var trials: [Trial] = []
    for (name, text) in MarkdownStyleFiles.all {
      let document = try #require(MarkdownFiles.read(text), "\(name)")
      let before = texts.count
      texts.append(YAMLJudgeTests.frontMatter(of: document))
      for edit in try Self.edits(of: document.task) {
        guard let new = try? document.applying([edit]) else { continue }
        let text = YAMLJudgeTests.frontMatter(of: new)
        guard text != texts[before] else { continue }
        trials.append(Trial(name: name, edit: edit, before: before, after: texts.count))
        texts.append(text)
      }
    }
    #expect(trials.count > 480)
    let readings = try YAMLJudge.read(texts)
    for trial in trials {
      let complaint = Self.complaint(
        about: readings[trial.after], after: trial.edit, of: readings[trial.before])
      if let complaint {
        Issue.record("\(trial.name), \(trial.edit): \(complaint)\n\(texts[trial.after])")
      }
    }
  }

  /// A text takes the place of a block in that block's style, as far as that can say it.
  @Test func blockOfTextStaysABlock() throws {
    let cases: [(old: String, value: String, new: String)] = [
      ("|2\n   yy\n    \n", " zz\n  \n", "|2\n   zz\n    \n"),
      ("|2\n   yy\n", "zz\n\n\tb\n", "|2\n  zz\n\n  \tb\n"),
      ("|4 # why\n    yy\n", "a\n b\n", "|4 # why\n    a\n     b\n"),
      ("|-3\n   yy\n", "a\nb", "|3-\n   a\n   b\n"),
      ("| # why\n   yy\n", "a\nb\n", "| # why\n   a\n   b\n"),
      ("| # why\n   yy\n", "a\nb", "|- # why\n   a\n   b\n"),
      ("|\n  yy\n", "\n a\n", "|2\n\n   a\n"), ("|\n  yy\n", "  \na\n", "|2\n    \n  a\n"),
      ("|\n  yy\n", "a\n  \nb\n", "|\n  a\n    \n  b\n"),
      ("|\n            yy\n", " a\nb\n", "|2\n   a\n  b\n"),
      ("|+\n  yy\n", "a\nb\n", "|\n  a\n  b\n"), (">\n  yy\n  zz\n", "a\nb\n", "|\n  a\n  b\n"),
      ("|\n  yy\n", "  \n", "\"  \\n\"\n"), ("|\n  yy\n", "a\n\n", "\"a\\n\\n\"\n"),
    ]
    var texts: [String] = []
    for (old, value, new) in cases {
      let document = try #require(
        MarkdownFiles.read("---\nstatus: todo\ndesc: \(old)z: 1\n---\n"), "\(old)")
      let edited = try document.applying([.property(name: "desc", value: Text(value))])
      let text = YAMLJudgeTests.frontMatter(of: edited)
      #expect(text == "status: todo\ndesc: \(new)z: 1\n")
      #expect(edited.task.property(named: "desc") == Text(value), "\(new)")
      texts.append(text)
    }
    for (reading, one) in zip(try YAMLJudge.read(texts), cases) {
      #expect(
        reading.new["desc"] == .text(one.value) && reading.new["z"] == .integer(1), "\(one.new)")
      #expect(reading.old == reading.new)
    }
  }

  private static func edits(of task: Task) throws -> [Edit] {
    try EditMatrix.cases(for: task).map(\.edit)
      + [
        .title("yes: no # 1"), .list("on"), .placeName("012"),
        .property(name: "NEW", value: "1:30"),
        .property(name: "no", value: "~"), .tags(["off", "@x: y", "2026-11-20"]),
      ] + task.properties.map { .property(name: $0.name, value: "0x1F") }
  }

  private static func complaint(
    about new: YAMLJudge.Reading, after edit: Edit, of old: YAMLJudge.Reading
  ) -> String? {
    let meant = names(meantBy: edit)
    var changed: Set<String> = []
    for (new, old) in [(new.old, old.old), (new.new, old.new)] {
      guard case .map(let old) = old, case .map(let new) = new else { return "no map: \(new)" }
      let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
      let others = names.filter { !meant.contains($0.lowercased()) }
      if !others.isEmpty { return "\(others.sorted()) changed" }
      changed.formUnion(names)
    }
    for name in changed where new.old[name] != new.new[name] {
      return "\(name) is \(new.old[name] ?? .null) to 1.1 and \(new.new[name] ?? .null) to 1.2"
    }
    guard let value = value(of: edit) else { return nil }
    let found = changed.map { new.new[$0] }
    // A list takes the place of a link as a link.
    var ways = [value]
    if case .field(.list, .text(let name)) = edit { ways.append(.text("[[\(name)]]")) }
    let isThere = ways.contains { found.contains($0) || found.contains(.list([$0])) }
    return isThere ? nil : "no \(value) there"
  }

  /// A single value that an edit writes.
  private static func value(of edit: Edit) -> YAMLJudge.Value? {
    switch edit {
    case .title(let text), .property(_, let text?), .field(.list, .text(let text)),
      .field(.placeName, .text(let text)):
      .text(text.string)
    case .field(.rank, .number(let rank)): .real(rank)
    case .field(_, .number(let number)): .integer(Int(number))
    default: nil
    }
  }

  /// In small letters.
  private static func names(meantBy edit: Edit) -> Set<String> {
    if case .property(let name, _) = edit { return [name.string.lowercased()] }
    if case .own(let field, _) = edit { return [field.name.string] }
    return Set(keys(meantBy: edit).flatMap(\.spellings).map { $0.description.lowercased() })
  }

  private static func keys(meantBy edit: Edit) -> [FrontMatterKey] {
    switch edit {
    case .id: [.id]
    case .title: [.title]
    case .state: [.status]
    case .priority: [.priority]
    case .tags: [.tags, .contexts]
    case .scheduled: [.scheduled, .scheduledEnd, .scheduledWarning, .repeat, .scheduledRepeat]
    case .deadline: [.due, .dueEnd, .dueWarning, .repeat, .scheduledRepeat]
    case .closed: [.completed]
    case .deleted: [.deleted, .tags, .contexts]
    case .notes: [.notes]
    case .field(let field, _): [.field(field)]
    case .log, .property, .own: []
    }
  }
}
