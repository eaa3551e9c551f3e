import Foundation
import TestSupport
import Testing

/// Clones where an attribute says how long git makes conflict markers.
@Suite struct MarkerSizeTests {
  /// Two devices that both changed `one`, and b has pushed it.
  ///
  /// - Parameter attributes: Those of a.
  private func fleet(_ attributes: String) throws -> Fleet {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    let one = try fleet.path("one", on: "a")
    try fleet.tasks("modify", one, "title:z from b", "+b", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("modify", one, "title:from a", "+a", on: "a")
    try fleet.write(attributes + "\n", to: ".git/info/attributes", on: "a")
    return fleet
  }

  private let pull = ["-c", "pull.twohead=ort", "pull", "-q", "--no-edit"]

  private func expectMerged(_ fleet: Fleet) throws {
    try fleet.expectClean("a")
    let text = try fleet.read(fleet.path("from a", on: "a"), on: "a")
    #expect(text.contains("Merge dropped title \"z from b\"") && text.contains(":b:"))
  }

  @Test(arguments: [3, 6]) func shortMarkersAreMergedAgain(size: Int) throws {
    let fleet = try fleet("*.org merge=text conflict-marker-size=\(size)")
    #expect(try fleet.attempt("git", pull, on: "a").status == 1)
    try fleet.git("commit", "-qam", "never mind", on: "a")
    let marker = "^" + String(repeating: "<", count: size) + " "
    #expect(try fleet.git("grep", "-lE", marker, on: "a").contains(".org"))
    #expect(try fleet.attempt("tasks", ["list"], on: "a").errors.contains("tasks doctor --fix"))
    _ = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    #expect(try fleet.attempt("git", ["grep", "-E", marker], on: "a").output == "")
    try expectMerged(fleet)
  }

  /// A field that is changed among the markers would be lost when they are merged.
  @Test(arguments: ["done", "note", "modify", "rm", "convert"])
  func aTaskWithMarkersIsNotChanged(verb: String) throws {
    let fleet = try fleet("*.org merge=text")
    #expect(try fleet.attempt("git", pull, on: "a").status == 1)
    try fleet.git("commit", "-qam", "never mind", on: "a")
    let path = try fleet.git("grep", "-l", "^<<<<<<<", on: "a")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let words = ["note": ["hi"], "modify": ["+new"], "convert": ["--to", "md"]][verb] ?? []
    let before = try fleet.read(path, on: "a")
    // Twice: what the first one has seen the second one is told.
    for _ in 0..<2 {
      let outcome = try fleet.attempt("tasks", [verb, path] + words, on: "a")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("conflicts in \(path)"))
      #expect(outcome.errors.contains("tasks doctor --fix"))
      #expect(try fleet.read(path, on: "a") == before)
    }
    // Another task is none of its business.
    try fleet.run("tasks", ["add", "Something else"], on: "a")
    try fleet.run("tasks", ["doctor", "--fix"], on: "a")
    try expectMerged(fleet)
    try fleet.run("tasks", ["modify", path, "+new"], on: "a")
    #expect(try fleet.read(path, on: "a").contains(":new:"))
  }

  /// To the driver, longer markers than usual say that merge bases are merged.
  @Test(arguments: [3, 20]) func aMergeIsNoMergeOfBases(size: Int) throws {
    let fleet = try fleet("*.org merge=tasks conflict-marker-size=\(size)")
    try fleet.run("git", pull, on: "a")
    try expectMerged(fleet)
  }
}
