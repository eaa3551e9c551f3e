import Foundation
import TestSupport
import Testing

/// The programs whose formats are written read what is exported, and what they change comes back.
struct ExchangeJudgeTests {
  private static let judges = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../.build/judges/bin").standardizedFileURL.path

  private func world() throws -> World {
    let world = try World.withSampleStore()
    try world.tasks("export", "todotxt", "--output", "todo.txt", in: "store")
    try world.write(
      "export TODO_DIR=$PWD TODO_FILE=$PWD/todo.txt DONE_FILE=$PWD/done.txt\n", to: "store/config")
    return world
  }

  private func shell(_ command: String, _ world: World) throws -> String {
    let outcome = try world.run(
      "bash", ["-c", "tasks() { '\(World.tasks)' \"$@\"; }; \(command)"], in: "store")
    try #require(outcome.status == 0, "\(command): \(outcome)")
    return outcome.output
  }

  @Test func todoSh() throws {
    let world = try world()
    let listed = try shell("todo-txt -p -d config ls", world)
    #expect(listed.contains("Call Bob about the invoice +phone @office list:work"))
    try _ = shell("todo-txt -d config -a do 2 && todo-txt -d config add 'New one @home'", world)
    let imported = try world.tasks("import", "todotxt", "todo.txt", in: "store")
    #expect(imported.output.contains("1 added, 1 changed, 3 unchanged"), "\(imported)")
    #expect(try world.tasks("list", "--done", in: "store").output.contains("Buy milk"))
    #expect(try world.tasks("list", "@home", in: "store").output.contains("New one"))
  }

  /// topydo writes the next occurrence as a line of its own, with the same id, and keeps the line that is done.
  @Test func topydo() throws {
    let world = try world()
    let topydo = "\(Self.judges)/topydo -t todo.txt -d done.txt"
    #expect(try shell("\(topydo) ls", world).contains("Call Bob about the invoice"))
    let line = try shell("grep -n Water todo.txt | cut -d: -f1", world)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    try _ = shell("\(topydo) do \(line)", world)
    for turn in 0..<2 {
      let imported = try world.tasks("import", "todotxt", "todo.txt", "done.txt", in: "store")
      #expect(
        imported.output.contains("0 added, \(turn == 0 ? 1 : 0) changed"), "\(imported)")
    }
    let water = try world.tasks("show", "3dd", in: "store").output
    #expect(water.contains("Sat 2026-11-28"), "\(water)")
    #expect(try world.tasks("list", in: "store").output.components(separatedBy: "Water").count == 2)
  }

  /// todoman finishes a repeating task by a new one with another UID.
  @Test func todoman() throws {
    let world = try World.withSampleStore()
    _ = try shell("mkdir -p cal/x && tasks export ics Water > cal/x/3ddddddddddddddd.ics", world)
    try world.write(
      "path = \"\(world.path("store"))/cal/*\"\ndate_format = \"%Y-%m-%d\"\ntime_format = \"%H:%M\"\ndefault_list = \"x\"\n",
      to: "store/todoman.py")
    _ = try shell("todoman --config todoman.py list", world)
    _ = try shell("todoman --config todoman.py done 1", world)
    for turn in 0..<2 {
      let imported = try shell("tasks import ics cal/x/*.ics", world)
      #expect(imported.contains("0 added, \(turn == 0 ? 1 : 0) changed"), "\(imported)")
    }
    #expect(
      try world.tasks("list", "--all", in: "store").output.components(separatedBy: "Water").count
        == 2)
    #expect(try world.tasks("show", "3dd", in: "store").output.contains("Sat 2026-11-28"))
  }

  /// The second occurrence that todoman finishes has an id that we have never had.
  @Test func todomanTwice() throws {
    let world = try World.withSampleStore()
    _ = try shell("mkdir -p cal/x && tasks export ics Water > cal/x/3ddddddddddddddd.ics", world)
    try world.write(
      "path = \"\(world.path("store"))/cal/*\"\ndefault_list = \"x\"\n", to: "store/todoman.py")
    for turn in 1...3 {
      let id = try shell(
        "todoman --config todoman.py --porcelain list | jq '.[0].id'", world)
      _ = try shell("todoman --config todoman.py done \(id)", world)
      let imported = try shell("tasks import ics cal/x/*.ics", world)
      #expect(imported.contains("0 added, 1 changed"), "turn \(turn): \(imported)")
    }
    #expect(try world.tasks("show", "3dd", in: "store").output.contains("Sat 2026-12-12"))
    #expect(try shell("tasks import ics cal/x/*.ics", world).contains("0 added, 0 changed"))
  }

  @Test func emacs() throws {
    let world = try World.withSampleStore()
    _ = try shell("tasks export org > all.org", world)
    let lisp = """
      (progn (require (quote org)) (find-file \"all.org\")
        (org-map-entries (lambda () (princ (format \"%s|%s|%s|%s\\n\" (org-get-todo-state)
          (org-get-heading t t t t) (org-get-tags) (org-entry-get nil \"ID\"))))))
      """
    let said = try shell("emacs --batch -Q --eval '\(lisp)' 2>/dev/null", world)
    #expect(said.contains("TODO|Call Bob about the invoice"), "\(said)")
    #expect(said.contains("(phone @office)|1bb"), "\(said)")
    #expect(said.split(separator: "\n").count == 4, "\(said)")
  }
}
