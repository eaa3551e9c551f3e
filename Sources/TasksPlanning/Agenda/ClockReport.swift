import TasksCore

/// The time on the clocks of tasks within a span of days (Org manual, "The clock table").
///
/// A clock counts as far as it is within the span; one that runs counts until now. A task with several tags counts for each
/// of them, and once in the total.
package struct ClockReport: Sendable {
  /// What a row is for.
  package enum Part: String, CaseIterable, Sendable {
    case task, day, tag, list

    package var heading: String {
      switch self {
      case .task: "Task"
      case .day: "Day"
      case .tag: "Tag"
      case .list: "List"
      }
    }
  }

  package struct Row: Sendable {
    /// The task's id; nil in a report that is not by task.
    package var id: (whole: Text, short: String)?
    /// The task's title, the tag or the list; nil for tasks without one.
    package var name: Text?
    package var day: CivilDate?
    package var minutes = 0
  }

  package let days: ClosedRange<CivilDate>
  package let part: Part
  package private(set) var total = 0
  private let now: Timestamp
  private var found: [Row] = []
  /// The places of the rows that are not for tasks.
  private var places: [Key: Int] = [:]

  private enum Key: Hashable {
    case day(CivilDate)
    case name(Text?)
  }

  package init(_ days: ClosedRange<CivilDate>, by part: Part, now: Timestamp) {
    (self.days, self.part, self.now) = (days, part, now)
  }

  /// The rows: days in their order, else the longest time first.
  package var rows: [Row] {
    if part == .day { return found.ordered { ($0.day ?? now.date) < ($1.day ?? now.date) } }
    return found.enumerated().ordered { a, b in
      (-a.element.minutes, a.offset) < (-b.element.minutes, b.offset)
    }.map(\.element)
  }

  /// Adds the clocks of a task. Tasks with the same time stay in the order in which they were added.
  ///
  /// - Parameter short: The short form of the task's id.
  package mutating func add(_ row: ListRow, short: @autoclosure () -> String) {
    let clocks = row.clocks
    let minutes = clocks.reduce(0) { $0 + self.minutes(of: $1, in: days) }
    guard minutes > 0 else { return }
    total += minutes
    switch part {
    case .task:
      found.append(
        Row(id: (row.id.text, short()), name: row.title.text, day: nil, minutes: minutes))
    case .day: for clock in clocks { addDays(of: clock) }
    case .tag:
      let tags: [Text?] = row.tags.map(\.text).uniqued()
      for tag in tags.isEmpty ? [nil] : tags { add(minutes, .name(tag)) }
    case .list: add(minutes, .name(row.list?.text))
    }
  }

  private mutating func addDays(of clock: Clock) {
    let last = min((clock.end ?? now).date, days.upperBound)
    var day = max(clock.start.date, days.lowerBound)
    while day <= last {
      let minutes = minutes(of: clock, in: day...day)
      if minutes > 0 { add(minutes, .day(day)) }
      day = day.adding(days: 1)
    }
  }

  private mutating func add(_ minutes: Int, _ key: Key) {
    if let place = places[key] { return found[place].minutes += minutes }
    places[key] = found.count
    switch key {
    case .day(let day): found.append(Row(day: day, minutes: minutes))
    case .name(let name): found.append(Row(name: name, minutes: minutes))
    }
  }

  private func minutes(of clock: Clock, in days: ClosedRange<CivilDate>) -> Int {
    let start = max(clock.start, Timestamp(days.lowerBound, minute: 0))
    let end = min(clock.end ?? now, Timestamp(days.upperBound.adding(days: 1), minute: 0))
    return start < end ? start.minutes(until: end) : 0
  }
}
