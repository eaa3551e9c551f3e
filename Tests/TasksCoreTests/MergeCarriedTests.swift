import CoreTestSupport
import TasksCore
import TestSupport
import Testing

/// Files in the spellings of other programs keep them in a merge (merge.md, "Carried as written").
@Suite struct MergeCarriedTests {
  private static let parts: UInt64 = 8
  private static let cases = UInt64(TestScope.cases(2_000, all: 20_000))

  @Test(arguments: 0..<parts) func bytesAreThoseOfTheirSide(part: UInt64) {
    for seed in part * Self.cases / Self.parts..<(part + 1) * Self.cases / Self.parts {
      guard let fault = CarriedTrial(OddCase(seed: seed)).fault() else { continue }
      Issue.record("seed \(seed): \(fault)")
      return
    }
  }

  /// The other side's merge gives the same, but for what both changed.
  @Test(arguments: ProgramSample.all) func filesOfOtherPrograms(_ sample: ProgramSample) {
    func version(_ text: String) -> TaskMerge.Version {
      TaskMerge.Version(Array(text.utf8), path: sample.path)
    }
    let versions = ThreeWay(
      base: version(sample.base), ours: version(sample.ours), theirs: version(sample.theirs))
    for local in [Side.ours, .theirs] {
      let one = TaskMerge.merge(
        base: versions.base, ours: versions.ours, theirs: versions.theirs, local: local)
      #expect(text(one) == sample.merged)
    }
  }
}

/// One case put to the laws.
private struct CarriedTrial {
  let one: OddCase
  let versions: ThreeWay<TaskMerge.Version>
  let format: Format

  init(_ one: OddCase) {
    self.one = one
    format = one.base.format
    func version(_ file: OddFile) -> TaskMerge.Version {
      MergeCases.version(file.bytes, file.format)
    }
    versions = ThreeWay(
      base: version(one.base), ours: version(one.ours), theirs: version(one.theirs))
  }

  func fault() -> String? {
    guard [versions.base, versions.ours, versions.theirs].allSatisfy({ $0?.document != nil }) else {
      return shown("a version is no task", [])
    }
    if let fault = MergeTrial(versions, format, isByCommand: false).fault() {
      return shown("\(fault.law): \(fault.detail)", [])
    }
    let outcome = TaskMerge.merge(
      base: versions.base, ours: versions.ours, theirs: versions.theirs, local: .ours)
    guard case .merged(let merged, _) = outcome else { return shown("not merged", []) }
    let fault = gitFault(merged) ?? carriedFault(merged) ?? lineFault(merged)
    return fault.map { shown($0, merged) }
  }

  /// Where git's merge is clean and reads the same, it is the result.
  private func gitFault(_ merged: [UInt8]) -> String? {
    let git = TaskMerge.linesAsInGit(
      ThreeWay(base: one.base.bytes, ours: one.ours.bytes, theirs: one.theirs.bytes))
    guard let git, git != merged, let text = MergeCases.document(git, format),
      let own = MergeCases.document(merged, format), text.task.hasSameFields(as: own.task),
      text.task.log.count == own.task.log.count, text.duplicateKeys.isEmpty
    else { return nil }
    return "git merges this as\n\(Text(bytes: git))"
  }

  /// What one side alone changed is as it has it; what both changed, as the local side has it.
  private func carriedFault(_ merged: [UInt8]) -> String? {
    let text = Text(bytes: merged).string
    for group in Set(
      (one.base.pieces + one.ours.pieces + one.theirs.pieces).map(\.name)
        .map(OddFile.group)
    ).sorted() {
      let base = OddCase.spellings(one.base, group)
      let ours = OddCase.spellings(one.ours, group)
      let theirs = OddCase.spellings(one.theirs, group)
      let expected: [String: OddFile.Spelling]
      if ours == base {
        expected = theirs
      } else if theirs == base || ours == theirs {
        expected = ours
      } else if OddFile.sets.contains(group) || group == "setting" || group == "comment"
        || group == "map"
      {
        continue
      } else if ["updated_at", "version", "LAST_MODIFIED"].contains(group) {
        let sides = [ours, theirs].compactMap(\.values.first)
        // A number that one side took away is merged as any property.
        if group == "version", sides.count < 2 { continue }
        guard let later = sides.max(by: { $0.meaning < $1.meaning }) else { continue }
        expected = [group: later]
      } else {
        let (own, other) = (ours.mapValues(\.meaning), theirs.mapValues(\.meaning))
        let old = base.mapValues(\.meaning)
        if own != other, own != old, other != old {
          expected = ours
        } else if own == other {
          expected = ours.reduce(into: [:]) { kept, piece in
            let isTheirs = ours[piece.key] == base[piece.key]
            kept[piece.key] = isTheirs ? theirs[piece.key] : piece.value
          }
        } else if base.count == 1, ours.count == 1, theirs.count == 1 {
          // One side changed the meaning, the other only the spelling.
          expected = own == old ? theirs : ours
        } else {
          continue
        }
      }
      for spelling in expected.values {
        let wanted = spelling.text.replacing("\n", with: one.base.lineEnd)
        if !text.contains(wanted) { return "\(group) is not \(wanted)" }
      }
      if expected.isEmpty {
        let gone = Array(base.values) + Array(ours.values) + Array(theirs.values)
        for spelling in gone where text.contains("\n" + spelling.text + "\n") {
          return "\(spelling.text) is not gone"
        }
      }
    }
    for line in one.ours.log + one.theirs.log + one.base.log {
      let wanted = line.replacing("\n", with: one.base.lineEnd)
      if !text.contains(wanted) { return "\(line) is not in the log" }
    }
    return nil
  }

  /// Each line is one of the three, or one of those that a merge prints.
  private func lineFault(_ merged: [UInt8]) -> String? {
    func lines(_ bytes: [UInt8]) -> [Text] {
      ByteLines(bytes[...]).map { Text(bytes: bytes[$0]) }
    }
    let known = Set([one.base, one.ours, one.theirs].flatMap { lines($0.bytes) })
    let printed: [StaticString] = [
      ":LOGBOOK:", ":END:", "- Merge dropped ", "## Log", "labels:", "  - ", "dependencies:",
      ":BLOCKER:",
    ]
    for line in lines(merged) where !known.contains(line) && !line.isEmpty {
      let bytes = line.bytes[...]
      if printed.contains(where: { bytes.hasPrefix($0) }) { continue }
      // The parts of these lines are entries.
      if format == .org, bytes.hasPrefix("* ") || OrgPlanningLine.Keyword(at: bytes) != nil {
        continue
      }
      return "no version has \(line)"
    }
    return nil
  }

  private func shown(_ fault: String, _ merged: [UInt8]) -> String {
    """
    \(fault)
    --- base\n\(Text(bytes: one.base.bytes))
    --- ours\n\(Text(bytes: one.ours.bytes))
    --- theirs\n\(Text(bytes: one.theirs.bytes))
    --- merged\n\(Text(bytes: merged))
    """
  }
}
