import CoreTestSupport
import TasksCore
import TestSupport
import Testing

/// What we write is read to the same values by YAML 1.1 and by YAML 1.2.
@Suite("Markdown YAML, judged by ruamel.yaml")
struct YAMLJudgeTests {
  /// Texts that one of the two versions, or a reader of either, takes for something else when they stand
  /// plain, and some that hold what YAML is made of.
  private static let texts: [Text] =
    MarkdownGenerator.texts + [
      "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF", "y", "Y", "n",
      "N",
      "true", "True", "TRUE", "false", "False", "FALSE", "null", "Null", "NULL", "~", "nil", "none",
      "012", "08", "0o17", "0x1f", "0b101", "1_000", "-1_0.5", "12:30", "1:2:3", "-12:30",
      "12:30.5",
      "190:20:30.15", "685.230_15e+03", "1e3", "1E3", "1.e3", ".5e1", "+.inf", "-.INF", ".NaN",
      "1.", "1_",
      "2026-11-20", "2026-1-2", "2026-11-20T09:15", "2026-11-20T09:15:00", "2026-11-20 09:15:00",
      "2026-11-20T09:15:00Z", "2026-11-20t09:15:00.5 +1", "<<", "=", "a: b", "a:", ":a", ": a",
      "a #b",
      "#a", "a#b", "'", "\"", "''", "it's", "\"so\"", "'so'", "\\", "a\\nb", "@a", "`a`", "%a",
      "&a", "*a",
      "!a", "!!str a", "|", "|-", ">", ">-", "-", "- a", "--- a", "---", "...", "? a", "?", "?a",
      "[", "[a]",
      "]", "{", "{a: b}", "}", ",", ",a", "a,b", "a, b", "Ünïcode", "会議", "🙂", "e\u{301}",
      "\u{FEFF}a",
      "a\u{FEFF}b", "a\u{2028}b", "\u{2029}", "\u{A0}a", "a\u{A0}", "\u{FFFD}",

      "\u{E000}", "http://x.org/?a=b#c", "C:\\path", "50%", "#1", "1/2", "a\"b'c", "key: [a, 'b']",
    ]

  static func frontMatter(of document: MarkdownDocument) -> String {
    let matter = document.frontMatter
    return String(
      decoding: document.bytes[matter.opening.next..<matter.closing.start], as: UTF8.self)
  }

  private static func new(_ edits: [Edit]) throws -> MarkdownDocument {
    let task = Task(
      id: try #require(TaskID("k7mq2xw4tz9nbcde")), path: "x.md", format: .markdown, title: "t",
      state: State("TODO", isDone: false))
    return try MarkdownDocument.print(new: task.applying(edits), workflow: .standard)
  }

  /// Where a text can stand: in a new file, and in the place of values written in each style.
  @Test func everyTextIsItselfEverywhere() throws {
    let files = try [
      Self.new([]),
      MarkdownFiles.read(
        "---\ntitle: 'a'\nstatus: todo\nlist: \"b\"\nlocation: 'c'\nnote: \"d\"\n"
          + "tags: ['e']\ncontexts:\n- \"f\"\n---\n"),
      MarkdownFiles.read(
        "---\r\ntitle: >-\r\n  a\r\nstatus: todo\r\nlist: [b]\r\nlocation: |-\r\n  c\r\nnote: d\r\n"
          + "tags: [e, ]\r\ncontexts: f\r\n---\r\n"),
    ].map { try #require($0) }
    var judged: [MarkdownDocument] = []
    for text in Self.texts {
      let edits: [Edit] = [
        .title(text), .list(text), .placeName(text), .property(name: "note", value: text),
        .property(name: text, value: "x"), .tags(["e", "@f", text]),
      ]
      for file in files {
        // A name that the format keeps for a field of its own, or a tag with a tab in it.
        let new = edits.reduce(file) { file, edit in (try? file.applying([edit])) ?? file }
        #expect(new.task.title == text && new.task.list == text && new.task.location.name == text)
        #expect(new.task.property(named: "note") == text)
        judged.append(new)
      }
    }
    try Self.expectSame(judged)
  }

  @Test func filesAfterManyEditsAreReadAlike() throws {
    let documents = try (1..<100).map { seed in
      var generator = MarkdownGenerator(seed: UInt64(seed))
      var document = try Self.new([.id(TaskID(using: &generator.numbers))])
      for _ in 0..<15 {
        document = (try? document.applying([generator.edit(of: document.task)])) ?? document
      }
      return document
    }
    try Self.expectSame(documents)
  }

  /// What others write is read by us as both versions read it.
  @Test func blockScalarsAreReadAlike() throws {
    let values = [
      ">-\n  one\n  two", "|-\n  one\n  two", ">-\n  one\n\n  two", ">-\n  one\n    deep\n  two",
      "|2-\n    one\n  two", "plain\n  goes on", "plain\n\n  para", "\"quoted\n  on\"",
      "'it''s\n  on'",
      "\"a \\\n  b\"", "\"a\n\n  b\"", "|-\n  one\n\n\n  two", ">-\n  one\n\n\n  two", "'a: b' # c",
      "\"\\u00e9\\x41\\t\\N\"", "a # b", "a#b", "''", "\"\"",
    ]
    let read = try YAMLJudge.read(values.map { "k: \($0)\n" })
    for (value, read) in zip(values, read) {
      let bytes = Array("k: \(value)\n".utf8)
      let line = try #require(bytes[...].line(at: 0))
      let entry = try #require(bytes.withView { FrontMatterEntry(line, in: $0) })
      let text = try #require(entry.text(in: bytes[...])?.string, "\(value)")
      #expect(read.old["k"] == .text(text) && read.new["k"] == .text(text), "\(value)")
    }
  }

  /// Blocks of text made of lines by chance, blank ones further in and comments among them.
  @Test func blocksOfText() throws {
    let lines = [
      "  one", "  two", "   three", "    # four", "", " ", "  ", "   ", "     ", "  \t", "# why",
      " # why",
    ]
    var random = SeededGenerator(seed: 31)
    let values = (0..<600).map { _ -> String in
      let header = ["|-", ">-", "|2-", ">2-", "|1-"].randomElement(using: &random) ?? ""
      let count = Int.random(in: 1...6, using: &random)
      let below = (0..<count).map { _ in lines.randomElement(using: &random) ?? "" }
      return ([header] + below).joined(separator: "\n")
    }
    var known = 0
    for (value, read) in zip(values, try YAMLJudge.read(values.map { "k: \($0)\nb: c\n" })) {
      let bytes = Array("k: \(value)\nb: c\n".utf8)
      let line = try #require(bytes[...].line(at: 0))
      let entry = try #require(bytes.withView { FrontMatterEntry(line, in: $0) })
      guard let text = entry.text(in: bytes[...])?.string, case .text? = read.new["k"] else {
        continue
      }
      known += 1
      #expect(
        read.old["k"] == .text(text) && read.new["k"] == .text(text),
        "\(value.debugDescription): \(text.debugDescription), \(read)")
    }
    #expect(known > 200)
  }

  /// Values that begin in a line below their key, of lines put together by chance: what we read there is what
  /// others read, and a new value in its place is read by all.
  @Test func valuesBelowTheirKeys() throws {
    let lines = [
      "  one", "  one two", "   three", "    deep", "", "  ", "  # a comment", "  \"two\"",
      "  'three'",
      "  \"open", "  closed\"", "  [a, b]", "  [a,", "  b]", "  - item", "- item", "  a: b", "  a:",
      "  ~",
      "  true", "  5", "  |", "  >-", "  one # comment", "  it's", "  a,b", "  ? a", "  &a one",
      "# comment",
      "\tone", "  --- ", "  one:two", "  @x", "  -1", "  - ",
    ]
    var numbers = SeededGenerator(seed: 5)
    var texts = lines.map { "k:\n\($0)\n" }
    for _ in 0..<600 {
      let count = Int.random(in: 2...3, using: &numbers)
      let chosen = (0..<count).map { _ in lines.randomElement(using: &numbers) ?? "" }
      let head = ["k:", "k: ", "k: # comment"].randomElement(using: &numbers) ?? ""
      texts.append(([head] + chosen).joined(separator: "\n") + "\n")
    }
    let files = try texts.map { text in
      try #require(MarkdownFiles.read("---\ntitle: t\nstatus: todo\n\(text)z: z\n---\n"))
    }
    var changed: [MarkdownDocument] = []
    var known = 0
    for (file, reading) in zip(files, try YAMLJudge.read(texts)) {
      let entry = try #require(file.frontMatter.entries.dropFirst(2).first)
      let label = Self.frontMatter(of: file)
      switch entry.value {
      case .scalar(let scalar):
        known += 1
        let text = scalar.text(in: file.bytes[...])
        #expect(Self.isText(text, scalar.style, in: reading.new["k"]), "\(label)")
        #expect(Self.isText(text, scalar.style, in: reading.old["k"]), "\(label)")
      case .list(let list):
        known += 1
        var texts = list.texts(in: file.bytes[...])[...]
        let values = list.items.map { item in
          item.isEmpty ? .null : texts.popFirst().map { YAMLJudge.Value.text($0.string) }
        }
        #expect(
          reading.new["k"] == .list(values.compactMap { $0 })
            && reading.old["k"] == reading.new["k"], "\(label)")
      case .empty: #expect(reading.new["k"] == .null, "\(label)")
      case .records, .other: continue
      }
      changed.append(try file.applying([.property(name: "k", value: "new words")]))
    }
    #expect(known > 100)
    try Self.expectSame(changed)
  }

  private static func isText(
    _ text: Text, _ style: YAMLScalar.Style, in value: YAMLJudge.Value?
  ) -> Bool {
    switch value {
    case .text(let said)?: text.string == said
    case .integer(let number)?: style == .plain && text.string == String(number)
    case .boolean(let truth)?: style == .plain && text.string == String(truth)
    default: false
    }
  }

  // MARK: Comparing

  private static func expectSame(_ documents: [MarkdownDocument]) throws {
    let readings = try YAMLJudge.read(documents.map(frontMatter))
    for (document, reading) in zip(documents, readings) {
      #expect(reading.old == reading.new, "\(frontMatter(of: document))")
      for (key, value) in values(of: document.task) {
        #expect(
          isSame(reading.new[key], value), "\(key): \(value)\n\(frontMatter(of: document))")
      }
      let tags = items(reading.new["tags"]).map(Optional.some)
      let contexts = items(reading.new["contexts"]).map { text in
        text.map { $0.hasPrefix("@") ? $0 : "@" + $0 }
      }
      #expect(
        Set(tags + contexts) == Set(document.task.tags.map(\.string)),
        "\(frontMatter(of: document))")
    }
  }

  private static func values(of task: Task) -> [(String, YAMLJudge.Value)] {
    func text(_ text: Text?) -> YAMLJudge.Value? { text.map { .text($0.string) } }
    func date(_ moment: Timestamp?) -> YAMLJudge.Value? {
      moment.map { $0.minute == nil ? .date($0.iso) : .text($0.iso) }
    }
    let values: [(String, YAMLJudge.Value?)] = [
      ("id", task.hasOwnID ? text(task.id.text) : nil), ("title", text(task.title)),
      ("list", text(task.list)),
      ("location", text(task.location.name)), ("parent", text(task.parent?.text)),
      ("rank", task.rank.map { .real($0.value) }), ("effort", task.effort.map { .integer($0) }),
      ("alert", task.firstAlert.map { .integer($0) }),
      ("important", task.isImportant ? .boolean(true) : nil), ("created", date(task.created)),
      ("scheduled", date(task.scheduled?.start)), ("due", date(task.deadline?.start)),
      ("completed", date(task.closed)), ("deleted", date(task.deleted)),
      (
        "dependencies",
        task.blockers.isEmpty ? nil : .list(task.blockers.map { .text($0.text.string) })
      ),
    ]
    return values.compactMap { key, value in value.map { (key, $0) } }
      + task.properties.map { property in
        // One that reads as a list is written as one.
        let elements = MarkdownProperty.elements(of: property.value) ?? []
        return (
          property.name.string,
          elements.isEmpty ? .text(property.value.string) : .list(elements.map(Self.value))
        )
      }
  }

  private static func value(_ value: YAMLWriter.Value) -> YAMLJudge.Value {
    value.text.map { .text($0.string) } ?? .null
  }

  private static func isSame(_ found: YAMLJudge.Value?, _ wanted: YAMLJudge.Value) -> Bool {
    switch (found, wanted) {
    case (.integer(let a)?, .real(let b)): Double(a) == b
    // The number of a field of the store's own, whose property is a text.
    case (.real(let number)?, .text(let text)): Double(text) == number
    // A list with one text in it is that text.
    case (.list(let items)?, .text): items == [wanted]
    // The text of a list, where a text stood before.
    case (.text(let text)?, .list(let items)):
      MarkdownProperty.elements(of: Text(text))?.map(Self.value) == items
    default: found == wanted
    }
  }

  /// The texts of a list, or of a text that is cut as tags are; nil for what is no text.
  private static func items(_ value: YAMLJudge.Value?) -> [String?] {
    switch value {
    case .list(let items): items.map { if case .text(let text) = $0 { text } else { nil } }
    case .text(let text): MarkdownTags.words(of: Text(text)).map(\.string)
    case nil, .null: []
    default: [nil]
    }
  }
}
