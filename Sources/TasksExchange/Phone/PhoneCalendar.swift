import TasksCore

/// `agenda.ics`: an event for each date of the open tasks, in floating time, for calendars that subscribe to the file
/// (RFC 5545). A view: many phones ignore the alarms of such calendars.
///
/// Law: the same tasks give the same bytes. DTSTAMP, which should be the present, is the newest date of the task.
package struct PhoneCalendar {
  private let rules: AlertRules
  private var writer = CalendarWriter()

  package static func print(_ tasks: [Task], _ rules: AlertRules) -> [UInt8] {
    var calendar = PhoneCalendar(rules)
    calendar.writer.begin("VCALENDAR")
    calendar.writer.line("VERSION", "2.0")
    calendar.writer.line("PRODID", "-//tasks//EN")
    calendar.writer.line("X-WR-CALNAME", "Tasks")
    for task in tasks where task.isOpen && !task.isHiddenFromAgenda { calendar.print(task) }
    calendar.writer.end("VCALENDAR")
    return calendar.writer.bytes
  }

  private init(_ rules: AlertRules) { self.rules = rules }

  private mutating func print(_ task: Task) {
    let own = [task.firstAlert, task.secondAlert]
    if let plan = task.scheduled {
      print(task, "scheduled", plan, task.repeats, rules.leads(plan, own: own))
    }
    if let plan = task.deadline {
      print(task, "deadline", plan, task.repeats, rules.leads(plan, own: own))
    }
    for (number, reminder) in task.reminders.enumerated() {
      let plan = Planning(reminder.at, repeater: reminder.repeater)
      let rule = task.repeats.ofReminder(at: reminder.at)
      print(task, "remind-\(number + 1)", plan, rule, [0])
    }
    for (number, stamp) in task.timestamps.enumerated() {
      print(task, "stamp-\(number + 1)", stamp.planning, RepeatRule(), [])
    }
  }

  private mutating func print(
    _ task: Task, _ source: String, _ plan: Planning, _ rule: RepeatRule, _ leads: [Int?]
  ) {
    writer.begin("VEVENT")
    writer.text("UID", Text("\(task.id.text.string)-\(source)"))
    writer.line("DTSTAMP", PhoneCalendar.stamp(of: task))
    date("DTSTART", plan.start)
    if let end = PhoneCalendar.end(of: plan) { date("DTEND", end) }
    let dates = TodoDates(scheduled: plan.start, deadline: nil, isStartWritten: true)
    if let rule = TodoRepeat(scheduled: plan.repeater, deadline: nil, rule).recurrence(dates) {
      writer.line("RRULE", rule.text)
    }
    let sign = source == "deadline" ? "Due: " : source.hasPrefix("remind") ? "Reminder: " : ""
    writer.text("SUMMARY", Text(sign + task.title.string))
    if let name = task.location.name { writer.text("LOCATION", name) }
    if !task.tags.isEmpty {
      let tags = task.tags.map { CalendarText.escaped(CalendarText.cleaned($0.string)) }
      writer.line("CATEGORIES", tags.joined(separator: ","))
    }
    // A task is no time that is taken.
    writer.line("TRANSP", "TRANSPARENT")
    for lead in task.isMuted ? [] : leads.compactMap({ $0 }).uniqued() { alarm(task, plan, lead) }
    writer.end("VEVENT")
  }

  private mutating func date(_ name: String, _ moment: Timestamp) {
    let kind = moment.minute == nil ? ";VALUE=DATE" : ""
    writer.line(name + kind, CalendarDate.text(moment))
  }

  private mutating func alarm(_ task: Task, _ plan: Planning, _ lead: Int) {
    guard (0...AlertRules.longestLead).contains(lead) else { return }
    // A whole day rings at the time of day that the store says.
    let minutes = (plan.start.minute == nil ? rules.dayTime : 0) - lead
    writer.begin("VALARM")
    writer.line("ACTION", "DISPLAY")
    writer.text("DESCRIPTION", task.title)
    writer.line("TRIGGER", "\(minutes < 0 ? "-" : "")PT\(abs(minutes))M")
    writer.end("VALARM")
  }

  /// The end of a range. That of days is the day after the last one.
  private static func end(of plan: Planning) -> Timestamp? {
    guard let end = plan.end else { return nil }
    if plan.start.minute == nil {
      return end.date >= plan.start.date ? Timestamp(end.date.adding(days: 1)) : nil
    }
    guard end.minute != nil else { return nil }
    if end > plan.start { return end }
    // 23:00-00:30 ends on the next day.
    return end.date == plan.start.date && end < plan.start ? end.adding(minutes: 1440) : nil
  }

  private static func stamp(of task: Task) -> String {
    let moments = [task.created, task.closed, task.lastRepeat] + task.log.map(\.moment)
    let newest = moments.compactMap { $0 }.max() ?? Timestamp(CivilDate(dayNumber: 0))
    return CalendarDate.text(Timestamp(newest.date, minute: newest.minute ?? 0)) + "Z"
  }
}
