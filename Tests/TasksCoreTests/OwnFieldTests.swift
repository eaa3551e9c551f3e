import CoreTestSupport
import TasksCore
import TestSupport
import Testing

/// Fields of a store's own: properties of a kind.
@Suite struct OwnFieldTests {
  private static let now = Timestamp(iso: "2026-11-20T09:15") ?? Timestamp(CivilDate(dayNumber: 0))
  private static let settings = [
    ("client", "text"), ("points", "number"), ("estimate", "duration"), ("when", "date"),
    ("area", "one of low, very high"), ("kinds", "Some Of web phone desk"), ("crew", "words"),
  ]
  private static let fields = OwnFields(
    settings.compactMap { name, kind in OwnField.Kind(kind).map { OwnField(Text(name), $0) } })

  private static let files = [
    "* TODO a\n:PROPERTIES:\n:ID: k7mq2xw4tz9nbcde\n:END:\n",
    "---\nid: k7mq2xw4tz9nbcde\ntitle: a\nstatus: todo\n---\n",
  ]

  private func documents() throws -> [any TaskDocument] {
    [try OrgLaw.document(Self.files[0]), try #require(MarkdownFiles.read(Self.files[1]))]
  }

  private static func drafted(_ words: String...) throws -> Draft {
    try QuickAdd.read(words, mode: .modify, now: now, fields: fields)
  }

  private static func edits(_ draft: Draft, _ task: Task) throws -> [Edit] {
    try draft.edits(for: task) { _ in task.id }
  }

  @Test(arguments: [
    ("client:Big: Corp", "Big: Corp", " \"Big: Corp\""), ("points:5", "5", " 5"),
    ("points:-2.50", "-2.5", " -2.5"), ("estimate:1h30", "1:30", " 1h30m"),
    ("when:fri", "[2026-11-27 Fri]", " 2026-11-27"),
    ("when:fri 17:00", "[2026-11-27 Fri 17:00]", " 2026-11-27T17:00"),
    ("area:VERY high", "very high", " very high"),
    ("kinds:phone,WEB", "phone web", "\n  - phone\n  - web"),
    ("crew:Ann", "Ann", "\n  - Ann"),
    ("crew:Ann,Bob Lee", "Ann, Bob Lee", "\n  - Ann\n  - Bob Lee"),
    ("crew:\"Ann Lee\"", "Ann Lee,", "\n  - Ann Lee"),
    (
      "crew:ann,@bob,on,a: b", "ann, @bob, on, a: b",
      "\n  - ann\n  - \"@bob\"\n  - \"on\"\n  - \"a: b\""
    ),
    ("client:[a, b]", "[a, b]", " \"[a, b]\""), ("points:-0", "0", " 0"),
  ])
  func eachFormatKeepsWhatIsTyped(typed: String, org: String, markdown: String) throws {
    let name = typed.prefix { $0 != ":" }
    let field = try #require(Self.fields[Text(String(name))])
    let draft = try Self.drafted(typed)
    guard case .set(let value) = draft[own: field] else {
      return #expect(Bool(false), "nothing set")
    }
    for (document, text) in zip(try documents(), [org, markdown]) {
      let edits = try Self.edits(draft, document.task)
      let edited = try document.applying(edits)
      // The values of a drawer are below each other.
      let written = String(decoding: edited.bytes, as: UTF8.self)
        .replacing(/(:\w+:) +/) { $0.output.1 + " " }
      let line = document.task.format == .org ? ":\(name): \(text)\n" : "\(name):\(text)\n"
      #expect(written.contains(line), "\(written)")
      #expect(field.value(in: edited.task) == value)
      #expect(edited.task == document.task.applying(edits))
      #expect(try Self.edits(draft, edited.task) == [], "it is set already")
      let cleared = try edited.applying(Self.edits(Self.drafted("\(name):"), edited.task))
      #expect(cleared.bytes == document.bytes)
      // A new file is written alike, also from what another program wrote.
      for other in Format.allCases {
        var task = edited.task
        (task.format, task.path) = (other, "a.\(other.rawValue)")
        let new = try TaskPrinter.print(
          new: task, "TODO | DONE", .standard, fields: Self.fields)
        #expect(new.task.property(named: field.name) == field.text(value, in: other))
      }
    }
  }

  @Test(arguments: [
    ("points", "abc"), ("points", "nan"), ("estimate", "long"), ("when", "soon"),
    ("area", "high"), ("kinds", "web,fax"), ("kinds", "[web, [phone]]"),
    ("points", "99999999999999999999"), ("estimate", "P1M"),
  ])
  func anotherValueStaysAndIsNone(name: String, value: String) throws {
    let field = try #require(Self.fields[Text(name)])
    #expect(field.read(Text(value)) == nil)
    #expect(throws: InputError.self) { try Self.drafted("\(name):\(value)") }
    for document in try documents() {
      let task = document.task.applying(.property(name: field.name, value: Text(value)))
      #expect(field.value(in: task) == .nothing)
      #expect(try Self.edits(Self.drafted("\(name):"), task) == [.own(field, .nothing)])
    }
  }

  /// Forms of other programs and of the other format.
  @Test(arguments: [
    ("estimate", "PT1H30M", "90"), ("estimate", "P1DT1M", "1441"), ("estimate", "1h 30min", "90"),
    ("when", "20261127T160000Z", "2026-11-27T16:00"), ("when", "2026-11-27", "2026-11-27"),
    ("when", "<2026-11-27 Fri 9:00>", "2026-11-27T09:00"), ("points", "1e3", "1000"),
    ("kinds", "[web, phone]", "web phone"), ("kinds", "WEB, phone", "web phone"),
    ("area", "Very High", "very high"),
  ])
  func whatOthersWrite(name: String, text: String, value: String) throws {
    let field = try #require(Self.fields[Text(name)])
    #expect(field.read(Text(text))?.text == Text(value))
  }

  @Test func aLineOfWords() throws {
    func drafted(_ line: String) throws -> Draft {
      try QuickAdd.read(line: line, now: Self.now, fields: Self.fields)
    }
    let draft = try drafted(
      #"Ask when: can he come client:"Big Co" list:"Big house" crew:ann crew:"Bob Lee" end"#)
    #expect(draft.title == "Ask when: can he come end")
    #expect(draft[.list] == .set(.text("Big house")))
    let values = Self.fields.all.map { draft[own: $0] }
    #expect(values.first == .set(.text("Big Co")))
    #expect(values.last == .set(.list([.text("ann"), .text("Bob Lee")])))
    // A quote that is not closed is one.
    #expect(try drafted(#"One client:"Big"#).title == "One")
  }

  @Test func theWordsOfSettings() {
    for kind in ["", "int", "one of", "one of ,", "one", "text number", "none of a b"] {
      #expect(OwnField.Kind(kind) == nil, "\(kind)")
    }
    #expect(OwnField.Kind("one of a b  c") == .word(["a", "b", "c"]))
    #expect(OwnField.Kind("some of very high , low") == .words(["very high", "low"]))
    for name in [
      "due", "id", "prop", "title", "state", "tags", "sync", "list", "a.b", "9a", "x_y", "https",
      "and",
    ] {
      #expect(OwnFields.fault(of: name) != nil, "\(name)")
    }
    for name in ["estimate", "client", "est", "a9", "story-points"] {
      #expect(OwnFields.fault(of: name) == nil, "\(name)")
    }
  }

  @Test(
    arguments: [
      ("points:5", true), ("points.over:4.5", true), ("points.under:5", false),
      ("points.any:", true),
      ("points:none", false), ("estimate.over:1h", true), ("estimate:90", true),
      ("when:fri", true), ("when.before:2026-11-28", true), ("when.after:fri", false),
      ("when:overdue", nil),
      ("area:LOW", true), ("area:high", nil), ("kinds:web", true), ("kinds:web,desk", true),
      ("kinds:web,phone", false), ("crew.none:", true), ("client:ACME", true),
      ("-client:acme", false),
      ("prop.points.over:4", true), ("prop.client.any:", true), ("prop.other.over:3", nil),
      ("points.before:3", nil), ("crew.none", true), ("client.any", true), ("POINTS.OVER:2", true),
      ("due.none", true),
    ] as [(String, Bool?)])
  func filters(filter: String, isFound: Bool?) throws {
    let words = [
      "client:Acme", "points:5", "estimate:1h30", "when:fri 9:00", "area:low", "kinds:desk,web",
    ]
    let draft = try QuickAdd.read(words, mode: .modify, now: Self.now, fields: Self.fields)
    for document in try documents() {
      let task = document.task.applying(try Self.edits(draft, document.task))
      let context = QueryContext(
        now: Self.now, isOpen: { _ in true }, isUnsynced: { _ in false }, isParent: { _ in false })
      guard let isFound else {
        #expect(throws: InputError.self) {
          try Query.read([filter], now: Self.now, fields: Self.fields)
        }
        continue
      }
      let query = try Query.read([filter], now: Self.now, fields: Self.fields)
      #expect(try query.matches(task, in: context) == isFound)
    }
  }

  /// What each side made of the property, and what a merge makes of both; nil where one is dropped.
  @Test(
    arguments: [
      ("kinds", "web", "web phone", "web desk", "web phone desk"),
      ("kinds", "web phone", "web", "phone desk", "desk"),
      ("crew", nil, "ann", "bob ann", "ann bob"),
      ("kinds", "web", nil, "web desk", "desk"), ("kinds", "web", nil, "web", ""),
      ("points", "1", "5", "5.0", "5"), ("estimate", "1:00", "1:30", "90", "1:30"),
      ("when", "2026-11-20", "2026-11-27", "[2026-11-27 Fri]", "2026-11-27"),
      ("points", "5", "5.0", "6", "6"), ("points", "1", "5", "6", nil),
      ("kinds", "web", "fax", "web desk", nil),
    ] as [(String, String?, String?, String?, String?)])
  func merges(
    name: String, base: String?, ours: String?, theirs: String?, merged: String?
  ) throws {
    let field = try #require(Self.fields[Text(name)])
    let tools = MergeTools(
      lines: TaskMerge.linesAsInGit, cipher: nil, fields: { Self.fields })
    for document in try documents() {
      let format = document.task.format
      func version(_ value: String?) throws -> TaskMerge.Version {
        let edit =
          value.flatMap { field.read(Text($0)) }.map { Edit.own(field, $0) }
          ?? .property(name: field.name, value: value.map { Text($0) })
        // Numbers and dates in the form that is given.
        let isWords = [.words([]), Self.fields["kinds"]?.kind].contains(field.kind)
        let written = isWords ? edit : .property(name: field.name, value: value.map { Text($0) })
        let edited = try document.applying([written])
        return TaskMerge.Version(bytes: edited.bytes, document: edited)
      }
      let (base, ours, theirs) = try (version(base), version(ours), version(theirs))
      for (one, other) in [(ours, theirs), (theirs, ours)] {
        let outcome = TaskMerge.merge(base: base, ours: one, theirs: other, local: nil, with: tools)
        guard case .merged(let bytes, let dropped) = outcome else {
          return #expect(Bool(false), "not merged")
        }
        #expect(dropped.count == (merged == nil ? 1 : 0))
        guard let merged else { continue }
        let task = TaskMerge.Version(bytes, path: document.task.path).document?.task
        let value = task.map { field.value(in: $0) } ?? .nothing
        let wanted = merged.isEmpty ? .nothing : field.read(Text(merged)) ?? .nothing
        #expect(
          Set(value.members) == Set(wanted.members) && (!value.members.isEmpty || value == wanted),
          "\(format): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
