import Foundation
import TestSupport
import Testing

/// What the page can change, and that everything is safe to send twice.
@Suite struct WebCommandTests {
  private static let bob = "1bbbbbbbbbbbbbbb"
  private static let plants = "3ddddddddddddddd"

  private func commits(_ served: ServedStore) throws -> Int {
    Int(try served.world.git("rev-list", "--count", "HEAD", in: "store").output.dropLast()) ?? 0
  }

  @Test func everyCommandCanBeSentTwice() throws {
    let served = try ServedStore(.withSampleStore())
    let bob = Self.bob
    for command in [
      #"{"do":"add","id":"aaaabbbbccccdddd","line":"Buy stamps +errand due:fri / at the corner"}"#,
      #"{"do":"modify","id":"\#(bob)","line":"pri:B +urgent -phone due:2026-12-01"}"#,
      #"{"do":"title","id":"\#(bob)","text":"Call +Bob due:fri","was":"Call Bob about the invoice"}"#,
      #"{"do":"notes","id":"\#(bob)","text":"One\nTwo","was":"He has the number.\n\n- [ ] find the number\n- [X] read the contract\n- [ ] call"}"#,
      #"{"do":"move","id":"\#(bob)","to":"last"}"#,
      #"{"do":"move","id":"\#(bob)","after":"2ccccccccccccccc"}"#,
      #"{"do":"move","id":"\#(bob)","before":"2ccccccccccccccc"}"#,
      #"{"do":"state","id":"\#(bob)","to":"wait"}"#,
      #"{"do":"state","id":"\#(bob)","to":"done"}"#,
      #"{"do":"state","id":"\#(bob)","to":"reopen"}"#,
      #"{"do":"state","id":"\#(Self.plants)","to":"done","was":{"state":"NEXT","at":["2026-11-21"]}}"#,
      #"{"do":"delete","id":"\#(bob)"}"#, #"{"do":"restore","id":"\#(bob)"}"#,
    ] {
      let before = try commits(served)
      let answer = try served.act(command)
      #expect(answer.status == 200, "\(command): \(answer.body)")
      #expect(answer.value["undo"] is String, "\(command) changed nothing")
      #expect(try commits(served) == before + 1, "\(command)")
      let again = try served.act(command)
      #expect(again.status == 200, "\(command) again: \(again.body)")
      #expect(again.value["repeated"] as? Bool == true, "\(command)")
      #expect(try commits(served) == before + 1, "\(command) again")
    }
    #expect(try served.tasks("show", "aaaa").output.contains("at the corner"))
    #expect(try served.tasks("show", bob).output.contains("Call +Bob due:fri"))
    #expect(try served.world.git("fsck", "--strict", in: "store").status == 0)
  }

  @Test func anUndoTakesBackItsOwnChange() throws {
    let served = try ServedStore(.withSampleStore())
    let commit = try served.act(#"{"do":"state","id":"\#(Self.bob)","to":"done"}"#).value["undo"]
    let other = #"{"do":"modify","id":"2ccccccccccccccc","line":"pri:A"}"#
    #expect(try served.act(other).status == 200)
    let undo = #"{"do":"undo","commit":"\#(commit ?? "")"}"#
    #expect(try served.act(undo).status == 200)
    #expect(try served.tasks("show", Self.bob).output.contains("TODO"))
    #expect(try served.tasks("show", "2cc").output.contains("priority    A"))
    #expect(try served.act(undo).value["repeated"] as? Bool == true)
    #expect(try served.act(#"{"do":"redo"}"#).status == 200)
  }

  /// Notes that both sides edit keep the lines of both.
  @Test func nothingTypedIsLost() throws {
    let served = try ServedStore(.withSampleStore())
    let base =
      "He has the number.\\n\\n- [ ] find the number\\n- [X] read the contract\\n- [ ] call"
    try served.tasks("note", Self.bob, "Written in the shell.")
    let answer = try served.act(
      #"{"do":"notes","id":"\#(Self.bob)","text":"Written in the page.\n\#(base)","was":"\#(base)"}"#
    )
    #expect(answer.status == 200)
    #expect((answer.value["warning"] as? String)?.contains("both are kept") == true)
    let shown = try served.tasks("show", Self.bob).output
    for line in ["Written in the shell.", "Written in the page.", "He has the number."] {
      #expect(shown.components(separatedBy: line).count == 2, "\(line)")
    }
    let title = #"{"do":"title","id":"\#(Self.bob)","text":"Mine","was":"Other"}"#
    let refused = try served.act(title)
    #expect(refused.status == 409 && refused.body.contains("Call Bob about the invoice"))
  }

  /// What `show` prints of a task, the page gets with the same names.
  @Test func allThatShowHasIsTold() throws {
    let served = try ServedStore(.withSampleStore())
    try served.tasks(
      "modify", Self.bob, "at:Office", "important:yes", "effort:1h", "wait:2026-12-24")
    let told = try served.get("/api/task?id=\(Self.bob)").value
    let shown = try served.tasks("show", Self.bob).output
    let fields = try #require(told["fields"] as? [[String]])
    #expect(fields.count > 10)
    for field in fields where field[0] != "title" {
      #expect(shown.contains(field[1]) && shown.contains(field[2]), "\(field)")
    }
    let words = try #require(told["words"] as? String)
    #expect(words.contains("effort:1h") && words.contains("wait:2026-12-24"), "\(words)")
  }

  /// A checkbox is the one that was shown, wherever it is now.
  @Test func aCheckboxIsFoundByItsText() throws {
    let served = try ServedStore(.withSampleStore())
    try served.tasks("note", Self.bob, "- [ ] pay")
    let base = try served.get("/api/task?id=\(Self.bob)").value["text"] as? String ?? ""
    let moved = "- [ ] first\n" + base
    let body = try JSONSerialization.data(withJSONObject: [
      "do": "notes", "id": Self.bob, "text": moved, "was": base,
    ])
    #expect(try served.act(String(decoding: body, as: UTF8.self)).status == 200)
    func box(_ text: String) -> String {
      #"{"do":"box","id":"\#(Self.bob)","number":1,"text":"\#(text)","to":true}"#
    }
    #expect(try served.act(box("find the number")).status == 200)
    #expect(
      try served.world.read("store/2026-11/call-bob-\(Self.bob).org").contains(
        "[X] find the number"))
    #expect(try served.act(box("gone")).status == 409)
  }

  /// A line that has waited means the days that follow the one on which it was typed.
  @Test func aDateCountsFromWhenItWasTyped() throws {
    let served = try ServedStore(.withSampleStore())
    for command in [
      #"{"do":"add","id":"aaaabbbbccccdddd","line":"Late due:tomorrow","at":"2026-11-13T22:10"}"#,
      #"{"do":"modify","id":"\#(Self.bob)","line":"due:tomorrow","at":"2026-11-13T22:10"}"#,
    ] { #expect(try served.act(command).status == 200) }
    for id in ["aaaa", Self.bob] {
      #expect(try served.tasks("show", id).output.contains("2026-11-14"), "\(id)")
    }
  }

  /// What is typed on the page is read by the server, as it is in a shell.
  @Test func timesAsPeopleSayThem() throws {
    let served = try ServedStore(.withSampleStore())
    let line = "Ring due:next week 5pm remind:8am effort:1h30"
    let query = line.replacingOccurrences(of: " ", with: "%20")
    let read = try served.get("/api/read?line=\(query)").body
    for part in ["Mon 23 Nov 17:00", "2026-11-21 08:00"] { #expect(read.contains(part), "\(read)") }
    #expect(
      try served.act(#"{"do":"add","id":"aaaabbbbccccdddd","line":"\#(line)"}"#).status == 200)
    let shown = try served.tasks("show", "aaaa").output
    for part in ["2026-11-23 17:00", "2026-11-21 08:00", "1:30"] {
      #expect(shown.contains(part), "\(shown)")
    }
  }

  /// The page encrypts what it writes into such notes, and is never told what they say.
  @Test func encryptedNotesAreNotTold() throws {
    let world = try World.withSampleStore()
    let keys = try KeyRing(in: world, secret: ["alice"])
    defer { keys.remove() }
    let served = try ServedStore(world)
    let add = #"{"do":"add","id":"aaaabbbbccccdddd","line":"Safe +crypt / The code is xyzzy."}"#
    let refused = try served.act(add)
    #expect(refused.status == 400 && refused.body.contains("encrypt to a key"), "\(refused.body)")
    try served.tasks("config", "crypt.recipients", "alice")
    #expect(try served.act(add).status == 200)
    let answer = try served.get("/api/task?id=aaaabbbbccccdddd")
    #expect(answer.value["encrypted"] as? Bool == true, "\(answer.body)")
    #expect(answer.value["text"] as? String == "[encrypted]" && !answer.body.contains("xyzzy"))
    let notes = #"{"do":"notes","id":"aaaabbbbccccdddd","text":"new","was":"[encrypted]"}"#
    #expect(try served.act(notes).status == 400)
    #expect(try served.tasks("show", "aaaa", "--decrypt").output.contains("xyzzy"))
  }

  @Test(arguments: [
    (#"{"do":"nothing"}"#, 400),
    (#"{"do":"modify","id":"1bbbbbbbbbbbbbbb","line":"due:never"}"#, 400),
    (#"{"do":"modify","id":"1bbbbbbbbbbbbbbb","line":"words"}"#, 400),
    (#"{"do":"add","id":"x","line":"Short id"}"#, 400), (#"{"do":"add","line":"No id"}"#, 400),
    (#"{"do":"add","id":"aaaabbbbccccdddd","line":"+tag"}"#, 400),
    (#"{"do":"delete","id":"zzzzzzzz"}"#, 404), (#"{"do":"purge","id":"1bbbbbbbbbbbbbbb"}"#, 400),
    (#"{"do":"box","id":"1bbbbbbbbbbbbbbb","number":1.5,"text":"x","to":true}"#, 400),
    (#"{"do":"move","id":"1bbbbbbbbbbbbbbb"}"#, 400), (#"{"do":"undo","commit":"abcdef"}"#, 409),
    (#"{"do":"title","id":"1bbbbbbbbbbbbbbb","text":"  "}"#, 400),
    (#"{"do":"snooze","alert":"x"}"#, 400), (#"{}"#, 400), (#"{"do":5}"#, 400),
  ]) func aWrongCommandIsRefused(_ command: String, _ status: Int) throws {
    let served = try ServedStore(.withSampleStore())
    let before = try commits(served)
    let answer = try served.act(command)
    #expect(answer.status == status, "\(answer.body)")
    #expect(answer.body.hasPrefix(#"{"schema":1,"kind":"error","error":"#))
    #expect(try commits(served) == before)
  }
}
