import TasksCore
import TasksPlanning

/// An alert of a list, and what became of it.
package struct ListedAlert: Sendable {
  package enum State: String, Sendable {
    case coming, missed, shown, snoozed, dismissed
  }

  package let alert: Alert
  package let state: State
  /// When it rang, or rings.
  package let at: Timestamp
  /// The short id of the task.
  package let short: String

  init(_ alert: Alert, _ event: AlertLedger.Event?, short: String) {
    (self.alert, self.short) = (alert, short)
    switch event {
    case .claimed: (state, at) = (.missed, alert.at)
    case .shown: (state, at) = (.shown, alert.at)
    case .snoozed(let until): (state, at) = (.snoozed, until)
    case .dismissed: (state, at) = (.dismissed, alert.at)
    case .refused: (state, at) = (.missed, alert.at)
    case nil: (state, at) = (.coming, alert.at)
    }
  }

  init(_ alert: Alert, _ state: State, short: String) {
    (self.alert, self.state, self.short) = (alert, state, short)
    at = alert.at
  }
}
