import CoreTestSupport
import Foundation
import TasksCore
import TestSupport
import Testing

/// Tasks that lie elsewhere on one side than in base.
@Suite struct MergeMovedTests {
  private static let cases = UInt64(
    TestScope.number("TASKS_CASES") ?? TestScope.cases(600, all: 2_000))
  private static let parts: UInt64 = 4

  /// The seeds of one part; each case is put to all laws of one task.
  private static func seeds(_ part: UInt64) -> Range<UInt64> {
    part * cases / parts..<(part + 1) * cases / parts
  }

  /// A side of a case: a file, where it lies, and what it was before it was moved or converted.
  fileprivate struct Place {
    var version: TaskMerge.Version
    var path: String
  }

  fileprivate enum Step {
    case change(MergeChange)
    case convert
    case move(to: String)

    var isChange: Bool { if case .change = self { true } else { false } }
  }

  /// One task that both sides changed, each in either format and at a place of its own.
  private struct Case: Shrinkable {
    let paths: ThreeWay<String>
    let versions: ThreeWay<TaskMerge.Version>
    let isByCommand: Bool
    private let base: Place
    private let steps: [Side: [Step]]

    init(seed: UInt64) {
      let rawPercent = [0, 0, 20][Int(seed / 2 % 3)]
      let format = Format.allCases[Int(seed % 2)]
      var cases = MergeCases(seed: seed, format)
      let base = Place(
        version: MergeCases.version(cases.file(), format), path: MergeCases.path(format))
      func side() -> [Step] {
        var (place, steps) = (base, [Step]())
        func take(_ step: Step) {
          place.take(step)
          steps.append(step)
        }
        func change(_ cases: inout MergeCases) {
          for _ in 0...cases.random.below(2) {
            take(.change(cases.change(of: place.version, rawPercent: rawPercent)))
          }
        }
        let isOnlyMoved = cases.random.chance(15)
        if !isOnlyMoved { change(&cases) }
        if cases.random.chance(60) { take(.convert) }
        if cases.random.chance(40) { take(.move(to: cases.random.pick(["work", "home"]))) }
        if !isOnlyMoved, cases.random.chance(50) {
          var after = MergeCases(seed: cases.random.next(), Format(path: place.path) ?? .org)
          change(&after)
        }
        return steps
      }
      let ours = side()
      self.init(base, [.ours: ours, .theirs: side()], isByCommand: rawPercent == 0)
    }

    private init(_ base: Place, _ steps: [Side: [Step]], isByCommand: Bool) {
      func made(_ side: Side) -> Place {
        var place = base
        for step in steps[side] ?? [] { place.take(step) }
        return place
      }
      let (ours, theirs) = (made(.ours), made(.theirs))
      self.base = base
      self.steps = steps
      self.isByCommand = isByCommand
      paths = ThreeWay(base: base.path, ours: ours.path, theirs: theirs.path)
      versions = ThreeWay(base: base.version, ours: ours.version, theirs: theirs.version)
    }

    /// Whether a side did no more than to move or convert it.
    func isOnlyMoved(_ side: Side) -> Bool { steps[side]?.contains(where: \.isChange) != true }

    var smaller: [Case] {
      [Side.ours, .theirs].flatMap { side in
        let own = steps[side] ?? []
        let changes = own.indices.flatMap { index -> [[Step]] in
          guard case .change(let change) = own[index] else { return [] }
          return change.smaller.map { smaller in
            var own = own
            own[index] = .change(smaller)
            return own
          }
        }
        return (Shrink.without(own) + changes).map { own in
          Case(base, steps.merging([side: own]) { $1 }, isByCommand: isByCommand)
        }
      }
    }

    func moved(_ local: Side?, isSwapped: Bool = false) -> MovedTask? {
      MovedTask(
        isSwapped ? versions.swapped : versions, at: isSwapped ? paths.swapped : paths,
        local: isSwapped ? local?.other : local, convert: MergeMovedTests.convert)
    }
  }

  fileprivate static func convert(_ document: any TaskDocument, _ format: Format) -> Conversion? {
    try? Conversion(
      of: document, to: format, specification: "TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)",
      workflow: .standard)
  }

  @Test(arguments: 0..<parts) func laws(part: UInt64) throws {
    var merged = 0
    for seed in Self.seeds(part) {
      let local = [Side.ours, .theirs, nil][Int(seed / 6 % 3)]
      let one = Case(seed: seed)
      guard let fault = Self.fault(one, local, &merged) else { continue }
      var ignored = 0
      let small = Shrink.smallest(one) { Self.fault($0, local, &ignored)?.law == fault.law }
      Issue.record(
        """
        seed \(seed): \(fault.law): \(Self.fault(small, local, &ignored)?.detail ?? "")
        --- base\n\((small.versions.base?.bytes).map(OrgLaw.shown) ?? "none")
        --- ours \(small.paths.ours)\n\(OrgLaw.shown(small.versions.ours.bytes))
        --- theirs \(small.paths.theirs)\n\(OrgLaw.shown(small.versions.theirs.bytes))
        """)
      return
    }
    #expect(merged > Self.seeds(part).count / 2)
  }

  /// The first law that does not hold.
  private static func fault(
    _ one: Case, _ local: Side?, _ merged: inout Int
  ) -> MergeTrial.Fault? {
    func fault(_ law: String, _ detail: String = "") -> MergeTrial.Fault {
      MergeTrial.Fault(law: law, detail: detail)
    }
    guard let moved = one.moved(local), let swapped = one.moved(local, isSwapped: true) else {
      return one.isByCommand ? fault("our own files can be converted") : nil
    }
    guard let format = Format(path: moved.path) else {
      return fault("the path is that of a task", moved.path)
    }
    let outcome = TaskMerge.merge(moved, local: local)
    let other = TaskMerge.merge(swapped, local: local?.other)
    if moved.path != swapped.path || text(outcome) != text(other) {
      return fault("sides may be named either way", "\(text(outcome))\nis not\n\(text(other))")
    }
    if let detail = pathFault(one, moved, local) { return fault("the path is merged", detail) }
    for side in [Side.ours, .theirs] where one.isOnlyMoved(side) {
      let result = MergeCases.document(bytes(outcome) ?? [], format)?.task
      let wanted = moved.versions[side.other].document?.task
      if one.isByCommand, let wanted, result?.hasSameFields(as: wanted) != true {
        return fault("who only moves it takes nothing away", text(outcome))
      }
    }
    let trial = MergeTrial(
      moved.versions, format, isByCommand: one.isByCommand, edited: moved.text)
    if let fault = trial.fault() { return fault }
    if let lost = lost(one, outcome) {
      return fault("no line is lost", "\(lost) in\n\(text(outcome))")
    }
    merged += 1
    return nil
  }

  private static func pathFault(_ one: Case, _ moved: MovedTask, _ local: Side?) -> String? {
    let (ours, theirs) = (one.paths.ours, one.paths.theirs)
    let wanted: String
    if ours == one.paths.base {
      wanted = theirs
    } else if theirs == one.paths.base || ours == theirs {
      wanted = ours
    } else {
      wanted = local.map { one.paths[$0] } ?? max(ours, theirs)
    }
    return moved.path == wanted ? nil : "\(moved.path) for \(wanted)"
  }

  /// A line that a side put above its task, or a state of its own, that is nowhere in the result.
  private static func lost(_ one: Case, _ outcome: TaskMerge.Outcome) -> Text? {
    guard case .merged(let bytes, _) = outcome else { return nil }
    let result = Text(bytes: bytes).string
    // A line of base may stand above the task in the other format alone: it is none of a side's either.
    let base = one.versions.base?.document
    let bases =
      [base] + Format.allCases.map { format in base.flatMap { convert($0, format) }?.document }
    let known = Set(bases.flatMap { $0?.preamble.lines ?? [] })
    for side in [one.versions.ours, one.versions.theirs] {
      for line in side.document?.preamble.lines ?? [] {
        let words = line.string.split { !$0.isLetter }
        // Settings that the other format says in its own way.
        let isSaid = ["#+TODO:", "#+FILETAGS:", "#+CATEGORY:"].contains {
          line.string.uppercased().hasPrefix($0)
        }
        if !known.contains(line), !isSaid, !words.allSatisfy({ result.contains($0) }) {
          return line
        }
      }
    }
    return nil
  }

  /// The second of two values under one name counts for nothing, but its line is there.
  @Test func valuesBehindAnotherOfTheirNameAreTold() throws {
    let (org, markdown) = (MergeCases.path(.org), MergeCases.path(.markdown))
    func file(_ lines: String) -> TaskMerge.Version {
      let text = "* TODO one\n:PROPERTIES:\n:ID: one\n:COLOUR: red\n\(lines):END:\n"
      return MergeCases.version(Array(text.utf8))
    }
    let base = file("")
    let document = try #require(base.document)
    let conversion = try #require(Self.convert(document, .markdown))
    let ours = MergeCases.version(conversion.document.bytes, .markdown)
    let moved = try #require(
      MovedTask(
        ThreeWay(base: base, ours: ours, theirs: file(":COLOUR: green\n")),
        at: ThreeWay(base: org, ours: markdown, theirs: org), local: .ours, convert: Self.convert))
    let merged = text(TaskMerge.merge(moved, local: .ours))
    #expect(merged.contains("Merge dropped lines \":COLOUR: green\""))
  }

  @Test func movesAreFoundByTheID() {
    let (a, b) = (TaskID(ofPath: "a"), TaskID(ofPath: "b"))
    #expect(MovedTask.moves(gone: ["p": a], new: ["q": a]) == ["p": "q"])
    #expect(MovedTask.moves(gone: ["p": a], new: ["q": b]) == [:])
    #expect(MovedTask.moves(gone: [:], new: ["q": a]) == [:])
    #expect(
      MovedTask.moves(gone: ["p": a, "r": b], new: ["s": b, "q": a]) == ["p": "q", "r": "s"])
    #expect(MovedTask.moves(gone: ["p": a], new: ["z": a, "q": a]) == ["p": "q"])
    #expect(MovedTask.moves(gone: ["p": a, "r": a], new: ["q": a]) == [:])
  }
}

extension MergeMovedTests.Place {
  fileprivate mutating func take(_ step: MergeMovedTests.Step) {
    switch step {
    case .change(let change):
      version = change.applied(to: version, Format(path: path) ?? .org)
    case .convert: convert()
    case .move(let folder): path = "\(folder)/\(path)"
    }
  }

  private mutating func convert() {
    guard let document = version.document, let format = Format(path: path) else { return }
    let other: Format = format.other
    guard let conversion = MergeMovedTests.convert(document, other) else { return }
    version = TaskMerge.Version(conversion.document.bytes, path: MergeCases.path(other))
    path = TaskPath.path(path, in: other)
  }
}
