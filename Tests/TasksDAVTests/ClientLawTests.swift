import CoreTestSupport
import StoreTestSupport
import TasksCore
import TasksDAV
import TasksStore
import TestSupport
import Testing

/// What holds whatever clients and the shell do, in whatever order (caldav.md, "Laws"). `TASKS_SEED=N` tries one
/// history.
@Suite struct ClientLawTests {
  private static let seeds =
    TestScope.number("TASKS_SEED").map { [UInt64($0)] }
    ?? (1...TestScope.cases(4, all: 12)).map { UInt64($0) }

  @Test(arguments: seeds) func allEndAlikeAndNothingIsLost(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var ledger = WriteLedger()
    let world = try ServiceWorld(
      (0..<5).map { ("t\($0)x", "m\($0)t list:a") } + [("st1", "Stays list:a")])
    let clients = SimulatedClient.Kind.allCases.map { SimulatedClient($0, world, list: "a") }
    for client in clients { try client.pull(&ledger, &random) }
    for _ in 0..<TestScope.cases(50, all: 200) {
      let client = random.pick(clients)
      switch random.below(20) {
      case 0..<8: client.change(&ledger, &random)
      case 8..<12: try ShellEdit.make(in: world, &ledger, &random)
      case 12..<16:
        try client.push(&ledger, &random)
        try client.pull(&ledger, &random)
      case 16: try client.push(&ledger, &random)
      case 17: try client.respell(&ledger, &random)
      case 18: try client.add(&ledger)
      default: try client.delete(&ledger, &random)
      }
    }
    for client in clients { try client.push(&ledger, &random) }
    for client in clients { try client.pull(&ledger, &random) }
    try expectAlike(clients, world, ledger)
    try expectNothingLost(world, ledger)
  }

  private func expectAlike(
    _ clients: [SimulatedClient], _ world: ServiceWorld, _ ledger: WriteLedger
  ) throws {
    let listing = try world.listing("a")
    let texts = try world.multiget("a", listing.keys.sorted()).tasks
    for client in clients where client.held.mapValues(\.tag) != listing {
      ledger.fail("\(client.kind) has \(client.held.mapValues(\.tag)), not \(listing)")
    }
    for (name, task) in texts {
      for client in clients where client.held[name]?.text != task.text {
        ledger.fail(
          "\(client.kind) has of \(name) \(client.held[name]?.text ?? ""), not \(task.text)")
      }
      let triggers = ClientBody.lines(task.text).filter { $0.hasPrefix("TRIGGER") }
      if Set(triggers).count != triggers.count { ledger.fail("an alarm twice: \(task.text)") }
    }
  }

  private func expectNothingLost(_ world: ServiceWorld, _ ledger: WriteLedger) throws {
    let replaced = Dictionary(grouping: ledger.writes, by: \.task).mapValues {
      Set($0.flatMap(\.replaced))
    }
    let reading = try world.world.open().read()
    for write in ledger.writes where replaced[write.task]?.contains(write.mark) != true {
      let document = try reading.document(write.task)
      let text = String(decoding: document.bytes, as: UTF8.self)
      if !text.contains(write.mark) {
        ledger.fail("\(write.mark) of \(write.task) is lost:\n\(text)", of: write.task)
      }
      let got = try world.get("\(write.task).ics", in: "a")
      if let line = write.line, got.status == 200, !got.lines.contains(line) {
        ledger.fail("\(line) is not in\n\(got.body)", of: write.task)
      }
    }
    try world.world.expectClean()
  }

  /// What a client means by an edit on a base is merged with the file as any other version of it.
  @Test(arguments: seeds) func aPutIsAMergeOfItsBase(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var ledger = WriteLedger()
    let world = try ServiceWorld([("t1x", "m1t list:a due:2026-12-01")])
    let client = SimulatedClient(.careful, world, list: "a")
    for _ in 0..<TestScope.cases(6, all: 60) {
      try client.pull(&ledger, &random)
      guard let own = client.held["t1x.ics"] else { break }
      for _ in 0...random.below(3) { client.change(&ledger, &random) }
      guard let edited = client.held["t1x.ics"] else { break }
      let path = try world.task("t1x").path
      let head = try world.head()
      func version() throws -> TaskMerge.Version {
        TaskMerge.Version(Array(try world.world.read(path).utf8), path: path)
      }
      func put() throws {
        let put = try world.put("t1x.ics", in: "a", edited.text, ["If-Match": own.tag])
        if put.status != 204 { ledger.fail("\(put)") }
      }
      let base = try version()
      try put()
      let theirs = try version()
      try world.world.git("reset", "-q", "--hard", head)
      for _ in 0...random.below(3) {
        try ShellEdit.change("t1x", in: world, &ledger, &random)
      }
      let ours = try version()
      try put()
      let outcome = TaskMerge.merge(
        base: base, ours: ours, theirs: theirs, local: .theirs,
        with: try world.world.open().mergeTools)
      guard case .merged(let bytes, _) = outcome else {
        ledger.fail("\(outcome)")
        break
      }
      let made = try version().bytes
      if made != bytes {
        ledger.fail(
          "\(String(decoding: made, as: UTF8.self)) is not \(String(decoding: bytes, as: UTF8.self))"
        )
      }
      client.forget()
    }
  }
}

/// What the shell does.
private enum ShellEdit {
  static func make(
    in world: ServiceWorld, _ ledger: inout WriteLedger, _ random: inout SeededGenerator
  ) throws {
    let ids = try world.world.open().read().tasks.map(\.id.text.string).sorted()
    let id = random.pick(ids)
    switch random.below(10) {
    case 0:
      let isGone = try world.task(id).isDeleted
      ledger.say("the shell \(isGone ? "restores" : "deletes") \(id)")
      try world.edit(id, .deleted(isGone ? nil : Timestamp(iso: "2026-11-20T09:15")))
    case 1:
      let list: Text = try world.task(id).list == "a" ? "b" : "a"
      ledger.say("the shell refiles \(id) to \(list)")
      try world.edit(id, .list(list))
    case 2:
      // By hand, not committed.
      let (task, mark) = (try world.task(id), ledger.mark())
      ledger.note(id, mark)
      ledger.say("by hand n\(mark) comes to \(id)")
      try world.world.write(world.world.read(task.path) + "n\(mark)\n", to: task.path)
    default: try change(id, in: world, &ledger, &random)
    }
  }

  static func change(
    _ id: String, in world: ServiceWorld, _ ledger: inout WriteLedger,
    _ random: inout SeededGenerator
  ) throws {
    let (task, mark) = (try world.task(id), ledger.mark())
    let edit: Edit
    switch random.below(6) {
    case 0, 1:
      ledger.note(id, mark, replacing: task.title.string)
      edit = .title(Text("\(mark) title"))
    case 2:
      let day = ledger.day()
      ledger.note(id, day.iso, replacing: task.deadline?.start.date.iso ?? "")
      edit = .deadline(Planning(fieldText: day.iso))
    case 3:
      ledger.note(id, mark)
      edit = .notes(Text(task.notes.isEmpty ? "n\(mark)" : "\(task.notes)\nn\(mark)"))
    case 4: edit = .priority(random.chance(50) ? nil : Priority("B"))
    default:
      ledger.note(id, mark)
      edit = .tags(task.tags + [Text(mark)])
    }
    ledger.say("the shell changes \(id): \(edit)")
    try world.edit(id, edit)
  }
}

extension WriteLedger {
  /// - Parameter task: What concerns another is not told.
  func fail(_ what: String, of task: String? = nil) {
    let told = steps.filter { step in
      task.map { step.contains($0) || step.hasSuffix("syncs") } ?? true
    }
    Issue.record("\(what)\n\(told.joined(separator: "\n"))")
  }
}
