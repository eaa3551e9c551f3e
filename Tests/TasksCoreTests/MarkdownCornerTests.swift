import Foundation
import TasksCore
import Testing
import Yams

/// Corners of YAML that other programs and people get to, with Yams as the judge.
@Suite struct MarkdownCornerTests {
  private func document(_ front: String) throws -> MarkdownDocument {
    try #require(MarkdownFiles.read("---\nstatus: open\n\(front)\n---\n"))
  }

  private func front(_ document: any TaskDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
      .replacing("---\nstatus: open\n", with: "").replacing("\n---\n", with: "")
  }

  private func yaml(_ text: String) throws -> [AnyHashable: Any] {
    try #require(try Yams.load(yaml: text) as? [AnyHashable: Any])
  }

  // MARK: Complex keys

  private static let complex = [
    "? odd key\n: value", "? [a, b]\n: - 1\n  - 2", "? |\n  several\n  lines\n: v", "? alone",
    "? {a: b}\n# between\n: v", "? k\n:\n  - a\n  - b", "? &a x\n: *a",
  ]

  @Test(arguments: complex)
  func complexKeysAreKept(key: String) throws {
    for front in [
      "\(key)\ntitle: x\ntags: [a]\nlist: b", "title: x\ntags:\n  - a\n\(key)\nlist: b",
      "title: x\nlist: b\ntags: [a]\n\(key)",
    ] {
      let document = try document(front)
      #expect(document.task.title == "x" && document.task.tags == ["a"])
      #expect(document.task.list == "b")
      #expect(document.preamble.string == key + "\n")
      let before = try #require(try Yams.compose(yaml: front)?.mapping)
      for edits in [
        [Edit.title("y")], [.tags(["a", "c"])], [.tags([])], [.list(nil)], [.rank(Rank(5))],
        [.priority(Priority("A"))], [.property(name: "new", value: "1")], [.effort(30)],
        [.deadline(Timestamp(iso: "2026-11-27").map { Planning($0) })], [.title("z"), .list("q")],
      ] {
        let edited = try document.applying(edits)
        #expect(edited.preamble == document.preamble)
        let after = try #require(try Yams.compose(yaml: self.front(edited))?.mapping)
        for (name, value) in before
        where !["title", "tags", "list", "due"].contains(name.string ?? "") {
          #expect(after[name] == value, "\(edits)")
        }
      }
    }
  }

  /// YAML allows no second key of the name.
  @Test(arguments: ["? due\n: 2026-01-01", "? \"Due\" # why\n: x", "? due_date\n: x"])
  func fieldBehindAQuestionMarkIsNotDoubled(key: String) throws {
    let document = try document("\(key)\n? note\n: x")
    let plan = Timestamp(iso: "2026-11-27").map { Planning($0) }
    #expect(throws: EditError.self) { try document.applying([.deadline(plan)]) }
    #expect(throws: EditError.self) {
      try document.applying([.property(name: "Note", value: "y")])
    }
    #expect(try document.applying([.scheduled(plan)]).task.scheduled == plan)
  }

  // MARK: Dates

  @Test(arguments: [
    ("2026-11-27 7:30", "2026-11-27T07:30"), ("2026-11-27T7:30", "2026-11-27T07:30"),
    ("2026-11-27t7:30:15", "2026-11-27T07:30"), ("2026-11-27 07:30:00 +0100", "2026-11-27T06:30Z"),
    ("2026-11-27 7:30:00.5 -5", "2026-11-27T12:30Z"),
    ("2026-11-27  17:30:00 Z", "2026-11-27T17:30Z"),
    ("2026-11-27 7:30 +01:00", "2026-11-27T06:30Z"), ("2026-11-27 0:05", "2026-11-27T00:05"),
  ])
  func datesOfYAMLAreRead(date: String, _ expected: String) throws {
    let plain = try #require(Timestamp(iso: String(expected.prefix(16))))
    let utc = LocalTime.timestamp(at: Int64(plain.absoluteMinute) * 60)
    let iso = (expected.hasSuffix("Z") ? utc : plain).iso
    for value in [date, "'\(date)'", "\"\(date)\"", "\(date) # why"] {
      let task = try document("due: \(value)\ncreated_at: \(value)\nreminder: [\(date)]").task
      #expect(task.deadline?.start.iso == iso && task.created?.iso == iso)
    }
    // What Yams takes for a moment, in the zone it names, is one of that day.
    let read = try yaml("due: \(date)")["due"]
    if let moment = read as? Date {
      #expect(Int((moment.timeIntervalSince1970 / 86400).rounded(.down)) == plain.date.dayNumber)
    } else {
      #expect(read as? String == date)
    }
  }

  @Test(arguments: [
    "2026-11-27 7:5", "2026-11-27 24:00", "2026-11-27 7:60", "2026-11-277:30", "2026-11-27 x7:30",
    "2026-11-27 123:30", "2026-11-27 7:30 h", "2026-11-27 7:30 11", "2026-11-27 :30", "2026-11-27 ",
    "2026-11-27 7:30:00 +x", "2026-11-27T 7:30",
  ])
  func otherTextIsNoDate(text: Text) {
    #expect(Timestamp(yaml: text) == nil)
  }

  @Test(arguments: [
    ("2026-11-27 7:30", "2026-12-01 09:15"), ("2026-11-27T7:30:15", "2026-12-01T09:15:00"),
    ("2026-11-27T07:30:15.250", "2026-12-01T09:15:00.000"),
    ("'2026-11-27 7:30:00'", "'2026-12-01 09:15:00'"),
  ])
  func dateKeepsItsForm(old: String, new: String) throws {
    let document = try document("created_at: \(old)")
    let edited = try document.applying([.created(Timestamp(iso: "2026-12-01T09:15"))])
    #expect(front(edited) == "created_at: \(new)")
    #expect(try document.applying([.created(document.task.created)]).bytes == document.bytes)
  }

  /// Another program's zone stays: the moment is written in it.
  @Test(arguments: ["+02:00", ".000Z", " +0100", " -5"])
  func aTimeInAZoneKeepsIt(zone: String) throws {
    let document = try document("due: 2026-12-01T10:00:00\(zone)")
    let day = try #require(document.task.deadline?.start)
    let later = try document.applying([.deadline(Planning(day.elapsing(minutes: 7 * 1440 + 65)))])
    #expect(front(later) == "due: 2026-12-08T11:05:00\(zone)")
    let same = try document.applying([.deadline(Planning(day))])
    #expect(same.bytes == document.bytes)
    #expect(try document.applying([.deadline(nil)]).task.deadline == nil)
  }

  @Test("dstask writes the first moment of all in UTC for none")
  func noMomentBecomesOneOfTheClocks() throws {
    let document = try document("resolved: 0001-01-01T00:00:00Z")
    let edited = try document.applying([.closed(Timestamp(iso: "2026-12-01T09:15"))])
    #expect(front(edited) == "resolved: 2026-12-01T09:15:00")
  }

  // MARK: Dependencies

  @Test(arguments: [
    ("a1, task-2", ["a1", "task-2"]), ("a1,b2", ["a1", "b2"]), ("a1", ["a1"]),
    ("see Bob, then Ann", ["see Bob, then Ann"]), ("[a1, 'b 2']", ["a1", "b 2"]),
  ])
  func idsMayHaveCommasBetween(value: String, ids: [String]) throws {
    let document = try document("dependencies: \(value)")
    #expect(document.task.blockers.map(\.text.string) == ids)
  }

  // MARK: Anchors and tags

  @Test(arguments: [
    ("title: &t \"x\"", "title: &t \"other\""), ("title: &t x # c", "title: &t other # c"),
    ("title: !!str 'x'", "title: !!str 'other'"), ("title: !!str &t x", "title: !!str &t other"),
    ("title: &t ! x", "title: &t ! other"),
  ])
  func valueIsReadBehindItsAnchor(old: String, new: String) throws {
    let document = try document(old)
    #expect(document.task.title == "x")
    #expect(front(try document.applying([.title("other")])) == new)
  }

  @Test(arguments: ["tags: &t [a, b]", "tags: &t\n  - a\n  - b"])
  func listIsReadBehindItsAnchor(front: String) throws {
    let document = try document(front)
    #expect(document.task.tags == ["a", "b"])
    let edited = try document.applying([.tags(["a", "c"])])
    #expect(try yaml(self.front(edited))["tags"] as? [String] == ["a", "c"])
  }

  @Test func valueThatAnotherKeySaysIsNotChanged() throws {
    let document = try document("title: &t x\nmine: &m 1\nother: [*t, *m]")
    #expect(document.task.title == "x")
    #expect(throws: EditError.self) { try document.applying([.title("y")]) }
    #expect(throws: EditError.self) {
      try document.applying([.property(name: "mine", value: nil)])
    }
  }

  @Test(arguments: [
    "title: &t", "title: &t # x", "title: & x", "title: &a &b x", "title: *t",
    "title: !!binary eA==",
  ])
  func anchorAloneIsNoValue(front: String) throws {
    let document = try document(front)
    #expect(document.task.title == "call-bob")
    #expect(throws: EditError.self) { try document.applying([.title("y")]) }
  }

  // MARK: Coordinates

  @Test(arguments: [
    ("geo: [50.1, 14.4]", "geo: [-1.5, 2.0]"), ("geo: [50.1,14.4] # x", "geo: [-1.5,2.0] # x"),
    ("geo:\n  - 50.1\n  - '14.4'", "geo:\n  - -1.5\n  - '2.0'"),
    ("geo: [\n  50.1, # lat\n  14.4]", nil), ("geo: 50.1,14.4", "geo: \"-1.5,2.0\""),
  ])
  func coordinatesMayBeAList(old: String, new: String?) throws {
    let document = try document(old)
    let read = try yaml(old)["geo"]
    guard let new else { return #expect(document.task.location.coordinates == nil) }
    #expect(document.task.location.coordinates == Location.Coordinates("50.1,14.4"))
    if let numbers = read as? [Any] { #expect("\(numbers)".contains("50.1")) }
    let edited = try document.applying([.coordinates(Location.Coordinates("-1.5,2"))])
    #expect(front(edited) == new)
    if read is [Double] { #expect(try yaml(new)["geo"] as? [Double] == [-1.5, 2]) }
    let none = try document.applying([.coordinates(nil)])
    #expect(none.task.location.coordinates == nil && none.task.properties.isEmpty)
  }

  @Test(arguments: ["[50.1]", "[50.1, 14.4, 3]", "[91, 0]", "[a, b]"])
  func otherListsAreProperties(list: Text) throws {
    let document = try document("geo: \(list)")
    #expect(document.task.location.coordinates == nil)
    #expect(document.task.properties.map(\.name) == ["geo"])
    let small = try #require(Location.Coordinates("0.00001,-0.00001"))
    let edited = try document.applying([.coordinates(small)])
    #expect(edited.task.location.coordinates == small)
    #expect(try yaml(front(edited))["geo"] as? [Double] == [0.00001, -0.00001])
  }

  // MARK: Number signs

  @Test(arguments: [
    "Fix #12", "C# and F#", "#1 thing", "a#b #c", "a\t# b", "'a # b'", "\"a # b\" # c", "a ## b",
    "http://x.org/#y", "a:#b", "# only", "a '# b'", "[a] # b",
  ])
  func numberSigns(value: String) throws {
    let front = "title: \(value)\nlocation: \(value)\nx: \(value)\ntags:\n  - \(value)"
    guard !value.hasPrefix("[") else { return }
    let document = try document(front)
    let read = try yaml(front)
    let title = read["title"] as? String
    #expect(document.task.title.string == title ?? "call-bob")
    #expect(document.task.location.name?.string == title)
    #expect(document.task.property(named: "x")?.string == title)
    #expect(document.task.tags.map(\.string) == (read["tags"] as? [String] ?? []))
    let edited = try document.applying([.title("New #1"), .placeName("b")])
    let after = try yaml(self.front(edited))
    #expect(after["title"] as? String == "New #1" && after["location"] as? String == "b")
    #expect(after["x"] as? String == title)
  }
}
