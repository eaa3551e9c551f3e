import TasksCore
import TestSupport

/// Random parts of Org files; the same seed gives the same ones.
package struct OrgSeed: RandomNumberGenerator {
  private var numbers: SeededGenerator

  /// Seeds beside each other give streams that have nothing in common.
  package init(_ seed: Int) {
    numbers = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)) &* 0xD134_2543_DE82_EF95)
    numbers = SeededGenerator(seed: numbers.next())
  }

  package mutating func next() -> UInt64 { numbers.next() }

  /// True once in `times`.
  package mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  package mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }

  package mutating func some<Choice>(of choices: [Choice], most: Int) -> [Choice] {
    Array(choices.shuffled(using: &self).prefix(number(0...most)))
  }

  package mutating func date() -> CivilDate { CivilDate(dayNumber: number(19_000...21_000)) }

  package mutating func moment() -> Timestamp {
    Timestamp(date(), minute: once(in: 3) ? nil : number(0...1439))
  }

  package mutating func planning() -> Planning {
    var plan = Planning(moment())
    if once(in: 5), let minute = plan.start.minute, minute < 1400 {
      plan.end = Timestamp(plan.start.date, minute: minute + 30)
    } else if once(in: 15) {
      plan.end = Timestamp(plan.start.date.adding(days: 3))
    }
    if once(in: 3) {
      let interval = Interval(number(1...9), pick(Interval.Unit.allCases))
      plan.repeater = Repeater(pick(Repeater.Kind.allCases), interval)
      if once(in: 4) { plan.repeater?.limit = Interval(9, .day) }
    }
    if once(in: 4) {
      plan.warning = Warning(Interval(number(0...9), .day), isFirstOnly: once(in: 3))
    }
    return plan
  }

  package mutating func id() -> TaskID { TaskID(using: &self) }
}
