import Foundation
import TestSupport
import Testing

/// The ways to bring two devices' changes together.
enum Way: String, CaseIterable {
  case merge, pull, pullRebase, rebase, sync

  func run(_ fleet: Fleet, on device: String) throws {
    switch self {
    case .merge:
      try fleet.git("fetch", "--quiet", on: device)
      let said = try fleet.git("merge", "--no-edit", "origin/main", on: device)
      #expect(said.contains("'tasks' strategy"))
    case .pull: try fleet.git("pull", "--no-edit", on: device)
    case .pullRebase: try fleet.git("pull", "--rebase", on: device)
    case .rebase:
      try fleet.git("fetch", "--quiet", on: device)
      try fleet.git("rebase", "origin/main", on: device)
    case .sync: try fleet.tasks("sync", on: device)
    }
  }

  /// The ways that a story is told in: `pull` is a fetch and `merge`, `pull --rebase` a fetch and `rebase`.
  static let told = TestScope.cases([merge, rebase, sync], all: allCases)

  /// Brings what the hub has to the device `a`, in each way on a copy of its own: all must end alike.
  static func expectOneTree(
    _ fleet: Fleet, _ comment: Comment? = nil, ways: [Way] = told
  ) throws {
    var trees: [String: String] = [:]
    for way in ways {
      let name = way.rawValue
      try fleet.copy("a", to: name)
      try way.run(fleet, on: name)
      #expect(try fleet.git("status", "--porcelain", on: name) == "", "\(way) \(comment ?? "")")
      trees[name] = try fleet.tree(name)
    }
    // The others have the same tree.
    try fleet.expectClean("merge", comment)
    for way in ways where trees[way.rawValue] != trees["merge"] {
      let difference = try fleet.attempt(
        "diff", ["-ru", "--exclude=.git", "merge", way.rawValue], on: "")
      Issue.record("\(comment ?? ""): \(way) differs from merge:\n\(difference.output)")
    }
  }
}

/// What happened on two devices before they come together.
enum Story: String, CaseIterable {
  case severalCommits, moves, workedExample, purgeAgainstEdit, editAgainstPurge, purgeAndSimilar
  case bothAdd, doneAgainstMove, handEdits, lists, crissCross, localMerge, markdown, bothDone
  case sameChange, trashAgainstEdit
  case convertedAgainstEdited, editedAgainstConverted, movedAgainstEdited, movedToTwoPlaces
  case convertedAgainstMoved, bothConverted, movedAgainstPurged, convertedAndReordered

  func tell(_ fleet: Fleet) throws {
    func a(_ words: String...) throws { try fleet.run("tasks", words, on: "a") }
    func b(_ words: String...) throws { try fleet.run("tasks", words, on: "b") }
    for title in ["one", "two", "three", "four", "five"] { try a("add", title) }
    try a("sync")
    try b("sync")
    func p(_ title: String) throws -> String { try fleet.path(title, on: "a") }
    switch self {
    case .severalCommits:
      let (one, two, three) = (try p("one"), try p("two"), try p("three"))
      for word in ["alpha", "beta", "gamma"] {
        try a("modify", one, "title:\(word)")
        try a("modify", two, "+\(word)")
        try a("note", three, "a \(word)")
        try b("modify", one, "title:\(word)-b")
        try b("modify", two, "+b\(word)")
        try b("note", three, "b \(word)")
        try b("modify", one, "pri:A")
      }
      try a("done", two)
      try b("modify", two, "due:2026-12-01")
    case .moves:
      for _ in 0..<3 {
        try a("move", try p("five"), "up")
        try b("move", try p("one"), "down")
        try b("move", try p("four"), "top")
        try a("move", try p("two"), "bottom")
      }
    case .workedExample:
      try a("move", try p("three"), "before", try p("two"))
      try b("move", try p("one"), "bottom")
    case .purgeAgainstEdit:
      let one = try p("one")
      try a("delete", one)
      try a("purge", one)
      try b("modify", one, "title:kept")
      try a("move", try p("five"), "top")
    case .editAgainstPurge:
      let (one, two) = (try p("one"), try p("two"))
      try b("delete", one, two)
      try b("purge", one, two)
      try a("modify", one, "title:kept")
      try a("move", try p("five"), "top")
    case .purgeAndSimilar:
      let one = try p("one")
      try a("delete", one)
      try a("purge", one)
      try a("add", "one")
      try b("modify", one, "+changed")
      try b("add", "one more")
    case .bothAdd:
      for number in 1...3 {
        try a("add", "new a \(number)", "list:work")
        try b("add", "new b \(number)", "list:home")
      }
      try a("move", try p("new a 2"), "top")
    case .doneAgainstMove:
      try a("done", try p("two"), try p("three"))
      try b("move", try p("two"), "top")
      try b("done", try p("four"))
      try a("move", try p("four"), "bottom")
    case .handEdits:
      let (one, two) = (try p("one"), try p("two"))
      try fleet.replace("* TODO one", "* TODO one by hand   :tag:", in: one, on: "a")
      try fleet.write("* TODO made by hand\n", to: "hand.org", on: "a")
      try fleet.git("add", "-A", on: "a")
      try fleet.git("commit", "-qm", "by hand", on: "a")
      try fleet.replace(":END:", ":X: y\n:END:", in: one, on: "b")
      try fleet.replace("* TODO two", "* NEXT [#B] two", in: two, on: "b")
      try fleet.write("* TODO made by hand too\n", to: "hand.org", on: "b")
      try b("sync")
      try a("modify", one, "due:2026-12-24")
    case .lists:
      try a("refile", try p("one"), try p("two"), "work")
      try b("refile", try p("two"), try p("three"), "home")
      try a("move", try p("two"), "bottom")
      try b("move", try p("three"), "top")
    case .crissCross:
      let one = try p("one")
      try a("modify", one, "title:from a", "+a")
      try b("modify", one, "title:from b", "+b")
      try fleet.git("remote", "add", "b", fleet.world.path("b"), on: "a")
      try fleet.git("remote", "add", "a", fleet.world.path("a"), on: "b")
      try fleet.git("fetch", "--quiet", "b", on: "a")
      try fleet.git("fetch", "--quiet", "a", on: "b")
      try fleet.git("merge", "--no-edit", "b/main", on: "a")
      try fleet.git("merge", "--no-edit", "a/main", on: "b")
      try a("modify", one, "due:2026-12-01")
      try b("modify", try p("two"), "title:zwei")
    case .localMerge:
      try b("modify", try p("one"), "title:first")
      try b("sync")
      try a("modify", try p("one"), "pri:B")
      try fleet.git("pull", "--no-edit", on: "a")
      try a("move", try p("two"), "top")
      try b("move", try p("five"), "top")
    case .markdown:
      try fleet.write(
        "---\nid: mdmdmdmdmdmdmdmd\nrank: 3\ntitle: in Markdown\nstatus: todo\n---\n\nText.\n",
        to: "2026-11/in-markdown-mdmdmdmdmdmdmdmd.md", on: "a")
      try a("sync")
      try b("sync")
      guard let task = try? p("in Markdown") else { break }
      try a("modify", task, "title:from a", "+x")
      try b("modify", task, "title:from b", "+y", "due:2026-12-01")
      try a("move", task, "top")
      try b("note", task, "text")
    case .bothDone:
      try a("done", try p("one"), try p("two"))
      try b("done", try p("one"))
      try b("cancel", try p("two"))
      try b("modify", try p("three"), "sched:2026-11-30", "every:1w")
    case .sameChange:
      // What only differs by its commit git leaves out of a rebase.
      let one = try p("one")
      try fleet.replace("* TODO one", "* TODO the same", in: one, on: "a")
      try fleet.git("commit", "-qam", "same", on: "a")
      try fleet.replace("* TODO one", "* TODO the same", in: one, on: "b")
      try fleet.git("commit", "-qam", "same", on: "b")
      try a("move", try p("two"), "top")
      try b("move", try p("three"), "top")
    case .trashAgainstEdit:
      let (one, two) = (try p("one"), try p("two"))
      try a("delete", one)
      try b("modify", one, "title:edited")
      try b("delete", two)
      try a("modify", two, "title:edited")
      try b("move", two, "bottom")
    default: try tellOfMoved(fleet)
    }
    try b("sync")
  }

  /// Tasks that change their place or format on one device, and something else on the other.
  private func tellOfMoved(_ fleet: Fleet) throws {
    let (one, two) = (try fleet.path("one", on: "a"), try fleet.path("two", on: "a"))
    func edit(_ device: String) throws {
      try fleet.tasks("modify", one, "title:from \(device)", "+\(device)", on: device)
      try fleet.tasks("note", one, "note of \(device)", on: device)
      try fleet.tasks("wait", one, "--note", "why", on: device)
      try fleet.tasks("modify", two, "due:2026-12-01", on: device)
    }
    func convert(_ device: String) throws {
      try fleet.tasks("modify", one, "+before", on: device)
      try fleet.tasks("convert", one, two, "--to", "md", on: device)
      let path = one.replacingOccurrences(of: ".org", with: ".md")
      try fleet.tasks("modify", path, "title:converted on \(device)", "pri:A", on: device)
      try fleet.tasks("note", path, "after \(device)", on: device)
    }
    func move(_ device: String, to folder: String) throws {
      try fleet.world.shell("mkdir \(folder); git mv \(one) \(two) \(folder)", in: device)
      try fleet.git("commit", "-qm", "moved by hand", on: device)
    }
    func moved(_ folder: String) throws -> String {
      folder + "/" + (one as NSString).lastPathComponent
    }
    switch self {
    case .convertedAgainstEdited:
      try convert("a")
      try edit("b")
    case .editedAgainstConverted:
      try edit("a")
      try convert("b")
    case .movedAgainstEdited:
      try move("a", to: "work")
      try fleet.tasks("modify", moved("work"), "title:moved", on: "a")
      try edit("b")
    case .movedToTwoPlaces:
      try move("a", to: "home")
      try move("b", to: "work")
      try fleet.tasks("modify", moved("home"), "title:at home", "+home", on: "a")
      try fleet.tasks("modify", moved("work"), "title:at work", "+work", on: "b")
    case .convertedAgainstMoved:
      try convert("a")
      try move("b", to: "work")
      try fleet.tasks("modify", moved("work"), "title:at work", "+work", on: "b")
    case .bothConverted:
      try convert("a")
      try convert("b")
    case .movedAgainstPurged:
      try move("a", to: "home")
      try fleet.tasks("modify", moved("home"), "+home", on: "a")
      try fleet.tasks("delete", one, two, on: "b")
      try fleet.tasks("purge", one, two, on: "b")
    default:
      try convert("b")
      try fleet.tasks("move", one, "bottom", on: "a")
      try fleet.tasks("move", try fleet.path("four", on: "b"), "top", on: "b")
    }
  }
}

@Suite struct StrategyTests {
  @Test(arguments: Story.allCases) func everyWayEndsInOneTree(story: Story) throws {
    let fleet = try Fleet("a", "b")
    try story.tell(fleet)
    try Way.expectOneTree(fleet)
    // No task is there twice.
    let doctor = try fleet.attempt("tasks", ["doctor"], on: "merge")
    #expect(!doctor.output.contains("several files"), "\(doctor.output)")
  }
}
