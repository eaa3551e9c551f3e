import CoreTestSupport
import Foundation
import TasksCore
import TasksExchange
import Testing

/// What a phone writes into `mobileorg.org`, and what it makes of a task.
@Suite struct MobileTests {
  private static let capture = """
    * F(edit:todo) [[id:b3x9aaaaaaaaaaaa][Buy milk]]
    ** Old value
    TODO
    ** New value
    DONE
    ** End of edit
    * F(edit:heading) [[id:k7mq2xw4tz9nbcde][Call Bob about the invoice %5b1/2%5d]]
    ** Old value
    Call Bob about the invoice [1/2]
    ** New value
    Call Bob tomorrow
    ** End of edit
    * F(edit:priority) [[id:k7mq2xw4tz9nbcde][Call Bob]]
    ** Old value
    A
    ** New value
    ** End of edit
    * F(edit:body) [[id:d5d5aaaaaaaaaaaa][CRLF task]]
    ** Old value
    :PROPERTIES:
    :ID:       d5d5aaaaaaaaaaaa
    :END:
    body
    ** New value
    :PROPERTIES:
    :ID:       d5d5aaaaaaaaaaaa
    :END:
    new body
     * starred line
    ** End of edit
    * F(edit:todo) [[olp:2026-11/noid.org:Made by hand%3a no id][noid]]
    ** Old value
    TODO
    ** New value
    DONEARCHIVE
    ** End of edit
    * F() [[id:k7mq2xw4tz9nbcde][Call Bob]]
    please look
    at this
    * F(edit:addheading) [[olp:2026-11/new.org][x]]
    ** Old value
    ** New value
    top thing
    ** End of edit
    * F(frob) [[id:b3x9aaaaaaaaaaaa][x]]
    * New captured note
    [2026-11-20 Fri 18:01]
    line two žluť
    ** Note ID: 0A1B2C3D-1111
    * Note without a stamp
    * F(edit:tags) [[id:b3x9aaaaaaaaaaaa][Buy milk]]
    ** Old value
    home
    ** New value
    :home:sh
    """

  @Test func allEntriesAreRead() {
    func edit(
      _ what: MobileEdit.What, _ id: String, _ old: Text, _ new: Text
    ) -> MobileItem.Kind {
      let target = MobileReference(id) ?? .id("")
      return .edit(MobileEdit(what: what, target: target, old: old, new: new))
    }
    let drawer = ":PROPERTIES:\n:ID:       d5d5aaaaaaaaaaaa\n:END:\n"
    let items = MobileItem.all(in: Array(Self.capture.utf8))
    let wanted: [MobileItem.Kind] = [
      edit(.todo, "id:b3x9aaaaaaaaaaaa", "TODO", "DONE"),
      edit(
        .heading, "id:k7mq2xw4tz9nbcde", "Call Bob about the invoice [1/2]", "Call Bob tomorrow"),
      edit(.priority, "id:k7mq2xw4tz9nbcde", "A", ""),
      edit(
        .body, "id:d5d5aaaaaaaaaaaa", Text(drawer + "body"),
        Text(drawer + "new body\n * starred line")),
      .edit(
        MobileEdit(
          what: .todo,
          target: .outline(file: "2026-11/noid.org", titles: ["Made by hand: no id"]), old: "TODO",
          new: "DONEARCHIVE")),
      .flag(.id("k7mq2xw4tz9nbcde"), "please look\nat this"),
      .edit(
        MobileEdit(
          what: .addheading, target: .outline(file: "2026-11/new.org", titles: []), old: "",
          new: "top thing")),
      .damaged(reason: "'frob' is no action that is known"),
      .note(
        Array("* New captured note\nline two žluť".utf8),
        created: Timestamp(iso: "2026-11-20T18:01")),
      .note(Array("* Note without a stamp".utf8), created: nil),
      .damaged(reason: "the end of the edit is missing"),
    ]
    #expect(items.map(\.kind) == wanted)
    #expect(items[1].title == "Call Bob about the invoice [1/2]")
    #expect(MobileItem.all(in: [0x0A]).isEmpty && MobileItem.all(in: []).isEmpty)
    // CRLF, and lines before the first heading.
    let dos = Self.capture.replacing("\n", with: "\r\n")
    #expect(MobileItem.all(in: Array(dos.utf8)).map(\.kind) == wanted)
    #expect(MobileItem.all(in: Array("Only text\n".utf8)).count == 1)
    let gone = MobileItem.all(in: Array("* F(edit:delete) [[id:b3x9][x]]".utf8))
    #expect(gone.map(\.kind) == [edit(.delete, "id:b3x9", "", "")])
  }

  // MARK: Edits

  private static let file = """
    #+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)

    * WAIT [#A] Call Bob [1/2] :phone:
    DEADLINE: <2026-11-27 Fri>
    :PROPERTIES:
    :ID:       k7mq2xw4tz9nbcde
    :RANK:     7
    :END:

    First line.

    - [ ] find
    - [X] read

    ** Below
    More.

    """

  private func merge(
    _ what: MobileEdit.What, _ old: Text, _ new: Text, in text: String = file,
    path: String = "2026-11/x.org"
  ) throws -> (text: String, task: TasksCore.Task, dropped: [MergeLoss]) {
    let document = try #require(try TaskReader.read(Array(text.utf8), path: path))
    let edit = MobileEdit(what: what, target: .id("k7mq2xw4tz9nbcde"), old: old, new: new)
    let merge = try MobileMerge(
      edit, in: document, context: ForeignCase.context(),
      lists: { $0 == "work.org" ? .some("work") : nil }, with: TaskMerge.tools)
    return (
      String(decoding: merge.document.bytes, as: UTF8.self), merge.document.task, merge.dropped
    )
  }

  @Test func fieldsAreMerged() throws {
    #expect(
      try merge(.heading, "Call Bob [0/2]", "Call Ann").text
        == Self.file.replacing("Call Bob", with: "Call Ann"))
    #expect(
      try merge(.tags, "phone", ":phone:shop:").text
        == Self.file.replacing(":phone:", with: ":phone:shop:"))
    // What was added here since stays.
    #expect(try merge(.tags, "", ":shop:").task.tags == ["phone", "shop"])
    #expect(try merge(.priority, "A", "").task.priority == nil)
    let done = try merge(.todo, "WAIT", "DONEARCHIVE").task
    #expect(done.state.keyword == "DONE" && done.closed == ForeignCase.context().now)
    #expect(try merge(.refile, "", "olp:work.org").task.list == "work")
    #expect(try merge(.delete, "", "").task.isDeleted)
    // The same already.
    for (what, value) in [(MobileEdit.What.todo, "WAIT"), (.heading, "Call Bob"), (.priority, "A")]
    {
      #expect(try merge(what, "NEXT", Text(value)).text == Self.file)
    }
  }

  @Test func bothSidesOfAConflictStay() throws {
    let (_, task, dropped) = try merge(.todo, "TODO", "NEXT")
    #expect(task.state.keyword == "WAIT")
    #expect(dropped == [MergeLoss(field: "state", value: "NEXT")])
    #expect(MergeLoss.all(in: task) == dropped)
    let title = try merge(.heading, "Call", "Call him")
    #expect(title.task.title == "Call Bob")
    #expect(MergeLoss.all(in: title.task) == [MergeLoss(field: "title", value: "Call him")])
  }

  @Test func bodiesAreMergedInParts() throws {
    let start = try #require(Self.file.firstRange(of: "DEADLINE"))
    let end = try #require(Self.file.firstRange(of: "** Below"))
    let body = String(Self.file[start.lowerBound..<end.lowerBound])
    func edited(_ changes: [(String, String)]) -> String {
      changes.reduce(body) { $0.replacing($1.0, with: $1.1) }
    }
    // The rank has moved here since, which is no conflict.
    let old = edited([(":RANK:     7", ":RANK:     3")])
    let new = old.replacing("First line.", with: "A line.").replacing("-27 Fri", with: "-28 Sat")
    #expect(
      try merge(.body, Text(old), Text(new)).text
        == Self.file.replacing("First line.", with: "A line.").replacing("-27 Fri", with: "-28 Sat")
    )
    // A phone leaves blank lines out.
    let cut = Text(body.trimmingCharacters(in: .newlines))
    #expect(try merge(.body, cut, cut).text == Self.file)
    let longer = try merge(.body, cut, Text(cut.string + "\n- [ ] call")).text
    let wanted = Self.file.replacing("- [X] read\n", with: "- [X] read\n- [ ] call\n")
    #expect(longer == wanted.replacing("[1/2]", with: "[1/3]"))
    // Without the drawers.
    #expect(try merge(.body, "First line.", "Second line.").task.rank == Rank(7))
    #expect(throws: MobileMerge.Refusal.self) {
      try merge(.body, "x", ":PROPERTIES:\n:ID: other\n:END:")
    }
  }

  @Test func whatCannotBeIsRefused() {
    for (what, old, new): (MobileEdit.What, Text, Text) in [
      (.todo, "TODO", "WHAT"), (.todo, "WHAT", "DONE"), (.todo, "TODO", ""), (.archive, "", ""),
      (.refile, "", "olp:home.org"), (.refile, "", "id:other"), (.priority, "", "high"),
    ] {
      #expect(throws: MobileMerge.Refusal.self) { try merge(what, old, new) }
    }
    for (what, new): (MobileEdit.What, Text) in [(.heading, ""), (.tags, ":a-b:")] {
      #expect(throws: EditError.self) { try merge(what, "", new) }
    }
  }

  @Test func markdownTasksAreEditedInOrg() throws {
    let file = """
      ---
      id: k7mq2xw4tz9nbcde
      title: Call *Bob*
      status: todo
      tags: [phone]
      colour: blue # mine
      ---
      See [this](https://example.org).

      """
    let path = "2026-11/x.md"
    let tagged = try merge(.tags, "phone", ":phone:shop:", in: file, path: path).text
    #expect(tagged == file.replacing("[phone]", with: "[phone, shop]"))
    let see = "See [[https://example.org][this]]."
    let noted = try merge(
      .body, Text(see), Text(see + "\n\nAnd /that/."), in: file, path: path
    ).text
    #expect(noted == file + "\nAnd *that*.\n")
    #expect(
      try merge(.todo, "TODO", "DONE", in: file, path: path).task.state.keyword == "DONE")
  }

  @Test func aFlagIsATagAndANote() throws {
    let document = try #require(
      try TaskReader.read(Array(Self.file.utf8), path: "2026-11/x.org"))
    let now = ForeignCase.context().now
    let flagged = try MobileMerge(flagging: document, "please\nlook", now: now).document
    #expect(flagged.task.tags == ["phone", "FLAGGED"])
    #expect(flagged.task.entries == [LogEntry(.note, at: now, note: "please\nlook")])
    let again = try MobileMerge(flagging: flagged, "please\nlook", now: now).document
    #expect(again.bytes == flagged.bytes)
  }

  // MARK: Files

  @Test func listsHaveFiles() {
    let lists = MobileLists([
      "work/clients", "Home", "home", "tasks", "a [b]", "index", "../x", "ž",
    ])
    func name(_ list: Text?) -> String { lists.file(of: list) }
    #expect(name(nil) == "tasks.org" && name("tasks") == "tasks-2.org")
    #expect(name("work/clients") == "work/clients.org" && name("index") == "index-2.org")
    #expect(Set([name("Home"), name("home")]) == ["Home.org", "home-2.org"])
    #expect(name("a [b]") == "a__b_.org" && name("../x") == "_./x.org" && name("ž") == "ž.org")
    #expect(lists.list(of: "work/clients.org") == .some("work/clients"))
    #expect(lists.list(of: "tasks.org") == .some(nil) && lists.list(of: "other.org") == nil)
  }

  @Test func agendasHaveTheBeginningOfTasks() throws {
    let document = try #require(
      try TaskReader.read(Array(Self.file.utf8), path: "2026-11/x.org"))
    let agenda = MobileAgenda(
      heading: "Week-agenda (W47):", keys: "a", title: "Agenda",
      sections: [
        .init(
          MobileAgenda.heading(of: ForeignCase.context().now.date),
          [.init(document.task, prefix: "work:Scheduled:")])
      ])
    let text = MobileAgenda.print([agenda], OutlineFile(ForeignCase.context()))
    #expect(
      String(decoding: text, as: UTF8.self) == """
        #+READONLY
        * Week-agenda (W47):<after>KEYS=a TITLE: Agenda</after>
        ** Friday     20 November 2026
        ***  WAIT [#A] Call Bob :phone:<before>work:Scheduled:</before>
           DEADLINE: <2026-11-27 Fri>
           \("")
           First line.
           \("")
           - [ ] find
           - [X] read
           :PROPERTIES:
           :ORIGINAL_ID: k7mq2xw4tz9nbcde
           :END:



        """)
    #expect(StagedAgendas.commands(text).map(\.key) == ["a"])
  }
}
