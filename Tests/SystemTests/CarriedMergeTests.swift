import Foundation
import TestSupport
import Testing

/// Files of other programs, merged by git and by sync: each side's spelling stays, whichever way it goes.
@Suite struct CarriedMergeTests {
  /// Without ranks, on which the list pass has the last word.
  private static func unranked(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.lowercased().contains(/rank:|ordinal:/) }.joined(separator: "\n")
  }

  private func parted() throws -> Fleet {
    let fleet = try Fleet("a", "b")
    func commit(_ text: (ProgramSample) -> String, on device: String) throws {
      for sample in ProgramSample.all {
        try fleet.write(text(sample), to: sample.path, on: device)
      }
      try fleet.git("add", "-A", on: device)
      try fleet.git("commit", "--quiet", "-m", "as the program has it", on: device)
    }
    try commit(\.base, on: "a")
    try fleet.tasks("sync", on: "a")
    try fleet.tasks("sync", on: "b")
    try commit(\.theirs, on: "b")
    try fleet.tasks("sync", on: "b")
    try commit(\.ours, on: "a")
    return fleet
  }

  @Test func everyWayCarriesWhatEachSideWrote() throws {
    let fleet = try parted()
    try Way.expectOneTree(fleet, ways: Way.allCases)
    for sample in ProgramSample.all {
      let merged = try fleet.read(sample.path, on: "merge")
      #expect(Self.unranked(merged) == Self.unranked(sample.merged), "\(sample)")
    }
  }

  /// Without the strategy git calls the driver file by file, and there is no list pass.
  @Test func theDriverCarriesToo() throws {
    let fleet = try parted()
    try fleet.git("fetch", "--quiet", on: "a")
    try fleet.git("merge", "--quiet", "--no-edit", "-s", "ort", "origin/main", on: "a")
    for sample in ProgramSample.all {
      #expect(try fleet.read(sample.path, on: "a") == sample.merged, "\(sample)")
    }
  }
}
