import Foundation
import TestSupport
import Testing

/// One task that two devices moved to two places and changed, merged by git without `tasks`: it writes longer
/// markers, and the same ones into both files.
@Suite struct RepairRenameTests {
  private func parted() throws -> Fleet {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    let one = try fleet.path("one", on: "a")
    for (device, place) in [("a", "home/mov ed.org"), ("b", "sub/moved.org")] {
      try fleet.world.shell("mkdir home sub; git mv \(one) '\(place)'", in: device)
      try fleet.git("commit", "-qm", "moved by hand", on: device)
      try fleet.tasks("modify", place, "title:from \(device)", "+\(device)", on: device)
    }
    try fleet.tasks("sync", on: "b")
    try fleet.git("fetch", "-q", on: "a")
    return fleet
  }

  /// git knows nothing of tasks: the conflict of a rename on either side.
  private func merged(style: String = "merge") throws -> Fleet {
    let fleet = try parted()
    for key in ["merge.renames", "merge.directoryRenames", "pull.twohead"] {
      try fleet.git("config", "--unset", key, on: "a")
    }
    try fleet.write("", to: ".git/info/attributes", on: "a")
    try fleet.git("rm", "-q", ".gitattributes", on: "a")
    try fleet.git("commit", "-qm", "no attributes", on: "a")
    let merge = ["-c", "merge.conflictStyle=\(style)", "merge", "-q", "origin/main"]
    #expect(try fleet.attempt("git", merge, on: "a").status == 1)
    #expect(try fleet.read("sub/moved.org", on: "a").contains("\n<<<<<<<< "))
    return fleet
  }

  private func expectMerged(_ fleet: Fleet) throws {
    try fleet.expectClean("a")
    #expect(try fleet.titles(on: "a") == ["from a"])
    let text = try fleet.read("home/mov ed.org", on: "a")
    #expect(text.contains("Merge dropped title \"from b\"") && text.contains(":a:b:"))
    #expect(!fleet.exists("sub/moved.org", on: "a"))
    let doctor = try fleet.tasks("doctor", on: "a")
    #expect(!doctor.contains("wrong"), "\(doctor)")
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    #expect(try fleet.tree("a") == fleet.tree("b"))
  }

  @Test(arguments: ["doctor", "sync"]) func anOpenMergeMakesOneTask(verb: String) throws {
    let fleet = try merged()
    let outcome = try fleet.attempt(
      "tasks", verb == "sync" ? ["sync"] : ["doctor", "--fix"], on: "a")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    try expectMerged(fleet)
  }

  @Test(arguments: ["doctor", "sync"], ["merge", "diff3"])
  func committedMarkersMakeOneTask(verb: String, style: String) throws {
    let fleet = try merged(style: style)
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-qm", "never mind", on: "a")
    #expect(try fleet.attempt("tasks", ["list"], on: "a").errors.contains("tasks doctor --fix"))
    try fleet.run("tasks", verb == "sync" ? ["sync"] : ["doctor", "--fix"], on: "a")
    try expectMerged(fleet)
  }

  /// A task that one side moved onto a path where the other put another one: markers inside of markers.
  @Test func aTaskMovedOntoAnotherKeepsBoth() throws {
    let fleet = try Fleet("a", "b")
    try fleet.tasks("add", "one", on: "a")
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    let one = try fleet.path("one", on: "a")
    try fleet.world.shell("git mv \(one) new.org", in: "a")
    try fleet.git("commit", "-qm", "moved by hand", on: "a")
    try fleet.tasks("modify", "new.org", "title:from a", "+a", on: "a")
    try fleet.tasks("modify", one, "title:from b", "+b", on: "b")
    try fleet.write("* TODO another\n:PROPERTIES:\n:ID: other\n:END:\n", to: "new.org", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.git("fetch", "-q", on: "a")
    for key in ["merge.renames", "merge.directoryRenames", "pull.twohead"] {
      try fleet.git("config", "--unset", key, on: "a")
    }
    try fleet.write("", to: ".git/info/attributes", on: "a")
    try fleet.git("rm", "-q", ".gitattributes", on: "a")
    try fleet.git("commit", "-qm", "no attributes", on: "a")
    #expect(try fleet.attempt("git", ["merge", "-q", "origin/main"], on: "a").status == 1)
    let outcome = try fleet.attempt("tasks", ["doctor", "--fix"], on: "a")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    try fleet.expectClean("a")
    #expect(try fleet.titles(on: "a").sorted() == ["another", "from a"])
    let text = try fleet.read(fleet.path("from a", on: "a"), on: "a")
    #expect(text.contains("Merge dropped title \"from b\"") && text.contains(":a:b:"))
  }
}
