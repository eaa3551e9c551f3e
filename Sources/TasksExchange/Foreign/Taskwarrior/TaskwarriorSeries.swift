import TasksCore

/// The repeating tasks of a file. Taskwarrior has a template for each, with the status `recurring`, and for each
/// occurrence a task that names the template as its `parent`.
///
/// One task is read from them: the template with the dates of its earliest open occurrence. Where a file has only
/// occurrences, as after `task status:pending export`, that occurrence stands for the template.
struct TaskwarriorSeries {
  struct Occurrence {
    /// The UUID of the task: for an occurrence that stands for its template, that of the template.
    var uuid: Text?
    /// Whose dates and start count instead of those of the record.
    var current: JSONValue?
    /// The date of the last occurrence that is finished, if none is open.
    var last: TaskwarriorDate?
    var finished: [Timestamp] = []
    /// How many open occurrences come after the current one.
    var later = 0
  }

  private let context: ForeignContext
  private var templates: Set<Text> = []
  private var children: [Text: [JSONValue]] = [:]
  /// By the UUID of the template, the open occurrence with the earliest date.
  private var current: [Text: JSONValue] = [:]

  init(_ records: [JSONValue], _ context: ForeignContext) {
    self.context = context
    for json in records {
      if let parent = TaskwarriorSeries.parent(of: json) {
        children[parent, default: []].append(json)
      } else if let uuid = json["uuid"].text {
        templates.insert(uuid)
      }
    }
    current = children.compactMapValues { children in
      children.filter { !["completed", "deleted"].contains($0["status"].text) }
        .map { ($0, TaskwarriorDate($0["due"], context)?.seconds ?? .max) }.min { $0.1 < $1.1 }?.0
    }
  }

  /// Returns nil for an occurrence that is not read as a task of its own.
  func occurrence(_ json: JSONValue) -> Occurrence? {
    let uuid = json["uuid"].text
    guard let parent = TaskwarriorSeries.parent(of: json) else {
      guard let uuid, let children = children[uuid] else { return Occurrence(uuid: uuid) }
      // Of a series that has ended nothing is to come.
      if ["completed", "deleted"].contains(json["status"].text) { return Occurrence(uuid: uuid) }
      return occurrence(of: children, uuid: uuid)
    }
    if templates.contains(parent) { return nil }
    guard let current = current[parent] else { return Occurrence(uuid: uuid) }
    return current == json ? occurrence(of: children[parent] ?? [], uuid: parent) : nil
  }

  private static func parent(of json: JSONValue) -> Text? {
    json["parent"].text.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func occurrence(of children: [JSONValue], uuid: Text) -> Occurrence {
    let completed = children.filter { $0["status"].text == "completed" }
    let current = current[uuid]
    let ended = completed.count + children.count { $0["status"].text == "deleted" }
    return Occurrence(
      uuid: uuid, current: current,
      last: current == nil
        ? children.compactMap { TaskwarriorDate($0["due"], context) }
          .max { $0.seconds < $1.seconds } : nil,
      finished: completed.compactMap {
        (TaskwarriorDate($0["end"], context) ?? TaskwarriorDate($0["due"], context))?.moment
      }.sorted(), later: max(children.count - ended - 1, 0))
  }
}

/// How a task recurs: `recur`, a duration by name or of ISO 8601.
enum TaskwarriorRecurrence {
  /// Prints the interval of a repeater; nil if it does not repeat, and for days other than the working days.
  static func text(_ repeater: Repeater, on days: RepeatDays?) -> Text? {
    let (count, unit) = (repeater.interval.count, repeater.interval.unit)
    guard count > 0 else { return nil }
    if days == .workdays, repeater.interval == Interval(1, .day) { return "weekdays" }
    guard days == nil else { return nil }
    return unit == .hour
      ? "PT\(String(count))H" : "P\(String(count))\(String(unit.rawValue).uppercased())"
  }

  /// Reads a duration; nil if it is none of ours: several units, minutes.
  static func read(_ text: Text) -> (interval: Interval, days: RepeatDays?)? {
    if text.isSameName(as: "weekdays") { return (Interval(1, .day), .workdays) }
    return interval(text).map { ($0, nil) }
  }

  private static func interval(_ text: Text) -> Interval? {
    let word = text.string.lowercased()
    if word.hasPrefix("p") {
      let isTime = word.hasPrefix("pt")
      guard let interval = Interval(word.dropFirst(isTime ? 2 : 1)), interval.count > 0,
        (interval.unit == .hour) == isTime
      else { return nil }
      return interval
    }
    if let (count, unit) = names[word] { return Interval(count, unit) }
    let digits = word.utf8.prefix { $0.isDigit }
    guard let count = Int(String(digits) ?? ""), (1...100_000).contains(count),
      let unit = units[word.dropFirst(digits.count).trimmedBlanks]
    else { return nil }
    return Interval(count, unit)
  }

  /// The signs of the occurrences that a template has made: an open one, and none more up to the next date to come, which
  /// Taskwarrior would otherwise make of each date that has passed.
  static func mask(_ recur: Text, from start: Timestamp, _ context: ForeignContext) -> Text {
    let (interval, days) = read(recur) ?? (Interval(1, .month), nil)
    var (count, next) = (1, start)
    while next <= context.now, count < 100_000 {
      next = interval.next(after: next, on: days)
      count += 1
    }
    return Text("-" + String(repeating: "X", count: count - 1))
  }

  /// True for durations that Taskwarrior knows and we do not.
  static func isForeign(_ text: Text) -> Bool {
    let bytes = text.bytes
    return read(text) == nil && bytes.count > 2 && bytes.first == 0x50
      && bytes.dropFirst().contains(where: \.isDigit)
      && bytes.dropFirst().allSatisfy { $0.isDigit || Array("YMWDTHS".utf8).contains($0) }
  }

  private static let units: [String: Interval.Unit] = [
    "hours": .hour, "hour": .hour, "hrs": .hour, "hr": .hour, "h": .hour,
    "days": .day, "day": .day, "d": .day,
    "weeks": .week, "week": .week, "wks": .week, "wk": .week, "w": .week,
    "months": .month, "month": .month, "mths": .month, "mth": .month, "mos": .month, "mo": .month,
    "years": .year, "year": .year, "yrs": .year, "yr": .year, "y": .year,
  ]

  private static let names: [String: (Int, Interval.Unit)] = [
    "hourly": (1, .hour), "daily": (1, .day), "weekly": (1, .week), "biweekly": (2, .week),
    "fortnight": (2, .week), "sennight": (1, .week), "monthly": (1, .month),
    "bimonthly": (2, .month), "quarterly": (3, .month), "semiannual": (6, .month),
    "yearly": (1, .year), "annual": (1, .year), "biannual": (2, .year), "biyearly": (2, .year),
    "day": (1, .day), "week": (1, .week), "month": (1, .month), "year": (1, .year),
  ]
}
