import Foundation
import Git
import TestSupport
import Testing

@testable import Platform
@testable import TasksStore

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
    if let content { _ = try store.prepare(content, at: path) }
    let shown = store.willShow([file])
    try world.write("saved by hand\n", to: path)
    try store.show(shown[...])
    #expect(try world.read(path) == "saved by hand\n")
    #expect(File.kind(store.workTreePath(Journal.waiting(path))) == nil)
    #expect(world.said.contains { $0.contains("was saved meanwhile") })
  }

  @Test func whatNobodySavedIsReplaced() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("One")
    let store = try world.open()
    let seen = Array(try world.read(path).utf8)
    let new = FileEdit(content: FileContent(path: path, content: [0x61]), seen: seen)
    #expect(try store.unplaced([new]).count == 1)
    _ = try store.prepare([0x61], at: path)
    let shown = store.willShow([new])
    try store.show(shown[...])
    #expect(try world.read(path) == "a")
    #expect(try StoreFile.read(store.oldCopyPath(0)) == seen)
    try store.takeBack(shown, puttingAside: false)
    #expect(try world.read(path).utf8.elementsEqual(seen))
    _ = try store.prepare([0x61], at: path)
    try store.show(shown[...])
    try store.removeCopies(of: shown)
    #expect(File.kind(store.oldCopyPath(0)) == nil)
    #expect(try store.unplaced([new]).isEmpty)
    try world.write("b", to: path)
    #expect(throws: StoreError.self) { try store.unplaced([new]) }
    let gone = FileEdit(content: FileContent(path: path, content: nil), seen: [0x62])
    try store.show(store.willShow([gone])[...])
    #expect(File.kind(store.workTreePath(path)) == nil)
    #expect(try store.unplaced([gone]).isEmpty)
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
