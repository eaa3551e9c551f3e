import CoreTestSupport
import TasksCore

/// A file and what both sides made of it.
struct MergeCase: Shrinkable {
  let format: Format
  /// Whether no line was changed but by commands.
  let isByCommand: Bool
  /// Whether the merge is told of the base; else both sides have added the file.
  let hasBase: Bool
  private var base: [UInt8]
  private var ours: [MergeChange]
  private var theirs: [MergeChange]

  /// Three cases: one file, which three people have changed.
  static func family(seed: UInt64, rawPercent: Int) -> [(MergeCase, ThreeWay<TaskMerge.Version>)] {
    let format = Format.allCases[Int(seed % 2)]
    var cases = MergeCases(seed: seed, format)
    let base = MergeCases.version(cases.file(), format)
    let hasBase = cases.random.chance(85)
    let sides = (0..<3).map { _ in
      var version = base
      var changes: [MergeChange] = []
      for _ in 0...cases.random.below(3) {
        let change = cases.change(of: version, rawPercent: rawPercent)
        version = change.applied(to: version, format)
        changes.append(change)
      }
      return (version, changes)
    }
    return [(0, 1), (1, 2), (2, 0)].map { ours, theirs in
      let one = MergeCase(
        format: format, isByCommand: rawPercent == 0, hasBase: hasBase, base: base.bytes,
        ours: sides[ours].1, theirs: sides[theirs].1)
      return (
        one,
        ThreeWay(base: hasBase ? base : nil, ours: sides[ours].0, theirs: sides[theirs].0)
      )
    }
  }

  /// The three files.
  var versions: ThreeWay<TaskMerge.Version> {
    let start = MergeCases.version(base, format)
    func made(_ changes: [MergeChange]) -> TaskMerge.Version {
      changes.reduce(start) { $1.applied(to: $0, format) }
    }
    return ThreeWay(base: hasBase ? start : nil, ours: made(ours), theirs: made(theirs))
  }

  var smaller: [MergeCase] {
    var cases: [MergeCase] = []
    func add(_ change: (inout MergeCase) -> Void) {
      var smaller = self
      change(&smaller)
      cases.append(smaller)
    }
    for fewer in Shrink.without(ours) { add { $0.ours = fewer } }
    for fewer in Shrink.without(theirs) { add { $0.theirs = fewer } }
    for index in ours.indices {
      for change in ours[index].smaller { add { $0.ours[index] = change } }
    }
    for index in theirs.indices {
      for change in theirs[index].smaller { add { $0.theirs[index] = change } }
    }
    guard !isByCommand else { return cases }
    let lines = base.split(separator: 0x0A, omittingEmptySubsequences: false)
    for fewer in Shrink.without(lines) { add { $0.base = Array(fewer.joined(separator: [0x0A])) } }
    return cases
  }
}
