import TasksCore
import Testing

/// What a line is ended by that an edit adds: by what ends the line before it.
@Suite struct LineEndTests {
  private static let at = Timestamp(iso: "2026-11-20T10:00")

  private static let edits: [(name: String, edit: Edit)] = [
    ("note", .notes("one\ntwo\nthree")), ("rank", .rank(Rank(2))), ("list", .list("home")),
    ("tags", .tags(["a", "b"])), ("property", .property(name: "NEW", value: "x")),
    ("log", .log([.entry(LogEntry(.note, at: at, note: "called"))])),
    ("clocks", .log(at.map { [.clock(Clock(start: $0))] } ?? [])),
    ("planning", .deadline(at.map { Planning($0) })), ("deleted", .deleted(at)),
  ]

  private static let org = [
    "* TODO Call", ":PROPERTIES:", ":ID:       a1", ":CREATED:  [2026-11-20 Fri 09:15]", ":END:",
    "", "one", "two",
  ]
  private static let markdown = [
    "---", "title: Call", "status: todo", "id: a1", "created: 2026-11-20", "tags:", "  - a", "---",
    "", "one", "two",
  ]

  /// The file's lines with the ends that `end` gives them by number, each line marked with its end.
  private static func ends(_ bytes: [UInt8]) -> [(String, String)] {
    ByteLines(bytes[...]).map { line in
      let isLong = bytes[line.content.upperBound..<line.next].count == 2
      return (Text(bytes: bytes[line]).string, line.hasEnd ? isLong ? "CRLF" : "LF" : "none")
    }
  }

  private static func check(_ lines: [String], _ path: String, _ end: (Int) -> String) throws {
    let text = lines.enumerated().map { $1 + end($0) }.joined()
    let document = try #require(try TaskReader.read(Array(text.utf8), path: path))
    let old = ends(document.bytes)
    for (name, edit) in edits {
      let new = ends(try document.applying([edit]).bytes)
      #expect(new.map(\.0) != old.map(\.0), "\(path) \(name) changes something")
      for hunk in LineDifference(old.map(\.0), new.map(\.0)).hunks {
        for (offset, index) in hunk.new.enumerated() {
          let model =
            offset < hunk.old.count ? old[hunk.old.lowerBound + offset] : new[max(0, index - 1)]
          #expect(new[index].1 == model.1, "\(path) \(name): '\(new[index].0)' in \(new)")
        }
      }
    }
  }

  @Test(arguments: [(org, "a.org"), (markdown, "a.md")])
  func newLinesEndAsTheLineBeforeThem(_ lines: [String], _ path: String) throws {
    try Self.check(lines, path) { _ in "\n" }
    try Self.check(lines, path) { _ in "\r\n" }
    // Each place of the file in turn is where one kind gives way to the other.
    for place in 1..<lines.count {
      try Self.check(lines, path) { $0 < place ? "\n" : "\r\n" }
      try Self.check(lines, path) { $0 < place ? "\r\n" : "\n" }
    }
  }

  @Test func lineInPlaceOfAnotherKeepsItsEnd() throws {
    let text = "* TODO x\n\n- [ ] a\r\n- [ ] b\n"
    let document = try #require(try TaskReader.read(Array(text.utf8), path: "a.org"))
    let notes = Checklist(document.task.notes, format: .org).setting(0, to: true)
    let edited = try document.applying([.notes(notes)])
    #expect(String(decoding: edited.bytes, as: UTF8.self) == "* TODO x\n\n- [X] a\r\n- [ ] b\n")
  }
}
