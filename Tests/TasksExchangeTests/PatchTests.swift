import CoreTestSupport
import TasksCore
import TasksExchange
import TestSupport
import Testing

/// Patches tell all of a task, and mean the same in whatever order they arrive.
struct PatchTests {
  private typealias Task = TasksCore.Task

  /// Tasks as files have them, some of them odd.
  private static let tasks: [Task] = (0..<60).flatMap { seed -> [Task] in
    var markdown = MarkdownGenerator(seed: UInt64(seed))
    return [(OrgFile(seed: seed, .odd).bytes, "a/x.org"), (markdown.file(), "a/x.md")].compactMap {
      (try? TaskReader.read($0, path: $1))?.task
    }
  }

  private func patched(_ task: Task) -> PatchedFields { PatchedFields(TaskFields(task)) }

  // MARK: Fields

  @Test func aTaskIsWhatItsFirstPatchSays() throws {
    #expect(Self.tasks.count > 60)
    for task in Self.tasks {
      let patch = try #require(
        Patch(
          id: "a", after: [], task: task.id, device: nil, time: 0, from: nil, to: TaskFields(task)))
      let read = try Patch(JSONValue(patch.line))
      #expect(read == patch)
      let fields = try #require(TaskPatches([read]).fields)
      #expect(fields == patched(task))
      let built = try fields.task(task.id)
      #expect(TaskFields(built).differences(to: TaskFields(task)) == [])
    }
  }

  @Test func aChangeTellsExactlyWhatDiffers() throws {
    for (old, new) in zip(Self.tasks, Self.tasks.dropFirst()) {
      let changes = PatchChange.changes(from: TaskFields(old), to: TaskFields(new))
      var fields = patched(old)
      fields.apply(changes)
      #expect(fields == patched(new))
      let again = PatchChange.changes(from: patched(old), to: patched(new))
      #expect(Set(again.map(meaning)) == Set(changes.map(meaning)))
    }
  }

  /// A change with null for each value of an absent field.
  private func meaning(_ change: PatchChange) -> PatchChange {
    guard case .value(let old, let new) = change.change else { return change }
    func plain(_ value: JSONValue) -> JSONValue { PatchField.isNothing(value) ? .null : value }
    return PatchChange(change.field, .value(old: plain(old), new: plain(new)))
  }

  @Test func aPatchReadsWell() throws {
    var old = Task(
      id: try #require(TaskID("k7mq2xw4tz9nbcde")), path: "2026-11/x.org", format: .org,
      title: "Call", state: State("TODO", isDone: false))
    old.tags = ["phone", "home"]
    var new = old
    new.state = State("DONE", isDone: true)
    new.closed = Timestamp(iso: "2026-11-20T09:15")
    new.tags = ["home", "office"]
    let patch = Patch(
      id: "c-k7mq2xw4tz9nbcde", after: ["b-k7mq2xw4tz9nbcde"], task: old.id, device: "laptop-1",
      time: 1_763_626_507, from: TaskFields(old), to: TaskFields(new))
    #expect(
      patch.map { String(decoding: $0.line, as: UTF8.self) } == """
        {"id":"c-k7mq2xw4tz9nbcde","after":["b-k7mq2xw4tz9nbcde"],"task":"k7mq2xw4tz9nbcde",\
        "device":"laptop-1","time":"2025-11-20T08:15:07Z","operation":"edit","body":{\
        "state":{"old":"TODO","new":"DONE"},"done":{"old":false,"new":true},\
        "tags":{"add":["office"],"remove":["phone"]},\
        "closed":{"old":null,"new":"2026-11-20T09:15"}}}

        """)
  }

  @Test(arguments: [
    ("id", "\"\""), ("after", "[1]"), ("task", "null"), ("time", "\"2026-11-20T09:15\""),
    ("operation", "\"move\""), ("body", "[]"), ("body", "{\"title\":\"x\"}"),
  ])
  func whatIsNoPatch(key: String, value: String) throws {
    let keys = [
      "id": "\"a-b\"", "after": "[]", "task": "\"b\"", "device": "null",
      "time": "\"2026-11-20T09:15:00Z\"", "operation": "\"add\"",
      "body": "{\"title\":{\"old\":null,\"new\":\"x\"}}",
    ]
    func json(_ keys: [String: String]) throws -> JSONValue {
      try JSONValue(
        Array(("{" + keys.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}").utf8))
    }
    _ = try Patch(json(keys))
    let error = #expect(throws: Patch.Failure.self) {
      try Patch(json(keys.merging([key: value]) { $1 }))
    }
    #expect(error?.key.string.hasPrefix(key) == true)
  }

  // MARK: Histories

  @Test func everyOrderGivesTheSameTask() throws {
    var orders = 0
    for seed in 0..<200 {
      var history = PatchedHistory(seed: UInt64(seed))
      history.run(steps: 4 + seed % 24)
      let end = history.merged()
      var random = SeededGenerator(seed: UInt64(seed))
      for _ in 0..<50 {
        // As several files, some of them there twice.
        let half = history.patches.filter { _ in random.chance(50) }
        var set = PatchSet()
        for patch in (history.patches + half).shuffled(using: &random) {
          let isSound = set.add(patch)
          try #require(isSound)
        }
        let built = try #require(set.tasks.first).patches
        try #require(built.missing.isEmpty)
        try #require(built.fields == end.map { PatchedFields($0) }, "seed \(seed)")
        orders += 1
      }
    }
    #expect(orders == 10_000)
  }

  @Test func everyOrderGivesTheSameWithoutALastMerge() throws {
    for seed in 0..<100 {
      var history = PatchedHistory(seed: UInt64(seed))
      history.run(steps: 12)
      var random = SeededGenerator(seed: UInt64(seed))
      let first = TaskPatches(history.patches)
      for _ in 0..<10 {
        let other = TaskPatches(history.patches.shuffled(using: &random))
        try #require(other.fields == first.fields && other.undecided == first.undecided)
      }
    }
  }

  @Test func devicesThatNeverMergedKeepAllTheyCan() throws {
    var start = Task(
      id: try #require(TaskID("k7mq2xw4tz9nbcde")), path: "x.org", format: .org, title: "Call",
      state: State("TODO", isDone: false))
    start.tags = ["a", "b"]
    var (one, two) = (start, start)
    (one.title, one.tags) = ("Call Bob", ["a", "b", "c"])
    one.state = State("DONE", isDone: true)
    one.closed = Timestamp(iso: "2026-11-20T09:15")
    (two.priority, two.tags) = (Priority("A"), ["b", "d"])
    two.state = State("WAIT", isDone: false)
    func patch(_ id: Text, _ after: [Text], _ time: Int64, _ old: Task?, _ new: Task?) -> Patch? {
      Patch(
        id: id, after: after, task: start.id, device: nil, time: time,
        from: old.map { TaskFields($0) }, to: new.map { TaskFields($0) })
    }
    let patches = [
      patch("1", [], 0, nil, start), patch("2", ["1"], 10, start, one),
      patch("3", ["1"], 20, start, two),
    ].compactMap { $0 }
    let both = TaskPatches(patches)
    let task = try #require(try both.fields?.task(start.id))
    #expect(task.title == "Call Bob" && task.priority == Priority("A"))
    #expect(task.tags == ["b", "c", "d"])
    // A state is never mixed with the stamp of another.
    #expect(task.state == State("WAIT", isDone: false) && task.closed == nil)
    #expect(both.undecided == ["state"])
    // An edit overrules a purge that did not know of it, whichever is later.
    for time: Int64 in [5, 15] {
      let purge = try #require(patch("4", ["1"], time, start, nil))
      let kept = TaskPatches([patches[0], patches[1], purge])
      #expect(kept.fields == patched(one) && kept.undecided == ["purge"])
      let gone = try #require(patch("5", ["2"], time, one, nil))
      #expect(TaskPatches([patches[0], patches[1], purge, gone]).fields == nil)
    }
  }

  // MARK: Gaps

  @Test func aGapIsNamed() throws {
    var history = PatchedHistory(seed: 1)
    history.run(steps: 20)
    let named = Set(history.patches.flatMap(\.after))
    for patch in history.patches where named.contains(patch.id) {
      let rest = history.patches.filter { $0 != patch }
      #expect(TaskPatches(rest).missing == [patch.id])
    }
  }

  @Test func patchesThatFollowThemselvesAreGaps() throws {
    let task = Self.tasks[0]
    func patch(_ id: Text, _ after: [Text]) -> Patch? {
      Patch(
        id: id, after: after, task: task.id, device: nil, time: .max, from: nil,
        to: TaskFields(task))
    }
    let patches = [patch("1", ["3"]), patch("2", ["1"]), patch("3", ["2"]), patch("4", [])]
    #expect(TaskPatches(patches.compactMap { $0 }).missing == ["1", "2", "3"])
  }

  @Test func anotherPatchOfTheSameNameIsRefused() throws {
    var set = PatchSet()
    func patch(_ task: Task) -> Patch? {
      Patch(
        id: "1", after: [], task: Self.tasks[0].id, device: nil, time: 0, from: nil,
        to: TaskFields(task))
    }
    #expect(set.add(try #require(patch(Self.tasks[0]))))
    #expect(set.add(try #require(patch(Self.tasks[0]))))
    #expect(!set.add(try #require(patch(Self.tasks[1]))))
    #expect(set.count == 1)
  }

  @Test func fieldsOfALaterVersionAreNamed() throws {
    let task = Self.tasks[0]
    let patch = try #require(
      Patch(
        id: "1", after: [], task: task.id, device: nil, time: 0, from: nil, to: TaskFields(task)))
    let line = String(decoding: patch.line, as: UTF8.self)
      .replacing(
        "\"body\":{", with: "\"new\":1,\"body\":{\"mood\":{\"old\":null,\"new\":\"fine\"},")
    let fields = try #require(TaskPatches([try Patch(JSONValue(Array(line.utf8)))]).fields)
    #expect(fields.unknown == ["mood"])
    #expect(TaskFields(try fields.task(task.id)).differences(to: TaskFields(task)) == [])
  }
}

/// A task on three devices, which edit it, purge it, bring it back, and merge, told as patches.
private struct PatchedHistory {
  private struct Side {
    var task: TaskFields?
    var last: [Text] = []
  }

  private(set) var patches: [Patch] = []
  private var sides: [Side]
  private var random: SeededGenerator
  private var time: Int64 = 0
  private let id = TaskID(ofPath: "x.org")
  private var before: [Text: Set<Text>] = [:]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    sides = Array(repeating: Side(), count: 3)
    sides[0].task = edited(nil)
    tell(0, after: [], from: nil)
    sides = Array(repeating: sides[0], count: 3)
  }

  mutating func run(steps: Int) {
    for _ in 0..<steps {
      let side = random.below(3)
      if random.chance(30) {
        merge(random.below(3), into: side)
      } else {
        let old = sides[side].task
        sides[side].task = old != nil && random.chance(8) ? nil : edited(old)
        tell(side, after: sides[side].last, from: old)
      }
    }
  }

  /// The task after all devices have merged.
  mutating func merged() -> TaskFields? {
    merge(1, into: 0)
    merge(2, into: 0)
    return sides[0].task
  }

  private mutating func merge(_ other: Int, into side: Int) {
    let all = Set(sides[side].last + sides[other].last)
    let last = all.filter { patch in !all.contains { before[$0]?.contains(patch) == true } }
      .sorted()
    let plain = TaskPatches(patches).fields(after: last)
    if Set(sides[side].last) == Set(last) { return }
    if Set(sides[other].last) == Set(last), random.chance(80) {
      sides[side] = sides[other]
      return
    }
    // What the rule of patches gives, what one side has, or something else.
    switch random.below(4) {
    case 0: break
    case 1: sides[side].task = sides[other].task
    case 2: sides[side].task = edited(sides[other].task ?? sides[side].task)
    default: sides[side].task = plain.flatMap { try? $0.task(id) }.map { TaskFields($0) }
    }
    time += 1
    let patch = Patch(
      id: Text("p\(patches.count)"), after: last, task: id, device: nil, time: stamp(),
      from: plain, to: sides[side].task.map { PatchedFields($0) })
    sides[side].last = patch.map { [$0.id] } ?? last
    if let patch { add(patch) }
  }

  private mutating func tell(_ side: Int, after: [Text], from old: TaskFields?) {
    let patch = Patch(
      id: Text("p\(patches.count)"), after: after, task: id, device: Text("d\(side)"),
      time: stamp(), from: old, to: sides[side].task)
    guard let patch else { return }
    sides[side].last = [patch.id]
    add(patch)
  }

  private mutating func add(_ patch: Patch) {
    before[patch.id] = patch.after.reduce(into: Set(patch.after)) {
      $0.formUnion(before[$1] ?? [])
    }
    patches.append(patch)
  }

  /// Clocks go wrong by some.
  private mutating func stamp() -> Int64 {
    time += Int64(random.below(3))
    return time + Int64(random.below(9)) - 4
  }

  private mutating func edited(_ old: TaskFields?) -> TaskFields {
    var task =
      old.flatMap { fields in try? PatchedFields(fields).task(id) }
      ?? TasksCore.Task(
        id: id, path: "x.org", format: .org, title: "start", state: State("TODO", isDone: false))
    let words: [Text] = ["a", "b", "c", "d", "e"]
    for _ in 0...random.below(3) {
      switch random.below(9) {
      case 0: task.title = random.pick(words)
      case 1: task.tags = words.filter { _ in random.chance(40) }
      case 2:
        let isDone = random.chance(50)
        task.state = State(isDone ? "DONE" : random.pick(["TODO", "WAIT"]), isDone: isDone)
        task.closed = isDone ? Timestamp(iso: "2026-11-2\(random.below(10))") : nil
      case 3: task.scheduled = random.chance(30) ? nil : planning()
      case 4: task.deadline = random.chance(30) ? nil : planning()
      case 5: task.properties = words.filter { _ in random.chance(40) }.map { .init($0, "1") }
      case 6:
        let at = Timestamp(iso: "2026-11-1\(random.below(10))T10:00")
        let entry = LogItem.entry(LogEntry(.note, at: at, note: random.pick(words)))
        task.log = LogMerge.adding(entry, to: task.log)
      case 7: task.notes = random.pick(words)
      default: task.tags = task.tags.shuffled(using: &random)
      }
    }
    return TaskFields(task)
  }

  private mutating func planning() -> Planning? {
    let words = ["", " +1w", " +1w 3d", "--2026-12-30"]
    return Planning(fieldText: "2026-12-1\(random.below(10))" + random.pick(words))
  }
}

extension TaskFields {
  fileprivate func differences(to other: TaskFields) -> [Text] {
    PatchedFields(self).differences(to: PatchedFields(other))
  }
}
