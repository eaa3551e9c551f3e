import TasksCore

/// The alarms of a VTODO as clients of the door have them.
struct ClientAlarms {
  /// What is told of an alarm that a task has as an alert or a reminder.
  struct Known: Hashable {
    /// Minutes before the dates of the task, or the moment of a reminder.
    enum Trigger: Hashable {
      case before(Int)
      case at(Reminder)
    }

    let trigger: Trigger
    /// Its lines besides those that follow from the task.
    var lines: [WrittenLine]

    /// All its lines.
    let block: [WrittenLine]

    /// The name of the trigger among the kept lines: `-PT15M`, `2026-11-20T09:00`.
    var key: Text { Text(Known.key(trigger)) }

    static func key(_ trigger: Trigger) -> String {
      switch trigger {
      case .before(let minutes): "-PT\(minutes)M"
      case .at(let reminder): reminder.at.iso
      }
    }
  }

  private(set) var known: [Known] = []
  /// The lines of the others, which are kept whole.
  private(set) var others: [[WrittenLine]] = []
  /// Where the task is to be done, by an alarm that rings there.
  private(set) var place: Location?

  var alerts: [Int] {
    known.compactMap { if case .before(let minutes) = $0.trigger { minutes } else { nil } }
  }
  var reminders: [Reminder] {
    known.compactMap { if case .at(let reminder) = $0.trigger { reminder } else { nil } }
  }

  // MARK: Out

  /// When a reminder is told to ring: one that repeats on the last of its dates that is no later than the day of the task.
  private static func moment(of reminder: Reminder, in task: Task) -> Timestamp {
    guard let repeater = reminder.repeater,
      let lead = (task.deadline ?? task.scheduled)?.start.date,
      lead > reminder.at.date
    else { return reminder.at }
    let days = max(reminder.at.date, lead.adding(days: -800))...lead
    return repeater.occurrences(from: reminder.at, in: days).reduce(reminder.at) { $1 }
  }

  /// The UID of an alarm, the same whenever it is printed, so that no client sees a new one.
  private static func uid(_ task: TaskID, _ key: String) -> String {
    TaskwarriorID.uuid(named: Array("alarm \(key) ".utf8) + task.text.bytes).string.uppercased()
  }

  static func print(
    _ task: Task, _ dates: TodoDates, _ context: ForeignContext, to writer: inout CalendarWriter
  ) {
    let kept = task.property(named: DoorNames.alarms).flatMap { try? JSONValue($0.bytes) } ?? .null
    let own = TodoAlarms(context: context).alarms(
      task.firstAlert, task.secondAlert, hasDate: dates.lead != nil)
    let side = dates.deadline == nil ? "START" : "END"
    let title = CalendarText.escaped(CalendarText.cleaned(task.title.string))
    func alarm(_ key: String, _ trigger: String) {
      let lines = kept[Text(key)].lines
      let names = Set(lines.map(\.line.name))
      writer.begin("VALARM")
      if !names.contains("ACTION") { writer.line("ACTION", "DISPLAY") }
      writer.line("DESCRIPTION", title)
      writer.line("TRIGGER;" + trigger)
      if names.isDisjoint(with: ["UID", "X-WR-ALARMUID"]) {
        writer.line("UID", uid(task.id, key))
        writer.line("X-WR-ALARMUID", uid(task.id, key))
      }
      for line in lines { writer.line(line.text) }
      writer.end("VALARM")
    }
    for minutes in own {
      let key = Known.key(.before(minutes))
      alarm(key, "RELATED=\(side):\(key)")
    }
    for reminder in task.reminders {
      let moment = moment(of: reminder, in: task)
      alarm(Known.key(.at(reminder)), "VALUE=DATE-TIME:\(context.utc(moment))")
    }
    for property in task.properties(ofKind: DoorNames.alarm) {
      guard let json = try? JSONValue(property.value.bytes) else { continue }
      writer.begin("VALARM")
      for line in json.lines { writer.line(line.text) }
      writer.end("VALARM")
    }
  }
}

extension ClientAlarms {
  /// Reads the alarms of a VTODO.
  ///
  /// - Parameters:
  ///   - blocks: Their lines.
  ///   - dates: Those of the VTODO.
  ///   - base: The task that the client has, whose reminders repeat although no alarm says so.
  ///   - repeater: That of the task, by which a new reminder repeats.
  ///   - told: The alarms that the client was told, which say what alarms are the alerts of several.
  ///   - shift: How many seconds later the moments are than those that are told.
  ///   - keepsAll: Whether what is told stays.
  init(
    _ blocks: [[WrittenLine]], _ dates: TodoDates, zones: CalendarZones, _ context: ForeignContext,
    id: TaskID, base: Task?, repeater: Repeater?, told: ClientAlarms?, shift: Int64 = 0,
    keepsAll: Bool = false
  ) {
    let own = Dictionary(
      base.map { base in
        base.reminders.map { (context.seconds(ClientAlarms.moment(of: $0, in: base)), $0) }
      } ?? [],
      uniquingKeysWith: { first, _ in first })
    var found: [(Known, [WrittenLine])] = []
    for lines in blocks {
      let all = lines.map(\.line)
      func value(_ name: String) -> ContentLine? { all.first { $0.name == name } }
      let trigger = value("TRIGGER")
      let date = trigger.flatMap { CalendarDate($0.value, zone: $0["TZID"]) }
      let action = value("ACTION")?.value.trimmedBlanks.uppercased() ?? "DISPLAY"
      if action == "NONE", date.map({ $0.wall.date.year < 1980 }) == true { continue }
      let isPlace = all.contains { ["X-APPLE-PROXIMITY", "PROXIMITY"].contains($0.name) }
      if isPlace { place = place ?? all.lazy.compactMap(ClientAlarms.place).first }
      var kind: Known.Trigger?
      if let date, let trigger, !trigger.value.isEmpty {
        let seconds = zones.seconds(date)
        let moved =
          shift == 0 ? nil : own.first { ClientAlarms.isMoved(seconds, from: $0.key, by: shift) }
        let reminder =
          own[seconds] ?? moved?.value ?? Reminder(context.local(seconds), repeater: repeater)
        if (1...9999).contains(reminder.at.date.year) { kind = .at(reminder) }
      } else if let trigger, let length = CalendarDuration(trigger.value),
        length.days * 86_400 + length.seconds <= 0, length.minutes > -1_000_000_000
      {
        let isOfStart = trigger["RELATED"]?.uppercased() != "END"
        let hasTwo = dates.scheduled != nil && dates.deadline != nil
        // An alert stays one where a client takes a date away, or brings it back.
        let isTold =
          told?.alerts.contains(-length.minutes) == true
          && (dates.lead == nil || base?.deadline == nil)
        if isTold || dates.lead != nil && !(isOfStart && hasTwo) { kind = .before(-length.minutes) }
      }
      guard let kind, !isPlace, ["DISPLAY", "AUDIO"].contains(action) else {
        others.append(lines)
        continue
      }
      let uid = ClientAlarms.uid(id, Known.key(kind))
      let rest = lines.filter { line in
        switch line.line.name {
        case "TRIGGER", "DESCRIPTION": false
        case "ACTION": action != "DISPLAY"
        case "UID", "X-WR-ALARMUID": line.line.value != uid
        default: true
        }
      }
      if !found.contains(where: { $0.0.trigger == kind }) {
        found.append((Known(trigger: kind, lines: rest, block: lines), lines))
      }
    }
    // A task has two alerts. Those that it has stay the ones, in whatever order the alarms are.
    let old = told?.known ?? []
    let ordered =
      old.compactMap { alarm in
        found.first { $0.0.trigger == alarm.trigger } ?? (keepsAll ? (alarm, alarm.lines) : nil)
      } + found.filter { alarm in !old.contains { $0.trigger == alarm.0.trigger } }
    for (alarm, lines) in ordered {
      if case .before = alarm.trigger, alerts.count == 2 {
        others.append(lines)
      } else {
        known.append(alarm)
      }
    }
    if keepsAll, let told {
      func mark(_ lines: [WrittenLine]) -> [String] {
        lines.first { $0.line.name == "TRIGGER" }.map { [$0.meaning] }
          ?? ClientAlarms.meaning(lines)
      }
      let own = Set((others + found.map(\.1)).map(mark))
      others += told.others.filter { !own.contains(mark($0)) }
    }
  }

  /// Returns the properties that keep an alarm at the same time as an alert or another of them: a merge of what two
  /// clients say keeps both, and one of them is enough.
  static func repeated(in task: Task) -> [Text] {
    guard task.deadline != nil || task.scheduled != nil else { return [] }
    let hasTwo = task.deadline != nil && task.scheduled != nil
    var seen = Set([task.firstAlert, task.secondAlert].compactMap { $0.map { "-PT\($0)M" } })
    return task.properties(ofKind: DoorNames.alarm).compactMap { property in
      let lines = (try? JSONValue(property.value.bytes))?.lines.map(\.line) ?? []
      func value(_ name: String) -> ContentLine? { lines.first { $0.name == name } }
      guard let trigger = value("TRIGGER"),
        ["DISPLAY", "AUDIO"].contains(value("ACTION")?.value.uppercased() ?? "DISPLAY"),
        value("X-APPLE-PROXIMITY") == nil, value("PROXIMITY") == nil
      else { return nil }
      let minutes = CalendarDuration(trigger.value).map { "-PT\(-$0.minutes)M" }
      let isOfStart = hasTwo && trigger["RELATED"]?.uppercased() != "END"
      let key = (minutes ?? trigger.value) + (isOfStart ? " of the start" : "")
      return seen.insert(key).inserted ? nil : property.name
    }
  }

  private static func meaning(_ lines: [WrittenLine]) -> [String] { lines.map(\.meaning).sorted() }

  /// Which property keeps an alarm.
  private static func place(of alarm: [String], in task: Task) -> Int? {
    task.properties.firstIndex { property in
      DoorNames.kind(property.name) == DoorNames.alarm
        && (try? JSONValue(property.value.bytes)).map { meaning($0.lines) } == alarm
    }
  }

  /// `X-APPLE-STRUCTURED-LOCATION;X-APPLE-RADIUS=100;X-TITLE=Home:geo:50.1,14.4`
  private static func place(_ line: ContentLine) -> Location? {
    guard line.name == "X-APPLE-STRUCTURED-LOCATION", line.value.hasPrefix("geo:") else {
      return nil
    }
    let name = CalendarText.line(CalendarText.unescaped(line["X-TITLE"] ?? "").string)
    return Location(
      name: name.isEmpty ? nil : Text(name),
      coordinates: Location.Coordinates(String(line.value.dropFirst(4))),
      radius: line["X-APPLE-RADIUS"].flatMap { Double($0) }.flatMap { Int(exactly: $0.rounded()) }
        .flatMap { $0 > 0 ? $0 : nil })
  }

  /// Whether a moment in UTC is one that was told before the zone of the store changed. Two zones do not change their
  /// clocks on the same days.
  static func isMoved(_ new: Int64, from told: Int64, by shift: Int64) -> Bool {
    abs(new - told - shift) <= 3600
  }

  /// Changes the alerts and kept alarms of a task by what a client says otherwise than it was told; its reminders are
  /// fields of the record.
  ///
  /// - Returns: The names of what is left out, because it is too long or too much.
  static func change(_ task: inout Task, from told: ClientAlarms, to new: ClientAlarms) -> [String]
  {
    if Set(told.alerts) != Set(new.alerts) {
      // Without a date, its alerts are not told.
      let own = [task.firstAlert, task.secondAlert].compactMap { $0 }
      let left = own.filter { new.alerts.contains($0) || !told.alerts.contains($0) }
      let alerts = left + new.alerts.filter { !own.contains($0) }
      (task.firstAlert, task.secondAlert) = (alerts.first, alerts.dropFirst().first)
    }
    var isLeft = false
    // What was kept as it is may be told as an alert since.
    let lost = told.known.filter { alarm in !new.known.contains { $0.trigger == alarm.trigger } }
    var gone = (told.others + lost.map(\.block)).map(meaning)
    for lines in new.others {
      if let place = gone.firstIndex(of: meaning(lines)) {
        gone.remove(at: place)
        continue
      }
      // One that is told as an alert may be kept all the same.
      if ClientAlarms.place(of: meaning(lines), in: task) != nil { continue }
      let json = Text(bytes: JSONWriter.text { $0.lines(lines) })
      if json.bytes.count > WrittenLine.longest || !task.add(json, ofKind: DoorNames.alarm) {
        isLeft = true
      }
    }
    for alarm in gone {
      if let place = ClientAlarms.place(of: alarm, in: task) { task.properties.remove(at: place) }
    }
    func said(_ alarms: ClientAlarms) -> [Text: [String]] {
      Dictionary(
        alarms.known.filter { !$0.lines.isEmpty }.map { ($0.key, meaning($0.lines)) },
        uniquingKeysWith: { first, _ in first })
    }
    if said(told) != said(new) {
      task.properties.removeAll { $0.name.isSameName(as: DoorNames.alarms) }
      let kept = new.known.filter { !$0.lines.isEmpty }
      let json = JSONWriter.text { json in
        json.object { json in
          for alarm in kept {
            json.key(alarm.key)
            json.lines(alarm.lines)
          }
        }
      }
      let isHeld =
        kept.isEmpty
        || json.count <= WrittenLine.longest && task.add(Text(bytes: json), ofKind: "ics-alarms")
      isLeft = isLeft || !isHeld
    }
    return isLeft ? ["VALARM"] : []
  }
}
