import StoreTestSupport
import TasksCore
import TasksDAV
import TestSupport
import Testing

/// The second half of "the twenty that bite" (caldav.md): versions, addresses and sync. The first is ``TwentyTests``.
@Suite struct TwentySyncTests {
  private static let tasks = [
    ("k7m", "Call Bob +phone list:work due:2026-12-01"), ("ab1", "Water the plants list:home"),
    ("n1i", "New idea"),
  ]

  private let world: ServiceWorld

  init() throws { world = try ServiceWorld(TwentySyncTests.tasks) }

  private func title(_ answer: ServiceWorld.Answer, _ title: String) -> String {
    answer.edited([("SUMMARY", "SUMMARY:\(title)")])
  }

  @Test("9 no client is refused for ever (DAVx5 2739, 2226; Nextcloud 2077)")
  func bite09() throws {
    #expect(try world.put("stays.ics", in: "work", todo("stays", "SUMMARY:s")).status == 201)
    let got = try world.get("k7m.ics", in: "work")
    let token = try world.sync("work").token
    // The version that DAVx5 has is not the last one, nor is it here any more.
    let gone = "\"\(String(repeating: "0123456789", count: 4))-\(got.tag.suffix(5))"
    try world.edit("k7m", .priority(Priority("A")))
    for (tag, name) in [(got.tag, "One"), (gone, "Two")] {
      #expect(
        try world.put("k7m.ics", in: "work", title(got, name), ["If-Match": tag]).status == 204)
    }
    #expect(try world.task("k7m").priority == Priority("A") && world.task("k7m").title == "Two")
    // The task is in the trash: the edit goes there, and the next sync tells so.
    try world.edit("k7m", .deleted(Timestamp(iso: "2026-11-20T09:15")))
    #expect(
      try world.put("k7m.ics", in: "work", title(got, "Three"), ["If-Match": got.tag]).status == 204
    )
    #expect(try world.task("k7m").isDeleted && world.task("k7m").title == "Three")
    #expect(try world.sync("work", token).statuses == ["k7m.ics": 404])
    // The answer to a new task was lost.
    let new = ["If-None-Match": "*"]
    let body = todo("new", "SUMMARY:New")
    #expect(try world.put("new.ics", in: "work", body, new).status == 201)
    #expect(try world.put("new.ics", in: "work", body, new).status == 204)
    // What is refused rightly is taken after it was read.
    let other = todo("new", "SUMMARY:Other")
    #expect(try world.put("new.ics", in: "work", other, new).status == 412)
    let idea = try world.get("n1i.ics", in: "no-list").tag
    #expect(try world.put("new.ics", in: "work", other, ["If-Match": idea]).status == 412)
    #expect(try world.put("none.ics", in: "work", todo("none"), ["If-Match": "*"]).status == 412)
    let now = try world.get("new.ics", in: "work")
    #expect(
      try world.put("new.ics", in: "work", title(now, "Other"), ["If-Match": now.tag]).status == 204
    )
    #expect(try world.task("new").title == "Other")
  }

  @Test("10 the last one to write does not win unseen (Planify 2236)")
  func bite10() throws {
    let got = try world.get("k7m.ics", in: "work")
    try world.edit("k7m", .priority(Priority("A")))
    let edited = title(got, "Call Ann")
    let tag = ["If-Match": got.tag]
    #expect(try world.put("k7m.ics", in: "work", edited, tag).status == 204)
    let task = try world.task("k7m")
    #expect(task.title == "Call Ann" && task.priority == Priority("A"))
    // Sent again it counts once.
    let head = try world.head()
    #expect(try world.put("k7m.ics", in: "work", edited, tag).status == 204)
    #expect(try world.head() == head)
    // What both changed is in the log.
    try world.edit("k7m", .title("Call Eve"))
    #expect(try world.put("k7m.ics", in: "work", title(got, "Call Max"), tag).status == 204)
    let text = try world.world.read(world.task("k7m").path)
    #expect(
      text.contains("Merge dropped title \"Call Eve\"") && text.contains("* TODO [#A] Call Max"))
  }

  @Test("10 nor one that says nothing of the version that it has")
  func bite10Unsaid() throws {
    let got = try world.get("k7m.ics", in: "work")
    func send(_ title: String) throws {
      let body = got.edited(
        [("SUMMARY", "SUMMARY:\(title)")], product: "-//Planify//EN", isRewriter: true)
      #expect(try world.put("k7m.ics", in: "work", body).status == 204)
    }
    try send("One")
    try world.edit("k7m", .priority(Priority("A")))
    try send("Two")
    #expect(try world.task("k7m").priority == Priority("A"))
    try send("Three")
    let task = try world.task("k7m")
    #expect(task.title == "Three" && task.priority == Priority("A"))
    #expect(try world.world.git("log", "-1", "--format=%B").contains("Tasks-Base: "))
  }

  /// An app without versions sends a change once more, after it was merged with what it has not read.
  @Test("10 nor one that sends again what was merged")
  func bite10Again() throws {
    let place = "k7m.ics"
    let first = try world.get(place, in: "work")
    func send(_ edits: (String, String?)...) throws {
      let body = first.edited(
        edits + [("CATEGORIES", nil)], product: "-//Planify//EN", isRewriter: true)
      #expect(try world.put(place, in: "work", body, device: "desk-bbbbbbbb").status == 204)
    }
    try send(("STATUS", "STATUS:COMPLETED"), ("", "COMPLETED:20261120T100000Z"))
    try world.edit("k7m", .title("Call Ann"), .notes("At noon"))
    for _ in 0..<2 {
      try send(("STATUS", "STATUS:NEEDS-ACTION"))
      let task = try world.task("k7m")
      #expect(task.title == "Call Ann" && task.notes == "At noon" && !task.isDone)
    }
  }

  @Test("11 a UID that is not the name (Nextcloud 1818)")
  func bite11() throws {
    let body = todo("0F9C/77:x@y z", "SUMMARY:Buy milk", "X-OC-HIDE:1")
    let name = "my%20name.ics"
    #expect(try world.put(name, in: "home", body, ["If-None-Match": "*"]).status == 201)
    let got = try world.get(name, in: "home")
    #expect(got.lines.contains("UID:0F9C/77:x@y z") && got.lines.contains("X-OC-HIDE:1"))
    #expect(try world.put("other.ics", in: "home", body).status == 403)
    #expect(try world.put(name, in: "home", todo("else", "SUMMARY:s")).status == 403)
    #expect(try world.put(name, in: "home", title(got, "Buy tea")).status == 204)
    #expect(try world.listing("home").keys.sorted() == ["ab1.ics", name])
    // The name of one may be the UID of another.
    #expect(try world.put("B.ics", in: "home", todo("A", "SUMMARY:a")).status == 201)
    #expect(try world.put("A.ics", in: "home", todo("B", "SUMMARY:b")).status == 201)
    #expect(try world.get("A.ics", in: "home").lines.contains("SUMMARY:b"))
    #expect(try world.get("B.ics", in: "home").lines.contains("SUMMARY:a"))
  }

  @Test("12 a UID that is in the trash (Nextcloud 30096)")
  func bite12() throws {
    let place = "/dav/lists/home/ab1.ics"
    #expect(try world.put("stays.ics", in: "home", todo("stays", "SUMMARY:s")).status == 201)
    let got = try world.ask("GET", place)
    let token = try world.sync("home").token
    #expect(try world.ask("DELETE", place, ["If-Match": got.tag]).status == 204)
    #expect(try world.ask("GET", place).status == 404)
    #expect(try world.ask("DELETE", place).status == 404)
    let put = try world.put("ab1.ics", in: "home", title(got, "Plants"), ["If-None-Match": "*"])
    #expect(put.status == 201)
    #expect(try world.sync("home", token).statuses == ["ab1.ics": 200])
    // With its list, and into another one under another name.
    #expect(try world.ask("DELETE", "/dav/lists/home/").status == 204)
    #expect(try world.put("plants.ics", in: "work", got.body).status == 201)
    #expect(try world.task("ab1").list == "work" && !world.task("ab1").isDeleted)
    #expect(try world.listing("work").keys.sorted() == ["k7m.ics", "plants.ics"])
    try world.world.expectClean()
  }

  @Test("12 a list whose last task is in the trash takes a task")
  func bite12Last() throws {
    let got = try world.get("ab1.ics", in: "home")
    #expect(try world.ask("DELETE", "/dav/lists/home/ab1.ics").status == 204)
    #expect(
      try world.put("tea.ics", in: "home", todo("tea", "SUMMARY:t")).status == 201
        && world.task("tea").list == "home")
    #expect(try world.ask("DELETE", "/dav/lists/home/tea.ics").status == 204)
    #expect(try world.put("ab1.ics", in: "home", title(got, "Plants")).status == 201)
    #expect(try world.listing("home").keys.sorted() == ["ab1.ics"])
    #expect(try world.put("tea.ics", in: "No%20where", todo("tea2", "SUMMARY:t")).status == 409)
  }

  @Test("13 a task that moves between lists (Planify 2578)")
  func bite13() throws {
    let name = "my%20name.ics"
    let body = todo("0F9C-77", "SUMMARY:Buy milk", "X-OC-HIDE:1")
    #expect(try world.put(name, in: "home", body).status == 201)
    let got = try world.get(name, in: "home")
    let (home, work) = (try world.sync("home").token, try world.sync("work").token)
    // Some put it there, and delete it here.
    #expect(try world.put(name, in: "work", got.body).status == 201)
    #expect(try world.ask("DELETE", "/dav/lists/home/\(name)").status == 404)
    #expect(try world.sync("home", home).statuses == [name: 404])
    #expect(try world.sync("work", work).statuses == [name: 200])
    // Some move it, and a proxy has taken away what they speak.
    let there = ["Destination": "https://localhost/dav/lists/home/\(name)", "Host": "localhost"]
    #expect(try world.ask("MOVE", "/dav/lists/work/\(name)", there).status == 201)
    let elsewhere = ["Destination": "https://example.org/dav/lists/work/\(name)"]
    #expect(try world.ask("MOVE", "/dav/lists/home/\(name)", elsewhere).status == 502)
    // And some delete it first.
    #expect(try world.ask("DELETE", "/dav/lists/home/\(name)").status == 204)
    #expect(try world.put(name, in: "work", got.body).status == 201)
    #expect(try world.get(name, in: "work").lines.contains("X-OC-HIDE:1"))
    #expect(try world.listing("home").keys.sorted() == ["ab1.ics"])
    try world.world.expectClean()
  }

  @Test("14 the order of a client is that of the list (tasks.org 3141, 2360)")
  func bite14() throws {
    func order(_ id: String) throws -> String? {
      try world.get("\(id).ics", in: "work").lines.first { $0.hasPrefix("X-APPLE-SORT-ORDER") }
    }
    // Tasks.org counts seconds from 2001.
    for (id, number) in [("c", 816_856_700), ("a", 816_856_800), ("b", 816_856_900)] {
      let body = todo(id, "SUMMARY:\(id)", "X-APPLE-SORT-ORDER:\(number)")
      #expect(try world.put("\(id).ics", in: "work", body).status == 201)
      #expect(try order(id) == "X-APPLE-SORT-ORDER:\(number)")
    }
    let exact = Rank(2.000_1)
    try world.edit("b", .rank(exact))
    let got = try world.get("b.ics", in: "work")
    #expect(got.lines.contains("X-APPLE-SORT-ORDER:2048"))
    #expect(try world.put("b.ics", in: "work", title(got, "bee")).status == 204)
    #expect(try world.task("b").rank == exact)
    // Before all others, as far as it goes.
    let a = try world.get("a.ics", in: "work").edited([("X-APPLE", "X-APPLE-SORT-ORDER:-3")])
    #expect(try world.put("a.ics", in: "work", a).status == 204)
    let ranks = try ["a", "b", "c"].map { try #require(world.task($0).rank?.value) }
    #expect(ranks == ranks.sorted() && Set(ranks).count == 3)
    let head = try world.head()
    #expect(try world.put("a.ics", in: "work", a).status == 204)
    #expect(try world.head() == head)
  }

  @Test("15 subtasks stay below their tasks (tasks.org 3023, 1644)")
  func bite15() throws {
    // The child comes first, and says no type.
    let child = todo("child", "SUMMARY:c", "RELATED-TO:A0-parent")
    #expect(try world.put("child.ics", in: "work", child).status == 201)
    #expect(try world.put("p.ics", in: "work", todo("A0-parent", "SUMMARY:p")).status == 201)
    let line = "RELATED-TO;RELTYPE=PARENT:A0-parent"
    let got = try world.get("child.ics", in: "work")
    #expect(got.lines.contains(line))
    // A client without subtasks; and the parent in another list, of which a client may not know.
    let flat = got.edited([("RELATED-TO", nil), ("SUMMARY", "SUMMARY:d")], isRewriter: true)
    #expect(try world.put("child.ics", in: "work", flat).status == 204)
    #expect(try world.get("child.ics", in: "work").lines.contains(line))
    try world.edit("A0-parent", .list("home"))
    let alone = try world.get("child.ics", in: "work")
    #expect(alone.lines.contains(line))
    #expect(try world.put("child.ics", in: "work", title(alone, "e")).status == 204)
    #expect(try world.task("child").parent?.text == "A0-parent" && world.task("child").title == "e")
    // One that keeps lines takes it away.
    try world.edit("A0-parent", .list("work"))
    let again = try world.get("child.ics", in: "work").edited([("RELATED-TO", nil)])
    #expect(try world.put("child.ics", in: "work", again).status == 204)
    #expect(try world.task("child").parent == nil)
  }

  @Test("16 names with umlauts")
  func bite16() throws {
    try world.edit("ab1", .list("Einkäufe & mehr"))
    let lists = try world.ask("PROPFIND", "/dav/lists/", ["Depth": "1"])
    #expect(lists.body.contains("<D:displayname>Einkäufe &amp; mehr</D:displayname>"))
    let list = try #require(lists.statuses.keys.first { $0.hasPrefix("eink") })
    #expect(list.utf8.allSatisfy { $0 < 0x80 && $0 != 0x25 })
    let body = todo("Größe", "SUMMARY:Größe 😀", "DESCRIPTION:\(String(repeating: "ü", count: 90))")
    let name = "Gr%C3%B6%C3%9Fe.ics"
    #expect(try world.put(name, in: list, body).status == 201)
    for name in [name, "Größe.ics", "gr%c3%b6%c3%9fe.ics".replacing("gr", with: "Gr")] {
      let got = try world.get(name, in: list)
      #expect(got.lines.contains("SUMMARY:Größe 😀") && got.lines.contains("UID:Größe"), "\(name)")
      #expect(got.lines.contains { $0.hasSuffix(String(repeating: "ü", count: 90)) })
    }
    #expect(try world.listing(list).keys.sorted() == [name, "ab1.ics"])
    #expect(try world.multiget(list, [name]).tasks.keys.sorted() == [name])
    try world.world.expectClean()
  }

  @Test("17 tokens tell all after deletes and with limits (python caldav 183, Nextcloud 50086)")
  func bite17() throws {
    let world = try ServiceWorld((0..<17).map { ("t\($0)x", "Task \($0) list:a") })
    let first = try world.sync("a").token
    var (token, shown) = ("", Set<String>())
    for page in 0..<60 {
      let answer = try world.sync("a", token, limit: 3)
      for (name, status) in answer.statuses where name != "a" && status == 200 {
        shown.insert(name)
      }
      token = answer.token
      if answer.statuses["a"] != 507 { break }
      for number in 0..<4 { try world.edit("t\(number)x", .title(Text("Page \(page)"))) }
    }
    #expect(shown.count == 17)
    #expect(try world.sync("a", token).statuses.isEmpty)
    // Pages of what is gone.
    for number in 0..<9 {
      #expect(try world.ask("DELETE", "/dav/lists/a/t\(number)x.ics").status == 204)
    }
    for start in [first, token] {
      var (token, gone) = (start, Set<String>())
      for _ in 0..<9 {
        let answer = try world.sync("a", token, limit: 2)
        gone.formUnion(answer.statuses.filter { $0.value == 404 }.keys)
        token = answer.token
        if answer.statuses["a"] != 507 { break }
      }
      #expect(gone == Set((0..<9).map { "t\($0)x.ics" }))
      #expect(try world.sync("a", token).statuses.isEmpty)
    }
  }

  @Test("18 tags that are wrong, missing or spoilt by a proxy")
  func bite18() throws {
    let got = try world.get("k7m.ics", in: "work")
    let tag = got.tag
    #expect(try world.listing("work") == ["k7m.ics": tag])
    #expect(try world.sync("work").tasks["k7m.ics"]?.tag == tag)
    let read = try #require(try world.multiget("work", ["k7m.ics"]).tasks["k7m.ics"])
    #expect(read.tag == tag && read.text == got.body)
    let bare = String(tag.dropFirst().dropLast())
    for (number, spoilt) in ["W/\(tag)", "\"\(bare)-gzip\"", bare, "W/\"\(bare)-gzip\"", "*"]
      .enumerated()
    {
      let place = "/dav/lists/work/k7m.ics"
      let last = try world.get("k7m.ics", in: "work")
      let now = spoilt.replacing(bare, with: String(last.tag.dropFirst().dropLast()))
      #expect(try world.ask("GET", place, ["If-None-Match": now]).status == 304, "\(now)")
      let put = try world.put("k7m.ics", in: "work", title(last, "\(number)"), ["If-Match": now])
      // The text that the store has is not that of the client.
      #expect(put.status == 204 && put.headers["ETag"] == nil && put.body.isEmpty)
    }
    // Without one, the text itself names its version.
    try world.edit("k7m", .title("Shell"))
    let body = got.edited([("PRIORITY", "PRIORITY:1")])
    #expect(try world.put("k7m.ics", in: "work", body).status == 204)
    #expect(try world.task("k7m").title == "Shell" && world.task("k7m").priority == Priority("A"))
  }

  @Test("19 the first sync of thousands (xandikos 114, Radicale 677)")
  func bite19() throws {
    let count = TestScope.cases(1_000, all: 5_000)
    let world = try ServiceWorld(
      (0..<count).map { ("t\($0)x", "Task \($0) list:a due:2026-12-01") })
    var (texts, time) = ([String: String](), Duration.zero)
    time = try ContinuousClock().measure {
      let names = try world.sync("a").statuses.keys
      texts = try world.multiget("a", names).tasks.mapValues(\.text)
    }
    #expect(texts.count == count && time < .seconds(20))
    #expect(texts["t77x.ics"]?.contains("SUMMARY:Task 77\r\n") == true)
  }

  @Test("20 clients find the lists from any place (Radicale 1094, 1288, tududi 1136)")
  func bite20() throws {
    for place in ["/", "/principals/", "/dav/"] {
      let found = try world.ask("PROPFIND", place, ["Depth": "0"])
      #expect(found.status == 207 && found.body.contains("/dav/me/"), "\(place)")
    }
    let home = try world.ask(
      "PROPFIND", "/dav/me/", ["Depth": "0"],
      #"<D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-home-set/></D:prop></D:propfind>"#
    )
    #expect(home.body.contains("<D:href>/dav/lists/</D:href>"))
    let lists = try world.ask("PROPFIND", "/dav/lists/", ["Depth": "1"])
    #expect(Set(lists.statuses.keys) == ["lists", "no-list", "work", "home"])
    #expect(try world.ask("PROPFIND", "/dav/lists/", [:]).status == 403)
    #expect(try world.ask("PROPFIND", "/dav/lists/none/", ["Depth": "0"]).status == 404)
    #expect(DAVService.greeting(DAVRequest("PROPFIND", "/.well-known/caldav"))?.status == 301)
  }
}
