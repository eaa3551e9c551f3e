import StoreTestSupport
import TasksCore
import TasksStore
import Testing

@Suite struct NewTasksTests {
  private func add(_ texts: [(String, Format)], to world: StoreWorld) throws -> [Task] {
    let store = try world.open()
    return try store.write("add") { reading in
      var new = NewTasks(in: store, after: reading)
      return try texts.map { .addDocument(try new.document(Array($0.utf8), format: $1)) }
    }.changed.compactMap(\.new)
  }

  @Test func aTextKeepsItsLines() throws {
    let world = try StoreWorld()
    _ = try world.create()
    _ = try world.add("first")
    let org = """
      # -*- mode: org -*-
      *  TODO   Meeting   :meet:
      :PROPERTIES:
      :Who:    Bob
      :END:

      ** Agenda
      - [ ] one\t

      """
    let markdown = "---\nstatus: open   # of the template\ntitle: 'Note'\n---\n\n\n* a\n"
    let tasks = try add([(org, .org), (markdown, .markdown)], to: world)
    #expect(tasks.map(\.title.string) == ["Meeting", "Note"])
    #expect(tasks.map { $0.rank?.value } == [2, 3])
    #expect(tasks.allSatisfy { $0.hasOwnID && $0.created != nil })
    for (task, text) in zip(tasks, [org, markdown]) {
      #expect(task.path.hasSuffix("-\(task.id.text.string).\(task.format.rawValue)"))
      let written = try world.read(task.path)
      let ours = ["id", "rank", "created"]
      let kept = written.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
        !ours.contains { line.lowercased().hasPrefix(":\($0):") || line.hasPrefix("\($0): ") }
      }
      #expect(kept.joined(separator: "\n") == text)
    }
    try world.expectClean()
  }

  @Test func aWholeTextIsWrittenAsItIs() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let text = """
      * TODO Pay the rent
      :PROPERTIES:
      :ID: own-id
      :RANK: 7
      :CREATED: [2026-11-01 Sun]
      :END:

      """
    #expect(throws: StoreError.self) { try add([(text, .org), (text, .org)], to: world) }
    let task = try #require(try add([(text, .org)], to: world).first)
    #expect(task.path == "2026-11/pay-the-rent-own-id.org")
    #expect(try world.read(task.path) == text)
    #expect(throws: StoreError.self) { try add([(text, .org)], to: world) }
    #expect(throws: StoreError.self) { try add([("* Only a heading\n", .org)], to: world) }
    #expect(throws: StoreError.self) {
      try add([("---\nstatus: open\n", .markdown)], to: world)
    }
  }
}
