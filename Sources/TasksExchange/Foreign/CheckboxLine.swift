import TasksCore

/// The text of an item of a list, read from its end as Obsidian Tasks does: fields with emojis or as `[due:: 2026-12-05]`,
/// with tags and contexts between them; the first other word ends them.
///
/// Other inline fields there are properties. A tag before that stays in the title, as it may be a word of a sentence; but
/// `#task`, with which Obsidian Tasks tells tasks from other checkboxes, is a tag wherever it stands.
struct CheckboxLine {
  private(set) var title: String
  private(set) var tags: [Text] = []
  private(set) var fields: [(field: CheckboxField, value: String)] = []
  private var properties: [Task.Property] = []
  /// What could not be read, each a sentence without a full stop.
  private(set) var remarks: [String] = []

  init(_ text: String, _ context: ForeignContext) {
    title = text.trimmed
    let anchor = takeAnchor()
    while takeTag() || takeField(context) || takeInlineField() {}
    tags.reverse()
    let words = title.split(separator: " ", omittingEmptySubsequences: false)
    if words.contains("#task"), words.contains(where: { $0 != "#task" && !$0.isEmpty }) {
      title = words.filter { $0 != "#task" }.joined(separator: " ").trimmed
      tags.append("task")
    }
    if let anchor, !title.isEmpty { title += " " + anchor }
  }

  /// Takes the name of the line, ` ^name`, to which Obsidian links.
  private mutating func takeAnchor() -> String? {
    guard let space = title.lastIndex(of: " "),
      case let word = title[title.index(after: space)...], word.first == "^", word.count > 1,
      word.dropFirst().utf8.allSatisfy({ $0.isASCIILetter || $0.isDigit || $0 == 0x2D })
    else { return nil }
    let anchor = String(word)
    title = String(title[..<space]).trimmed
    return anchor
  }

  /// Whether any word at the end is not title.
  var hasFields: Bool { !tags.isEmpty || !fields.isEmpty || !properties.isEmpty }

  private mutating func takeTag() -> Bool {
    guard let space = title.lastIndex(of: " ") else { return false }
    let word = title[title.index(after: space)...]
    guard let sign = word.first, sign == "#" || sign == "@", word.count > 1,
      word.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || "-_/@".contains($0) }),
      !word.dropFirst().allSatisfy(\.isNumber)
    else { return false }
    tags.append(Text(String(sign == "#" ? word.dropFirst() : word)))
    title = String(title[..<space]).trimmed
    return true
  }

  private mutating func takeField(_ context: ForeignContext) -> Bool {
    for field in CheckboxField.all
    where !fields.contains(where: { $0.field.name == field.name }) {
      for sign in field.signs {
        guard let place = title.range(ofLast: sign) else { continue }
        let value = String(title[place.upperBound...]).trimmed
        guard field.isValue(value) else { continue }
        fields.append((field, value))
        title = String(title[..<place.lowerBound]).trimmed
        return true
      }
    }
    return false
  }

  /// Takes `[key:: value]` or `(key:: value)`.
  private mutating func takeInlineField() -> Bool {
    let text = (title.hasSuffix(",") ? String(title.dropLast()) : title).trimmed
    guard let close = text.last, let open: Character = ["]": "[", ")": "("][close] else {
      return false
    }
    var depth = 0
    let start = text.indices.reversed().first { place in
      depth += text[place] == close ? 1 : text[place] == open ? -1 : 0
      return depth == 0
    }
    guard let start, let colons = text[start...].firstRange(of: "::") else { return false }
    let key = String(text[text.index(after: start)..<colons.lowerBound]).trimmed
    let value = String(text[colons.upperBound...].dropLast()).trimmed
    guard !key.isEmpty, !value.isEmpty,
      key.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
    else { return false }
    let rows = CheckboxField.all.filter { $0.key == key }
    if rows.isEmpty {
      guard let new = ForeignProperty(Text(key), Text(value), of: CheckboxList.name) else {
        return false
      }
      properties.append(foreign: new)
    } else if let row = rows.first(where: { $0.word.map { $0 == value } ?? $0.isValue(value) }),
      !fields.contains(where: { $0.field.name == row.name })
    {
      fields.append((row, value))
    } else {
      remarks.append("'\(text[start...])' cannot be read, and stays in the title")
      return false
    }
    title = String(text[..<start]).trimmed
    return true
  }

  mutating func task(_ state: State, _ context: ForeignContext) -> Task {
    var task = context.task(nil, title: Text(title), state: state)
    task.tags = tags.uniqued()
    task.properties = properties.reversed()
    // A repeater comes after the dates that it is of.
    // A start is the scheduled date unless there is one.
    func place(_ name: String) -> Int { name == "repeat" ? 2 : name == "start" ? 1 : 0 }
    let ordered = fields.ordered { place($0.field.name) < place($1.field.name) }
    for (field, value) in ordered {
      field.set(&task, value, context)
      if field.name == "repeat", let rule = task.unreadRepeat {
        remarks.append("it does not repeat, because tasks cannot follow its rule: \(rule)")
      }
    }
    return task
  }
}

/// A field of Obsidian Tasks: its emoji or key, and what follows it.
struct CheckboxField: Sendable {
  let name: String
  /// The name of the inline field.
  let key: String
  /// The only value of the inline field; nil for all that can follow the emoji.
  var word: String?
  /// The one that is written first, then others that are read.
  let signs: [String]
  let isValue: @Sendable (String) -> Bool
  let set: @Sendable (inout Task, String, ForeignContext) -> Void

  /// The fields of a task in the order in which Obsidian Tasks writes them.
  static func words(of task: Task, _ context: ForeignContext) -> [String] {
    var words = ["🆔 \(task.id)"]
    if !task.blockers.isEmpty {
      words.append("⛔ " + task.blockers.map(\.description).joined(separator: ","))
    }
    if let priority = task.priority, let sign = ["A": "⏫", "B": "🔼", "C": "🔽"][priority.text] {
      words.append(sign)
    }
    let repeater = task.deadline?.repeater ?? task.scheduled?.repeater
    if let repeater, let text = text(repeater, task.repeats.days) { words.append("🔁 " + text) }
    if let created = task.created { words.append("➕ " + created.date.iso) }
    if let scheduled = task.scheduled { words.append("⏳ " + scheduled.start.date.iso) }
    if let deadline = task.deadline { words.append("📅 " + deadline.start.date.iso) }
    if let closed = task.closed {
      let isCanceled = task.state == context.canceled && task.state != context.done
      words.append((isCanceled ? "❌ " : "✅ ") + closed.date.iso)
    }
    return words
  }

  static let all: [CheckboxField] = [
    date("due", ["📅", "📆", "🗓"]) { $0.deadline = Planning($1) },
    date("scheduled", ["⏳", "⌛"]) { $0.scheduled = Planning($1) },
    date("start", ["🛫"]) {
      if $0.scheduled == nil {
        $0.scheduled = Planning($1)
      } else {
        $0.properties.append(Task.Property("start", Text($1.iso)))
      }
    },
    CheckboxField(
      name: "onCompletion", key: "onCompletion", signs: ["🏁"],
      isValue: { ["keep", "delete"].contains($0.lowercased()) }
    ) { task, value, _ in
      task.properties.append(Task.Property("onCompletion", Text(value)))
    },
    date("created", ["➕"]) { $0.created = $1 },
    date("done", key: "completion", ["✅"]) { $0.closed = $1 },
    date("cancelled", ["❌"]) { $0.closed = $1 },
    priority("🔺", "highest", "A"), priority("⏫", "high", "A"), priority("🔼", "medium", "B"),
    priority("🔽", "low", "C"), priority("⏬", "lowest", "C"),
    CheckboxField(name: "id", key: "id", signs: ["🆔"], isValue: isID) { task, value, context in
      guard let id = context.id(foreign: Text(value)) else { return }
      (task.id, task.hasOwnID) = (id, true)
    },
    CheckboxField(
      name: "blockers", key: "dependsOn", signs: ["⛔"],
      isValue: { $0.split(separator: ",").map(\.trimmed).allSatisfy(isID) && !$0.isEmpty }
    ) { task, value, context in
      task.blockers = value.split(separator: ",")
        .compactMap { context.id(foreign: Text($0.trimmed)) }
    },
    CheckboxField(
      name: "repeat", key: "repeat", signs: ["🔁"],
      isValue: { $0.lowercased().hasPrefix("every ") }
    ) { task, value, context in
      // Nothing repeats without a date.
      guard let date = (task.deadline ?? task.scheduled)?.start.date else {
        task.title = Text("\(task.title) 🔁 \(value)")
        return
      }
      guard let read = repeater(value, from: date) else {
        task.properties.append(Task.Property(ruleProperty, Text(value)))
        return
      }
      task.deadline?.repeater = read.repeater
      task.scheduled?.repeater = read.repeater
      task.repeats.days = read.days
    },
  ]

  private static func date(
    _ name: String, key: String? = nil, _ signs: [String],
    _ set: @escaping @Sendable (inout Task, Timestamp) -> Void
  ) -> CheckboxField {
    CheckboxField(
      name: name, key: key ?? name, signs: signs,
      isValue: { $0.utf8.count == 10 && Timestamp(iso: $0) != nil }
    ) { task, value, _ in
      if let day = Timestamp(iso: value) { set(&task, day) }
    }
  }

  private static func priority(
    _ sign: String, _ word: String, _ letter: String
  ) -> CheckboxField {
    CheckboxField(
      name: "priority", key: "priority", word: word, signs: [sign], isValue: \.isEmpty
    ) { task, _, _ in task.priority = Priority(letter) }
  }

  private static func isID(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
  }

  /// `every 2 weeks when done`, `every week on Monday, Friday`; nil for hours, and for days that Obsidian Tasks cannot name.
  private static func text(_ repeater: Repeater, _ days: RepeatDays?) -> String? {
    var interval = repeater.interval
    if interval.unit == .hour || interval.count < 1 { return nil }
    let end = repeater.kind == .restart ? " when done" : ""
    guard let days else { return interval.everyInWords + end }
    if days.areWeekdays, interval == Interval(1, .day) {
      if days == .workdays { return "every weekday" + end }
      interval.unit = .week
    }
    guard interval.unit == .week && days.areWeekdays || interval.unit == .month,
      let on = text(days, isOne: days.all.count == 1)
    else { return nil }
    return "\(interval.everyInWords) on \(on)\(end)"
  }

  private static func text(_ days: RepeatDays, isOne: Bool) -> String? {
    var words: [String] = []
    for day in days.all {
      switch day {
      case .weekday(let day, nil): words.append(CivilDate.weekdays[day - 1])
      case .weekday(let day, let number?) where isOne:
        let place = number < 0 ? "last" : RepeatDays.ordinal(number)
        words.append("the \(place) \(CivilDate.weekdays[day - 1])")
      case .ofMonth(31) where isOne: words.append("the last")
      case .ofMonth(let day) where isOne || day <= 28:
        words.append((words.isEmpty ? "the " : "") + RepeatDays.ordinal(day))
      default: return nil
      }
    }
    return words.joined(separator: days.areWeekdays ? ", " : " and ")
  }

  /// The repeater and the days of a rule. Days that say only what the date says, `every week on Monday` of a Monday, are
  /// none.
  private static func repeater(_ text: String, from date: CivilDate) -> RepeaterReader.Result? {
    var words = text.lowercased().split(separator: " ").map(String.init)
    guard words.first == "every" else { return nil }
    words.removeFirst()
    let isWhenDone = words.suffix(2) == ["when", "done"]
    if isWhenDone { words.removeLast(2) }
    var days: RepeatDays?
    if let on = words.firstIndex(of: "on") {
      let named = words[(on + 1)...].joined(separator: " ")
      guard let read = RepeatDays(named == "the last" ? "31" : named) else { return nil }
      days = read
      words.removeSubrange(on...)
    } else if words.count == 1, words[0].hasPrefix("weekday") || RepeatDays(words[0]) != nil {
      days = RepeatDays(words[0])
      words = ["week"]
    }
    guard let last = words.popLast(), words.count < 2 else { return nil }
    guard let count = words.first.map({ Int($0) }) ?? 1, count > 0,
      let unit = Interval.Unit.allCases.first(where: { unit in
        unit != .hour && [unit.word, unit.word + "s"].contains(last)
      })
    else { return nil }
    let kind: Repeater.Kind = isWhenDone ? .restart : .catchUp
    guard let days else { return (Repeater(kind, Interval(count, unit)), nil) }
    switch unit {
    case .week where days.areWeekdays:
      if days.all == [.weekday(date.weekday)] {
        return (Repeater(kind, Interval(count, unit)), nil)
      }
      let isEachWeek = count == 1 && days.all.count > 1
      return (Repeater(kind, Interval(count, isEachWeek ? .day : .week)), days)
    case .month:
      let isOwn = days.all == [.ofMonth(date.day)] && date.day <= 28
      return (Repeater(kind, Interval(count, unit)), isOwn ? nil : days)
    default: return nil
    }
  }
}

/// Where a rule is kept that no repeater can express; see ``Task/unreadRepeat``.
private let ruleProperty: Text = "recurrence"

extension Interval.Unit {
  fileprivate var word: String {
    switch self {
    case .hour: "hour"
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    }
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.dropLast(start.reversed().prefix(while: \.isWhitespace).count))
  }

  /// Where a sign stands last.
  fileprivate func range(ofLast sign: String) -> Range<Index>? {
    guard let first = sign.unicodeScalars.first,
      let start = unicodeScalars.lastIndex(of: first)
    else { return nil }
    // Some programs put a variation selector after an emoji.
    let end = unicodeScalars.index(after: start)
    let hasSelector = end < endIndex && unicodeScalars[end] == "\u{FE0F}"
    return start..<(hasSelector ? unicodeScalars.index(after: end) : end)
  }
}
