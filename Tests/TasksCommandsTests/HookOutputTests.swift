import TasksCore
import TasksStore
import Testing

/// What a hook prints, as edits of the task.
@Suite struct HookOutputTests {
  private static let files = [
    (
      "a.org",
      "* TODO Task \u{e9} :a:\nDEADLINE: <2026-11-27 Fri 17:00 +1w -3d>\n:PROPERTIES:\n:ID:       k7mq2xw4tz9nbcde\n"
        + ":RANK:     1.5\n:Odd: x\n:END:\n:LOGBOOK:\n- Note taken on [2026-11-20 Fri 10:00] \\\\\n  a note\n:END:\n\n- [ ] one\n"
    ),
    (
      "a.md",
      "---\nid: k7mq2xw4tz9nbcde\nstatus: todo\ntitle: Task\ndue: 2026-11-27\nodd: [1, 2]\n---\n\n- [ ] one\n"
    ),
  ]

  private func document(_ path: String, _ text: String) throws -> any TaskDocument {
    try #require(try TaskReader.read(Array(text.utf8), path: path))
  }

  private func line(_ task: Task) -> String {
    let row = (task: task, short: "k7m", sync: "not synchronized")
    return String(
      decoding: HookInput(verb: "modify", old: row, new: row).line, as: UTF8.self)
  }

  /// The task in its own JSON is no change, nor is what it says besides.
  @Test(arguments: files) func whatGoesBackIsNoChange(path: String, text: String) throws {
    let document = try document(path, text)
    let output = try HookOutput(Text("before\n" + line(document.shownTask) + "\nafter"))
    #expect(output.messages == ["before", "after"])
    #expect(try output.edits(of: document.shownTask, workflow: document.workflow).isEmpty)
  }

  @Test(arguments: files) func aKeyThatDiffersIsAnEdit(path: String, text: String) throws {
    let document = try document(path, text)
    let printed = line(document.shownTask)
      .replacing("\"title\":\"Task", with: "\"title\":\"Other")
      .replacing("\"state\":\"TODO\"", with: "\"state\":\"DONE\"")
    let edits = try HookOutput(Text(printed)).edits(
      of: document.shownTask, workflow: document.workflow)
    #expect(edits.count == 2)
    let task = try document.applying(edits).task
    #expect(task.title.string.hasPrefix("Other") && task.isDone)
  }

  @Test func bytesThatAreNoTextAreKept() throws {
    let bytes = Array("* TODO A".utf8) + [0xFF] + Array("b\n:PROPERTIES:\n:ID: k\n:END:\n".utf8)
    let document = try #require(try TaskReader.read(bytes, path: "a.org"))
    let output = try HookOutput(
      Text(line(document.task).replacing("\"tags\":[]", with: "\"tags\":[\"x\"]")))
    #expect(try output.edits(of: document.task, workflow: document.workflow) == [.tags(["x"])])
  }
}
