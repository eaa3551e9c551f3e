import TasksCore

/// What the history of a store tells about how its tasks go: opened and closed in each week, how old they get, how often
/// they are put off, how long they are in each state.
///
/// It is told from changes in the order in which they were made. A change counts against the state in which the task was
/// left by the change before it, wherever that was made: a task finished on two devices is finished once.
package struct TaskStatistics: Sendable {
  package struct Week: Sendable {
    /// Its Monday.
    package let start: CivilDate
    /// Tasks that were added, reopened or restored.
    package var opened = 0
    /// Tasks that were finished, and occurrences of repeating ones.
    package var finished = 0
    /// Tasks that were deleted or purged before they were finished.
    package var removed = 0
    /// The open tasks at its end, or now.
    package var open = 0
    /// The minutes on clocks that were started in it.
    package var clocked = 0
  }

  /// A task that was put off.
  package struct Rescheduled: Sendable {
    package let id: TaskID
    package let title: Text
    package let times: Int
  }

  /// A state of open tasks.
  package struct State: Sendable {
    package let keyword: Text
    /// The time that tasks were in it, in minutes.
    package let minutes: Int
    package let tasks: Int
  }

  /// The ages of the open tasks, in days, ascending.
  package let ages: [Int]
  /// The days from the first to the last state of each task that was finished in the span, ascending.
  package let leads: [Int]
  package let weeks: [Week]
  /// The most often put off first.
  package let rescheduled: [Rescheduled]
  /// In the order of their time, the longest first.
  package let states: [State]

  /// - Parameters:
  ///   - entries: The whole history, oldest first.
  ///   - span: The days to tell about; whole weeks are made of them.
  ///   - isWanted: Whether a task counts, as it was last.
  package init(
    _ entries: some Sequence<HistoryEntry>, in span: ClosedRange<CivilDate>, now: Timestamp,
    where isWanted: (Task) -> Bool = { _ in true }
  ) {
    var courses: [TaskID: Course] = [:]
    for entry in entries {
      guard let id = entry.task?.id else { continue }
      courses[id, default: Course()].add(entry)
    }
    let wanted = courses.values.filter { $0.last.map(isWanted) ?? false }
    let first = span.lowerBound.adding(days: 1 - span.lowerBound.weekday)
    let count = (span.upperBound.dayNumber - first.dayNumber) / 7 + 1
    var weeks = (0..<max(1, count)).map { Week(start: first.adding(days: 7 * $0)) }
    func place(_ date: CivilDate) -> Int? {
      span.contains(date) ? (date.dayNumber - first.dayNumber) / 7 : nil
    }
    var changes = weeks.map { _ in 0 }
    var before = 0
    var leads: [Int] = []
    for course in wanted {
      for event in course.events {
        if event.at.date < span.lowerBound {
          before += event.open
        } else if let week = place(event.at.date) {
          changes[week] += event.open
          weeks[week].opened += event.open > 0 ? 1 : 0
          if event.isFinish {
            weeks[week].finished += 1
            if event.open < 0, let begun = course.events.first?.at {
              leads.append(event.at.date.dayNumber - begun.date.dayNumber)
            }
          } else if event.open < 0 {
            weeks[week].removed += 1
          }
        }
      }
      for clock in course.last?.clocks ?? [] {
        if let week = place(clock.start.date) { weeks[week].clocked += clock.minutes ?? 0 }
      }
    }
    for week in weeks.indices {
      before += changes[week]
      weeks[week].open = before
    }
    self.weeks = weeks
    self.leads = leads.sorted()
    ages = wanted.filter(\.isOpen).compactMap { course in
      (course.last?.created ?? course.events.first?.at).map {
        max(0, now.date.dayNumber - $0.date.dayNumber)
      }
    }.sorted()
    rescheduled = wanted.compactMap { course in
      let times = course.delays.count { span.contains($0.date) }
      guard times > 0, let task = course.last else { return nil }
      return Rescheduled(id: task.id, title: task.title, times: times)
    }.ordered { ($1.times, $0.id.text.string) < ($0.times, $1.id.text.string) }
    states = TaskStatistics.states(wanted, span, now)
  }

  private static func states(
    _ courses: [Course], _ span: ClosedRange<CivilDate>, _ now: Timestamp
  ) -> [State] {
    var sums: [Text: (minutes: Int, tasks: Int)] = [:]
    let (start, end) = (
      Timestamp(span.lowerBound, minute: 0).absoluteMinute,
      min(
        Timestamp(span.upperBound.adding(days: 1), minute: 0).absoluteMinute, now.absoluteMinute)
    )
    for course in courses {
      var seen: Set<Text> = []
      for (place, stay) in course.stays.enumerated() {
        guard let keyword = stay.keyword else { continue }
        let next = course.stays.dropFirst(place + 1).first?.since.absoluteMinute ?? end
        let minutes = min(next, end) - max(stay.since.absoluteMinute, start)
        guard minutes > 0 else { continue }
        sums[keyword, default: (0, 0)].minutes += minutes
        if seen.insert(keyword).inserted { sums[keyword, default: (0, 0)].tasks += 1 }
      }
    }
    return sums.map { State(keyword: $0, minutes: $1.minutes, tasks: $1.tasks) }
      .ordered { ($1.minutes, $0.keyword.string) < ($0.minutes, $1.keyword.string) }
  }

  /// The middle one of ascending numbers, the lower one of two; nil for none.
  package static func median(_ numbers: [Int]) -> Int? {
    numbers.isEmpty ? nil : numbers[(numbers.count - 1) / 2]
  }
}

/// How one task has gone.
private struct Course {
  struct Event {
    let at: Timestamp
    /// 1 if there is one open task more after it, -1 for one less.
    let open: Int
    let isFinish: Bool
  }

  /// From a moment on, the task was in a state; nil once it is not open any more.
  struct Stay {
    let since: Timestamp
    let keyword: Text?
  }

  /// The task as it was last.
  private(set) var last: Task?
  private(set) var isOpen = false
  private(set) var events: [Event] = []
  private(set) var stays: [Stay] = []
  /// When one of its dates was put off.
  private(set) var delays: [Timestamp] = []
  private var repeated: Timestamp?

  mutating func add(_ entry: HistoryEntry) {
    let new = entry.change.new
    let willBeOpen = new?.isOpen ?? false
    // An occurrence that was finished on two devices has one date.
    let isRepeat = new?.lastRepeat != nil && new?.lastRepeat != repeated && last != nil
    let isFinish = isOpen && !willBeOpen && new?.isDone == true && new?.isDeleted == false
    if willBeOpen != isOpen || isRepeat {
      let open = willBeOpen == isOpen ? 0 : willBeOpen ? 1 : -1
      events.append(Event(at: entry.time, open: open, isFinish: isFinish || isRepeat))
    }
    let keyword = willBeOpen ? new?.state.keyword : nil
    if stays.last?.keyword != keyword || stays.isEmpty {
      stays.append(Stay(since: entry.time, keyword: keyword))
    }
    if !isRepeat, let old = entry.change.old, let new, Course.isPutOff(old, new) {
      delays.append(entry.time)
    }
    isOpen = willBeOpen
    repeated = new?.lastRepeat ?? repeated
    last = new ?? last ?? entry.change.old
  }

  private static func isPutOff(_ old: Task, _ new: Task) -> Bool {
    [(old.scheduled, new.scheduled), (old.deadline, new.deadline)].contains { before, after in
      guard let before, let after else { return false }
      return after.start > before.start
    }
  }
}
