@testable import TasksCore

/// SplitMix64: the same seed gives the same cases on every machine.
struct MergeSeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next(upperBound: UInt64(bound))) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}

/// Task files made at random, and what people and programs do to them.
struct MergeCases {
  static let path = "2026-11/call-bob-k7mq2xw4tz9nbcde.org"
  var random: MergeSeededGenerator

  init(seed: UInt64) { random = MergeSeededGenerator(seed: seed) }

  static func version(_ bytes: [UInt8]) -> TaskMerge.Version {
    TaskMerge.Version(bytes, path: path)
  }

  static func document(_ bytes: [UInt8]) -> (any TaskDocument)? { version(bytes).document }

  // MARK: A file

  mutating func file() -> [UInt8] {
    var lines: [String] = []
    if random.chance(80) {
      lines += ["#+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)"]
      if random.chance(20) { lines.append("#+FILETAGS: :shared:\(word()):") }
      if random.chance(10) { lines.append("#+CATEGORY: errands") }
      if random.chance(90) { lines.append("") }
    }
    let cookie = random.chance(30) ? " [0/0]" : ""
    let tags = random.chance(50) ? " :\(word()):@office:" : ""
    lines.append("* \(random.pick(["TODO", "NEXT", "DONE"])) \(words())\(cookie)\(tags)")
    if random.chance(40) { lines.append("DEADLINE: <2026-11-27 Fri 17:00 ++1w -3d>") }
    lines.append(":PROPERTIES:")
    if random.chance(90) { lines.append(":ID:       k7mq2xw4tz9nbcde") }
    lines.append(":RANK:     \(random.below(100) + 1)")
    lines.append(":CREATED:  [2026-11-20 Fri 09:15]")
    if random.chance(30) { lines.append(":CATEGORY: work") }
    if random.chance(30) { lines.append(":Effort:   1:30") }
    if random.chance(30) { lines.append(":BLOCKER:  ids(aaa bbb)") }
    if random.chance(30) { lines.append(":COLOUR:   \(word())") }
    if random.chance(20) { lines.append(":GEO:      50.1,14.5") }
    lines.append(":END:")
    if random.chance(50) {
      lines.append(":LOGBOOK:")
      for day in (1...(1 + random.below(3))).reversed() {
        lines.append("- State \"NEXT\"       from \"TODO\"       [2026-11-0\(day) Sun 10:30]")
        if random.chance(30) { lines.append("CLOCK: [2026-11-0\(day) Sun 11:00]") }
        if random.chance(30) {
          lines.append("- Note taken on [2026-11-0\(day) Sun 10:00] \\\\")
          lines.append("  \(words())")
        }
      }
      lines.append(":END:")
    }
    if random.chance(80) { lines += [""] + body() }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private mutating func body() -> [String] {
    (0...random.below(8)).map { _ in
      switch random.below(6) {
      case 0: ""
      case 1: "- [ ] \(word())"
      case 2: "- [X] \(word())"
      case 3: "  - [ ] \(word())"
      default: words()
      }
    }
  }

  private mutating func word() -> String {
    random.pick(["find", "read", "call", "pay", "ask", "číslo", "milk", "x"])
  }

  private mutating func words() -> String {
    (0...random.below(3)).map { _ in word() }.joined(separator: " ")
  }

  // MARK: What is done to it

  mutating func edited(_ bytes: [UInt8], rawPercent: Int = 25) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(4) {
      bytes = random.chance(rawPercent) ? rawEdited(bytes) : fieldEdited(bytes)
    }
    return bytes
  }

  private mutating func fieldEdited(_ bytes: [UInt8]) -> [UInt8] {
    guard let document = MergeCases.document(bytes) else { return bytes }
    let edits = edits(of: document.task)
    return (try? document.applying(edits))?.bytes ?? bytes
  }

  private mutating func edits(of task: Task) -> [Edit] {
    let at = moment()
    switch random.below(17) {
    case 0: return [.title(Text(words()))]
    case 1:
      let state = random.pick([
        State("WAIT", isDone: false), State("TODO", isDone: false), State("DONE", isDone: true),
      ])
      return task.changing(to: state, workflow: .standard, now: at, note: nil)
    case 2: return [.priority(Priority(random.pick(["A", "B", "C"])))]
    case 3: return [.rank(Rank(Double(random.below(1000) + 1) / 4))]
    case 4:
      return [.tags(task.tags.filter { _ in random.chance(60) } + [Text("t\(random.below(9))")])]
    case 5: return [.list(random.chance(30) ? nil : Text(word()))]
    case 6: return [.scheduled(random.chance(30) ? nil : Planning(at))]
    case 7: return [.deadline(random.chance(30) ? nil : Planning(at, repeater: Repeater("+1w")))]
    case 8: return [.deleted(random.chance(30) ? nil : at)]
    case 9: return [.effort(random.below(100))]
    case 10:
      return [
        .blockers(
          task.blockers.dropLast(random.below(2)) + [TaskID(Text(word()))].compactMap { $0 })
      ]
    case 11: return [.property(name: random.pick(["COLOUR", "Size"]), value: Text(words()))]
    case 12: return [.log([LogEntry(.note, at: at, note: Text(words()))] + task.log)]
    case 13: return [.clocks(clocks(task.clocks, at))]
    case 14:
      let list = Checklist(task.notes, format: .org)
      guard !list.items.isEmpty else { return [] }
      let index = random.below(list.items.count)
      return [.notes(list.setting(index, to: !list.items[index].isChecked))]
    case 15: return [task.appending(note: Text(words()))]
    default:
      var lines = task.notes.lines
      lines[random.below(lines.count)] = Text(words())
      return [.notes(Text.joining(lines).trimmingBlankLines)]
    }
  }

  private mutating func clocks(_ clocks: [Clock], _ at: Timestamp) -> [Clock] {
    guard let first = clocks.first, random.chance(70) else { return [Clock(start: at)] + clocks }
    return [Clock(start: first.start, end: at)] + clocks.dropFirst()
  }

  private mutating func moment() -> Timestamp {
    let date = CivilDate(dayNumber: 20_770 + random.below(20))
    return Timestamp(date, minute: random.below(1440))
  }

  private mutating func rawEdited(_ bytes: [UInt8]) -> [UInt8] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    let one = random.below(lines.count)
    let other = random.below(lines.count)
    switch random.below(8) {
    case 0: lines.swapAt(one, other)
    case 1: lines.remove(at: one)
    case 2: lines.insert(lines[one], at: other)
    case 3: lines.insert(junk(), at: one)
    case 4: lines[one] = lines[one].map(\.lowercasedASCII)
    case 5: lines = lines.map { $0.last == 0x0D ? $0 : $0 + [0x0D] }
    case 6: lines[one] += Array(" \(word())".utf8)
    default: lines[one].removeLast(min(lines[one].count, random.below(4)))
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  private mutating func junk() -> [UInt8] {
    random.pick([
      [0xFF, 0xFE, 0x20, 0x80], Array(":END:".utf8), Array(":LOGBOOK:".utf8),
      Array(":PROPERTIES:".utf8), Array("* TODO another".utf8), Array("** below".utf8),
      Array("CLOCK: [2026-11-20 Fri 09:20]".utf8), Array(":COLOUR+: more".utf8),
      Array("#+TODO: TODO IDEA | DONE".utf8), Array("- [ ] junk".utf8), Array("   ".utf8),
      Array("#+begin_src".utf8), Array(":RANK: seven".utf8), Array("=======".utf8),
      Array("- Merge dropped title \"Old\"".utf8),
      Array("- State \"DONE\" from \"TODO\" [2026-11-20 Fri 10:00]".utf8),
    ])
  }
}
