import TasksCore
import TasksPlanning

/// What a check has done.
package struct RingReport {
  package struct Rung {
    let alerts: [Alert]
    package let notice: AlertNotice
    package let shown: ShownNotice
  }

  package internal(set) var rung: [Rung] = []
  /// Why ways of showing did not work, each reason once.
  package internal(set) var failures: [String] = []
  /// Those that no way could show.
  package internal(set) var failed: [Alert] = []
  /// Those that may have rung, as the end of the ledger is missing.
  package internal(set) var uncertain: [Alert] = []
  package internal(set) var withdrawn: [AlertID] = []

  /// The short ids of the tasks.
  var shorts: [TaskID: String] = [:]

  init() {}

  /// All that was due, and what became of each alert.
  package var listed: [ListedAlert] {
    let states: [(ListedAlert.State, [Alert])] = [
      (.shown, rung.flatMap(\.alerts)), (.missed, failed + uncertain),
    ]
    return states.flatMap { state, alerts in
      alerts.map { ListedAlert($0, state, short: shorts[$0.id.task] ?? $0.id.task.text.string) }
    }
  }
}
