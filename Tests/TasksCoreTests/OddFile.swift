import TasksCore
import TestSupport

/// A task file as other programs and people spell it: pieces with a name each, whose text another program may set in
/// its own spelling.
struct OddFile {
  /// A text for a piece, and what it means to us.
  struct Spelling: Equatable {
    let meaning: String
    let text: String
  }

  struct Piece: Equatable {
    let name: String
    var spelling: Spelling
  }

  let format: Format
  var lineEnd = "\n"
  var hasLastLineEnd = true
  /// In file order.
  var pieces: [Piece] = []
  var notes: [String] = []
  var log: [String] = []

  /// The field that a piece is a part of.
  static func group(_ name: String) -> String {
    switch name {
    case "status", "closed", "keyword", "CLOSED": "state"
    default: name
    }
  }

  /// The pieces whose fields are sets.
  static let sets: Set<String> = ["tags", "dependencies", "BLOCKER"]

  // MARK: Text

  var bytes: [UInt8] {
    let lines = format == .org ? orgLines : markdownLines
    var text = lines.map { $0.replacing("\n", with: lineEnd) }.joined(separator: lineEnd)
    if hasLastLineEnd { text += lineEnd }
    return Array(text.utf8)
  }

  private var markdownLines: [String] {
    var lines = ["---", "id: k7mq2xw4tz9nbcde"] + pieces.map(\.spelling.text) + ["---"]
    if !notes.isEmpty { lines += [""] + notes }
    if !log.isEmpty { lines += ["", "## Log", ""] + log }
    return lines
  }

  private func texts(_ names: [String]) -> [String] {
    pieces.filter { names.contains($0.name) }.map(\.spelling.text)
  }

  private static let headingParts = ["keyword", "cookie", "title", "tags"]
  private static let planningParts = ["CLOSED", "SCHEDULED", "DEADLINE"]

  private var orgLines: [String] {
    var lines = texts(["setting"])
    lines.append("*" + texts(OddFile.headingParts).joined())
    let planning = texts(OddFile.planningParts)
    if !planning.isEmpty { lines.append(planning.joined(separator: " ")) }
    let others = OddFile.headingParts + OddFile.planningParts + ["setting"]
    lines += [":PROPERTIES:", ":ID: k7mq2xw4tz9nbcde"]
    lines += pieces.filter { !others.contains($0.name) }.map(\.spelling.text) + [":END:"]
    if !log.isEmpty { lines += [":LOGBOOK:"] + log + [":END:"] }
    if !notes.isEmpty { lines += [""] + notes }
    return lines
  }

  // MARK: Spellings

  /// For each piece, its spellings, first that of a new file.
  static func spellings(_ format: Format) -> [(name: String, spellings: [Spelling])] {
    (format == .org ? org : markdown).map { name, texts in
      (name, texts.map { Spelling(meaning: $0.0, text: $0.1) })
    }
  }

  /// The pieces that each file has.
  static func isRequired(_ name: String) -> Bool {
    ["status", "title", "keyword"].contains(name)
  }

  private static let markdown: [(String, [(String, String)])] = [
    (
      "title",
      [
        ("a", "title: Call Bob"), ("a", "title:   \"Call Bob\""), ("b", "title: 'Číst: knihu'"),
        ("c", "title: Call Bob now"),
      ]
    ),
    (
      "status",
      [
        ("todo", "status: open"), ("todo", "status: todo"), ("todo", "status: 'pending'"),
        ("done", "status: completed"), ("done", "status: done # at last"),
        ("next", "status: \"In Progress\""),
      ]
    ),
    (
      "closed",
      [
        ("1", "closed_at: 2026-01-18T03:56:40.890Z"), ("1", "closed_at: 2026-01-18T03:56:41.112Z"),
        ("2", "completed: 2026-01-19 10:00"),
      ]
    ),
    (
      "priority",
      [
        ("high", "priority: high"), ("high", "priority: 'High'"), ("medium", "priority: normal"),
        ("low", "priority:   low  "),
      ]
    ),
    ("parent", [("x1", "parent_id: x1"), ("x1", "parent: \"x1\""), ("x2", "parent_id: x2")]),
    (
      "due",
      [
        ("20", "due_date: 2026-11-20"), ("20", "due_date: 2026-11-20 # by then"),
        ("21", "due: '2026-11-21'"), ("22", "due: 2026-11-22T10:00:00+01:00"),
      ]
    ),
    ("scheduled", [("1", "scheduled: 2026-11-19"), ("2", "scheduled: \"2026-11-18\"")]),
    (
      "created",
      [
        ("1", "created_at: 2026-01-10T08:00:00Z"), ("1", "created_at: 2026-01-10T08:00:27Z"),
        ("2", "created_at: '2026-01-09 07:00'"),
      ]
    ),
    (
      "updated_at",
      [
        ("1", "updated_at: 2026-01-10T08:00:00Z"), ("2", "updated_at: 2026-01-10T09:00:00+00:30"),
        ("3", "updated_at: \"2026-02-01 10:00\""), ("4", "updated_at: 2026-02-01T10:00:01.5Z"),
      ]
    ),
    ("version", [("1", "version: 1"), ("2", "version: 2"), ("3", "version:  11")]),
    (
      "assignee",
      [
        ("c", "assignee: [claude]"), ("c", "assignee:\n  - claude"),
        ("cb", "assignee:\n- claude\n- '@bob' # both"),
      ]
    ),
    (
      "tags",
      [
        ("ab", "labels: [a, b]"), ("ab", "labels:\n  - b\n  - a"), ("abc", "labels: [a, b, c]"),
        ("a", "labels: [ a ]"), ("bd", "labels: [d,b]"),
      ]
    ),
    ("dependencies", [("1", "dependencies: [x7]"), ("12", "dependencies:\n  - x7\n  - \"x8\"")]),
    ("map", [("1", "links: {a: 1}"), ("2", "links:\n  a: 2\n  b: [1, 2]")]),
    ("text", [("1", "about: |\n  one\n  two"), ("2", "about: |\n  one\n\n  three")]),
    ("estimate", [("1", "estimate: 1"), ("1", "estimate:   1  # h"), ("2", "estimate: \"2\"")]),
    ("comment", [("1", "# a comment"), ("2", "# another comment")]),
  ]

  private static let org: [(String, [(String, String)])] = [
    (
      "setting",
      [
        ("1", "#+TITLE: Práce"), ("2", "#+title:  Work"), ("3", "# -*- mode: org -*-\n#+TITLE: A"),
      ]
    ),
    ("keyword", [("todo", " TODO"), ("next", " NEXT"), ("done", " DONE")]),
    ("cookie", [("a", " [#A]"), ("a", " [#a]"), ("b", "  [#b]")]),
    (
      "title",
      [
        ("a", " Zavolat Bobovi"), ("a", "  Zavolat Bobovi"), ("b", " Číst"), ("c", " Buch lesen"),
      ]
    ),
    (
      "tags",
      [
        ("ab", "      :b:a:"), ("ab", " :a:b:"), ("abc", "\t:a:b:c:"), ("a", " :a:"),
        ("bd", "     :d:b:"),
      ]
    ),
    ("CLOSED", [("1", "CLOSED: [2026-11-23 po 9:00]"), ("1", "CLOSED: [2026-11-23 Mo 09:00]")]),
    (
      "SCHEDULED",
      [
        ("1", "SCHEDULED: <2026-11-23 po 9:00>"), ("1", "SCHEDULED: <2026-11-23 Mo. 9:00>"),
        ("2", "SCHEDULED:  <2026-11-24 út +1w>"),
      ]
    ),
    (
      "DEADLINE",
      [
        ("1", "DEADLINE: <2026-11-27 pá>"), ("1", "DEADLINE: <2026-11-27 Fr>"),
        ("2", "DEADLINE: <2026-11-28 Sa 17:00 -2d>"),
      ]
    ),
    ("RANK", [("1", ":RANK: 1024"), ("1", ":RANK:     1024.0"), ("2", ":rank: 5e2")]),
    (
      "CREATED",
      [
        ("1", ":CREATED: [2026-11-01 So 9:15]"), ("1", ":CREATED:  [2026-11-01 ne 09:15]"),
        ("2", "  :CREATED: <2026-11-02 po>"),
      ]
    ),
    ("Effort", [("1", ":Effort: 1:30"), ("1", ":EFFORT:   90"), ("2", ":Effort: 0:10")]),
    ("BLOCKER", [("1", ":BLOCKER: ids(x7)"), ("12", ":BLOCKER: ids( x7 x8 )")]),
    ("X", [("1", ":custom: a  b"), ("1", "\t:Custom:    a  b"), ("2", ":custom: c")]),
    (
      "LAST_MODIFIED",
      [
        ("1", ":LAST_MODIFIED: [2026-11-01 So 9:15]"),
        ("2", ":LAST_MODIFIED: [2026-11-02 po 8:00]"),
        ("3", ":last_modified: [2026-11-03 út 8:00]"),
      ]
    ),
    ("PLACE", [("1", ":LOCATION: Praha"), ("2", ":LOCATION:   Berlin")]),
  ]
}
