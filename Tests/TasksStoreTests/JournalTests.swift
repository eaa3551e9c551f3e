import StoreTestSupport
import Foundation
import Git
import TasksStore
import TestSupport
import Testing

@Suite struct JournalTests {
  private let one = ObjectID.ofBlob([1], .sha1)
  private let two = ObjectID.ofBlob([2], .sha1)

  @Test(arguments: [
    ["a.org"], ["a/b c.org", "ž/é.org"], ["line\nbreak.org", "tab\t.org"],
    ["none", "tasks-intent 1"], ["\u{301}x.org", "a/\u{200D}x.org"],
  ])
  func roundTrip(paths: [String]) throws {
    for old in [nil, one] {
      let intent = Journal(old: old, new: two, paths: paths)
      let read = try #require(Journal(bytes: intent.bytes))
      #expect(read.old == old && read.new == two && read.paths == paths && read.files == [])
      let shown = paths.enumerated().map { number, path in
        InstalledFile(
          path: path, old: number == 0 ? old : one, new: number == 0 ? two : nil,
          oldMode: [.file, .executable, .link][number % 3])
      }
      for new in [nil, two] {
        let intent = Journal(old: old, new: new, paths: paths, files: shown)
        let read = try #require(Journal(bytes: intent.bytes))
        #expect(
          read.old == old && read.new == new && read.paths == paths && read.files == shown)
      }
    }
  }

  @Test func rubbishIsNone() throws {
    let whole = Journal(old: one, new: two, paths: ["a.org", "b.org"]).bytes
    for length in 0..<whole.count {
      if let read = Journal(bytes: Array(whole[..<length])) {
        #expect(read.paths == ["a.org"], "only a whole path may be the last")
      }
    }
    let hex = two.hex
    for text in [
      "", "tasks-intent 3\nnone\n\(hex)\na\0", "tasks-intent 1\nrubbish\n\(hex)\na\0",
      "tasks-intent 1\nnone\nnone\na\0", "tasks-intent 1\nnone\n\(hex)\na",
      "tasks-intent 2\nnone\n\(hex)\na\0", "tasks-intent 2\nnone\n\(hex)\na\0\0rubbish\0",
      "\0\0\0\n\n\n\0",
    ] {
      #expect(Journal(bytes: Array(text.utf8)) == nil, "\(text)")
    }
    print("seed 99")
    var random = SeededGenerator(seed: 99)
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<60, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let read = Journal(bytes: bytes) { #expect(read.paths.count <= 2) }
    }
  }

  @Test func aFileWaitsBesideItsPlace() {
    #expect(SiblingNames.plain("a.org") == ".a.org.tasks-new")
    #expect(SiblingNames.plain("x/y/a.org") == "x/y/.a.org.tasks-new")
    // A name takes 255 bytes at most.
    for character in ["x", "ý", "名", "🦆"] {
      let long = (200...255).map { count in
        let text = String(repeating: character, count: count / character.utf8.count)
        return text + String(repeating: "-", count: count - text.utf8.count)
      }
      let waiting = long.map { SiblingNames.plain("x/" + $0) }
      #expect(Set(waiting).count == long.count)
      for (name, path) in zip(long, waiting) {
        #expect(path.utf8.count <= "x/".utf8.count + 255)
        #expect(path.hasPrefix("x/." + name.prefix(40)) && path.hasSuffix(".tasks-new"))
        #expect((path == "x/.\(name).tasks-new") == (name.utf8.count <= 244))
      }
    }
    // Whoever clears up may be a later version.
    let letters = String(repeating: "a", count: 255)
    #expect(SiblingNames.plain(letters) == ".\(letters.prefix(227)).7b04934eeef462a6.tasks-new")
  }

  /// Opens the store until nothing is left to recover. A program that another test is just starting has our open files
  /// for a moment, the store's lock among them, and opening does not wait for a lock.
  private func recover(_ world: StoreWorld) throws {
    for _ in 0..<200 {
      if try !world.open().hasJournal { return }
      usleep(10_000)
    }
    Issue.record("the journal stays: \(world.said)")
  }

  private func begun() throws -> StoreWorld {
    let world = try StoreWorld()
    _ = try world.create()
    try world.write("* TODO kept\n", to: "kept.org")
    try world.write("* TODO old\n", to: "a.org")
    try world.write("* TODO gone\n", to: "sub/gone.org")
    try world.git("add", "-A")
    try world.git("commit", "-qm", "by git")
    return world
  }

  /// Its objects are written, and nothing more.
  private func commit(_ files: [FileContent], in store: TaskStore) throws -> PreparedCommit {
    let (author, committer) = try store.signatures()
    return try #require(
      try store.repository.prepareCommit(
        files, onto: store.repository.head().id, message: "cut off\n", author: author,
        committer: committer))
  }

  /// Kills a change after a step, and looks at what the next command makes of it.
  private func interrupted(movesHead: Bool, byHand: String? = nil) throws -> StoreWorld {
    let world = try begun()
    let store = try world.open()
    let files = [
      FileContent(path: "a.org", content: Array("* TODO new\n".utf8)),
      FileContent(path: "new/b.org", content: Array("* TODO b\n".utf8)),
      FileContent(path: "sub/gone.org", content: nil),
    ]
    let prepared = try commit(files, in: store)
    try store.write(
      Journal(old: prepared.old, new: prepared.new, paths: files.map(\.path)), durable: true)
    try world.write("half", to: ".a.org.tasks-new")
    try world.write("tasks\n", to: ".git/index.lock")
    if movesHead {
      try store.repository.moveHead(to: prepared.new, from: prepared.old, message: "cut off")
    }
    if let byHand { try world.write(byHand, to: "a.org") }
    try recover(world)
    let left = try FileManager.default.contentsOfDirectory(atPath: world.root)
    #expect(left.filter { $0.hasSuffix(".tasks-new") } == [])
    return world
  }

  @Test func killedBeforeTheBranchMovedNothingHappened() throws {
    let world = try interrupted(movesHead: false)
    #expect(try world.read("a.org") == "* TODO old\n")
    #expect(try world.git("log", "-1", "--format=%s") == "by git")
    try world.expectClean()
  }

  /// Killed with files and index in place and the branch where it was; `edits` is what the user did before he called
  /// us again.
  private func interruptedInPlace(_ edits: (StoreWorld) throws -> Void) throws -> StoreWorld {
    let world = try begun()
    try world.write("* TODO edited by hand\n", to: "hand.org")
    let store = try world.open()
    let files = [
      FileContent(path: "a.org", content: Array("* TODO new\n".utf8)),
      FileContent(path: "hand.org", content: Array("* TODO edited by hand\n".utf8)),
      FileContent(path: "new/b.org", content: Array("* TODO b\n".utf8)),
      FileContent(path: "sub/gone.org", content: nil),
    ]
    let prepared = try commit(files, in: store)
    let planned = files.map { file in
      FileEdit(
        content: file, seen: try? StoreFile.read(store.workTreePath(file.path)))
    }
    let pending = try store.pendingEdits(planned)
    #expect(pending.count == 3)
    let journal = Journal(
      old: prepared.old, new: prepared.new, paths: files.map(\.path),
      files: pending.map(store.installed))
    try store.write(journal, durable: true)
    let installed = WorktreeFiles(journal.files, in: store)
    try installed.stage(pending.map(\.content))
    try installed.install()
    let index = try store.repository.beginIndex(after: prepared)
    try store.repository.lockIndex(index)
    #expect(try store.repository.putIndex(index))
    index.release()
    try edits(world)
    try recover(world)
    let left = FileManager.default.enumerator(atPath: world.root)?.compactMap { $0 as? String }
    #expect(left?.filter { $0.hasSuffix(".tasks-new") || $0.contains("/tasks/old.") } == [])
    return world
  }

  @Test func whatStoodInPlaceIsTakenBackButForWhatWasThereByHand() throws {
    let world = try interruptedInPlace { _ in }
    #expect(try world.read("a.org") == "* TODO old\n")
    #expect(try world.read("sub/gone.org") == "* TODO gone\n")
    #expect(!FileManager.default.fileExists(atPath: world.root + "/new"))
    #expect(try world.read("hand.org") == "* TODO edited by hand\n")
    #expect(try world.git("status", "--porcelain") == "?? hand.org")
  }

  @Test func whatWasEditedOrCommittedSinceIsNotTakenBack() throws {
    let edited = try interruptedInPlace { world in
      try world.write("* TODO new, and edited\n", to: "a.org")
    }
    #expect(try edited.read("a.org") == "* TODO new, and edited\n")
    #expect(try edited.git("show", "HEAD:a.org") == "* TODO old")
    #expect(try edited.read("sub/gone.org") == "* TODO gone\n")
    // With the machine's power the commit may have gone, too.
    let lost = try interruptedInPlace { world in
      try world.write("* TODO new, and edited\n", to: "a.org")
      try world.git("prune", "--expire=now")
    }
    #expect(try lost.read("a.org") == "* TODO new, and edited\n")
    #expect(lost.said == [])
    let committed = try interruptedInPlace { world in
      _ = try world.git("commit", "-qam", "as it lies here")
    }
    #expect(try committed.read("a.org") == "* TODO new\n")
    #expect(try committed.read("new/b.org") == "* TODO b\n")
    #expect(!FileManager.default.fileExists(atPath: committed.root + "/sub"))
    try committed.expectClean()
  }

  /// What is gone from its place was deleted by hand, or is not on the branch that was switched to.
  @Test func whatWasDeletedSinceStaysSo() throws {
    let deleted = try interruptedInPlace { world in
      try FileManager.default.removeItem(atPath: world.root + "/a.org")
    }
    #expect(try deleted.git("status", "--porcelain") == " D a.org\n?? hand.org")
    let switched = try interruptedInPlace { world in
      try world.git("commit", "-qam", "as it lies here")
      try world.git("checkout", "-q", "-b", "other", "HEAD~2")
    }
    #expect(try switched.git("status", "--porcelain") == "")
  }

  /// Saved between the last look and the exchange, and then the process was killed.
  @Test func whatWasSavedAtTheLastMomentComesBack() throws {
    let world = try interruptedInPlace { world in
      try world.write("* TODO saved by hand\n", to: ".a.org.tasks-new")
      try world.write("half", to: "new/.b.org.tasks-new")
      try FileManager.default.removeItem(atPath: world.root + "/new/b.org")
    }
    #expect(try world.read("a.org") == "* TODO saved by hand\n")
    #expect(!FileManager.default.fileExists(atPath: world.root + "/new"))
    #expect(try world.read("sub/gone.org") == "* TODO gone\n")
  }

  /// A version before this one kept what it displaced in its own folder.
  @Test func copiesOfAnEarlierVersionAreRestored() throws {
    let world = try interruptedInPlace { world in
      let files = FileManager.default
      for (number, sibling) in [(0, ".a.org.tasks-new"), (2, "sub/.gone.org.tasks-new")] {
        try files.moveItem(
          atPath: world.root + "/" + sibling, toPath: world.root + "/.git/tasks/old.\(number)")
      }
    }
    #expect(try world.read("a.org") == "* TODO old\n")
    #expect(try world.read("sub/gone.org") == "* TODO gone\n")
    #expect(try world.git("status", "--porcelain") == "?? hand.org")
  }

  /// Killed on a file system that cannot exchange files, between the two names that a displaced file gets.
  @Test func aFileSetAsideIsRestored() throws {
    let world = try interruptedInPlace { world in
      try FileManager.default.moveItem(
        atPath: world.root + "/.a.org.tasks-new", toPath: world.root + "/..a.org.tasks-new")
    }
    #expect(try world.read("a.org") == "* TODO old\n")
    #expect(try world.git("status", "--porcelain") == "?? hand.org")
  }

  @Test func killedAfterwardsEverythingHappened() throws {
    let world = try interrupted(movesHead: true)
    #expect(try world.read("a.org") == "* TODO new\n")
    #expect(try world.read("new/b.org") == "* TODO b\n")
    #expect(!FileManager.default.fileExists(atPath: world.root + "/sub"))
    #expect(try world.git("log", "-1", "--format=%s") == "cut off")
    try world.expectClean()
  }

  @Test func whatWasWrittenByHandMeanwhileStays() throws {
    let world = try interrupted(movesHead: true, byHand: "* TODO by hand\n")
    #expect(try world.read("a.org") == "* TODO by hand\n")
    #expect(try world.read("new/b.org") == "* TODO b\n")
    #expect(try world.git("status", "--porcelain").hasSuffix("a.org"))
    _ = try world.open().write("edit") { _ in [] }
    #expect(try world.git("show", "HEAD:a.org") == "* TODO by hand")
    try world.expectClean()
  }
}
