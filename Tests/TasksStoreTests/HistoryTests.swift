import StoreTestSupport
import Foundation
import TasksCore
import TasksStore
import TestSupport
import Testing

@Suite struct OrderTests {
  /// Moves by hand make the order that a plain list would have.
  @Test func randomMovesMakeTheOrderOfAList() throws {
    print("seed 31")
    var random = SeededGenerator(seed: 31)
    let world = try StoreWorld()
    _ = try world.create()
    let store = try world.open()
    var reading = try store.write("add") { reading in
      let drafts = (0..<7).map { number in
        var draft = Draft()
        draft.title = Text("task \(number)")
        return draft
      }
      var new = NewTasks(in: store, after: reading)
      return try drafts.map { .add(try new.task($0)) }
    }.reading
    var model = reading.tasks.map(\.path)
    for step in 0..<30 {
      let from = Int.random(in: 0..<model.count, using: &random)
      let path = model.remove(at: from)
      let other = Int.random(in: 0..<model.count, using: &random)
      let anchor = try reading.document(model[other]).task
      let destination: MoveTask.Destination
      let to: Int
      switch Int.random(in: 0..<6, using: &random) {
      case 0: (destination, to) = (.top, 0)
      case 1: (destination, to) = (.bottom, model.count)
      case 2: (destination, to) = (.up, max(0, from - 1))
      case 3: (destination, to) = (.down, min(model.count, from + 1))
      case 4: (destination, to) = (.before(anchor), other)
      default: (destination, to) = (.after(anchor), other + 1)
      }
      model.insert(path, at: to)
      let report = try store.write("move") { reading in
        try Change.moving(try reading.document(path).task, to: destination, in: reading)
      }
      #expect(report.changed.count <= 1, "step \(step)")
      reading = report.reading
      #expect(reading.tasks.map(\.path) == model, "step \(step)")
    }
    #expect(try world.open().read().tasks.map(\.path) == model)
    try world.expectClean()
  }

  /// Where no number is left between two neighbours, only the nearest are spread anew, in order.
  @Test func ranksWithoutRoomAreSpread() throws {
    print("seed 32")
    var random = SeededGenerator(seed: 32)
    for _ in 0..<300 {
      var value = Double.random(in: 0.5...4, using: &random)
      var ranks: [Rank?] = (0..<8).map { _ in
        value = Bool.random(using: &random) ? value.nextUp : value + 1
        return Rank(value)
      }
      let moved = Int.random(in: 0..<8, using: &random)
      ranks[moved] = nil
      let new = RankPlacement.ranks(moving: moved, in: ranks)
      #expect(new[moved] != nil)
      for (place, rank) in new { ranks[place] = rank }
      let values = ranks.compactMap { $0?.value }
      #expect(values.count == 8)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    }
  }
}

@Suite struct TaskHistoryTests {
  private func local(_ seconds: Int64) -> Timestamp {
    Timestamp(CivilDate(dayNumber: 0)).adding(minutes: Int(seconds / 60) + 60)
  }

  @Test func theHistoryIsThatOfGitLog() throws {
    let world = try StoreWorld(folder: "todo")
    _ = try world.create()
    let one = try world.add("one")
    let two = try world.add("two")
    try world.write("int a;", to: "code.c")
    try world.git("add", "code.c")
    try world.git("commit", "-qm", "not ours")
    try world.edit(one, .title("one more"))
    try world.edit(two, .title("two more"))
    try world.write(
      try world.read("todo/\(one)").replacingOccurrences(of: "one more", with: "by hand"),
      to: "todo/\(one)")
    try world.edit(two, .title("two again"))
    let store = try world.open()
    for paths in [nil, [one], [two], [one, two]] as [[String]?] {
      let found = try store.history(of: paths, local: local).entries
      let arguments = (paths ?? [one, two]).map { "todo/" + $0 }
      let outcome = try world.world.run(
        "git",
        ["log", "--format=%H %an %(trailers:key=Tasks-Operation,valueonly,separator=)", "--"]
          + arguments, in: "repo")
      #expect(
        found.map { "\($0.commit) \($0.author) \($0.operation ?? "")" }
          == outcome.output.split(separator: "\n").map(String.init))
      #expect(found.allSatisfy { $0.device == "laptop-1" })
      #expect(
        try store.history(of: paths, limit: 2, local: local).entries.map(\.commit)
          == found.prefix(2).map(\.commit))
    }
    let newest = try #require(try store.history(of: [one], local: local).entries.first)
    #expect(newest.change.old?.title == "one more" && newest.change.new?.title == "by hand")
    #expect(newest.fields.map(\.field) == ["title"])
  }

  @Test func theStoreAsItWas() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("first")
    let then = world.seconds
    try world.edit(path, .title("second"))
    let store = try world.open()
    func titles(_ seconds: Int64) throws -> [Text] {
      let point = HistoryPoint("then", .moment(seconds))
      return try store.read(at: try store.commit(at: point, local: local)).tasks.map(\.title)
    }
    #expect(try titles(then) == ["first"])
    #expect(try titles(then + 1_000_000) == ["second"])
    #expect {
      _ = try titles(0)
    } throws: {
      guard case StoreError.beforeHistory("then", .some, isShallow: false) = $0 else {
        return false
      }
      return true
    }
  }

  @Test func aPurgedTaskIsFound() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("gone")
    let id = try world.open().read().document(path).task.id.text.string
    _ = try world.open().write("purge") { [.purge(try $0.document(path))] }
    #expect(!FileManager.default.fileExists(atPath: world.root + "/2026-11"))
    #expect(try world.open().purgedPath(String(id.prefix(5))) == path)
    #expect(try world.open().purgedPath(path) == path)
    #expect(try world.open().purgedPath("zz") == nil)
    try world.expectClean()
  }
}

@Suite struct UndoTests {
  @Test func aChainOfUndoAndRedo() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("0")
    for number in 1...3 { try world.edit(path, .title(Text("\(number)"))) }
    func undo(_ wanted: String) throws {
      _ = try Reversal(in: world.open()).undo(last: 1)
      #expect(try world.title(path) == wanted)
    }
    func redo(_ wanted: String) throws {
      _ = try Reversal(in: world.open()).redo()
      #expect(try world.title(path) == wanted)
    }
    try undo("2")
    try undo("1")
    try redo("2")
    try redo("3")
    #expect(throws: StoreError.self) { _ = try Reversal(in: world.open()).redo() }
    try undo("2")
    try world.edit(path, .title("new"))
    try undo("2")
    try undo("1")
    try undo("0")
    _ = try Reversal(in: world.open()).undo(last: 1)
    #expect(try world.open().read().tasks.isEmpty)
    #expect(throws: StoreError.self) { _ = try Reversal(in: world.open()).undo(last: 1) }
    try redo("0")
    try world.expectClean()
  }

  /// A redo and the operation it brought back count as two of the last operations, and as one of them when
  /// they are undone one by one.
  @Test func severalAtOnceAreThoseOneByOne() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("0")
    for number in 1...2 { try world.edit(path, .title(Text("\(number)"))) }
    _ = try Reversal(in: world.open()).undo(last: 2)
    #expect(try world.title(path) == "0")
    _ = try Reversal(in: world.open()).redo()
    #expect(try world.title(path) == "2")
    _ = try Reversal(in: world.open()).undo(last: 1)
    #expect(try world.title(path) == "0")
    try world.edit(path, .title("1"))
    _ = try Reversal(in: world.open()).undo(last: 1)
    _ = try Reversal(in: world.open()).redo()
    let report = try Reversal(in: world.open(), dryRun: true).undo(last: 2)
    #expect(report.changed.isEmpty || report.changed.first?.new == nil)
  }

  /// As in an editor: what was undone before a new change cannot be done again, whether that was made by a command or
  /// by hand.
  @Test(arguments: [false, true]) func aNewChangeEndsTheRedos(isByHand: Bool) throws {
    let (world, path, other) = try undone()
    let undo = try world.git("rev-parse", "HEAD")
    if isByHand {
      try world.write(try world.read(other) + "More.\n", to: other)
    } else {
      try world.edit(other, .title("newer"))
    }
    #expect(throws: StoreError.self) { _ = try Reversal(in: world.open()).redo() }
    #expect(try world.title(path) == "0")
    // Of the newer change alone.
    _ = try Reversal(in: world.open()).undo(last: 1)
    _ = try Reversal(in: world.open()).redo()
    #expect(throws: StoreError.self) { _ = try Reversal(in: world.open()).redo() }
    #expect(try world.title(path) == "0")
    // The undo itself can be taken back.
    _ = try Reversal(in: world.open()).undo(operation: undo)
    #expect(try world.title(path) == "1")
    try world.expectClean()
  }

  /// A store with two tasks, in which a new title of the first was taken back.
  private func undone() throws -> (world: StoreWorld, path: String, other: String) {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("0")
    let other = try world.add("other")
    try world.edit(path, .title("1"))
    _ = try Reversal(in: world.open()).undo(last: 1)
    return (world, path, other)
  }

  /// What another device did in between does not count.
  @Test func aChangeFromElsewhereEndsNoRedo() throws {
    let (world, path, other) = try undone()
    try world.git("config", "tasks.device", "phone-2")
    try world.edit(other, .title("there"))
    try world.git("config", "tasks.device", "laptop-1")
    _ = try Reversal(in: world.open()).redo()
    #expect(try world.title(path) == "1")
  }

  @Test func whatChangedSinceStays() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("old")
    try world.edit(path, .title("new"))
    let commit = try world.git("rev-parse", "HEAD")
    try world.edit(path, .tags(["later"]))
    _ = try Reversal(in: world.open()).undo(operation: commit)
    let task = try world.open().read().document(path).task
    #expect(task.title == "old" && task.tags == ["later"])
    try world.edit(path, .title("newest"))
    _ = try Reversal(in: world.open()).undo(operation: commit)
    #expect(try world.title(path) == "newest")
    #expect(throws: StoreError.self) { _ = try Reversal(in: world.open()).undo(operation: "none") }
  }

  @Test func ofTwoTasksTheOneThatIsMeant() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let one = try world.add("one")
    let two = try world.add("two")
    try world.edit(one, .title("one more"))
    try world.edit(two, .title("two more"))
    let dry = try Reversal(in: world.open(), dryRun: true).undo(task: one)
    #expect(dry.commit == nil && dry.changed.count == 1)
    #expect(try world.title(one) == "one more")
    _ = try Reversal(in: world.open()).undo(task: one)
    #expect(try world.title(one) == "one" && world.title(two) == "two more")
    #expect(throws: StoreError.self) { _ = try Reversal(in: world.open()).undo(last: 99) }
  }

  /// Another device's operations are its own to undo.
  @Test func onlyThisDevicesOperationsGo() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("here")
    try world.git("config", "tasks.device", "phone-2")
    try world.edit(path, .title("there"))
    try world.git("config", "tasks.device", "laptop-1")
    _ = try Reversal(in: world.open()).undo(last: 1)
    // The task was added here, and changed there: it stays as it is.
    #expect(try world.title(path) == "there")
    _ = try Reversal(in: world.open()).undo(task: path)
    #expect(try world.title(path) == "here")
  }
}

@Suite struct SyncStateTests {
  @Test func aTaskIsSynchronizedWhenUpstreamHasIt() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let one = try world.add("one")
    try world.add("two")
    func states() throws -> [SyncState] {
      let store = try world.open()
      let reading = try store.read()
      return try store.syncStates(of: reading.tasks, in: reading)
    }
    #expect(try states() == [.unsynchronized, .unsynchronized])
    #expect(try world.open().aheadBehind() == nil)
    try world.world.git("init", "-q", "--bare", "hub.git")
    try world.git("remote", "add", "origin", world.world.path("hub.git"))
    try world.git("push", "-qu", "origin", "main")
    #expect(try states() == [.synchronized, .synchronized])
    try world.edit(one, .title("one more"))
    #expect(try states() == [.unsynchronized, .synchronized])
    let ahead = try #require(try world.open().aheadBehind())
    #expect(ahead == (1, 0))
    let pending = try PendingSync.begin(in: world.open())
    #expect(try states() == [.pending, .synchronized])
    try world.edit(one, .title("one again"))
    #expect(try states() == [.unsynchronized, .synchronized])
    pending.end()
    try world.write("rubbish", to: ".git/tasks/sync-pending")
    #expect(try states() == [.unsynchronized, .synchronized])
    let store = try world.open()
    let reading = try store.read()
    #expect(try store.unsynced(reading.tasks, in: reading).map(\.path) == [one])
    #expect(try store.status().status.unsynced == 1)
    try world.git("checkout", "-q", "--detach")
    #expect(try states() == [.unsynchronized, .unsynchronized])
  }
}
