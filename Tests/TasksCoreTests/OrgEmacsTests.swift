import CoreTestSupport
import TasksCore
import Testing

/// Emacs reads what we read, and what we write.
@Suite struct OrgEmacsTests {
  @Test func emacsReadsRandomFilesAsWeDo() throws {
    let documents = try (0..<150).map { try OrgLaw.document(OrgFile(seed: $0, .forEmacs).bytes) }
    let read = try OrgEmacs.read(documents.map(\.bytes))
    for (seed, (document, heading)) in zip(documents, read).enumerated() {
      try OrgEmacsTests.compare(document, with: heading, "seed \(seed)")
    }
  }

  @Test func emacsReadsEditedFilesAsWeDo() throws {
    var documents: [OrgDocument] = []
    for seed in 0..<80 {
      var document = try OrgLaw.document(OrgFile(seed: seed + 5_000, .forEmacs).bytes)
      var random = OrgSeed(seed + 6_000_000)
      for _ in 0..<6 { document = try document.applying([random.edit(of: document)]) }
      documents.append(document)
    }
    let read = try OrgEmacs.read(documents.map(\.bytes))
    for (seed, (document, heading)) in zip(documents, read).enumerated() {
      try OrgEmacsTests.compare(document, with: heading, "seed \(seed)")
    }
  }

  @Test func newFilesPassOrgLint() throws {
    var documents: [OrgDocument] = []
    for seed in 0..<30 {
      let old = try OrgLaw.document(OrgFile(seed: seed + 9_000, .forEmacs).bytes)
      var random = OrgSeed(seed)
      var task = Task(
        id: random.id(), path: OrgLaw.path, format: .org, title: "A title",
        state: State("TODO", isDone: false))
      for _ in 0..<12 {
        let edit = random.edit(of: old)
        switch edit {
        case .state, .notes: continue
        default: task = task.applying(edit)
        }
      }
      task.notes = "A paragraph.\n\n- [ ] one\n- [X] two"
      documents.append(try OrgLaw.new(task))
    }
    let read = try OrgEmacs.read(documents.map(\.bytes), lint: true)
    for (document, heading) in zip(documents, read) {
      try OrgEmacsTests.compare(document, with: heading, "new file")
      #expect(heading?.lint == [], "\(OrgLaw.shown(document.bytes))")
    }
  }

  static func compare(
    _ document: OrgDocument, with heading: OrgEmacs.Heading?, _ hint: String
  ) throws {
    let shown: Comment = "\(hint)\n\(OrgLaw.shown(document.bytes))"
    let heading = try #require(heading, shown)
    let task = document.task
    let own = OrgHeading.withoutComment(document.bytes[document.heading.title])
    #expect(heading.todo == task.state.keyword.string, shown)
    #expect(Text(heading.title) == Text(bytes: own), shown)
    #expect(heading.priority == task.priority?.text, shown)
    let tags = document.heading.tags(in: document.bytes[...])
    #expect(Set(heading.tags.map { Text($0) }) == Set(tags), shown)
    #expect(Set(heading.fileTags.map { Text($0) }) == Set(document.settings.tags), shown)
    let stamps: [(OrgPlanningLine.Keyword, String?)] = [
      (.scheduled, heading.scheduled), (.deadline, heading.deadline), (.closed, heading.closed),
    ]
    for (keyword, stamp) in stamps {
      let ours = document.planning?.item(keyword).map {
        Text(bytes: document.bytes[$0.stampRange]).string
      }
      #expect(stamp == ours, shown)
    }
    let moments = [task.scheduled?.start, task.deadline?.start, task.closed].map { $0?.iso }
    #expect(heading.moments == moments, shown)
    var values: [String: String] = [:]
    for (key, value) in document.drawer?.values(in: document.bytes) ?? [] {
      values[Text(bytes: document.bytes[key]).string.uppercased()] = Text(bytes: value).string
    }
    var read = heading.properties
    if values["CATEGORY"] == nil { read["CATEGORY"] = nil }
    // Org 9.5 wants a blank after the name, current Org takes a tab, too.
    let hasTab = Text(bytes: document.bytes).string.contains(/(?m)^[ \t]*:\S+:\t/)
    #expect(read == values || hasTab, shown)
    if let list = task.list { #expect(heading.category.map { Text($0) } == list, shown) }
    #expect(heading.clocked == task.clocks.compactMap(\.minutes).reduce(0, +), shown)
  }
}

extension OrgLaw {
  static func new(_ task: Task) throws -> OrgDocument {
    try OrgDocument.print(
      new: task, workflow: "TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)",
      storeWorkflow: .standard)
  }
}
