import StoreTestSupport
import Foundation
import Git
import Platform
import TasksCore
import TasksStore
import TestSupport
import Testing

@Suite struct FileEditTests {
  /// Between the last look and the moment a file is put in place.
  @Test(arguments: [true, false]) func aFileSavedAtTheLastMomentComesBack(isRemoved: Bool) throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("One")
    let store = try world.open()
    let seen = Array(try world.read(path).utf8)
    let content = isRemoved ? nil : seen + Array("ours\n".utf8)
    let file = FileEdit(content: FileContent(path: path, content: content), seen: seen)
    let files = WorktreeFiles([store.installed(file)], in: store)
    try files.stage([file.content])
    try world.write("saved by hand\n", to: path)
    try files.install()
    #expect(try world.read(path) == "saved by hand\n")
    #expect(File.kind(store.workTreePath(SiblingNames.plain(path))) == nil)
    #expect(world.said.contains { $0.contains("was saved by another program meanwhile") })
  }

  /// A new file leaves no sibling, unless another program took its place at the last moment.
  @Test(arguments: [true, false]) func aNewFileReplacesNone(isTaken: Bool) throws {
    let world = try StoreWorld()
    _ = try world.create()
    let store = try world.open()
    let edits = (0..<40).map { number in
      FileEdit(content: FileContent(path: "new/\(number).org", content: [0x61]), seen: nil)
    }
    #expect(try store.pendingEdits(edits).count == edits.count)
    let files = WorktreeFiles(edits.map(store.installed), in: store)
    try files.stage(edits.map(\.content))
    if isTaken { try world.write("saved by hand\n", to: "new/30.org") }
    let left = try files.install()
    #expect(left.map(\.path) == (isTaken ? ["new/30.org"] : []))
    try files.removeSiblings(of: left)
    let names = try #require(File.names(in: world.root + "/new")).map(\.name)
    #expect(Set(names) == Set((0..<40).map { "\($0).org" }) && names.count == 40)
    #expect(try world.read("new/29.org") == "a")
    #expect(try world.read("new/30.org") == (isTaken ? "saved by hand\n" : "a"))
    #expect(world.said.contains { $0.contains("was saved by another program") } == isTaken)
  }

  /// They are looked at in two threads.
  @Test func oneOfManyThatChangedIsFound() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let store = try world.open()
    for number in 0..<40 { try world.write("\(number)", to: "many/\(number).txt") }
    let edits = (0..<40).map { number in
      FileEdit(
        content: FileContent(path: "many/\(number).txt", content: [0x61]),
        seen: Array("\(number)".utf8))
    }
    #expect(try store.pendingEdits(edits).map(\.path) == edits.map(\.path))
    try world.write("a", to: "many/3.txt")
    #expect(
      try store.pendingEdits(edits).map(\.path) == edits.map(\.path).filter { $0 != "many/3.txt" })
    for number in [5, 39] {
      try world.write("by hand", to: "many/\(number).txt")
      #expect(throws: StoreError.self) { try store.pendingEdits(edits) }
      try world.write("\(number)", to: "many/\(number).txt")
    }
    // What a link leads to is not in the store.
    try FileManager.default.moveItem(atPath: world.root + "/many", toPath: world.root + "/else")
    try FileManager.default.createSymbolicLink(
      atPath: world.root + "/many", withDestinationPath: "else")
    #expect(throws: StoreError.self) { try store.pendingEdits(edits) }
  }

  @Test func whatNobodySavedIsReplaced() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("One")
    let store = try world.open()
    let sibling = store.workTreePath(SiblingNames.plain(path))
    let seen = Array(try world.read(path).utf8)
    let new = FileEdit(content: FileContent(path: path, content: [0x61]), seen: seen)
    #expect(try store.pendingEdits([new]).count == 1)
    let files = WorktreeFiles([store.installed(new)], in: store)
    try files.stage([new.content])
    try files.install()
    #expect(try world.read(path) == "a")
    #expect(try StoreFile.read(sibling) == seen)
    try files.restore(movesAside: false)
    #expect(try world.read(path).utf8.elementsEqual(seen))
    try files.stage([new.content])
    try files.install()
    try files.removeSiblings()
    #expect(File.kind(sibling) == nil)
    #expect(try store.pendingEdits([new]).isEmpty)
    try world.write("b", to: path)
    #expect(throws: StoreError.self) { try store.pendingEdits([new]) }
    let gone = FileEdit(content: FileContent(path: path, content: nil), seen: [0x62])
    let removed = WorktreeFiles([store.installed(gone)], in: store)
    try removed.install()
    #expect(File.kind(store.workTreePath(path)) == nil)
    #expect(try store.pendingEdits([gone]).isEmpty)
    try removed.removeSiblings()
    #expect(File.kind(sibling) == nil)
  }

  /// A file becomes a folder and a folder a file, there and back.
  @Test(arguments: [true, false]) func filesAndFoldersChangePlaces(isRestored: Bool) throws {
    let world = try StoreWorld()
    _ = try world.create()
    try world.write("1", to: "file")
    try world.write("2", to: "folder/a/b")
    try world.write("3", to: "folder/c")
    let store = try world.open()
    func id(_ text: String) -> ObjectID { store.repository.id(ofBlob: Array(text.utf8)) }
    let files = WorktreeFiles(
      [
        InstalledFile(path: "file", old: id("1"), new: nil),
        InstalledFile(path: "file/a", old: nil, new: id("4")),
        InstalledFile(path: "folder", old: nil, new: id("5")),
        InstalledFile(path: "folder/a/b", old: id("2"), new: nil),
        InstalledFile(path: "folder/c", old: id("3"), new: nil),
      ], in: store)
    try files.stage([
      FileContent(path: "file/a", content: Array("4".utf8)),
      FileContent(path: "folder", content: Array("5".utf8)),
    ])
    try files.install()
    #expect(try world.read("file/a") == "4")
    #expect(try world.read("folder") == "5")
    if isRestored {
      try files.restore(movesAside: false)
      #expect(try world.read("file") == "1")
      #expect(try world.read("folder/a/b") + world.read("folder/c") == "23")
    } else {
      try files.removeSiblings()
    }
    let left = FileManager.default.enumerator(atPath: world.root)?.compactMap { $0 as? String }
    #expect(left?.filter { $0.hasSuffix(".tasks-new") } == [])
  }

  /// Between the look at a file and its reading: that is an edit by hand, and no part of the change.
  @Test(arguments: ["modify", "purge"]) func aFileSavedWhileAChangeIsDecided(verb: String) throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("One")
    var isSaved = false
    _ = try world.open().write(verb) { reading in
      if !isSaved { try world.write(try world.read(path) + "typed by hand\n", to: path) }
      isSaved = true
      let document = try reading.document(path)
      return verb == "purge" ? [.purge(document)] : [.edit(document, [.title("Two")])]
    }
    let subjects = try world.git("log", "-3", "--format=%s").split(separator: "\n").map(String.init)
    #expect(subjects[1...] == ["edited by hand: One", "add: One"], "\(subjects)")
    #expect(subjects[0].hasPrefix(verb), "\(subjects)")
    #expect(try world.git("show", "HEAD~:" + path).hasSuffix("typed by hand"))
    try world.expectClean()
  }
}
