import Foundation
import StoreTestSupport
import TasksCore
import TasksDAV
import TasksStore
import TestSupport
import Testing

/// What the door answers, and what becomes of the store (caldav.md, sections 2 to 5).
@Suite struct ServiceTests {
  private static let tasks = [
    ("k7m", "Call Bob +phone list:work due:2026-12-01"), ("ab1", "Water the plants list:home"),
    ("n1i", "New idea"),
  ]

  @Test func aTaskIsReadChangedAndReadAgain() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    let got = try world.ask("GET", "/dav/lists/work/k7m.ics")
    let tag = try #require(got.headers["ETag"])
    #expect(got.status == 200 && got.body.contains("SUMMARY:Call Bob\r\n"))
    #expect(try world.ask("GET", "/dav/lists/work/k7m.ics", ["If-None-Match": tag]).status == 304)
    let start = try world.world.git("rev-parse", "HEAD")
    // What says the same changes nothing.
    #expect(
      try world.ask("PUT", "/dav/lists/work/k7m.ics", ["If-Match": tag], got.body).status == 204)
    #expect(try world.world.git("rev-parse", "HEAD") == start)
    let edited = got.body.replacing("SUMMARY:Call Bob", with: "SUMMARY:Call Ann")
    #expect(
      try world.ask("PUT", "/dav/lists/work/k7m.ics", ["If-Match": tag], edited).status == 204)
    #expect(try world.task("k7m").title == "Call Ann" && world.task("k7m").tags == ["phone"])
    let message = try world.world.git("log", "-1", "--format=%B")
    #expect(
      message.contains("Tasks-Device: phone-aaaaaaaa") && message.contains("Tasks-Client: Test/1"))
    try world.world.expectClean()
  }

  /// A client that does not know all lines is nearer to an old version of a task, and what was edited by hand has no
  /// blank line before the notes.
  @Test func whatTheTaskSaysAlreadyIsNoChange() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    let got = try world.get("k7m.ics", in: "work")
    try world.put("k7m.ics", in: "work", got.edited([("", "COMMENT:a b c d")]))
    let path = try world.task("k7m").path
    try world.world.write(world.world.read(path) + "Notes\n", to: path)
    try world.edit("k7m", .priority(Priority("B")))
    let head = try world.head()
    let now = try world.get("k7m.ics", in: "work")
    let anew = now.edited(
      [("COMMENT", nil), ("CATEGORIES", nil), ("X-APPLE", nil)], isRewriter: true)
    #expect(anew.contains("DESCRIPTION:Notes"))
    #expect(try world.put("k7m.ics", in: "work", anew, device: "desk-bbbbbbbb").status == 204)
    #expect(try world.head() == head)
  }

  /// Nobody knows who made an edit that is not committed: it is none of the device that puts.
  @Test func anEditByHandStaysWhereAClientHasNotReadIt() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    let got = try world.get("k7m.ics", in: "work")
    let path = try world.task("k7m").path
    try world.world.write(world.world.read(path) + "By hand\n", to: path)
    try world.put("k7m.ics", in: "work", got.edited([("PRIORITY", "PRIORITY:1")]))
    let task = try world.task("k7m")
    #expect(task.notes == "By hand" && task.priority == Priority("A"))
  }

  @Test func anAlarmThatTwoClientsAddRingsOnce() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    let got = try world.get("k7m.ics", in: "work")
    func alarm(_ text: String) -> (String, String?) {
      (
        "",
        "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:\(text)\nTRIGGER;RELATED=END:-PT5M\nEND:VALARM"
      )
    }
    let place = got.edited([alarm("a"), ("DUE", nil)])
    try world.put("k7m.ics", in: "work", place, ["If-Match": got.tag])
    let tag = try world.get("k7m.ics", in: "work").tag
    try world.put(
      "k7m.ics", in: "work", got.edited([alarm("b"), ("DUE", "DUE;VALUE=DATE:20261202")]),
      ["If-Match": got.tag], device: "desk-bbbbbbbb")
    #expect(try world.get("k7m.ics", in: "work").tag != tag)
    let lines = try world.get("k7m.ics", in: "work").lines
    #expect(lines.filter { $0.hasPrefix("TRIGGER") }.count == 1, "\(lines)")
  }

  /// A file that cannot be read is of a task all the same.
  @Test func aTaskThatCannotBeReadIsNotMadeOnceMore() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    let path = try world.task("k7m").path
    let text = try world.world.read(path)
    let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("* ") })
    let block = "<<<<<<< ours\n\(heading)\n=======\n\(heading) again\n>>>>>>> theirs"
    try world.world.write(text.replacing(heading, with: block), to: path)
    let put = try world.ask(
      "PUT", "/dav/lists/work/k7m.ics", [:], todo("k7m", "SUMMARY:Once more"))
    #expect(put.status == 409, "\(put.body)")
    #expect(try world.world.git("ls-files", "*k7m*").split(separator: "\n").count == 1)
    #expect(try world.ask("DELETE", "/dav/lists/work/k7m.ics").status == 404)
    #expect(try world.world.read(path).contains("<<<<<<<"))
  }

  @Test func aTokenOfNoDayIsRefused() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    let tree = try world.sync("work").token.split(separator: ":").dropLast().joined(separator: ":")
    for day in ["-9223372036854775808", "9223372036854775807", "x", ""] {
      #expect(try world.sync("work", "\(tree):\(day)").status == 403)
    }
  }

  /// What the text of a task depends on besides its file is in its tag.
  @Test func aParentThatComesLaterStays() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    let place = "/dav/lists/work/child.ics"
    let child = todo("child", "SUMMARY:Part", "RELATED-TO;RELTYPE=PARENT:8E-1 x")
    #expect(try world.ask("PUT", place, [:], child).status == 201)
    let early = try world.ask("GET", place)
    #expect(early.body.contains("RELATED-TO;RELTYPE=PARENT:"))
    let parent = todo("8E-1 x", "SUMMARY:Whole")
    #expect(try world.ask("PUT", "/dav/lists/work/parent.ics", [:], parent).status == 201)
    let edited = early.body.replacing("SUMMARY:Part", with: "SUMMARY:Piece")
    #expect(
      try world.ask("PUT", place, ["If-Match": early.headers["ETag"] ?? ""], edited).status == 204)
    let task = try world.task("child")
    #expect(try task.title == "Piece" && task.parent == world.id(ofUID: "8E-1 x"))
    let late = try world.ask("GET", place)
    #expect(late.body.contains("RELATED-TO;RELTYPE=PARENT:8E-1 x\r\n"))
  }

  /// A client that has not read what became of its edit changes it back.
  @Test func anEditIsTakenBackAtOnce() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    let place = "/dav/lists/work/k7m.ics"
    let got = try world.ask("GET", place).body
    let edited = got.replacing("SUMMARY:Call Bob", with: "SUMMARY:Call Ann")
    for (body, title) in [(edited, "Call Ann"), (got, "Call Bob"), (edited, "Call Ann")] {
      #expect(try world.ask("PUT", place, [:], body).status == 204)
      #expect(try world.task("k7m").title == Text(title))
    }
    // Another device still has what was there before, and so has one that says so.
    #expect(try world.ask("PUT", place, [:], got, device: "tablet-bbbbbbbb").status == 204)
    let old = ["If-Match": try world.etag(of: got)]
    #expect(try world.ask("PUT", place, old, got).status == 204)
    #expect(try world.task("k7m").title == "Call Ann")
  }

  /// A list that nobody made is there by its tasks, and a client that takes the last one away still shows it.
  @Test func aListStaysWhenAClientEmptiesIt() throws {
    let tasks = [("k7m", "Call Bob list:work"), ("b0b", "Water list:home"), ("n1i", "Idea list:a")]
    let world = try ServiceWorld(tasks)
    #expect(try world.ask("DELETE", "/dav/lists/work/k7m.ics").status == 204)
    let to = ["Destination": "/dav/lists/work/b0b.ics"]
    #expect(try world.ask("MOVE", "/dav/lists/home/b0b.ics", to).status == 201)
    let idea = try world.ask("GET", "/dav/lists/a/n1i.ics").body
    #expect(try world.ask("PUT", "/dav/lists/work/n1i.ics", [:], idea).status == 201)
    for list in ["work", "home", "a"] {
      #expect(try world.ask("PROPFIND", "/dav/lists/\(list)/", ["Depth": "0"]).status == 207)
    }
    // Taken away in the shell, it is made once more.
    #expect(
      try world.ask("PUT", "/dav/lists/gone/x.ics", [:], todo("x", "SUMMARY:X")).status == 201)
    #expect(try world.task("x").list == "gone")
  }

  @Test func aCommitSaysWhatHappened() throws {
    let world = try ServiceWorld([
      ("rep", "Water list:a due:2026-12-07 every:7d"), ("one", "One list:a"),
    ])
    func verb(_ name: String, _ edit: (String) -> String) throws -> String {
      let place = "/dav/lists/a/\(name).ics"
      #expect(try world.ask("PUT", place, [:], edit(world.ask("GET", place).body)).status == 204)
      return try world.world.git("log", "-1", "--format=%(trailers:key=Tasks-Operation,valueonly)")
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    func status(_ status: String) -> (String) -> String {
      {
        $0.replacing(/STATUS:.*?\r\n/, with: "STATUS:\(status)\r\n").replacing(
          /COMPLETED:.*?\r\n/, with: "")
      }
    }
    #expect(try verb("one", status("COMPLETED")) == "done")
    #expect(try verb("one", status("NEEDS-ACTION")) == "reopen")
    #expect(try verb("one") { $0.replacing("SUMMARY:One", with: "SUMMARY:Two") } == "modify")
    #expect(try verb("rep", status("COMPLETED")) == "done")
    // Tasks.org advances by itself.
    let advanced = try verb("rep") {
      $0.replacing(/PRODID:.*?\r\n/, with: "PRODID:+//IDN tasks.org//android-140000//EN\r\n")
        .replacing("20261214", with: "20261221")
        .replacing(/LAST-MODIFIED:.*?\r\n/, with: "LAST-MODIFIED:20261214T090000Z\r\n")
    }
    #expect(advanced == "done")
  }

  @Test func aListIsMadeRenamedColouredAndDeleted() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    let made = try world.ask(
      "MKCOL", "/dav/lists/0815/", [:],
      """
      <D:mkcol xmlns:D="DAV:" xmlns:A="http://apple.com/ns/ical/"><D:set><D:prop><D:displayname>Ümlaut +x</D:displayname>\
      <A:calendar-color>#ff0000FF</A:calendar-color></D:prop></D:set></D:mkcol>
      """)
    #expect(made.status == 201)
    let asked =
      #"<D:propfind xmlns:D="DAV:" xmlns:A="http://apple.com/ns/ical/"><D:prop><A:calendar-color/><D:creationdate/></D:prop></D:propfind>"#
    let shown = try world.ask("PROPFIND", "/dav/lists/0815/", ["Depth": "0"], asked).body
    #expect(shown.contains("<A:calendar-color>#ff0000</A:calendar-color>"))
    #expect(
      try world.ask("PUT", "/dav/lists/0815/a.ics", [:], todo("a", "SUMMARY:One")).status == 201)
    #expect(try world.task("a").list == "Ümlaut +x")
    let renamed = try world.ask(
      "PROPPATCH", "/dav/lists/0815/", [:],
      #"<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:displayname>Garden</D:displayname></D:prop></D:set></D:propertyupdate>"#
    )
    #expect(renamed.status == 207 && renamed.body.contains("200 OK"))
    #expect(try world.task("a").list == "Garden")
    #expect(try world.ask("GET", "/dav/lists/0815/a.ics").status == 200)
    #expect(try world.ask("DELETE", "/dav/lists/0815/").status == 204)
    #expect(try world.task("a").isDeleted)
    #expect(try world.ask("PROPFIND", "/dav/lists/0815/", ["Depth": "0"]).status == 404)
  }

  /// A file without an id has a version all the same, and gets an id with the first edit.
  @Test func aTaskMadeByHandIsFinished() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    try world.world.write("* TODO Hand made\n", to: "hand.org")
    let name = try #require(try world.sync("no-list").statuses.keys.first { $0 != "n1i.ics" })
    let got = try world.ask("GET", "/dav/lists/no-list/\(name)")
    let done = got.body.replacing("STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED")
    let tag = ["If-Match": try #require(got.headers["ETag"])]
    #expect(try world.ask("PUT", "/dav/lists/no-list/\(name)", tag, done).status == 204)
    #expect(try world.world.read("hand.org").contains("* DONE Hand made"))
  }

  @Test func aStoreSaysHowLongFinishedTasksStay() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    try world.world.edit(
      world.task("n1i").path, .state(State("DONE", isDone: true)),
      .closed(Timestamp(iso: "2026-06-01T09:00")))
    for (value, isThere) in [("90", false), ("300", true), ("7", false), ("all", true)] {
      try world.world.write("[dav]\n\tdone = \(value)\n", to: ".tasks/config")
      #expect(try world.sync("no-list").statuses.keys.contains("n1i.ics") == isThere, "\(value)")
    }
    try world.world.write("[dav]\n\tdone = often\n", to: ".tasks/config")
    #expect(throws: StoreError.self) { try world.sync("no-list") }
  }

  @Test func whatCannotBeHasTheStatusOfWebDAV() throws {
    let world = try ServiceWorld(ServiceTests.tasks)
    let patch =
      #"<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:displayname>A</D:displayname></D:prop></D:set></D:propertyupdate>"#
    let to = ["Destination": "/dav/lists/other/"]
    for (method, place, headers, body, status) in [
      ("MKCOL", "/dav/lists/work/", [:], "", 405), ("MKCOL", "/dav/lists/work/sub", [:], "", 403),
      ("MKCOL", "/dav/lists/work/a/b/", [:], "", 409),
      ("PUT", "/dav/lists/None/a.ics", [:], todo("a"), 409),
      ("MOVE", "/dav/lists/work/", to, "", 403), ("MOVE", "/dav/lists/none/", to, "", 404),
      ("PROPPATCH", "/dav/lists/work/none.ics", [:], patch, 404),
      ("PROPPATCH", "/dav/lists/work/k7m.ics", [:], patch, 207),
      ("LOCK", "/dav/lists/work/", [:], "", 405),
    ] as [(String, String, [String: String], String, Int)] {
      let answer = try world.ask(method, place, headers, body)
      #expect(answer.status == status, "\(method) \(place): \(answer.body)")
    }
  }

  /// Changes since any token, replayed, are the listing.
  @Test func changesReplayedAreTheListing() throws {
    for seed in 0..<TestScope.cases(3, all: 20) as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let world = try ServiceWorld(
        (0..<12).map { ("t\($0)x", "Task \($0) list:\($0 % 2 == 0 ? "a" : "b")") })
      var tokens: [(token: String, shown: Set<String>)] = []
      for step in 0..<14 {
        let all = try world.sync("a")
        tokens.append((all.token, Set(all.statuses.keys)))
        let listing = Set(
          try world.ask("PROPFIND", "/dav/lists/a/", ["Depth": "1"]).statuses.keys.filter {
            $0 != "a"
          })
        #expect(Set(all.statuses.keys) == listing)
        for (token, shown) in tokens {
          var (token, shown) = (token, shown)
          let limit = generator.chance(50) ? generator.below(4) + 1 : nil
          for _ in 0..<40 {
            let delta = try world.sync("a", token, limit: limit)
            try #require(delta.status == 207, "seed \(seed), step \(step): \(delta.body)")
            for (name, status) in delta.statuses where name != "a" {
              if status == 404 { shown.remove(name) } else { shown.insert(name) }
            }
            token = delta.token
            if delta.statuses["a"] != 507 { break }
          }
          #expect(shown == listing, "seed \(seed), step \(step)")
        }
        let id = "t\(generator.below(12))x"
        let path = try world.task(id).path
        switch generator.below(5) {
        case 0: try world.world.edit(path, .title(Text("Title \(step)")))
        case 1: try world.world.edit(path, .field(.list, .text(generator.chance(50) ? "a" : "b")))
        case 2: try world.world.edit(path, .deleted(Timestamp(iso: "2026-11-20T09:15")))
        case 3: try world.world.edit(path, .deleted(nil))
        default:
          // By hand, not committed.
          let text = try world.world.read(path)
          try world.world.write(text + "\nA line.\n", to: path)
        }
      }
    }
  }
}
