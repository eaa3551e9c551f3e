import Foundation
import TestSupport
import Testing

/// What the page needs to plan in: an agenda with habits, success in words, offers, clock and search.
@Suite struct PlanningTests {
  private static let bob = "1bbbbbbbbbbbbbbb"
  private static let plants = "3ddddddddddddddd"

  private func add(_ served: ServedStore, _ id: Character, _ line: String) throws -> [String: Any] {
    let id = String(repeating: id, count: 16)
    return try served.act(#"{"do":"add","id":"\#(id)","line":"\#(line)"}"#).value
  }

  private func days(_ served: ServedStore, _ query: String) throws -> [String: [[String: Any]]] {
    let days = try served.get("/api/agenda?" + query).value["days"] as? [[String: Any]] ?? []
    return Dictionary(
      uniqueKeysWithValues: days.map {
        ($0["date"] as? String ?? "", $0["entries"] as? [[String: Any]] ?? [])
      })
  }

  @Test func anAgendaHasAnyDays() throws {
    let served = try ServedStore(.withSampleStore())
    try served.tasks("done", "2ccc")
    let days = try days(served, "from=2026-11-15&days=42")
    #expect(days.count == 42)
    let plants = try #require(days["2026-11-21"]?.first { $0["id"] as? String == Self.plants })
    #expect(plants["repeats"] is String && plants["done"] == nil)
    let dates = plants["dates"] as? [[String: String]]
    #expect(dates?.first?["at"] == "2026-11-21" && dates?.first?["kind"] == "scheduled")
    for (day, title) in [("2026-11-20", "Buy milk"), ("2026-11-19", "Pay rent")] {
      let entry = days[day]?.first { $0["title"] as? String == title }
      #expect(entry?["done"] as? Bool == true && entry?["kind"] as? String == "closed")
    }
    #expect(try served.get("/api/agenda").body.contains("habits") == false)
    for wrong in ["days=0", "days=43", "days=x", "span=year"] {
      #expect(try served.get("/api/agenda?" + wrong).status == 400, "\(wrong)")
    }
  }

  @Test func anAgendaHasTheHabits() throws {
    let served = try ServedStore(.withSampleStore())
    _ = try add(served, "a", "Stretch sched:today every:.+2d/4d")
    func habit() throws -> [String: Any] {
      let habits = try served.get("/api/agenda").value["habits"] as? [[String: Any]]
      return try #require(habits?.first)
    }
    let before = try habit()
    #expect(before["title"] as? String == "Stretch" && before["done"] == nil)
    let cells = try #require(before["cells"] as? [[String: String]])
    #expect(cells.count == 28)
    #expect(cells[21] == ["date": "2026-11-20", "tone": "ready", "mark": "!"])
    let command = #"{"do":"state","id":"aaaaaaaaaaaaaaaa","to":"done"}"#
    #expect(try served.act(command).value["again"] as? String == "Sun 22 Nov")
    let after = try habit()
    #expect(after["done"] as? Bool == true)
    #expect((after["cells"] as? [[String: String]])?[21]["mark"] == "*")
  }

  @Test func successIsToldInWords() throws {
    let served = try ServedStore(.withSampleStore())
    let added = try add(served, "a", "Buy stamps list:wor due:2026-12-04@14:00")
    #expect(added["where"] as? String == "wor, Fri 4 Dec 14:00")
    #expect(added["newList"] as? String == "wor")
    let other = try add(served, "b", "Buy paper list:wor parent:aaaaaaaaaaaaaaaa")
    #expect(other["newList"] == nil && other["where"] as? String == "wor")
    _ = try add(served, "c", "Choose parent:bbbbbbbbbbbbbbbb")
    _ = try add(served, "d", "Again parent:aaaaaaaaaaaaaaaa due:fri every:1w")
    let done = try served.act(#"{"do":"state","id":"aaaaaaaaaaaaaaaa","to":"done"}"#).value
    #expect(done["openSteps"] as? Int == 2 && done["again"] == nil)
    let finish = #"{"do":"finish-steps","id":"aaaaaaaaaaaaaaaa"}"#
    let steps = try served.act(finish).value
    #expect(steps["message"] as? String == "Steps done: Buy stamps")
    #expect(try served.act(finish).value["repeated"] as? Bool == true)
    #expect(try served.titles().contains("Again"))
    #expect(!(try served.titles().contains("Choose")))
    _ = try served.act(#"{"do":"undo","commit":"\#(steps["undo"] ?? "")"}"#)
    #expect(try served.titles().contains("Choose"))
    let plants = try served.act(#"{"do":"state","id":"\#(Self.plants)","to":"done"}"#).value
    #expect(plants["again"] as? String == "Sat 28 Nov" && plants["openSteps"] == nil)
    try served.tasks("config", "max-open", "3")
    let refused = try served.act(#"{"do":"add","id":"eeeeeeeeeeeeeeee","line":"One more"}"#)
    #expect(refused.status == 400 && refused.body.contains("limit of 3 open tasks"))
  }

  /// Steps and parents are rows of their own.
  @Test func relativesAreWholeRows() throws {
    let served = try ServedStore(.withSampleStore())
    _ = try add(served, "a", "Step +quick due:tomorrow parent:\(Self.bob)")
    let children = try served.get("/api/task?id=\(Self.bob)").value["childRows"]
    let step = try #require((children as? [[String: Any]])?.first)
    #expect(step["state"] as? String == "TODO" && step["tags"] as? [String] == ["quick"])
    #expect(step["dates"] is [Any] && step["short"] is String && step["done"] == nil)
    let parents = try served.get("/api/task?id=aaaaaaaaaaaaaaaa").value["parents"]
    let parent = try #require((parents as? [[String: Any]])?.first)
    #expect(parent["priority"] as? String == "A" && parent["boxes"] as? [Int] == [1, 3])
  }

  @Test func theClockIsStartedAndStoppedOnce() throws {
    let served = try ServedStore(.withSampleStore())
    let start = #"{"do":"clock-in","id":"\#(Self.bob)"}"#
    #expect(
      try served.act(start).value["message"] as? String
        == "Clock started: Call Bob about the invoice")
    #expect(try served.act(start).value["repeated"] as? Bool == true)
    let clock = try served.get("/api/state").value["clock"] as? [String: String]
    #expect(clock?["id"] == Self.bob && clock?["since"] == "2026-11-20T09:15")
    #expect(try served.act(#"{"do":"clock-in","id":"\#(Self.plants)"}"#).status == 200)
    let other = try served.get("/api/state").value["clock"] as? [String: String]
    #expect(other?["title"] == "Water the plants")
    let stop = #"{"do":"clock-out"}"#
    #expect(try served.act(stop).value["message"] as? String == "Clock stopped: Water the plants")
    #expect(try served.act(stop).value["repeated"] as? Bool == true)
    #expect(try served.get("/api/state").value["clock"] == nil)
  }

  @Test func aSearchShowsWhereItFound() throws {
    let served = try ServedStore(.withSampleStore())
    try served.tasks(
      "note", "2ccc",
      String(repeating: "before ", count: 30) + "the oat kind "
        + String(repeating: "after ", count: 30))
    let found = try served.get("/api/tasks?show=all&q=oat").value
    let rows = ((found["groups"] as? [[String: Any]])?.first?["rows"] as? [[String: Any]]) ?? []
    let snippet = try #require(rows.first?["snippet"] as? String)
    #expect(snippet.contains("the oat kind") && snippet.count <= 90, "\(snippet)")
    #expect(snippet.hasPrefix("… ") && snippet.hasSuffix(" …"))
    #expect(try served.get("/api/tasks?show=all&q=milk").body.contains("snippet") == false)
    #expect(try served.get("/api/tasks?show=all&q=rent").value["done"] as? Int == 1)
    #expect(found["done"] == nil)
  }

  @Test(arguments: [
    ("call mum tomorrow", [["tomorrow", "due:tomorrow", "Sat 21 Nov"]]),
    ("dentist Fri 9am", [["Fri 9am", "due:fri 9am", "Fri 27 Nov 09:00"]]),
    ("meet mon 14:00 in town", [["mon 14:00", "due:mon 14:00", "Mon 23 Nov 14:00"]]),
    ("plan next week", [["next week", "due:next week", "Mon 23 Nov"]]),
    ("ring in 3 days", [["in 3 days", "due:in 3 days", "Mon 23 Nov"]]),
    ("send it by friday", [["by friday", "due:friday", "Fri 27 Nov"]]),
    ("see Ann on mon 14:00", [["on mon 14:00", "due:mon 14:00", "Mon 23 Nov 14:00"]]),
    ("stand by p1", [["p1", "pri:A", "priority A"]]),
    ("pay rent every month", [["every month", "every:month due:today", "every month"]]),
    ("swim every monday", [["every monday", "every:monday", "every monday"]]),
    ("tidy every 2 weeks due:fri", [["every 2 weeks", "every:2 weeks", "every 2 weeks"]]),
    ("p1 wash", [["p1", "pri:A", "priority A"]]),
    ("wash !high", [["!high", "pri:A", "priority A"]]),
    ("#work call", [["#work", "list:work", "list work"]]),
    ("#fun call", [["#fun", "+fun", "tag fun"]]), ("see #12 and every one on sunset", []),
    ("read it due:next week today", []), ("x / tomorrow", []), ("x -- tomorrow", []),
  ]) func wordsThatMayBeFieldsAreOffered(_ line: String, _ offers: [[String]]) throws {
    let served = try ServedStore(.withSampleStore())
    var path = URLComponents()
    path.path = "/api/read"
    path.queryItems = [URLQueryItem(name: "line", value: line)]
    func read(_ rest: String = "") throws -> [[String: String]] {
      let text = path.string?.replacingOccurrences(of: "+", with: "%2B") ?? ""
      return try served.get(text + rest).value["offers"] as? [[String: String]] ?? []
    }
    let found = try read()
    #expect(
      found.map { [$0["from"] ?? "", $0["word"] ?? "", $0["shown"] ?? ""] } == offers, "\(found)")
    #expect(try read("&id=\(Self.bob)").isEmpty)
    // What is offered can be taken.
    guard let offer = found.first, let from = offer["from"], let word = offer["word"] else {
      return
    }
    path.queryItems = [
      URLQueryItem(name: "line", value: line.replacingOccurrences(of: from, with: word))
    ]
    #expect(try read().isEmpty)
    #expect(try served.get(path.string ?? "").value["ok"] as? Bool == true)
  }

  @Test func aNewListIsCalledNew() throws {
    let served = try ServedStore(.withSampleStore())
    for (list, isNew) in [("work", nil), ("wor", true)] as [(String, Bool?)] {
      let parts = try served.get("/api/read?line=x%20list:\(list)").value["parts"]
      let part = (parts as? [[String: Any]])?.first { $0["kind"] as? String == "list" }
      #expect(part?["text"] as? String == list && part?["isNew"] as? Bool == isNew)
    }
  }
}
