import Foundation
import TasksCommands
import TestSupport
import Testing

/// The examples of help and of the manual: each works where it stands, and does something.
@Suite struct ExampleTests {
  private static let shown = Verbs.all.filter { $0.isShown }.map { $0.name }

  /// What has happened before the examples of a verb or a topic.
  private static let before = [
    "capture": #"""
    echo "(setq org-capture-templates '((\"i\" \"Idea\" entry (file \"i.org\") \"* TODO %?\")))" > init.el
    """#,
    "view": #"""
    echo "(setq org-agenda-custom-commands '((\"p\" \"Phone\" tags-todo \"+phone\")))" > init.el
    """#,
    "import": """
    echo data.location=$HOME/.task > ~/.taskrc; echo 'Send letter' > ~/todo.txt; echo 'x Call' > ~/done.txt
    tasks export ics k7m > tasks.ics
    """,
    "export": "echo data.location=$HOME/.task > ~/.taskrc",
    "mobile": "mkdir ~/Phone",
    "move": "tasks move k7m bottom",
    "reopen": "tasks done k7m b3x",
    "uncheck": "tasks check k7m 1 3",
    "trash": "tasks delete k7m b3x",
    "restore": "tasks delete k7m s4v",
    "purge": "tasks delete k7m; TASKS_NOW=2026-10-01T09:00 tasks delete s4v",
    "undo": "for tag in a b c d e f; do tasks modify k7m +$tag; done",
    "sync": "mkdir ~/Stick ~/Notes",
    "squash": "tasks modify k7m +a; tasks modify k7m +b",
    "rebuild": "tasks log --patches | tee laptop.jsonl phone.jsonl > patches.jsonl",
    "redo": "tasks done k7m; tasks done b3x; tasks undo; tasks undo",
    "habits": "tasks add Water the plants sched:today every:.+2d/4d",
    "git": "git remote remove origin",
    "completions": """
    mkdir -p ~/.local/share/bash-completion/completions ~/.config/fish/completions ~/.zfunc
    """,
    "conflicts": dropped, "merging": dropped, "show": encrypted, "decrypt": encrypted,
    "encrypt": "tasks config crypt.recipients alice@example.org",
  ]

  /// Notes that are encrypted.
  private static let encrypted = "tasks encrypt k7m b3x --to alice@example.org"
  /// What has examples for which keys are needed.
  private static let withKeys = ["show", "encrypt", "decrypt", "encryption"]

  /// A value that a merge dropped.
  private static let dropped = """
    tasks clone ../hub.git ../other
    tasks --store ../other modify k7m title:Call
    tasks --store ../other sync
    tasks modify k7m title:Write
    tasks sync
    """

  /// Examples that are run in another way, for they never end, leave something outside of the home or name a commit.
  private static let instead = [
    "tasks sync --every 60": "timeout --preserve-status -s INT 0.3 tasks sync --every 60",
    "tasks undo --op 18b0a35f": "tasks undo --op $(git rev-parse --short=8 HEAD)",
    "tasks web": served, "tasks web --port 8300 --no-open": served,
    "tasks ui": painted("tasks ui"), "tasks ui agenda": painted("tasks ui agenda"),
    "tasks ui +phone due:overdue": painted("tasks ui +phone due:overdue"),
    "tasks demo --keep": "rm -r \"$(tasks demo --keep 2>&1 | sed -n 's/.* are in //p')\"",
  ]

  /// On a terminal; the key that quits.
  private static func painted(_ line: String) -> String {
    "printf q | TERM=xterm script -qefc '\(line)' /dev/null >~/out"
  }

  /// Another port, since somebody's page may be served at the usual one; Ctrl-C gives the status 130.
  private static let served = """
    timeout --preserve-status -s INT 3 tasks web --port $((10000 + $$ % 20000)) --no-open >~/out
    test $? = 130 && grep 'sign in' ~/out
    """

  private func examples(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("  tasks ") || $0 == "  tasks" }
      .map { String($0.dropFirst(2)) }
  }

  private func expectToWork(
    _ examples: [String], after preparation: String? = nil, hasKeys: Bool = false
  ) throws {
    let world = try ExampleHome.world()
    let keys = hasKeys ? try KeyRing(in: world, secret: ["alice"]) : nil
    defer { keys?.remove() }
    if let preparation {
      let outcome = try world.shell("set -e\n" + preparation)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    for example in examples {
      let outcome = try world.example(Self.instead[example] ?? example)
      #expect(outcome.status == 0, "\(example)\n\(outcome.output)\(outcome.errors)")
      #expect(!outcome.errors.contains("nothing to"), "\(example)\n\(outcome.errors)")
      if example.hasPrefix("tasks list") {
        #expect(!outcome.output.isEmpty, "\(example) finds nothing")
      }
    }
  }

  @Test(arguments: shown) func helpOfAVerbHasExamples(_ verb: String) throws {
    let examples = examples(try HelpScreen.text(for: [verb]))
    // The tutorial has neither arguments nor options.
    #expect(
      examples.count { $0.hasPrefix("tasks \(verb)") } >= (verb == "tutorial" ? 1 : 2),
      "tasks help \(verb) shows fewer than two examples")
    try expectToWork(
      examples, after: Self.before[verb], hasKeys: Self.withKeys.contains(verb))
  }

  @Test(arguments: HelpTopic.allCases) func helpOnATopicHasExamples(_ topic: HelpTopic) throws {
    let examples = examples(topic.text)
    #expect(examples.count >= 2)
    try expectToWork(
      examples, after: Self.before[topic.rawValue],
      hasKeys: Self.withKeys.contains(topic.rawValue))
  }

  /// What an example does follows it here, after blanks.
  @Test func helpBeginsWithExamples() throws {
    let examples = examples(try HelpScreen.text(for: [])).map {
      String($0.prefix(upTo: $0.firstRange(of: "   ")?.lowerBound ?? $0.endIndex))
    }
    #expect(examples.count >= 2)
    try expectToWork(examples)
  }

  /// The parts of the manual that are written by hand; a page is one walk.
  @Test(arguments: ["tasks.1", "tasks-sync.7", "tasks-file.5"])
  func manualHasExamples(_ page: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("Man/\(page)"), encoding: .utf8)
    // The generated part is help.
    let written = text.components(separatedBy: #".\" End of the generated part."#).last ?? text
    var lines: [String] = []
    for block in written.components(separatedBy: ".Bd -literal").dropFirst() {
      let body = block.components(separatedBy: "\n.Ed")[0].split(separator: "\n").dropFirst()
      guard body.first?.hasPrefix("tasks ") == true else { continue }
      lines += body.map { String($0).replacing(#"\(ti"#, with: "~").replacing(#"\-"#, with: "-") }
    }
    #expect(!lines.isEmpty || page == "tasks-file.5")
    if page == "tasks.1" { return try expectToWork(lines) }
    // Elsewhere, and the upstream has nothing yet.
    let world = try ExampleHome.world(hasStore: false)
    let walk = lines.map { $0.hasPrefix("tasks clone") ? "HOME=~/desktop; mkdir ~; \($0)" : $0 }
    let outcome = try world.shell("set -e\n" + walk.joined(separator: "\n"), in: "")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
