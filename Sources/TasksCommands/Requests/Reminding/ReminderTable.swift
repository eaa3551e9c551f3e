import TasksCore
import TasksPlanning
import TasksReminders
import TasksTerminal

/// Alerts as `remind` prints them.
struct ReminderTable {
  let alerts: [ListedAlert]
  let session: Session

  var answer: RemindersAnswer {
    RemindersAnswer(alerts.map { ($0.alert, $0.short, $0.at, $0.state.rawValue) })
  }

  /// A line an alert: when, the task, why, and what became of it.
  func write(to output: inout Output) {
    let dates = RelativeDate(now: session.now)
    var table = CellTable([
      CellTable.Column(), CellTable.Column(), CellTable.Column(least: 8, isMain: true),
      CellTable.Column(), CellTable.Column(),
    ])
    for alert in alerts {
      table.add(dates.text(alert.at), .date)
      table.add(alert.short, .id)
      table.add(
        ControlCharacters.escaped(alert.alert.title), alert.alert.isImportant ? .bold : nil)
      table.add(alert.alert.reason(now: session.now), .dim)
      table.add(alert.state == .coming ? "" : alert.state.rawValue, .mark)
    }
    table.write(to: &output)
  }
}
