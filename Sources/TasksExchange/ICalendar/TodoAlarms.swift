import TasksCore

/// The alarms of a VTODO: relative ones are the task's alerts, absolute ones its reminders (RFC 5545, 3.6.6).
struct TodoAlarms {
  let context: ForeignContext

  // MARK: Alerts

  /// The alerts that a task may have as alarms, each once: those that have a date to be relative to.
  func alarms(_ first: Int?, _ second: Int?, hasDate: Bool) -> [Int] {
    let own = [first, second].compactMap { $0 }.filter { (0...999_999_999).contains($0) }
    return hasDate ? own.uniqued() : []
  }

  func print(_ task: Task, _ dates: TodoDates, to writer: inout CalendarWriter) {
    let own = alarms(task.firstAlert, task.secondAlert, hasDate: dates.lead != nil)
    if own.first != task.firstAlert || own.dropFirst().first != task.secondAlert {
      let words = [task.firstAlert, task.secondAlert].map { $0.map(String.init) ?? "-" }
      writer.line("X-TASKS-ALERTS", words.joined(separator: " "))
    }
    let side = dates.deadline == nil ? "START" : "END"
    for minutes in own {
      alarm(task, to: &writer) { $0.line("TRIGGER;RELATED=\(side)", "-PT\(minutes)M") }
    }
    for reminder in task.reminders {
      alarm(task, to: &writer) { writer in
        writer.line("TRIGGER;VALUE=DATE-TIME", context.utc(reminder.at))
        if Reminder(context.local(context.seconds(reminder.at))) != reminder {
          writer.line("X-TASKS-REMIND", reminder.fieldText)
        }
      }
    }
  }

  private func alarm(
    _ task: Task, to writer: inout CalendarWriter, _ trigger: (inout CalendarWriter) -> Void
  ) {
    writer.begin("VALARM")
    writer.line("ACTION", "DISPLAY")
    writer.line("DESCRIPTION", CalendarText.escaped(CalendarText.cleaned(task.title.string)))
    trigger(&writer)
    writer.end("VALARM")
  }

  /// Reads the alarms into the task, and says what was left out.
  func read(
    _ todo: CalendarComponent, _ dates: TodoDates, zones: CalendarZones, into task: inout Task
  ) -> [String] {
    var minutes: [Int] = []
    var remarks: [String] = []
    for alarm in todo.components(named: "VALARM") {
      guard let trigger = alarm["TRIGGER"] else {
        remarks.append("left out an alarm without a time, in line \(alarm.line)")
        continue
      }
      if let length = CalendarDuration(trigger.value) {
        let isOfStart = trigger["RELATED"]?.uppercased() != "END"
        if length.minutes <= 0, isOfStart, dates.deadline != nil, let start = dates.scheduled,
          dates.isStartWritten, start != dates.deadline
        {
          // The alerts of a task are of both its dates; this one is of its start alone.
          let at = Timestamp(start.date, minute: start.minute ?? 0).elapsing(
            minutes: length.minutes)
          if !task.reminders.contains(Reminder(at)) { task.reminders.append(Reminder(at)) }
        } else if length.minutes <= 0 {
          minutes.append(-length.minutes)
        } else {
          remarks.append("left out an alarm after the date, in line \(trigger.line)")
        }
      } else if let date = CalendarDate(trigger.value, zone: trigger["TZID"]) {
        // Apple's alarms without a time are of 1976.
        if date.wall.date.year < 1980 { continue }
        let reminder = reminder(alarm, at: zones.seconds(date))
        if !task.reminders.contains(reminder) { task.reminders.append(reminder) }
      } else {
        remarks.append("left out an alarm whose time is no time, in line \(trigger.line)")
      }
    }
    let own = minutes.uniqued()
    if own.count > 2 { remarks.append("left out alarms, of which a task has two at most") }
    (task.firstAlert, task.secondAlert) = (own.first, own.dropFirst().first)
    if let exact = todo["X-TASKS-ALERTS"].flatMap({ pair($0.value) }),
      alarms(exact.0, exact.1, hasDate: dates.lead != nil).sorted() == own.sorted()
    {
      (task.firstAlert, task.secondAlert) = exact
    }
    return remarks
  }

  private func reminder(_ alarm: CalendarComponent, at seconds: Int64) -> Reminder {
    if let exact = alarm["X-TASKS-REMIND"].flatMap({ Reminder(fieldText: $0.value) }),
      context.seconds(exact.at) == seconds
    {
      return exact
    }
    return Reminder(context.local(seconds))
  }

  private func pair(_ text: String) -> (Int?, Int?)? {
    let words = text.split(separator: " ")
    guard words.count == 2, words.allSatisfy({ $0 == "-" || Int($0) != nil }) else { return nil }
    return (Int(words[0]), Int(words[1]))
  }
}

/// A length of time as iCalendar writes it: `-PT15M`, `P1DT2H`, `P2W` (RFC 5545, 3.3.6).
struct CalendarDuration: Hashable, Sendable {
  /// Nominal days, which a change of the clock makes longer or shorter. Negative if the duration is.
  var days = 0
  /// Of the time part, exact. Negative if the duration is.
  var seconds = 0

  /// The length where a day has 24 hours, in whole minutes.
  var minutes: Int { days * 1440 + seconds / 60 }

  init?(_ text: some StringProtocol) {
    var rest = Array(text.trimmedBlanks.uppercased().utf8)[...]
    let isNegative = rest.first == 0x2D
    if isNegative || rest.first == 0x2B { rest = rest.dropFirst() }
    guard rest.first == 0x50, rest.count > 1 else { return nil }
    rest = rest.dropFirst()
    var isTime = false
    while let byte = rest.first {
      if byte == 0x54, !isTime, rest.count > 1 {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix(while: \.isDigit)
      guard let count = digits.wholeNumber, let unit = rest.dropFirst(digits.count).first else {
        return nil
      }
      switch (isTime, unit) {
      case (false, 0x57): days += count * 7
      case (false, 0x44): days += count
      case (true, 0x48): seconds += count * 3600
      case (true, 0x4D): seconds += count * 60
      case (true, 0x53): seconds += count
      default: return nil
      }
      rest = rest.dropFirst(digits.count + 1)
    }
    // Longer than there are dates.
    if days > 4_000_000 || seconds / 86_400 > 4_000_000 { return nil }
    if isNegative { (days, seconds) = (-days, -seconds) }
  }
}
