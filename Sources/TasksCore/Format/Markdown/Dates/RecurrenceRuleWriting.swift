/// Printing a repeater as a rule.
extension RecurrenceRule {
  /// The rule that expresses a repeater for a task with this date, in place of an old rule. The parts keep
  /// their order, and those with a day or a month get that of the date. Nil if no rule can express the
  /// repeater.
  ///
  /// A rule never produces a date in the past: `+1w` is written as `++1w`.
  static func text(
    saying repeater: Repeater, on date: CivilDate, fromCompletion: Bool, replacing old: Text
  ) -> Text? {
    let repeater =
      repeater.kind == .cumulate && repeater.limit == nil
      ? Repeater(.catchUp, repeater.interval) : repeater
    return [true, false].lazy.map { rule(repeater.interval, on: date, replacing: old, named: $0) }
      .first {
        $0.withBytes { RecurrenceRule($0) }?
          .repeater(on: date, fromCompletion: fromCompletion) == repeater
      }
  }

  /// - Parameter named: Whether to keep parts with a weekday, day or month.
  private static func rule(
    _ interval: Interval, on date: CivilDate, replacing old: Text, named: Bool
  ) -> Text {
    var parts: [[UInt8]] = []
    let hasCount = has("INTERVAL", old)
    let unit = units.first { $0.unit == interval.unit }?.word ?? "DAILY"
    old.withBytes { bytes in
      walk(bytes) { name, value in
        func add(_ new: some Collection<UInt8>, unless isSame: Bool = false) {
          parts.append(name + [0x3D] + (isSame ? Array(value) : Array(new)))
        }
        if name.isSame(as: "FREQ") {
          add(unit.description.utf8, unless: value.isSame(as: unit))
          if !hasCount, interval.count != 1 {
            parts.append(Array("INTERVAL=\(interval.count)".utf8))
          }
        } else if name.isSame(as: "INTERVAL") {
          add(
            "\(interval.count)".utf8,
            unless: number(value, upTo: 100_000) == interval.count)
        } else if isFrame(name) {
          let isStart = name.isSame(as: "DTSTART")
          parts.append(name + [isStart ? 0x3A : 0x3D] + Array(value))
        } else if named, name.isSame(as: "BYDAY"), interval.unit == .week {
          add(
            weekdays[date.weekday - 1].description.utf8,
            unless: weekday(named: value) == date.weekday)
        } else if named, name.isSame(as: "BYMONTHDAY"),
          interval.unit == .month || interval.unit == .year
        {
          add("\(date.day)".utf8, unless: number(value, upTo: 31) == date.day)
        } else if named, name.isSame(as: "BYMONTH"), interval.unit == .year {
          add("\(date.month)".utf8, unless: number(value, upTo: 12) == date.month)
        }
      }
    }
    let prefix: [UInt8] =
      old.withBytes { $0.hasPrefixIgnoringCase("RRULE:") } ? Array("RRULE:".utf8) : []
    return Text(bytes: prefix + Array(parts.joined(separator: [0x3B])))
  }

  private static func has(_ name: StaticString, _ rule: Text) -> Bool {
    var found = false
    rule.withBytes { bytes in walk(bytes) { own, _ in if own.isSame(as: name) { found = true } } }
    return found
  }
}
