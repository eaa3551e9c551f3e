import CoreTestSupport
import TasksCore
import Testing

/// Whole files merged: the rows of merge.md's table and the odd cases.
@Suite struct MergeTaskTests {
  static let id = ":ID: k7mq2xw4tz9nbcde"

  /// A small file: the heading line, what stands in the drawer, and the rest.
  static func file(
    _ heading: String, _ properties: [String] = [id], preamble: String = "", _ rest: String = ""
  ) -> String {
    let drawer =
      properties.isEmpty ? "" : ":PROPERTIES:\n\(properties.joined(separator: "\n"))\n:END:\n"
    return preamble + "* \(heading)\n" + drawer + rest
  }

  static func merge(
    _ base: String?, _ ours: String, _ theirs: String, _ local: Side? = .ours
  ) -> String {
    func version(_ text: String) -> TaskMerge.Version { MergeCases.version(Array(text.utf8)) }
    return text(
      TaskMerge.merge(
        base: base.map(version), ours: version(ours), theirs: version(theirs), local: local))
  }

  static let base = file("TODO Call Bob", [id, ":RANK: 1"], "\n- [ ] one\n- [ ] two\n")

  @Test func differentFieldsBothCount() {
    let ours = Self.file("TODO Call Bob now", [Self.id, ":RANK: 1"], "\n- [X] one\n- [ ] two\n")
    let theirs = Self.file(
      "NEXT [#A] Call Bob :phone:", [Self.id, ":RANK: 4"], "\n- [ ] one\n- [X] two\n")
    #expect(
      Self.merge(Self.base, ours, theirs)
        == Self.file(
          "NEXT [#A] Call Bob now :phone:", [Self.id, ":RANK: 4"], "\n- [X] one\n- [X] two\n"))
  }

  @Test func sameFieldIsLocalAndTheOtherIsLogged() {
    let ours = Self.file("TODO Call Bob today", [Self.id, ":RANK: 2"])
    let theirs = Self.file("TODO Call \"Bob\" tomorrow", [Self.id, ":RANK: 3"])
    let base = Self.file("TODO Call Bob", [Self.id, ":RANK: 1"])
    #expect(
      Self.merge(base, ours, theirs)
        == ours + ":LOGBOOK:\n- Merge dropped title \"Call \\\"Bob\\\" tomorrow\"\n:END:\n")
    #expect(
      Self.merge(base, ours, theirs, .theirs)
        == theirs + ":LOGBOOK:\n- Merge dropped title \"Call Bob today\"\n:END:\n")
    #expect(Self.merge(base, ours, theirs, nil) == Self.merge(base, theirs, ours, nil))
  }

  /// As the base of a later merge, a file that has a value and calls it dropped would lose it.
  @Test func aValueThatIsThereIsNotDropped() {
    let base = Self.file("TODO A")
    let aside = Self.file("TODO B", [Self.id], ":LOGBOOK:\n- Merge dropped title \"C\"\n:END:\n")
    let taken = Self.file("TODO C")
    #expect(
      Self.merge(base, taken, aside)
        == Self.file("TODO C", [Self.id], ":LOGBOOK:\n- Merge dropped title \"B\"\n:END:\n"))
    #expect(Self.merge(base, taken, aside, .theirs) == aside)
  }

  @Test func droppedValueIsLoggedOnce() {
    let log = ":LOGBOOK:\n- Merge dropped title \"B\"\n:END:\n"
    let base = Self.file("TODO Old", [Self.id], log)
    let ours = Self.file("TODO A", [Self.id], log)
    #expect(Self.merge(base, ours, Self.file("TODO B", [Self.id], log)) == ours)
  }

  @Test func clearedEntryStaysCleared() {
    let log = ":LOGBOOK:\n- Merge dropped title \"B\"\n:END:\n"
    let base = Self.file("TODO A", [Self.id], log)
    let ours = Self.file("TODO A", [Self.id])
    #expect(
      Self.merge(base, ours, Self.file("NEXT A", [Self.id], log)) == Self.file("NEXT A", [Self.id]))
  }

  @Test func removedValueThatLostIsNothing() {
    let base = Self.file("TODO A", [Self.id, ":Effort: 1:00"])
    let ours = Self.file("TODO A", [Self.id, ":Effort: 2:00"])
    #expect(
      Self.merge(base, ours, Self.file("TODO A"))
        == ours + ":LOGBOOK:\n- Merge dropped effort nothing\n:END:\n")
    #expect(
      Self.merge(base, ours, Self.file("TODO A"), .theirs)
        == Self.file("TODO A") + ":LOGBOOK:\n- Merge dropped effort \"120\"\n:END:\n")
  }

  @Test func stateAndClosedAreOneUnit() {
    let base = Self.file("TODO A")
    let done = "* DONE A\nCLOSED: [2026-11-20 Fri 10:00]\n:PROPERTIES:\n\(Self.id)\n:END:\n"
    let next = Self.file("NEXT A")
    #expect(
      Self.merge(base, next, done) == next + ":LOGBOOK:\n- Merge dropped state \"DONE\"\n:END:\n")
    #expect(
      Self.merge(base, done, next) == done + ":LOGBOOK:\n- Merge dropped state \"NEXT\"\n:END:\n")
    // Done on both sides at two times: nothing worth a word.
    let later = "* DONE A\nCLOSED: [2026-11-20 Fri 11:00]\n:PROPERTIES:\n\(Self.id)\n:END:\n"
    #expect(Self.merge(base, done, later) == done)
  }

  @Test func repeatingTaskDoneOnBothSidesMovesOnce() {
    func file(_ date: String, _ property: String) -> String {
      "* TODO A\nDEADLINE: <\(date) ++1w -3d>\n:PROPERTIES:\n\(Self.id)\(property)\n:END:\n"
    }
    let base = file("2026-11-27 Fri", "")
    let ours = file("2026-12-04 Fri", "\n:LAST_REPEAT: [2026-11-27 Fri 10:00]")
    let theirs = file("2026-12-04 Fri", "\n:LAST_REPEAT: [2026-11-27 Fri 11:00]")
    #expect(
      Self.merge(base, ours, theirs) == ours
        + ":LOGBOOK:\n- Merge dropped property LAST_REPEAT \"2026-11-27T11:00\"\n:END:\n")
    let moved = file("2026-11-28 Sat", "")
    #expect(
      Self.merge(base, moved, ours).contains("- Merge dropped deadline \"2026-12-04 ++1w 3d\""))
  }

  @Test func deletedHereEditedThere() {
    let base = Self.file("TODO A")
    let ours = Self.file("TODO A :ARCHIVE:", [Self.id, ":DELETED: [2026-11-20 Fri 10:00]"])
    let theirs = Self.file("TODO B :x:")
    let both = Self.file("TODO B :x:ARCHIVE:", [Self.id, ":DELETED: [2026-11-20 Fri 10:00]"])
    #expect(Self.merge(base, ours, theirs) == both)
    let (task, back) = (Self.merge(base, theirs, ours), MergeCases.document(Array(both.utf8))?.task)
    #expect(MergeCases.document(Array(task.utf8))?.task == back)
    let later = ours.changing("10:00", to: "11:00")
    #expect(Self.merge(base, ours, later) == ours)
  }

  @Test func titleCookiesAreCountedAnew() {
    let base = Self.file("TODO A [0/2]", [Self.id], "\n- [ ] one\n- [ ] two\n")
    let ours = Self.file("TODO A [1/2]", [Self.id], "\n- [X] one\n- [ ] two\n")
    let theirs = Self.file("TODO B [1/2]", [Self.id], "\n- [ ] one\n- [X] two\n")
    #expect(
      Self.merge(base, ours, theirs)
        == Self.file("TODO B [2/2]", [Self.id], "\n- [X] one\n- [X] two\n"))
  }

  @Test func tagsAreASet() {
    let base = Self.file("TODO A :a:b:")
    #expect(
      Self.merge(base, Self.file("TODO A :b:c:"), Self.file("TODO A :a:d:"))
        == Self.file("TODO A :c:d:"))
    let filed = Self.file("TODO A", preamble: "#+FILETAGS: :f:\n\n")
    let ours = Self.file("TODO B", preamble: "#+FILETAGS: :f:\n\n")
    let theirs = Self.file("TODO A :f:", preamble: "#+TODO: TODO | DONE\n\n")
    #expect(
      Self.merge(filed, ours, theirs)
        == Self.file("TODO B :f:", preamble: "#+TODO: TODO | DONE\n\n"))
  }

  @Test func keywordOfOneSideIsBroughtAlong() {
    let base = Self.file("TODO A", preamble: "#+TODO: TODO | DONE\n")
    let ours = Self.file("TODO B", preamble: "#+TODO: TODO | DONE\n")
    let theirs = Self.file("IDEA A", preamble: "#+TODO: TODO IDEA | DONE\n")
    #expect(
      Self.merge(base, ours, theirs) == Self.file("IDEA B", preamble: "#+TODO: TODO IDEA | DONE\n"))
    // Gone there, used here: both lines stay.
    let used = Self.file("IDEA A", preamble: "#+TODO: TODO IDEA | DONE\n")
    let start = Self.file("TODO A", preamble: "#+TODO: TODO IDEA | DONE\n")
    let merged = Self.merge(start, used, Self.file("TODO B", preamble: "#+TODO: TODO | DONE\n"))
    #expect(merged.hasPrefix("#+TODO: TODO IDEA | DONE\n#+TODO: TODO | DONE\n* IDEA B\n"))
  }

  @Test func keywordThatNoLineCanNameIsLogged() {
    let base = Self.file("TODO A")
    let theirs = Self.file("IDEA A", preamble: "#+TODO: IDEA | OVER\n")
    #expect(
      Self.merge(base, Self.file("NEXT A"), theirs)
        == theirs + ":LOGBOOK:\n- Merge dropped state \"NEXT\"\n:END:\n")
  }

  @Test func idWrittenOnOneSideCounts() {
    let base = Self.file("TODO A", [])
    let written = Self.file("TODO A", [":ID:       \(TaskID(ofPath: MergeCases.path).text)"])
    let merged = Self.merge(base, Self.file("TODO B", []), written)
    #expect(merged == written.changing("TODO A", to: "TODO B"))
    // A drawer that broke here: the id is written anew, and what it held stays as text.
    let broken = "* TODO B\n:PROPERTIES:\n\(Self.id)\nbroken\n:END:\n"
    let repaired = Self.merge(Self.file("TODO A"), broken, Self.file("NEXT A"))
    let task = MergeCases.document(Array(repaired.utf8))?.task
    #expect(task?.id.text == "k7mq2xw4tz9nbcde")
    #expect(task?.title == "B" && task?.state.keyword == "NEXT")
    #expect(task?.notes == ":PROPERTIES:\n\(Text(Self.id))\nbroken\n:END:")
  }

  @Test func logDrawerThatNothingClosesIsText() throws {
    let base = Self.file("TODO A", [Self.id], ":LOGBOOK:\n- one\n:END:\n\nbody\n")
    let open = Self.file("TODO A", [Self.id], ":LOGBOOK:\n- one\n\nbody\n")
    #expect(
      Self.merge(base, open, Self.file("TODO B", [Self.id], ":LOGBOOK:\n- one\n:END:\n\nmore\n"))
        == Self.file("TODO B", [Self.id], ":LOGBOOK:\n- one\n\nmore\n"))
    // One that is closed would be read as the log.
    let document = try #require(MergeCases.document(Array(base.utf8)))
    #expect(throws: EditError.badNotes(line: ":LOGBOOK:")) {
      try document.applying([.notes(":LOGBOOK:\n- one\n:END:")])
    }
    let notes: Text = ":LOGBOOK:\n- one"
    #expect(try document.applying([.notes(notes)]).task.notes == notes)
  }

  @Test func strayLineOfTheLogDoesNotBecomeANote() throws {
    let log = ":LOGBOOK:\n  stray\n- Note taken on [2026-11-20 Fri 05:32]\n:END:\n"
    let document = try #require(
      MergeCases.document(Array(Self.file("TODO A", [Self.id], log).utf8)))
    let entry = LogItem.entry(LogEntry(.dropped(field: "title", value: "B")))
    let edited = try document.applying([.log([entry] + document.task.log)])
    #expect(Set(edited.task.log) == Set([entry] + document.task.log))
    #expect(try edited.applying([.log(document.task.log)]).bytes == document.bytes)
  }

  @Test func valueThatCannotBeReadDoesNotSwallowOneThatCan() {
    let base = Self.file("TODO A")
    let ours = Self.file("TODO A", [Self.id, ":Effort: 1:39"])
    let theirs = Self.file("TODO A", [Self.id, ":Effort: a while"])
    let log = ":LOGBOOK:\n- Merge dropped property Effort \"a while\"\n:END:\n"
    #expect(Self.merge(base, ours, theirs) == ours + log)
    #expect(Self.merge(base, ours, theirs, .theirs) == ours + log)
  }

  @Test func secondLineOfANameIsKept() {
    let base = Self.file("TODO A", [Self.id, ":X: one"])
    let theirs = Self.file("TODO A", [Self.id, ":X: one", ":X: two"])
    let ours = Self.file("TODO B", [Self.id, ":X: one"])
    let both = Self.file("TODO B", [Self.id, ":X: one", ":X: two"])
    #expect(Self.merge(base, ours, theirs) == both)
    #expect(Self.merge(base, theirs, ours) == both)
    let other = Self.file("TODO A", [Self.id, ":X: one", ":X: three"])
    #expect(
      Self.merge(base, other, theirs)
        == Self.file("TODO A", [Self.id, ":X: one", ":X: three", ":X: two"]))
    let start = Self.file("TODO A", [Self.id, ":X: one", ":Y: a", ":Z: b"])
    let more = Self.file("TODO A", [Self.id, ":X: one", ":Y: a", ":X: two", ":Z: b"])
    let moved = Self.file("TODO A", [Self.id, ":Y: a", ":Z: b", ":X: three"])
    #expect(
      Self.merge(start, more, moved)
        == Self.file("TODO A", [Self.id, ":Y: a", ":Z: b", ":X: three", ":X: two"]))
  }

  @Test func twoIDsAreTwoTasks() {
    let other = Self.file("TODO B", [":ID: other"])
    #expect(Self.merge(nil, Self.file("TODO A"), other) == "different ids")
    #expect(Self.merge(Self.file("TODO A"), Self.file("TODO C"), other) == "different ids")
    #expect(Self.merge(Self.file("TODO A"), Self.file("TODO A"), other) == other)
  }

  @Test func filesThatAreNoTasks() {
    func merge(_ path: String) -> String {
      text(
        TaskMerge.merge(
          base: .init(Array("* A\n".utf8), path: path),
          ours: .init(Array("* A b\n".utf8), path: path),
          theirs: .init(Array("* A c\n".utf8), path: path), local: .ours))
    }
    #expect(merge("2026-11/notes.org") == "not a task")
    // The name of one says that it was a task.
    #expect(merge(MergeCases.path) == "unreadable * A b\n* A c\n")
    #expect(Self.merge("* A\n", "* A b\n", "* A\n") == "* A b\n")
    let broken = "* Call Bob\nmore\n"
    #expect(
      Self.merge(Self.file("TODO Call Bob", []), Self.file("TODO Call Bob", []) + "x\n", broken)
        == "unreadable * Call Bob\nmore\nx\n")
  }

  @Test func bytesThatAreNoTextAndLineEndsStay() {
    var cases: [[UInt8]] = []
    for heading in ["TODO A", "NEXT A", "TODO B"] {
      cases.append(Array(Self.file(heading, [Self.id], "\nold ").utf8) + [0xFF, 0xFE, 0x0A])
    }
    cases[1] = cases[1].flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    let outcome = TaskMerge.merge(
      base: MergeCases.version(cases[0]), ours: MergeCases.version(cases[1]),
      theirs: MergeCases.version(cases[2]), local: .ours)
    let expected = Array(Self.file("NEXT B", [Self.id], "\nold ").utf8) + [0xFF, 0xFE, 0x0A]
    #expect(bytes(outcome) == expected.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
  }
}

extension String {
  fileprivate func changing(_ part: String, to other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
