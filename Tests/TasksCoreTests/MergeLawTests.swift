import Testing

@testable import TasksCore

/// The laws of merge.md on files made at random. A failure names the seed that makes it again.
@Suite struct MergeLawTests {
  /// Three versions made from one base and the pairs of them.
  struct Family {
    let base: TaskMerge.Version
    let pairs: [(ours: TaskMerge.Version, theirs: TaskMerge.Version)]

    init(seed: UInt64, rawPercent: Int) {
      var cases = MergeCases(seed: seed)
      let file = cases.file()
      let edited = (0..<4).map { _ in MergeCases.version(cases.edited(file, rawPercent: rawPercent))
      }
      base = MergeCases.version(file)
      pairs = (0..<3).flatMap { first in
        (first + 1..<4).map { (edited[first], edited[$0]) }
      }
    }
  }

  @Test func unchangedSidesGiveWayByteForByte() {
    for seed in UInt64(0)..<60 {
      let family = Family(seed: seed, rawPercent: 50)
      for (one, other) in family.pairs {
        for local in [Side.ours, .theirs, nil] {
          let results = [
            TaskMerge.merge(base: family.base, ours: family.base, theirs: one, local: local),
            TaskMerge.merge(base: family.base, ours: one, theirs: family.base, local: local),
            TaskMerge.merge(base: other, ours: one, theirs: one, local: local),
            TaskMerge.merge(base: one, ours: one, theirs: one, local: local),
          ]
          #expect(
            results.map { bytes($0) } == [[UInt8]?](repeating: one.bytes, count: 4), "seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: [0, 20, 60]) func sidesMayBeNamedEitherWay(rawPercent: Int) {
    for seed in UInt64(0)..<15 {
      let family = Family(seed: seed, rawPercent: rawPercent)
      for (ours, theirs) in family.pairs {
        for base in [family.base, nil] {
          let there = TaskMerge.merge(base: base, ours: ours, theirs: theirs, local: .ours)
          let back = TaskMerge.merge(base: base, ours: theirs, theirs: ours, local: .theirs)
          #expect(text(there) == text(back), "seed \(seed)")
          let one = TaskMerge.merge(base: base, ours: ours, theirs: theirs, local: nil)
          let other = TaskMerge.merge(base: base, ours: theirs, theirs: ours, local: nil)
          #expect(text(one) == text(other), "seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: [0, 15, 40]) func nothingIsLost(rawPercent: Int) {
    for seed in UInt64(1000)..<1025 {
      let family = Family(seed: seed, rawPercent: rawPercent)
      for (ours, theirs) in family.pairs {
        let versions = [family.base.bytes, ours.bytes, theirs.bytes]
        guard Set(versions).count == 3 else { continue }
        for base in [family.base, nil] {
          let outcome = TaskMerge.merge(base: base, ours: ours, theirs: theirs, local: .theirs)
          guard case .merged(let bytes, let dropped) = outcome else { continue }
          let law = MergeNothingLost(base: base?.document?.task, ours, theirs)
          #expect(law.faults(in: bytes).isEmpty, "seed \(seed)")
          // What our own edits wrote, our own files take.
          let isRefused = dropped.contains { $0.isRefused }
          #expect(rawPercent > 0 || !isRefused, "seed \(seed)")
        }
      }
    }
  }

  @Test func devicesOfAHubEndAlike() {
    for seed in UInt64(0)..<30 {
      var cases = MergeCases(seed: seed)
      let start = cases.file()
      var hub = start
      var synced = Array(repeating: start, count: 3)
      var devices = synced
      func sync(_ device: Int) -> Bool {
        let outcome = TaskMerge.merge(
          base: MergeCases.version(synced[device]), ours: MergeCases.version(devices[device]),
          theirs: MergeCases.version(hub), local: .ours)
        guard let merged = bytes(outcome) else { return false }
        (hub, synced[device], devices[device]) = (merged, merged, merged)
        return true
      }
      var isOneTask = true
      for _ in 0..<10 {
        let device = cases.random.below(3)
        if cases.random.chance(60) {
          devices[device] = cases.edited(devices[device], rawPercent: 10)
        } else {
          isOneTask = sync(device) && isOneTask
        }
      }
      for device in [0, 1, 2, 0, 1, 2] { isOneTask = sync(device) && isOneTask }
      // Where the id was changed by hand there are two tasks, which are never mixed.
      if isOneTask { #expect(Set(devices + [hub]).count == 1, "seed \(seed)") }
    }
  }
}
