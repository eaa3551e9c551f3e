import Testing

@testable import TasksCore

/// The laws of merge.md on files made at random. A failure names the seed that makes it again.
@Suite struct MergeLawTests {
  struct Case {
    let base, ours, theirs: [UInt8]

    init(seed: UInt64, rawPercent: Int = 25) {
      var cases = MergeCases(seed: seed)
      base = cases.file()
      ours = cases.edited(base, rawPercent: rawPercent)
      theirs = cases.edited(base, rawPercent: rawPercent)
    }

    func merged(local: Side?) -> TaskMerge.Outcome { Case.merge(base, ours, theirs, local) }
    func swapped(local: Side?) -> TaskMerge.Outcome { Case.merge(base, theirs, ours, local) }

    static func merge(
      _ base: [UInt8]?, _ ours: [UInt8], _ theirs: [UInt8], _ local: Side?
    ) -> TaskMerge.Outcome {
      TaskMerge.merge(
        base: base.map(MergeCases.version), ours: MergeCases.version(ours),
        theirs: MergeCases.version(theirs), local: local)
    }
  }

  @Test func unchangedSidesGiveWayByteForByte() {
    for seed in UInt64(0)..<1000 {
      let one = Case(seed: seed, rawPercent: 50)
      for local in [Side.ours, .theirs, nil] {
        #expect(bytes(Case.merge(one.base, one.base, one.theirs, local)) == one.theirs, "seed \(seed)")
        #expect(bytes(Case.merge(one.base, one.ours, one.base, local)) == one.ours, "seed \(seed)")
        #expect(bytes(Case.merge(one.ours, one.ours, one.ours, local)) == one.ours, "seed \(seed)")
        #expect(bytes(Case.merge(one.base, one.ours, one.ours, local)) == one.ours, "seed \(seed)")
      }
    }
  }

  @Test func sidesMayBeNamedEitherWay() {
    for seed in UInt64(0)..<3000 {
      let one = Case(seed: seed, rawPercent: seed % 2 == 0 ? 25 : 0)
      #expect(
        text(one.merged(local: .ours)) == text(one.swapped(local: .theirs)), "seed \(seed)")
      #expect(text(one.merged(local: nil)) == text(one.swapped(local: nil)), "seed \(seed)")
    }
  }

  @Test func filesWithoutACommonBaseMergeEitherWay() {
    for seed in UInt64(0)..<1000 {
      let one = Case(seed: seed)
      let there = Case.merge(nil, one.ours, one.theirs, nil)
      #expect(text(there) == text(Case.merge(nil, one.theirs, one.ours, nil)), "seed \(seed)")
      guard case .merged(let bytes, _) = there else { continue }
      let faults = MergeNothingLost(base: nil, one.ours, one.theirs).faults(in: bytes)
      #expect(faults.isEmpty, "seed \(seed)")
    }
  }

  @Test func nothingIsLost() {
    for seed in UInt64(10_000)..<15_000 {
      let one = Case(seed: seed, rawPercent: seed % 3 == 0 ? 40 : 0)
      guard one.base != one.ours, one.base != one.theirs, one.ours != one.theirs else { continue }
      for local in [Side.ours, nil] {
        guard case .merged(let bytes, _) = one.merged(local: local) else { continue }
        let faults = MergeNothingLost(base: one.base, one.ours, one.theirs).faults(in: bytes)
        #expect(faults.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test func devicesOfAHubEndAlike() {
    for seed in UInt64(0)..<300 {
      var cases = MergeCases(seed: seed)
      let start = cases.file()
      var hub = start
      var synced = Array(repeating: start, count: 3)
      var devices = synced
      func sync(_ device: Int) {
        let outcome = Case.merge(synced[device], devices[device], hub, .ours)
        guard let merged = bytes(outcome) else { return }
        (hub, synced[device], devices[device]) = (merged, merged, merged)
      }
      for _ in 0..<12 {
        let device = cases.random.below(3)
        if cases.random.chance(60) {
          devices[device] = cases.edited(devices[device], rawPercent: 10)
        } else {
          sync(device)
        }
      }
      for device in [0, 1, 2, 0, 1, 2] { sync(device) }
      #expect(devices.allSatisfy { $0 == hub }, "seed \(seed)")
    }
  }
}
