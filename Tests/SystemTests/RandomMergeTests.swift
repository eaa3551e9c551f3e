import Foundation
import TestSupport
import Testing

/// Several commits on either side of many tasks, made at random: whichever way they come together, the tree
/// is the same.
///
/// `TASKS_MERGES=200` looks at more cases, `TASKS_SEED=N` at one of one's own first.
@Suite struct RandomMergeTests {
  private static let first = UInt64(TestScope.number("TASKS_SEED") ?? 1)
  private static let count = TestScope.number("TASKS_MERGES") ?? TestScope.cases(2, all: 8)
  private static let seeds = first..<first + UInt64(count)

  @Test(arguments: seeds) func everyWayEndsInOneTree(seed: UInt64) throws {
    var story = try RandomMerge(seed: seed)
    do {
      try story.tell()
      try Way.expectOneTree(story.fleet, "seed \(seed)")
      let ids = try story.ids(on: "merge")
      let log = story.log.joined(separator: "\n")
      #expect(ids.count == Set(ids).count, "seed \(seed): a task is there twice: \(ids)\n\(log)")
      let lost = try story.lost(on: "merge")
      #expect(lost.isEmpty, "seed \(seed): lost \(lost)\n\(log)")
    } catch {
      Issue.record("seed \(seed): \(error)\n\(story.log.joined(separator: "\n"))")
    }
  }
}

/// What two devices do to one store before they meet.
private struct RandomMerge {
  let fleet: Fleet
  private(set) var log: [String] = []
  private var numbers: SeededGenerator
  private var counter = 0
  /// Words that a side wrote and that nobody took away since.
  private var written: [String: Set<String>] = ["a": [], "b": []]

  init(seed: UInt64) throws {
    numbers = SeededGenerator(seed: seed)
    fleet = try Fleet("a", "b")
  }

  mutating func tell() throws {
    for number in 0..<14 {
      let id = "task\(number)"
      let isOrg = number % 2 == 0
      let text =
        isOrg
        ? "* TODO \(id)\n:PROPERTIES:\n:ID: \(id)\n:RANK: \(number + 1)\n:END:\n\nText.\n- [ ] box\n"
        : "---\nid: \(id)\ntitle: \(id)\nstatus: todo\nrank: \(number + 1)\n---\n\nText.\n- [ ] box\n"
      try fleet.write(text, to: "2026-11/\(id).\(isOrg ? "org" : "md")", on: "a")
    }
    try fleet.write("Not a task.\n", to: "notes.txt", on: "a")
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-qm", "start", on: "a")
    let prefersLatest = pick([true, false, false])
    for device in ["a", "b"] {
      try fleet.tasks("sync", on: device)
      if prefersLatest { try fleet.git("config", "merge.tasks.prefer", "latest", on: device) }
    }
    if prefersLatest { log.append("both prefer the latest") }
    let crosses = pick([true, false, false])
    for round in 0..<(crosses ? 2 : 1) {
      for device in ["a", "b"] {
        for _ in 0..<Int.random(in: 1...3, using: &numbers) { try commit(on: device) }
      }
      guard crosses, round == 0 else { continue }
      log.append("both merge the other")
      for (device, other) in [("a", "b"), ("b", "a")] {
        let tip = try fleet.git("rev-parse", "HEAD", on: other).trimmingCharacters(in: .newlines)
        try fleet.git("fetch", "-q", fleet.world.path(other), "main", on: device)
        try fleet.git("branch", "-f", "other", tip, on: device)
      }
      for device in ["a", "b"] {
        try fleet.git("merge", "-q", "--no-edit", "other", on: device)
        written[device] = []
      }
    }
    for device in ["a", "b"] { try run(device, ["add", "last of \(device)"]) }
    try fleet.tasks("sync", on: "b")
  }

  /// Some changes, by an editor or by commands, as one commit or as one each.
  private mutating func commit(on device: String) throws {
    guard Bool.random(using: &numbers) else { return try command(on: device) }
    for _ in 0..<3 {
      guard let path = try paths(on: device).randomElement(using: &numbers) else { continue }
      try edit(path, on: device)
    }
    if pick([true, false]) { try fleet.write("Not a task, \(device).\n", to: device, on: device) }
    try fleet.git("add", "-A", on: device)
    if try fleet.git("status", "--porcelain", on: device) != "" {
      try fleet.git("commit", "-qm", "by hand", on: device)
    }
  }

  private mutating func command(on device: String) throws {
    let paths = try paths(on: device).shuffled(using: &numbers)
    guard paths.count > 3 else { return }
    let some = Array(paths.prefix(3))
    let (title, tag) = (word(), word())
    switch Int.random(in: 0..<9, using: &numbers) {
    case 0: try run(device, ["done"] + some)
    case 1: try run(device, ["delete"] + some)
    case 2:
      try run(device, ["delete", paths[0]])
      try run(device, ["purge", paths[0]])
      forget(device)
    case 3: try run(device, ["convert", "--to", pick(["org", "md"])] + some)
    case 4: try run(device, ["move", paths[0], pick(["top", "bottom"])])
    case 5:
      try run(device, ["add", title, "list:" + pick(["work", "home"])])
      written[device]?.insert(title)
    case 6: try run(device, ["refile"] + some + [pick(["work", "home"])])
    case 7: try run(device, ["modify"] + some + ["due:2026-12-1\(counter % 10)", "pri:A"])
    default:
      try run(device, ["modify"] + some + ["+" + tag])
      written[device]?.insert(tag)
    }
  }

  private mutating func run(_ device: String, _ words: [String]) throws {
    log.append("\(device): tasks \(words.joined(separator: " "))")
    try fleet.run("tasks", words, on: device)
  }

  private mutating func edit(_ path: String, on device: String) throws {
    let text = try fleet.read(path, on: device)
    let (new, isOrg) = (word(), path.hasSuffix(".org"))
    var lines = text.components(separatedBy: "\n")
    func line(_ start: String) -> Int? { lines.firstIndex { $0.hasPrefix(start) } }
    log.append("\(device): by hand \(path) \(new)")
    switch Int.random(in: 0..<8, using: &numbers) {
    case 6: return try addAtSharedPath(new, on: device)
    case 7: return try swap(path, on: device)
    case 0:
      if let rank = line(isOrg ? ":RANK:" : "rank:") {
        lines[rank] = (isOrg ? ":RANK: " : "rank: ") + "\(Int.random(in: 1...20, using: &numbers))"
      }
    case 1:
      lines.insert(new, at: lines.count - 1)
      written[device]?.insert(new)
    case 2:
      if let place = line(isOrg ? ":ID:" : "id:") {
        lines.insert(isOrg ? ":X-\(new): \(new)" : "x-\(new): \(new)", at: place + 1)
        written[device]?.insert(new)
      }
    case 3, 4:
      let place = pick(["2026-11", "2026-12", "home"]) + "/" + (path as NSString).lastPathComponent
      guard !fleet.exists(place, on: device) else { return }
      let folder = (place as NSString).deletingLastPathComponent
      try fleet.world.shell("mkdir -p \(folder); git mv \(path) \(place)", in: device)
      log.append("\(device): git mv \(path) \(place)")
      return
    default:
      if Int.random(in: 0..<3, using: &numbers) == 0 {
        try fleet.world.shell("rm \(path)", in: device)
        log.append("\(device): rm \(path)")
        forget(device)
        return
      }
      if let box = line("- [ ] box") { lines[box] = "- [X] box" }
    }
    try fleet.write(lines.joined(separator: "\n"), to: path, on: device)
  }

  /// A task of one's own at a path that the other may choose as well.
  private mutating func addAtSharedPath(_ word: String, on device: String) throws {
    let path = pick(["new.org", "2026-11/new.org"])
    guard !fleet.exists(path, on: device) else { return }
    try fleet.write("* TODO \(word)\n:PROPERTIES:\n:ID: id\(word)\n:END:\n", to: path, on: device)
    log.append("\(device): new \(path) \(word)")
    written[device]?.insert(word)
  }

  /// Two tasks that change their places.
  private mutating func swap(_ path: String, on device: String) throws {
    let ending = (path as NSString).pathExtension
    guard
      let other = try paths(on: device).filter({ $0 != path && $0.hasSuffix(ending) })
        .randomElement(using: &numbers)
    else { return }
    try fleet.world.shell("mv \(path) x; mv \(other) \(path); mv x \(other)", in: device)
    log.append("\(device): swap \(path) \(other)")
  }

  // MARK: What is there

  private func paths(on device: String) throws -> [String] {
    try fleet.git("ls-files", on: device).split(separator: "\n").map(String.init)
      .filter { ($0.hasSuffix(".org") || $0.hasSuffix(".md")) && fleet.exists($0, on: device) }
  }

  func ids(on device: String) throws -> [String] {
    try paths(on: device).compactMap { path in
      try fleet.read(path, on: device).split(separator: "\n")
        .first { $0.hasPrefix(":ID:") || $0.hasPrefix("id:") }?
        .split(separator: " ").last.map(String.init)
    }
  }

  /// Words that a side has written and that are nowhere now.
  func lost(on device: String) throws -> [String] {
    let text = try paths(on: device).map { try fleet.read($0, on: device) }.joined()
    let there = Set(text.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    return written.values.flatMap { $0 }.filter { !there.contains($0) }.sorted()
  }

  /// What went with a file cannot be looked for: a purge is meant.
  private mutating func forget(_ device: String) { written[device] = [] }

  private mutating func word() -> String {
    counter += 1
    return "w\(counter)w"
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &numbers)]
  }
}
