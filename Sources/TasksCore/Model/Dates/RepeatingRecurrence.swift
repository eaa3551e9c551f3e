/// Rules of calendars as the repeaters and days of tasks, and back.
extension CalendarRecurrence {
  /// Makes the rule by which a date with such a repeater falls on the same dates, without an end; nil if there is none.
  package init?(_ interval: Interval, on days: RepeatDays?, from date: CivilDate) {
    guard interval.count > 0 else { return nil }
    self.init(Frequency(interval.unit), interval: interval.count)
    // A rule skips months without such a day, and a repeater takes their last day instead.
    let isLeapDay = frequency == .yearly && date.month == 2 && date.day == 29
    guard let days else {
      if frequency == .monthly && date.day > 28 || isLeapDay {
        take(last: date.day)
        if isLeapDay { byMonth = [2] }
      }
      return
    }
    if days.areWeekdays, interval == Interval(1, .day) { frequency = .weekly }
    if frequency == .yearly { byMonth = [date.month] }
    for day in days.all {
      switch day {
      case .weekday(let day, nil): byDay.append(Weekday(day: day))
      case .weekday(let day, let number?):
        guard frequency == .monthly || frequency == .yearly else { return nil }
        byDay.append(Weekday(ordinal: number, day: day))
      case .ofMonth(let day) where day <= 28: byMonthDay.append(day)
      case .ofMonth(31): byMonthDay.append(-1)
      case .ofMonth(let day):
        guard days.all.count == 1 else { return nil }
        take(last: day)
      }
    }
    byMonthDay.sort()
    if frequency == .weekly, !byMonthDay.isEmpty { return nil }
  }

  /// The day of each month, or the last one of a shorter month.
  private mutating func take(last day: Int) { (byMonthDay, bySetPos) = (Array(28...day), [-1]) }

  /// Returns what a rule, but for its end, means for a task with this date; nil if it says more than a repeater and days.
  package func repeats(on date: CivilDate) -> (interval: Interval, days: RepeatDays?)? {
    var rule = self
    (rule.count, rule.until) = (nil, nil)
    // Each day that is a Monday is a Monday of each week.
    if frequency == .daily, interval == 1, !byDay.isEmpty { rule.frequency = .weekly }
    // The last day, in another way.
    if byMonthDay == Array(28...31), bySetPos == [-1], frequency == .monthly {
      (rule.byMonthDay, rule.bySetPos) = ([-1], [])
    }
    guard let unit = rule.frequency.unit, unread.isEmpty, byHour.isEmpty, byMinute.isEmpty else {
      return nil
    }
    let isAnyWeek = unit != .week || interval == 1 || byDay.count < 2
    if isAnyWeek { rule.weekStart = 1 }
    let plain = Interval(interval, unit)
    // The second Monday, in another way.
    if unit == .month, let place = bySetPos.first, bySetPos.count == 1, byDay.count == 1,
      byDay[0].ordinal == 0, byMonthDay.isEmpty, place == -1 || (1...5).contains(place)
    {
      (rule.byDay[0].ordinal, rule.bySetPos) = (place, [])
    }
    let days = rule.days
    // What says only what the date says is no more than the repeater.
    let isOfWeek = unit == .week && interval == 1
    let named = isOfWeek ? days?.interval ?? plain : plain
    // A repeater alone would stay on the last day of a shorter month.
    let choices = bySetPos.isEmpty ? [(plain, nil), (named, days)] : [(named, days)]
    for (interval, days) in choices {
      guard var own = CalendarRecurrence(interval, on: days, from: date) else { continue }
      if own == rule { return (interval, days) }
      guard days == nil else { continue }
      if unit == .year { own.byMonth = [date.month] }
      if own == rule { return (interval, nil) }
      if unit == .week { own.byDay = [Weekday(day: date.weekday)] }
      if unit == .month || unit == .year, own.byMonthDay.isEmpty { own.byMonthDay = [date.day] }
      if own == rule { return (interval, nil) }
    }
    return nil
  }

  /// The days that the parts name; nil for none.
  private var days: RepeatDays? {
    let weekdays = byDay.map {
      RepeatDays.Day.weekday($0.day, number: $0.ordinal == 0 ? nil : $0.ordinal)
    }
    let isClipped = bySetPos == [-1] && byMonthDay.count > 1
    let ofMonth = (isClipped ? byMonthDay.suffix(1) : byMonthDay[...]).map {
      RepeatDays.Day.ofMonth($0 == -1 ? 31 : $0)
    }
    guard byDay.allSatisfy({ (-1...5).contains($0.ordinal) }), byMonthDay.allSatisfy({ $0 >= -1 })
    else { return nil }
    return RepeatDays(weekdays + ofMonth)
  }
}

extension CalendarRecurrence.Frequency {
  fileprivate init(_ unit: Interval.Unit) {
    self =
      switch unit {
      case .hour: .hourly
      case .day: .daily
      case .week: .weekly
      case .month: .monthly
      case .year: .yearly
      }
  }

  fileprivate var unit: Interval.Unit? {
    switch self {
    case .secondly, .minutely: nil
    case .hourly: .hour
    case .daily: .day
    case .weekly: .week
    case .monthly: .month
    case .yearly: .year
    }
  }
}
