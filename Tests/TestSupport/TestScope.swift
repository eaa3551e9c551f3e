import Foundation

/// How much is tried: a share of the cases by default, every case if `TASKS_ALL=1` is set, as `.ci/test all` does.
package enum TestScope {
  package static let isAll = ProcessInfo.processInfo.environment["TASKS_ALL"] == "1"

  /// Some of a suite's cases, or all of them.
  package static func cases<Case>(_ few: Case, all: Case) -> Case { isAll ? all : few }

  /// Every `step`th case, or all of them.
  package static func every<Case>(_ step: Int, of cases: [Case]) -> [Case] {
    isAll ? cases : stride(from: 0, to: cases.count, by: step).map { cases[$0] }
  }

  /// A number that a variable of the environment sets.
  package static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }
}
