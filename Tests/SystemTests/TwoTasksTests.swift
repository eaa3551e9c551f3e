import Foundation
import TestSupport
import Testing

/// Two tasks under one path: each is followed by its id, and none stands twice.
@Suite struct TwoTasksTests {
  private func text(_ title: String) -> String {
    "* TODO \(title)\n:PROPERTIES:\n:ID: \(String(repeating: title, count: 4))\n:END:\n"
  }

  /// The tasks of a device: their titles.
  private func expect(_ titles: [String], _ fleet: Fleet, on device: String) throws {
    #expect(try fleet.titles(on: device).sorted() == titles)
    let doctor = try fleet.attempt("tasks", ["doctor"], on: device).output
    #expect(!doctor.contains("several files"), "\(doctor)")
  }

  @Test(arguments: [["sync"], ["git", "pull", "--rebase"], ["git", "pull", "--no-rebase"]])
  func whatOneDeviceHasPartedStaysParted(way: [String]) throws {
    let fleet = try Fleet("a", "b")
    try fleet.write(text("bees"), to: "new.org", on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.write(text("ants"), to: "new.org", on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("modify", "beesb", "title:bees 2", on: "b")
    try fleet.run("tasks", way, on: "b")
    try expect(["ants", "bees 2"], fleet, on: "b")
    try fleet.tasks("sync", on: "b")
    try fleet.tasks("modify", "antsa", "title:ants 2", on: "a")
    try fleet.run("tasks", way, on: "a")
    try expect(["ants 2", "bees 2"], fleet, on: "a")
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    #expect(try fleet.tree("a") == fleet.tree("b"))
  }

  /// The driver sees one file and keeps ours in it; the tasks are parted when the merge is looked at again.
  @Test(arguments: ["doctor", "sync"]) func whatStoppedTheDriverIsParted(verb: String) throws {
    let fleet = try Fleet("a", "b")
    for (device, title) in [("b", "bees"), ("a", "ants")] {
      try fleet.write(text(title), to: "new.org", on: device)
      if device == "b" { try fleet.tasks("sync", on: device) }
    }
    try fleet.git("add", "-A", on: "a")
    try fleet.git("commit", "-qm", "by hand", on: "a")
    try fleet.git("fetch", "-q", on: "a")
    let merge = ["-c", "pull.twohead=ort", "merge", "-q", "origin/main"]
    #expect(try fleet.attempt("git", merge, on: "a").status == 1)
    try fleet.run("tasks", verb == "sync" ? ["sync"] : ["doctor", "--fix"], on: "a")
    try fleet.expectClean("a")
    try expect(["ants", "bees"], fleet, on: "a")
  }

  enum Story: String, CaseIterable {
    case bothAddAPath, bothPart, swapped, swappedAndEdited, movedOntoOther, bothMovedToOnePlace

    /// - Returns: The titles there are then.
    func tell(_ fleet: Fleet, _ text: (String) -> String) throws -> [String] {
      for (path, title) in [("one.org", "ants"), ("two.org", "bees")] {
        try fleet.write(text(title), to: path, on: "a")
      }
      for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
      func shell(_ device: String, _ script: String) throws {
        try fleet.world.shell(script, in: device)
        try fleet.git("add", "-A", on: device)
        try fleet.git("commit", "-qm", "by hand", on: device)
      }
      func change(_ path: String, _ device: String) throws {
        try fleet.tasks("modify", path, "+\(device)", "title:\(path) \(device)", on: device)
      }
      defer { _ = try? fleet.tasks("sync", on: "b") }
      switch self {
      case .bothAddAPath:
        for (device, title) in [("a", "crow"), ("b", "dove")] {
          try fleet.write(text(title), to: "new.org", on: device)
          try fleet.tasks("note", "new.org", "on \(device)", on: device)
        }
        return ["ants", "bees", "crow", "dove"]
      case .bothPart:
        // What two others have made of the same two new tasks.
        try fleet.write(text("crow"), to: "new.org", on: "a")
        try fleet.write(text("dove"), to: "dove.org", on: "a")
        try fleet.write(text("dove"), to: "new.org", on: "b")
        try fleet.write(text("crow"), to: "crow.org", on: "b")
        try fleet.tasks("modify", "dove.org", "+a", on: "a")
        try fleet.tasks("modify", "new.org", "+b", on: "b")
        return ["ants", "bees", "crow", "dove"]
      case .swapped, .swappedAndEdited:
        try shell("a", "mv one.org x; mv two.org one.org; mv x two.org")
        if self == .swappedAndEdited { try change("one.org", "a") }
        try change("one.org", "b")
        return self == .swapped ? ["bees", "one.org b"] : ["one.org a", "one.org b"]
      case .movedOntoOther:
        try shell("a", "git rm -q two.org; git mv one.org two.org")
        try change("one.org", "b")
        try change("two.org", "b")
        return ["one.org b", "two.org b"]
      case .bothMovedToOnePlace:
        try shell("a", "git mv one.org new.org")
        try shell("b", "git mv two.org new.org")
        try change("two.org", "a")
        try change("one.org", "b")
        return ["one.org b", "two.org a"]
      }
    }
  }

  @Test(arguments: Story.allCases, [false, true])
  func everyWayEndsInOneTree(story: Story, prefersLatest: Bool) throws {
    let fleet = try Fleet("a", "b")
    if prefersLatest {
      try fleet.git("config", "merge.tasks.prefer", "latest", on: "a")
    }
    let titles = try story.tell(fleet, text)
    try Way.expectOneTree(fleet, "\(story)")
    try expect(titles, fleet, on: "merge")
  }
}
