import TasksCore

/// What the standard properties of a VTODO say of a task, and what they are read as.
///
/// Law: a value read from what is written for it is the same, or the printer adds a property of ours.
struct StandardTodo {
  let context: ForeignContext

  // MARK: STATUS

  func status(of state: State) -> String {
    if state.isDone { return state == context.canceled ? "CANCELLED" : "COMPLETED" }
    return state == context.started && state != context.open ? "IN-PROCESS" : "NEEDS-ACTION"
  }

  func state(_ status: String) -> State {
    switch status {
    case "COMPLETED": context.done
    case "CANCELLED": context.canceled
    case "IN-PROCESS": context.started
    default: context.open
    }
  }

  // MARK: PRIORITY

  func priority(of priority: Priority?) -> String? {
    switch priority?.text {
    case nil: nil
    case "A": "1"
    case "B": "5"
    case "C": "9"
    case .some(let text): Int(text).map { String(max($0, 1)) } ?? "9"
    }
  }

  /// Of 1 to 9 the lowest is the most urgent; 0 is none (RFC 5545, 3.8.1.9).
  func priority(_ number: String) -> Priority? {
    switch Int(number) {
    case .some(1...4): Priority("A")
    case 5: Priority("B")
    case .some(6...9): Priority("C")
    default: nil
    }
  }

  // MARK: GEO

  func geo(of place: Location.Coordinates) -> String {
    [place.latitude, place.longitude].map { number in
      let text = number.shortestDecimal
      return text.contains("e") ? "0" : text
    }.joined(separator: ";")
  }

  func coordinates(_ geo: String) -> Location.Coordinates? {
    Location.Coordinates(geo.split(separator: ";").joined(separator: ","))
  }

  // MARK: UID

  /// The id of a UID, without what ox-icalendar puts before the id of a heading.
  func id(_ uid: Text) -> TaskID? {
    let bytes = uid.bytes
    let prefix = ["TODO-", "DL-", "SC-", "TS1-"].first { bytes.starts(with: $0.utf8) }
    let rest = bytes.dropFirst(prefix?.utf8.count ?? 0)
    return context.id(foreign: rest.isEmpty ? uid : Text(bytes: rest))
  }

  // MARK: DTSTART

  /// True if a DTSTART may stand beside the DUE: both are days or both have a time, and DUE is later (RFC 5545,
  /// 3.8.2.3).
  func canStart(_ scheduled: Timestamp?, due: Timestamp?) -> Bool {
    guard let scheduled else { return false }
    guard let due else { return true }
    return (scheduled.minute == nil) == (due.minute == nil) && scheduled < due
  }
}
