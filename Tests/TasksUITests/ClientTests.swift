import TasksCore
import TasksSync
import TasksTerminal
import TasksUI
import TestSupport
import Testing

/// Keys change the store, and what others change appears.
@Suite struct ClientTests {
  @Test func aChangeIsOneCommitAndUndoTakesItBack() throws {
    let ui = try ScreenWorld()
    let start = try ui.world.git("rev-parse", "HEAD")
    ui.press("G v k v k Space")
    #expect(ui.message == "done 2 tasks · u undoes")
    #expect(try ui.world.git("rev-list", "--count", start + "..HEAD") == "1")
    #expect(ui.state.rows.rows.count { $0.isDone } == 2)
    ui.press("u")
    #expect(ui.state.rows.rows.count { $0.isDone } == 0)
    #expect(try ui.world.git("diff", start, "HEAD") == "")
    ui.press("u")
    #expect(ui.message.hasPrefix("there is nothing of this session to undo"))
    ui.press("U")
    #expect(ui.state.rows.rows.count { $0.isDone } == 2)
    ui.press("u")
    #expect(try ui.world.git("diff", start, "HEAD") == "")
    try ui.world.expectClean()
  }

  @Test func whatIsFinishedStaysInItsGroup() throws {
    let ui = try ScreenWorld(words: ["order"])
    let first = try #require(
      ui.state.rows.lines.enumerated().compactMap { place, line -> Int? in
        guard case .row(let row) = line, ui.state.rows.lines[place - 1] == .heading("In your order")
        else { return nil }
        return row
      }.first)
    ui.press("Home " + Array(repeating: "j", count: first).joined(separator: " ") + " Space")
    let place = try #require(ui.state.rows.lines.firstIndex(of: .row(first)))
    #expect(ui.state.rows.rows[first].isDone)
    #expect(ui.state.rows.lines[place - 1] == .heading("In your order"))
  }

  @Test func tasksAreAddedRenamedDeletedAndRestored() throws {
    let ui = try ScreenWorld()
    ui.press("a")
    ui.type("Call Ann +phone list:work")
    ui.press("Enter")
    #expect(ui.state.current?.title == "Call Ann")
    #expect(ui.message.hasPrefix("added "))
    ui.press("e")
    ui.type(" +x due:fri")
    ui.press("Enter")
    // In a title nothing is read as a field.
    #expect(ui.state.current?.title == "Call Ann +x due:fri")
    let id = try #require(ui.current)
    ui.press("d")
    #expect(!ui.ids.contains(id) && ui.message.hasPrefix("deleted "))
    ui.press("g x")
    #expect(ui.ids == [id])
    ui.press("Space")
    #expect(ui.ids == [] && ui.message.hasPrefix("restored "))
    ui.press("q")
    #expect(ui.ids.contains(id))
    ui.press("* d n")
    #expect(ui.ids.count == 10)
    ui.press("d y")
    #expect(ui.ids == [])
    ui.press("u")
    #expect(ui.ids.count == 10)
  }

  @Test func whatIsAddedElsewhereIsSaid() throws {
    let ui = try ScreenWorld(words: ["inbox"])
    ui.happen(.input(.paste("Buy milk list:home\n")))
    ui.press("Enter")
    #expect(ui.message.hasSuffix("not on this screen: g l shows all"))
    ui.happen(.input(.paste("One\nTwo list:inbox\n\n")))
    ui.press("y")
    #expect(ui.message == "added 2 tasks · u undoes")
    #expect(ui.state.current?.title == "Two")
  }

  @Test func aPromptKeepsWhatCannotBeRead() throws {
    let ui = try ScreenWorld()
    ui.press("a")
    ui.type("Lunch due:xyz")
    ui.press("Enter")
    guard case .prompt(let prompt) = ui.state.mode else {
      Issue.record("the prompt has gone")
      return
    }
    #expect(prompt.line.text == "Lunch due:xyz")
    ui.press("Esc e")
    try ui.world.edit(ui.world.open().read().document("hdb").task.path, .title("Other"))
    ui.type("!")
    ui.press("Enter")
    #expect(ui.screen.text.contains("the title was changed meanwhile to: Other"))
  }

  @Test func aBlockedTaskIsFinishedAfterAQuestion() throws {
    let ui = try ScreenWorld()
    ui.press("a")
    ui.type("Then this depends:n1i")
    ui.press("Enter Space")
    guard case .confirm(let question, _) = ui.state.mode else {
      Issue.record("nothing is asked")
      return
    }
    #expect(question.contains("New idea"))
    ui.press("y")
    #expect(ui.message.hasPrefix("done ") && ui.message.hasSuffix(" Then this · u undoes"))
  }

  @Test func theFilterNarrowsAtEachKeyAndComesBack() throws {
    let ui = try ScreenWorld()
    ui.press("j j j /")
    let all = ui.ids
    ui.type("+phone")
    #expect(ui.ids == ["k7m", "bjz", "w8e", "sha"])
    ui.type(" due.before:")
    // What is unfinished leaves what was found last.
    ui.press("^U")
    ui.type("stamps")
    #expect(ui.ids == ["bjz"])
    ui.press("Esc")
    #expect(ui.ids == all && ui.current == "etd")
    ui.press("/")
    ui.type("+phone")
    ui.press("Enter g l")
    #expect(ui.ids == ["k7m", "bjz", "w8e", "sha"])
    #expect(ui.screen.text.contains("4 of 9 open"))
    ui.press("Esc")
    #expect(ui.ids.count == 9)
  }

  @Test func theCursorStaysOnItsTaskWhenOthersChange() throws {
    let ui = try ScreenWorld((0..<60).map { ("t\($0 / 10)\($0 % 10)x", "Task \($0)") }, rows: 20)
    for _ in 0..<30 { ui.press("j") }
    let line = { ui.screen.cursor.row }
    let (id, row) = (try #require(ui.current), line())
    for number in 0..<5 {
      let path = try ui.world.open().read().document("t0\(number)").task.path
      try ui.world.edit(path, .deleted(Timestamp(iso: "2026-11-20T09:15")))
    }
    ui.reload()
    #expect(ui.ids.count == 55 && ui.current == id && line() == row)
    let path = try ui.world.open().read().document(id).task.path
    try ui.world.edit(path, .deleted(Timestamp(iso: "2026-11-20T09:15")))
    ui.reload()
    #expect(ui.current == "t31x" && line() == row)
  }

  @Test func belowTheSmallestSizeNothingIsChanged() throws {
    let ui = try ScreenWorld(columns: 39, rows: 24)
    let start = try ui.world.git("rev-parse", "HEAD")
    ui.press("x d j x")
    #expect(try ui.world.git("rev-parse", "HEAD") == start)
  }

  @Test func aGroupStaysWhenAllOfItIsFinished() throws {
    let ui = try ScreenWorld(words: ["today"])
    ui.press("x j x j x")
    #expect(ui.state.rows.rows.count { $0.isDone } == 2)
    // The one that repeats is open again, on another day.
    #expect(ui.message.contains("again"))
    #expect(
      ui.state.rows.lines.compactMap { if case .heading(let text) = $0 { text } else { nil } }
        == ["Overdue"])
  }

  @Test func aTaskInSeveralGroupsIsOverdueOnce() throws {
    let ui = try ScreenWorld()
    let view = "[view \"both\"]\n  block = list:list:home\n  block = list:due:overdue\n"
    try ui.world.write("[tasks]\n" + view, to: ".tasks/config")
    ui.reload()
    ui.press("1")
    #expect(ui.ids.filter { $0 == "hdb" }.count == 2)
    #expect(ui.screen.text.contains(" · 2 overdue"), "\(ui.screen.text)")
  }

  @Test func marksSurviveAFilterThatHidesThem() throws {
    let ui = try ScreenWorld()
    ui.press("v v /")
    ui.type("stamps")
    ui.press("Enter m")
    ui.type("+x")
    ui.press("Enter")
    #expect(ui.message == "modified 2 tasks · u undoes")
  }

  @Test func aBoxIsTickedWhereItStands() throws {
    let boxes = (1...40).map { "- [ ] box \($0)" }.joined(separator: "\n")
    let ui = try ScreenWorld([("k7m", "Pack / " + boxes)])
    ui.press("Enter")
    for _ in 0..<30 { ui.press("j") }
    let row = ui.screen.cursor.row
    #expect(row > 1)
    ui.press("Space")
    #expect(ui.screen.cursor.row == row && ui.screen.text.contains("☑ box"))
    ui.press("Space")
    #expect(ui.screen.cursor.row == row && !ui.screen.text.contains("☑ box"))
  }

  @Test func whatIsTypedReplacesAValue() throws {
    let ui = try ScreenWorld()
    ui.press("r")
    ui.type("garden")
    ui.press("Enter")
    #expect(try ui.world.open().read().document("hdb").task.list?.string == "garden")
  }

  @Test func aLookSeesWhatOthersHaveWritten() throws {
    let ui = try ScreenWorld()
    #expect(!ui.client.look(checksFiles: false) && !ui.client.look(checksFiles: true))
    try ui.world.add("From elsewhere")
    #expect(ui.client.look(checksFiles: false))
    ui.happen(ui.client.read(ui.state))
    #expect(ui.state.rows.rows.contains { $0.title == "From elsewhere" })
    #expect(!ui.client.look(checksFiles: false))
  }

  @Test func wordsNameAScreenAViewOrAFilter() throws {
    let ui = try ScreenWorld()
    try ui.world.write(
      "[tasks]\n[view \"calls\"]\n  filter = +phone\n[view \"today\"]\n  filter = stamps\n",
      to: ".tasks/config")
    ui.reload()
    func start(_ words: String...) throws -> String {
      let (place, filter) = try ui.client.start(words)
      guard case .list(let screen) = place else { return "\(place) \(filter)" }
      return "\(screen) \(filter)"
    }
    #expect(try start() == "today ")
    #expect(try start("trash") == "deleted ")
    #expect(try start("agenda") == "agenda ")
    #expect(try start("calls") == "view(\"calls\") ")
    #expect(try start("view:today") == "view(\"today\") ")
    #expect(try start("+phone", "list:home") == "order +phone list:home")
    #expect(try start("list:Big house", "two words") == #"order list:"Big house" "two words""#)
    #expect(throws: (any Error).self) { try start("view:none") }
    #expect(throws: (any Error).self) { try start("due:xyz") }
    ui.press("2")
    #expect(ui.ids == ["bjz"])
    ui.press("g v 1")
    #expect(ui.ids.count == 4)
  }

  @Test func randomKeysTrapNothingAndEscLeadsBack() throws {
    let ui = try ScreenWorld()
    let names = KeyTable.rows.flatMap { $0.keys.split(separator: " ").map(String.init) }
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var state = ui.state
      var old: Screen?
      func happen(_ event: Event) {
        let effects: [Effect]
        (state, effects) = update(state, event)
        for effect in effects {
          switch effect {
          case .read: happen(ui.client.read(state))
          case .show(let key): happen(ui.client.show(key))
          case .prompt(let kind): happen(ui.client.prompt(kind))
          case .complete:
            happen(.offered(generator.pick([[], ["+phone "], ["due:", "depends:"]])))
          case .run: happen(.returned(commits: generator.chance(50) ? ["d", "e"] : []))
          case .openLink(let id):
            happen(.linked(id, generator.chance(50) ? [(1, "a"), (2, "b")] : []))
          case .sync: happen(generator.chance(50) ? .syncing : .synced(error: "no"))
          case .perform(let operation):
            let outcome = Outcome(
              operation, "made", commit: generator.chance(80) ? "c" : nil,
              task: generator.chance(20) ? TaskID("hdb") : nil)
            happen(
              generator.chance(70)
                ? .changed(outcome)
                : generator.chance(50) ? .refused("no\nsuch", operation) : .asked("so?", operation))
          default: break
          }
        }
      }
      for step in 0..<120 {
        switch generator.below(12) {
        case 0: happen(.resized(columns: generator.below(140), rows: generator.below(45)))
        case 1: happen(.input(.paste(generator.pick(["a", "b\nc", "", "\u{1B}", "+phone 日"]))))
        case 2: happen(.input(.key(Key(generator.pick(["+", "e", "日", "\u{301}", "1", "y"])))))
        case 3: happen(ui.client.read(state))
        default:
          let name = generator.pick(names + ["Enter", "y", "Backspace", "i", "Tab", "^A", "M-b"])
          if let key = Key(name) { happen(.input(.key(key))) }
        }
        let screen = view(state, ui.glyphs)
        #expect(screen.columns == state.size.columns && screen.rows == state.size.rows)
        _ = Difference.bytes(from: old, to: screen, ScreenTests.palette)
        old = screen
        if let current = state.current, screen.rows >= 10, screen.columns >= 40 {
          let isSeen = screen.text.contains(current.short)
          if case .normal = state.mode { #expect(isSeen, "seed \(seed), step \(step)") }
        }
      }
      // Below the smallest size keys mean nothing.
      happen(.resized(columns: 80, rows: 24))
      for _ in 0..<4 { happen(.input(.key(Key(.escape)))) }
      guard case .normal = state.mode else {
        Issue.record("seed \(seed): four Esc do not lead to normal mode")
        continue
      }
    }
  }
}

/// Lines are edited as in a shell.
@Suite struct LineEditorTests {
  @Test(arguments: [
    ("one two", "^A x", "xone two"), ("one two", "^W", "one "), ("one two", "^U y", "y"),
    ("one two", "M-b z", "one ztwo"), ("one two", "^A M-f ^K", "one"),
    ("one two", "^W ^A ^Y", "twoone "), ("日本", "Backspace", "日"), ("ab", "← Delete", "a"),
    ("ab", "Home → c", "acb"), ("one two", "^A M-d", " two"), ("e\u{301}x", "← Backspace", "x"),
    ("", "Backspace ^W ^K ^Y ← → Delete", ""),
  ]) func keysEdit(_ text: String, _ keys: String, _ result: String) {
    var line = LineEditor(text)
    for key in KeyTable.keys(keys) {
      let isTaken = line.take(key)
      #expect(isTaken)
    }
    #expect(line.text == result)
  }
}
