import Foundation
import TestSupport
import Testing

/// Three devices that meet in a bare repository with plain git: no conflict, no marker, nothing lost.
@Suite struct ThreeClonesTests {
  static let bob = "2026-11/call-bob-1bbbbbbbbbbbbbbb.org"

  /// Three clones that all have the sample's tasks.
  private func hubWithSample() throws -> Hub {
    let hub = try Hub(clones: ["a", "b", "c"])
    for (path, text) in World.sample { try hub.world.write(text, to: "a/" + path) }
    try hub.tasks("a", "add", "Tidy up")
    try hub.git("a", "push", "-q")
    for clone in ["b", "c"] { try hub.pull(clone) }
    return hub
  }

  @Test(arguments: [[false, false], [true, true], [false, true], [true, false]])
  func everyFieldOfOneTask(_ rebase: [Bool]) throws {
    let hub = try hubWithSample()
    let bob = Self.bob
    try hub.tasks("a", "modify", bob, "title:Call Bob today", "+alpha", "-phone", "pri:B")
    try hub.tasks("a", "note", bob, "note of a")
    try hub.tasks("a", "check", bob, "1")
    try hub.tasks("b", "modify", bob, "title:Call Bob tomorrow", "+beta", "due:2026-12-01")
    try hub.tasks("b", "note", bob, "note of b")
    try hub.tasks("b", "wait", bob, "--note", "b waits")
    try hub.tasks("c", "modify", bob, "+gamma", "effort:30")
    let text = try hub.world.read("c/" + bob)
    try hub.world.write(
      text.replacingOccurrences(of: "He has the number.", with: "She has the number."),
      to: "c/" + bob)
    try hub.tasks("c", "check", bob, "3")
    #expect(try hub.git("c", "log", "-2", "--format=%s").contains("edited by hand: Call Bob"))

    try hub.git("a", "push", "-q")
    try hub.pull("b", rebase: rebase[0])
    try hub.git("b", "push", "-q")
    try hub.pull("c", rebase: rebase[1])
    try hub.git("c", "push", "-q")
    try hub.settle()

    let merged = try hub.world.read("a/" + bob)
    #expect(merged.contains("* WAIT [#B] Call Bob tomorrow [3/3] "))
    #expect(merged.contains("- Merge dropped title \"Call Bob today\"\n"))
    #expect(merged.components(separatedBy: "Merge dropped").count == 2)
    for tag in ["alpha", "beta", "gamma", "@office"] { #expect(merged.contains(":\(tag):")) }
    #expect(!merged.contains(":phone:"))
    #expect(merged.contains("DEADLINE: <2026-12-01 Tue -3d>"))
    #expect(merged.contains(":Effort:   0:30\n"))
    for line in ["She has the number.", "note of a", "note of b"] {
      #expect(merged.contains(line + "\n"))
    }
    #expect(!merged.contains("He has"))
    #expect(
      merged.contains("- State \"WAIT\"       from \"TODO\"") && merged.contains("  b waits\n"))
  }

  @Test(arguments: [false, true])
  func tasksOfTheirOwn(_ rebase: Bool) throws {
    let hub = try hubWithSample()
    for clone in hub.clones {
      try hub.tasks(clone, "add", "First of \(clone)", "+\(clone)")
      try hub.tasks(clone, "add", "Second of \(clone)")
    }
    try hub.world.write("* TODO By hand\n", to: "b/hand.org")
    try hub.tasks("b", "done", "hand.org")
    for clone in hub.clones {
      try hub.pull(clone, rebase: rebase)
      try hub.git(clone, "push", "-q")
    }
    try hub.settle(rebase: rebase)
    let list = try hub.tasks("c", "list", "--format", "{title}")
    for clone in hub.clones {
      #expect(list.contains("First of \(clone)\n") && list.contains("Second of \(clone)\n"))
    }
    #expect(try hub.tasks("a", "list", "--done", "--format", "{title}") == "Pay rent\nBy hand\n")
  }

  /// One by one: deleted against edited, finished against renamed, moved against moved.
  @Test(arguments: [false, true])
  func oneSideAgainstTheOther(_ rebase: Bool) throws {
    let hub = try hubWithSample()
    let (bob, milk, plants) = (Self.bob, World.sample[1].path, World.sample[2].path)
    try hub.tasks("a", "delete", bob)
    try hub.tasks("b", "note", bob, "still needed")
    try hub.tasks("a", "done", milk)
    try hub.tasks("b", "modify", milk, "title:Buy oat milk")
    try hub.tasks("c", "modify", milk, "-errand", "+food")
    try hub.tasks("a", "done", plants)
    try hub.tasks("c", "move", plants, "top")
    try hub.tasks("b", "restore", World.sample[4].path)
    try hub.tasks("c", "note", World.sample[4].path, "thought again")
    for clone in hub.clones {
      try hub.pull(clone, rebase: rebase)
      try hub.git(clone, "push", "-q")
    }
    try hub.settle(rebase: rebase)
    let trash = try hub.tasks("a", "trash", "--json")
    #expect(trash.contains("1bbbbbbbbbbbbbbb") && trash.contains("still needed"))
    #expect(
      try hub.tasks("a", "list", "--done", "--format", "{title} {tags}")
        == "Buy oat milk food\nPay rent errand\n")
    #expect(try hub.world.read("a/" + plants).contains("SCHEDULED: <2026-11-28 Sat ++1w>"))
    #expect(try hub.tasks("a", "list", "--format", "{rank} {title}").hasPrefix("0.5 Water"))
    #expect(try hub.world.read("a/" + World.sample[4].path).contains("thought again"))
    #expect(try hub.tasks("a", "list", "--format", "{title}").contains("Old idea\n"))
  }

  /// Commits of other people in the same repository go along.
  @Test func somethingElseBesideTheTasks() throws {
    let hub = try hubWithSample()
    try hub.world.write("# Notes\n", to: "a/README.md")
    try hub.git("a", "add", "README.md")
    try hub.git("a", "commit", "-qm", "a readme")
    try hub.git("a", "push", "-q")
    try hub.tasks("b", "add", "Something")
    try hub.pull("b")
    try hub.git("b", "push", "-q")
    try hub.settle()
    #expect(try hub.world.read("c/README.md") == "# Notes\n")
  }

  @Test(arguments: [(1, 160), (2, 50)] as [(UInt64, Int)])
  func manyChangesInAnyOrder(_ seed: UInt64, _ count: Int) throws {
    var story = try RandomStory(seed: seed)
    do {
      for _ in 0..<count { try story.step() }
      try story.hub.settle(rebase: seed == 2)
      let lost = try story.lost()
      #expect(lost.isEmpty, "seed \(seed), lost \(lost)\n\(story.steps.joined(separator: "\n"))")
    } catch {
      Issue.record("seed \(seed): \(error)\n\(story.steps.joined(separator: "\n"))")
    }
  }
}

/// A random sequence of changes on three clones, which remembers every word that was ever written.
///
/// Every title, note, tag and remark holds a word that stands nowhere else. In the end each word is in a file,
/// unless somebody who had it before their eyes replaced it.
private struct RandomStory {
  let hub: Hub
  private(set) var steps: [String] = []
  private var random: SeededGenerator
  private var paths: [String] = []
  private var written: Set<String> = []
  private var replaced: Set<String> = []
  private var minute = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    hub = try Hub(clones: ["a", "b", "c"])
  }

  /// The words that are gone though nobody took them away.
  func lost() throws -> [String] {
    let text = try hub.text("a")
    let present = Set(text.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    return written.subtracting(present).subtracting(replaced).sorted()
  }

  mutating func step() throws {
    minute += 1
    let time = "2026-11-20T\(10 + minute / 60):\(String(format: "%02d", minute % 60))"
    hub.world.environment["TASKS_NOW"] = time
    let clone = hub.clones.randomElement(using: &random) ?? "a"
    let here = paths.filter {
      FileManager.default.fileExists(atPath: hub.world.path("\(clone)/\($0)"))
    }
    let choice = Int.random(in: 0..<22, using: &random)
    guard let path = here.randomElement(using: &random), choice > 1 else { return try add(clone) }
    if choice > 16 { return try meet(clone) }
    try change(clone, path, choice)
  }

  private mutating func meet(_ clone: String) throws {
    let rebase = Bool.random(using: &random)
    let pushes = Int.random(in: 0..<3, using: &random) > 0
    steps.append("\(clone): pull\(rebase ? " --rebase" : "")\(pushes ? ", push" : "")")
    try hub.pull(clone, rebase: rebase)
    if pushes { try hub.git(clone, "push", "-q") }
  }

  private mutating func word(_ kind: String) -> String {
    let word = "\(kind)\(written.count)z"
    written.insert(word)
    return word
  }

  private mutating func add(_ clone: String) throws {
    let title = word("title")
    let tag = word("tag")
    let note = word("note")
    steps.append("\(clone): add \(title) +\(tag) / \(note)")
    let json = try hub.tasks(
      clone, "add", title, "+\(tag)", "due:fri", "--json", "/", note + "\n- [ ] one\n- [ ] two")
    let parts = json.components(separatedBy: "\"path\":\"")
    guard parts.count == 2, let path = parts[1].components(separatedBy: "\"").first else {
      throw Hub.Failure(description: json)
    }
    paths.append(path)
  }

  private mutating func change(_ clone: String, _ path: String, _ choice: Int) throws {
    let heading = try heading(clone, path)
    let number = paths.firstIndex(of: path) ?? 0
    func tell(_ what: String) { steps.append("\(clone): \(what) of \(number)") }
    switch choice {
    case 2, 3:
      let title = word("title")
      tell("title \(title)")
      replaced.formUnion(heading.filter { $0.hasPrefix("title") })
      try hub.tasks(clone, "modify", path, "title:\(title)")
    case 4, 5:
      let tag = word("tag")
      tell("tag \(tag)")
      try hub.tasks(clone, "modify", path, "+\(tag)", "+shared")
    case 6:
      guard let tag = heading.first(where: { $0.hasPrefix("tag") }) else { return }
      tell("no tag \(tag)")
      replaced.insert(tag)
      try hub.tasks(clone, "modify", path, "-\(tag)", "-shared")
    case 7, 8:
      let note = word("note")
      tell("note \(note)")
      try hub.tasks(clone, "note", path, note)
    case 9:
      let remark = word("remark")
      tell("wait \(remark)")
      try hub.tasks(clone, "start", path)
      try hub.tasks(clone, "wait", path, "--note", remark)
    case 10:
      tell("done")
      try hub.tasks(clone, "done", path)
    case 11:
      tell("reopen, check")
      try hub.tasks(clone, "reopen", path)
      try hub.tasks(clone, Bool.random(using: &random) ? "check" : "uncheck", path, "1")
    case 12:
      tell("delete")
      try hub.tasks(clone, "delete", path)
    case 13:
      tell("restore, due")
      try hub.tasks(clone, "restore", path)
      try hub.tasks(clone, "modify", path, "due:\(Int.random(in: 1..<9, using: &random))d")
    case 14:
      tell("move")
      try hub.tasks(
        clone, "move", path, ["top", "bottom", "up", "down"].randomElement(using: &random) ?? "up")
    default: try editByHand(clone, path, committed: choice == 15)
    }
  }

  /// A new line at the end and another priority, as an editor would write them.
  private mutating func editByHand(_ clone: String, _ path: String, committed: Bool) throws {
    let note = word("hand")
    steps.append("\(clone): by hand \(note) in \(path)\(committed ? ", git commit" : "")")
    var text = try hub.world.read("\(clone)/\(path)")
    text += "\n\(note)\n"
    try hub.world.write(text, to: "\(clone)/\(path)")
    if committed {
      try hub.git(clone, "commit", "-qam", "by hand")
    } else {
      try add(clone)
    }
  }

  /// The words in the heading of a task as a clone has it.
  private func heading(_ clone: String, _ path: String) throws -> [String] {
    let text = try hub.world.read("\(clone)/\(path)")
    let line = text.split(separator: "\n").first { $0.hasPrefix("* ") } ?? ""
    return line.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
