import TasksCore

/// The zones that the dates of one VCALENDAR name.
///
/// A TZID is looked for among the zones of the system, by its name and as a name of Windows, then among the VTIMEZONEs
/// of the file; else the zone of the calendar, X-WR-TIMEZONE, is taken, and else local time.
struct CalendarZones {
  private let clock: CalendarClock
  private var zones: [String: ZoneTransitions?] = [:]

  init(_ calendar: CalendarComponent, clock: CalendarClock) {
    self.clock = clock
    // Each is looked for only where it is needed: a folder has a VTIMEZONE in each of its thousand files.
    func own() -> ZoneTransitions? {
      calendar["X-WR-TIMEZONE"].flatMap { clock.zone($0.value.trimmedBlanks) }
    }
    func written(_ name: String) -> ZoneTransitions? {
      calendar.components.first { $0.name == "VTIMEZONE" && $0["TZID"]?.value == name }
        .flatMap(CalendarZones.transitions)
    }
    /// Some programs put words of their own before the name: `/mozilla.org/20050126_1/America/New_York`.
    func within(_ name: String) -> ZoneTransitions? {
      let parts = name.split(separator: "/")
      guard parts.count > 2 else { return nil }
      return [3, 2].lazy.compactMap { clock.zone(parts.suffix($0).joined(separator: "/")) }.first
    }
    var names = Set<String>()
    CalendarZones.collect(calendar, &names)
    for name in names {
      zones[name] = .some(
        clock.zone(name) ?? within(name) ?? WindowsZones.name(name).flatMap(clock.zone)
          ?? written(name) ?? own())
    }
  }

  /// The zones of a component's dates that are not known: their times are read as local ones.
  func unknown(in component: CalendarComponent) -> [String] {
    var names = Set<String>()
    CalendarZones.collect(component, &names)
    return names.filter { (zones[$0] ?? nil) == nil }.sorted()
  }

  /// The moment of a date, in seconds since 1970; of a day, its local midnight.
  func seconds(_ date: CalendarDate) -> Int64 {
    switch date.zone {
    case .utc: Int64(date.wall.absoluteMinute) * 60 + Int64(date.second)
    case .floating: clock.seconds(date.wall) + Int64(date.second)
    case .named(let name):
      if let zone = zones[name] ?? nil {
        zone.seconds(wall: Int64(date.wall.absoluteMinute) * 60) + Int64(date.second)
      } else {
        clock.seconds(date.wall) + Int64(date.second)
      }
    }
  }

  /// The local date, without its seconds. A day is the same day everywhere.
  func local(_ date: CalendarDate) -> Timestamp {
    if date.isDay || date.zone == .floating { return date.wall }
    return clock.local(seconds(date))
  }

  /// The local time so many seconds after a date.
  func local(_ date: CalendarDate, after length: Int64) -> Timestamp {
    clock.local(seconds(date) + length)
  }

  /// The time that clocks of a zone show at a moment.
  func wall(_ seconds: Int64, in zone: CalendarDate.Zone) -> Timestamp {
    let offset: Int
    switch zone {
    case .utc: offset = 0
    case .floating: return clock.local(seconds)
    case .named(let name):
      guard let named = zones[name] ?? nil else { return clock.local(seconds) }
      offset = named.offset(at: seconds)
    }
    let epoch = Timestamp(CivilDate(dayNumber: 0), minute: 0)
    let wall = seconds + Int64(offset)
    return epoch.adding(minutes: Int(wall >= 0 ? wall / 60 : (wall - 59) / 60))
  }

  private static func collect(_ component: CalendarComponent, _ names: inout Set<String>) {
    for line in component.lines { if let name = line["TZID"] { names.insert(name) } }
    for part in component.components { collect(part, &names) }
  }

  // MARK: VTIMEZONE

  /// The last year for which the rules of a file are followed.
  private static let lastYear = 2100

  private static func transitions(_ zone: CalendarComponent) -> ZoneTransitions? {
    var transitions: [ZoneTransitions.Transition] = []
    var first: (at: Int64, offset: Int)?
    var periods = 10_000
    for part in zone.components where part.name == "STANDARD" || part.name == "DAYLIGHT" {
      guard let line = part["DTSTART"], let start = CalendarDate(line.value), !start.isDay,
        let from = part["TZOFFSETFROM"].flatMap({ offset($0.value) }),
        let to = part["TZOFFSETTO"].flatMap({ offset($0.value) })
      else { continue }
      var onsets = [start.wall]
      if let rule = part["RRULE"].flatMap({ CalendarRecurrence($0.value) }), rule.unread.isEmpty,
        let end = CivilDate(year: lastYear, month: 12, day: 31)
      {
        let until = rule.until.map { until in
          until.zone == .utc ? until.wall.adding(minutes: from / 60) : until.wall
        }
        onsets +=
          rule.occurrences(
            from: start.wall, in: start.wall...Timestamp(end), until: until, most: 1_000,
            periods: &periods
          ).dates
      }
      for dates in part.all("RDATE") {
        onsets += dates.value.split(separator: ",").compactMap { CalendarDate($0)?.wall }
      }
      for onset in Set(onsets) {
        let at = Int64(onset.absoluteMinute) * 60 - Int64(from)
        transitions.append(ZoneTransitions.Transition(at: at, offset: to))
        if at < first?.at ?? .max { first = (at, from) }
      }
    }
    return first.map { ZoneTransitions(first: $0.offset, transitions: transitions) }
  }

  /// Reads `+0100` and `-033000` into seconds.
  private static func offset(_ text: String) -> Int? {
    let bytes = Array(text.trimmedBlanks.utf8)[...]
    guard bytes.count == 5 || bytes.count == 7, bytes[0] == 0x2B || bytes[0] == 0x2D,
      let hours = bytes.twoDigits(at: 1), let minutes = bytes.twoDigits(at: 3)
    else { return nil }
    let seconds = bytes.count == 7 ? bytes.twoDigits(at: 5) ?? 0 : 0
    return (bytes[0] == 0x2D ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
  }
}

/// What the dates of a calendar are read with: the local time, and the zones of the system.
package struct CalendarClock: Sendable {
  /// Returns the local time at a moment, in seconds since 1970.
  package var local: @Sendable (Int64) -> Timestamp
  /// Returns the moment of a local time; a day counts as its midnight.
  package var seconds: @Sendable (Timestamp) -> Int64
  /// Returns the zone of a name such as `Europe/Prague`; nil if there is none. Names come from files and may be
  /// anything, such as paths.
  package var zone: @Sendable (String) -> ZoneTransitions?

  package init(
    local: @escaping @Sendable (Int64) -> Timestamp,
    seconds: @escaping @Sendable (Timestamp) -> Int64,
    zone: @escaping @Sendable (String) -> ZoneTransitions?
  ) {
    (self.local, self.seconds, self.zone) = (local, seconds, zone)
  }
}
