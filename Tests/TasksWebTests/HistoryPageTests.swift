import Foundation
import TestSupport
import Testing

/// The history is told in words, page by page, and a task is seen as it was.
@Suite struct HistoryPageTests {
  private static let bob = "1bbbbbbbbbbbbbbb"

  private func entries(_ served: ServedStore, _ query: String = "") throws -> [[String: Any]] {
    try served.get("/api/history" + query).value["entries"] as? [[String: Any]] ?? []
  }

  @Test(arguments: [
    (["modify", "1bbb", "due:2026-12-07"], ["deadline: Fri 27 Nov 17:00 → Mon 7 Dec"]),
    (["modify", "2ccc", "due:fri"], ["deadline: Fri 27 Nov"]),
    (["modify", "1bbb", "due:"], ["deadline removed"]),
    (["modify", "1bbb", "+urgent", "-phone"], ["tag +urgent", "tag -phone"]),
    (["modify", "1bbb", "title:Call Ann"], ["title: Call Bob about the invoice → Call Ann"]),
    (["modify", "1bbb", "list:home", "effort:"], ["effort removed", "list: work → home"]),
    (["modify", "1bbb", "prop.VENDOR:X"], ["VENDOR: ACME → X"]),
    (["modify", "1bbb", "parent:2ccc"], ["parent: Buy milk"]),
    (["move", "2ccc", "top"], ["moved"]), (["done", "1bbb"], ["done"]),
    (["done", "3ddd"], ["done, again on Sat 28 Nov"]), (["cancel", "2ccc"], ["canceled"]),
    (["reopen", "4fff"], ["reopened"]), (["delete", "2ccc"], ["deleted"]),
    (["restore", "5ggg"], ["restored"]), (["start", "1bbb"], ["state: TODO → NEXT"]),
    (["check", "1bbb", "1"], ["ticked: find the number"]), (["add", "New"], ["added"]),
    (["clock", "in", "2ccc"], ["clock started"]),
    (["clock", "add", "2ccc", "8:00", "8:25"], ["clocked 25m"]),
  ]) func aChangeIsToldInWords(_ arguments: [String], _ words: [String]) throws {
    let served = try ServedStore(.withSampleStore())
    let outcome = try served.world.run(World.tasks, arguments, in: "store")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let entry = try #require(try entries(served).first)
    #expect((entry["words"] as? [String])?.sorted() == words, "\(entry)")
    #expect(entry["canUndo"] as? Bool == true)
    #expect(entry["device"] as? String == "laptop" && entry["day"] as? String == "Today")
    #expect(entry["time"] as? String == "09:15")
    let undo = #"{"do":"undo","commit":"\#(entry["commit"] ?? "")"}"#
    #expect(try served.act(undo).status == 200)
    let taken = try #require(try entries(served).first?["words"] as? [String])
    #expect(taken.first == (words == ["added"] ? "deleted for good" : "taken back"), "\(taken)")
    #expect(!taken.joined().contains("rank") && !taken.joined().contains("LAST_REPEAT"))
  }

  /// An undo in the history of a task is of that task, whatever else the operation changed.
  @Test func oneTaskOfAnOperationIsTakenBack() throws {
    let served = try ServedStore(.withSampleStore())
    try served.tasks("modify", "--where", "list:home or list:work", "--yes", "list:car")
    let entry = try #require(try entries(served, "?id=\(Self.bob)").first)
    let undo = #"{"do":"undo","commit":"\#(entry["commit"] ?? "")","id":"\#(Self.bob)"}"#
    #expect(try served.act(undo).status == 200)
    let lists = try served.world.run(
      World.tasks, ["list", "list:car or list:work", "--format", "{title} {list}"], in: "store")
    #expect(
      lists.output == """
        Call Bob about the invoice work
        Buy milk car
        Water the plants car

        """)
  }

  @Test func notesAreLinesAndOldOnesCanBeSeen() throws {
    let served = try ServedStore(.withSampleStore())
    let before = try #require(try entries(served, "?id=\(Self.bob)").first?["commit"])
    let text = (1...24).map { "line \($0)" }.joined(separator: "\n")
    try served.tasks("note", Self.bob, text)
    let entry = try #require(try entries(served).first)
    let notes = try #require(entry["notes"] as? [[String]])
    #expect(notes.count == 21 && notes[0] == ["+", "line 1"])
    #expect(notes[20] == ["…", "4 more lines"])
    #expect((entry["words"] as? [String])?.isEmpty == true)
    let past = try served.get("/api/task?id=\(Self.bob)&at=\(before)").value
    #expect((past["text"] as? String)?.contains("line 1") == false)
    #expect(past["past"] as? String == "Thu 19 Nov 10:00", "\(past["past"] ?? "")")
    #expect(try served.get("/api/task?id=\(Self.bob)&at=nowhere").status == 400)
    #expect(try served.get("/api/task?id=\(Self.bob)").body.contains(#""past""#) == false)
  }

  /// Each change is on one page, those of one commit on the same.
  @Test func olderChangesAreOnFurtherPages() throws {
    let served = try ServedStore(.withSampleStore())
    for number in 1...60 { try served.tasks("modify", Self.bob, "effort:\(number)") }
    var (all, before): ([String], String?) = ([], nil)
    var sizes: [Int] = []
    repeat {
      let page = try served.get("/api/history" + (before.map { "?before=\($0)" } ?? "")).value
      let entries = page["entries"] as? [[String: Any]] ?? []
      all += entries.map { "\($0["commit"] ?? "") \($0["id"] ?? "")" }
      sizes.append(entries.count)
      before = page["more"] as? String
    } while before != nil && sizes.count < 9
    #expect(sizes == [50, 15], "\(sizes)")
    #expect(Set(all).count == 65)
  }

  @Test func aBrowserKeepsItsName() throws {
    let served = try ServedStore(.withSampleStore())
    let made = try served.tasks("web", "token", "add", "phone").output
    let token = made.split(separator: "#").last?.split(whereSeparator: \.isWhitespace).first ?? ""
    _ = try served.post(
      "/api/do", #"{"do":"state","id":"\#(Self.bob)","to":"done"}"#,
      headers: ["Authorization: Bearer \(token)"])
    try served.tasks("web", "token", "revoke", "phone")
    #expect(try entries(served).first?["device"] as? String == "phone")
  }
}
