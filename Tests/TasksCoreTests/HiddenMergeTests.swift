import CoreTestSupport
import TasksCore
import TestSupport
import Testing

/// A repeating task that is hidden until some days before its dates, finished on two devices: the moment until which it is
/// hidden moves with the dates, and once.
@Suite struct HiddenMergeTests {
  private struct Case {
    let base: any TaskDocument
    let ours: any TaskDocument
    let theirs: any TaskDocument

    init(seed: UInt64, _ format: Format) throws {
      var random = SeededGenerator(seed: seed)
      let first = CivilDate(dayNumber: 20_700 + random.below(300))
      let every = random.pick(["+1w", "++1w", ".+1w", "++2d", ".+3d", "++1m", ".+2d/4d", "+1m"])
      let weekday = first.weekdayName
      let isOrg = format == .org
      var wait = Timestamp(first.adding(days: -random.below(12)))
      if random.chance(40) { wait = Timestamp(wait.date, minute: random.below(1440)) }
      let stamp =
        "[\(wait.date.iso) \(wait.date.weekdayName)"
        + "\(wait.minute.map { " \(Timestamp.clock($0))" } ?? "")]"
      let dates = random.pick([["deadline"], ["scheduled"], ["deadline", "scheduled"]])
      let plans = dates.map { name in
        isOrg
          ? "\(name.uppercased()): <\(first.iso) \(weekday) \(every)>"
          : "\(name == "deadline" ? "due" : name): \(first.iso)"
      }
      let text =
        isOrg
        ? """
        * TODO Water
        \(plans.joined(separator: " "))
        :PROPERTIES:
        :ID: k7mq2xw4tz9nbcde
        :WAIT_UNTIL: \(stamp)
        :END:

        """
        : """
        ---
        id: k7mq2xw4tz9nbcde
        title: Water
        status: todo
        \(plans.joined(separator: "\n"))
        repeat: "\(every)"
        wait: \(wait.iso)
        ---

        """
      let document = try #require(MergeCases.document(Array(text.utf8), format))
      func finished(_ times: Int) throws -> any TaskDocument {
        var document = document
        var day = first.adding(days: random.below(5) - 2)
        for _ in 0..<times {
          let now = Timestamp(day, minute: random.below(1440))
          document = try document.applying(
            document.changing(to: State("DONE", isDone: true), now: now))
          day = day.adding(days: 1 + random.below(9))
        }
        return document
      }
      base = document
      ours = try finished(1 + random.below(2))
      theirs = try finished(1 + random.below(2))
    }

    func merged(
      _ ours: any TaskDocument, _ theirs: any TaskDocument, _ local: Side
    ) -> (bytes: [UInt8], dropped: [MergeLoss])? {
      func version(_ document: any TaskDocument) -> TaskMerge.Version {
        TaskMerge.Version(bytes: document.bytes, document: document)
      }
      let outcome = TaskMerge.merge(
        base: version(base), ours: version(ours), theirs: version(theirs), local: local)
      if case .merged(let bytes, let dropped) = outcome { return (bytes, dropped) }
      return nil
    }
  }

  /// How many days before its first date that repeats a task comes out of hiding.
  private static func lead(_ task: TasksCore.Task) throws -> Int {
    let date = try #require(task.deadline ?? task.scheduled).start.date
    return date.dayNumber - (try #require(task.wait)).date.dayNumber
  }

  @Test(arguments: [Format.org, .markdown]) func itMovesOnceWithTheDates(_ format: Format) throws {
    for seed in UInt64(0)..<300 {
      let one = try Case(seed: seed, format)
      let hint: Comment = "seed \(seed)"
      let base = one.base.task
      for side in [one.ours, one.theirs] {
        #expect(try Self.lead(side.task) == Self.lead(base), hint)
      }
      let merge = try #require(one.merged(one.ours, one.theirs, .ours), hint)
      let task = try #require(MergeCases.document(merge.bytes, format)?.task, hint)
      #expect(merge.dropped.isEmpty, hint)
      #expect(try Self.lead(task) == Self.lead(base), hint)
      #expect(task.wait?.minute == base.wait?.minute, hint)
      #expect(
        [one.ours.task.wait, one.theirs.task.wait].compactMap { $0 }.max() == task.wait, hint)
      let swapped = try #require(one.merged(one.theirs, one.ours, .theirs), hint)
      #expect(swapped.bytes == merge.bytes, hint)
    }
  }

  /// What one of them set by hand is no such moment: it stays on the device that merges, and is told on the other.
  @Test(arguments: [Format.org, .markdown]) func oneSetByHandIsNotLost(_ format: Format) throws {
    for seed in UInt64(0)..<100 {
      let one = try Case(seed: seed, format)
      // Finished early, `.+3d` may leave a date where it is.
      if one.ours.task.wait == one.base.task.wait { continue }
      let hint: Comment = "seed \(seed)"
      let byHand = Timestamp(CivilDate(dayNumber: 21_500), minute: 615)
      let theirs = try one.theirs.applying([.field(.wait, .moment(byHand))])
      let merge = try #require(one.merged(one.ours, theirs, .ours), hint)
      let task = try #require(MergeCases.document(merge.bytes, format)?.task, hint)
      #expect(task.wait == one.ours.task.wait, hint)
      #expect(
        merge.dropped.contains { $0.field == PlainField.wait.name && $0.value == Text(byHand.iso) },
        hint)
      let mine = try #require(one.merged(theirs, one.ours, .ours), hint)
      #expect(MergeCases.document(mine.bytes, format)?.task.wait == byHand, hint)
      #expect(mine.dropped.contains { $0.field == PlainField.wait.name }, hint)
    }
  }
}
