import Foundation
import TestSupport
import Testing

/// What merges put aside is shown with both values, and settled.
@Suite struct AsideTests {
  private static let id = "aaaabbbbccccdddd"

  /// A task whose title and deadline two clones have changed, seen by the first.
  private func served() throws -> (Hub, ServedStore) {
    let hub = try Hub(clones: ["laptop", "desktop"])
    let served = try ServedStore(hub.world, store: "laptop")
    _ = try served.act(#"{"do":"add","id":"\#(Self.id)","line":"Call Bob due:fri"}"#)
    try hub.tasks("laptop", "sync")
    try hub.tasks("desktop", "sync")
    try hub.tasks("desktop", "modify", "aaaa", "title:Call Carol", "due:2026-12-07")
    try hub.tasks("desktop", "sync")
    try hub.tasks("laptop", "modify", "aaaa", "title:Call Alice", "due:2026-12-04@14:00")
    try hub.tasks("laptop", "sync")
    return (hub, served)
  }

  private func aside(_ served: ServedStore) throws -> [[String: String]] {
    try served.get("/api/task?id=\(Self.id)").value["aside"] as? [[String: String]] ?? []
  }

  @Test func bothValuesAreShown() throws {
    let (hub, served) = try served()
    let aside = try aside(served)
    #expect(aside.count == 2)
    for value in aside {
      let isTitle = value["field"] == "title"
      #expect(value["label"] == (isTitle ? "title" : "deadline"))
      let pair = [value["dropped"] ?? "", value["kept"] ?? ""]
      let known = isTitle ? ["Call Alice", "Call Carol"] : ["Fri 4 Dec 14:00", "Mon 7 Dec"]
      #expect(pair.sorted() == known)
      let isOwn = pair[0] == "Call Alice" || pair[0] == "Fri 4 Dec 14:00"
      #expect(value["device"] == (isOwn ? "laptop" : "desktop"), "\(value)")
      #expect(value["shown"] == "today 9:15")
    }
    let rows = try served.get("/api/tasks?show=aside").value
    #expect(rows["title"] as? String == "Put aside by a merge")
    #expect(try served.titles("aside").count == 1)
    #expect(try served.get("/api/tasks").body.contains(#""aside":2"#))
    let counts = try served.get("/api/state").value["counts"] as? [String: Int]
    #expect(counts?["aside"] == 1)
    let history = try served.get("/api/history?id=\(Self.id)").body
    #expect(history.contains("Merge put aside the title “Call "), "\(history)")
    #expect(history.contains(#""device":"desktop""#))
    withExtendedLifetime(hub) {}
  }

  @Test func aValueIsTakenOrLeftOnce() throws {
    let (hub, served) = try served()
    let shown = try aside(served).first { $0["field"] == "title" }
    for (command, field) in [("take", "title"), ("keep", "deadline")] {
      let body = #"{"do":"\#(command)","id":"\#(Self.id)","field":"\#(field)"}"#
      let answer = try served.act(body)
      #expect(answer.status == 200 && answer.value["undo"] is String, "\(answer.body)")
      let head = try hub.git("laptop", "rev-parse", "HEAD")
      #expect(try served.act(body).value["repeated"] as? Bool == true, "\(command)")
      #expect(try hub.git("laptop", "rev-parse", "HEAD") == head)
    }
    #expect(try aside(served).isEmpty)
    #expect(try served.titles() == [shown?["dropped"] ?? ""])
    #expect(try served.titles("aside").isEmpty)
    #expect(try served.get("/api/state").body.contains(#""aside""#) == false)
    #expect(try hub.world.git("fsck", "--strict", in: "laptop").status == 0)
  }
}
