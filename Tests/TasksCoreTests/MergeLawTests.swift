import CoreTestSupport
import Foundation
import TasksCore
import TestSupport
import Testing

/// The laws of merge.md on 1,000 cases made at random (5,000 by `.ci/test all`), half of them in each format: edits such as commands
/// make, and changes of lines and bytes such as only a person would.
///
/// A failure says the seed that makes it again, and the smallest case it could be brought down to.
/// `TASKS_CASES=1000000` looks longer.
@Suite struct MergeLawTests {
  private static let cases = UInt64(
    TestScope.number("TASKS_CASES") ?? TestScope.cases(1_000, all: 5_000))
  private static let parts: UInt64 = 8

  /// The seeds of one part of so many.
  private static func seeds(_ part: UInt64, of count: UInt64) -> Range<UInt64> {
    part * count / parts..<(part + 1) * count / parts
  }

  @Test(arguments: 0..<parts) func lawsOfOneTask(part: UInt64) {
    for seed in Self.seeds(part, of: Self.cases / 3 + 1) {
      let rawPercent = [0, 20, 50][Int(seed / 2 % 3)]
      for (one, versions) in MergeCase.family(seed: seed, rawPercent: rawPercent) {
        guard let fault = MergeTrial(one, versions).fault() else { continue }
        Self.report(fault, in: one, seed)
        return
      }
    }
  }

  private static func report(_ fault: MergeTrial.Fault, in one: MergeCase, _ seed: UInt64) {
    let small = Shrink.smallest(one) { MergeTrial($0, $0.versions).fault()?.law == fault.law }
    let versions = small.versions
    Issue.record(
      """
      seed \(seed): \(fault.law)
      --- base\n\((versions.base?.bytes).map(OrgLaw.shown) ?? "none")
      --- ours\n\(OrgLaw.shown(versions.ours.bytes))
      --- theirs\n\(OrgLaw.shown(versions.theirs.bytes))
      --- \(MergeTrial(small, versions).fault()?.detail ?? "")
      """)
  }

  @Test(arguments: 0..<parts) func devicesOfAHubEndAlike(part: UInt64) {
    for seed in Self.seeds(part, of: Self.cases) {
      let one = HubCase(seed: seed)
      guard Self.endsApart(one) else { continue }
      let small = Shrink.smallest(one, while: Self.endsApart)
      Issue.record(
        """
        seed \(seed): the devices do not end alike
        --- base\n\(OrgLaw.shown(small.base))
        --- \(small.steps)
        --- \((small.outcome ?? []).map(OrgLaw.shown).joined(separator: "\n---\n"))
        """)
      return
    }
  }

  private static func endsApart(_ one: HubCase) -> Bool { Set(one.outcome ?? [[]]).count > 1 }
}
