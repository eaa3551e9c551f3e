import Platform
import Synchronization
import TasksCore
import TasksExchange
import TasksStore

package struct AgendaConfig {
  private let now: Timestamp
  private let settings: UserSettings

  package init(now: Timestamp, variable: (String) -> String?) throws {
    self.now = now
    settings = try UserSettings(variable: variable)
  }

  /// The span where none is named: `agenda.span`, or a week from today.
  package func span() throws -> ClosedRange<CivilDate> {
    let word = settings.string("agenda.span") ?? "week"
    guard let span = try span(word) else {
      throw StoreError.invalid(
        "agenda.span in your settings is '\(word)'; it can be day, week, month, year, 2w or a range of dates "
          + "such as today..eom")
    }
    return span
  }

  /// The span that a word names; nil for another word.
  ///
  /// - Parameter length: The days of a range without its last date.
  /// - Throws: `InputError` of a range; `invalid`.
  package func span(_ word: String, length: Int = 7) throws -> ClosedRange<CivilDate>? {
    try DaySpan.read(word, now: now, .ahead(weekStart: try weekStart(), length: length))
  }

  /// The span that the first words name, nil if there is none, and the words after it.
  package func span(
    of words: [String], length: Int
  ) throws -> (days: ClosedRange<CivilDate>?, rest: [String]) {
    try DaySpan.read(
      first: words, now: now, .ahead(weekStart: try weekStart(), length: length))
  }

  /// The events on these days of the calendars that `agenda.calendars` names. What cannot be read of them is said, and
  /// is no error.
  package func events(in days: ClosedRange<CivilDate>, _ store: TaskStore) -> [CalendarFiles.Events]
  {
    let paths = settings.calendars
    if paths.isEmpty { return [] }
    let events = store.events(of: paths, in: days, clock: SystemZones.clock)
    let remarks = events.flatMap(\.remarks)
    for remark in remarks.prefix(AgendaConfig.maxRemarks) { store.context.say(remark) }
    if remarks.count > AgendaConfig.maxRemarks {
      store.context.say(
        "\(remarks.count - AgendaConfig.maxRemarks) more events or files of your calendars cannot be read"
      )
    }
    return events
  }

  /// A calendar of another program may have a fault in each of its events.
  private static let maxRemarks = 10

  private func weekStart() throws -> Int? {
    guard let name = settings.string("agenda.week-start"), name != "today" else { return nil }
    let names = CivilDate.shortWeekdays.map { $0.lowercased() }
    guard let day = names.firstIndex(where: { name.lowercased().hasPrefix($0) }) else {
      throw StoreError.invalid(
        "agenda.week-start in your settings is '\(name)'; it can be today, \(names.joined(separator: ", "))"
      )
    }
    return day + 1
  }
}

enum SystemZones {
  private static let folder = "/usr/share/zoneinfo/"
  /// The zones that were asked for: each of a folder's thousand files names the same one.
  private static let known = Mutex<[String: ZoneTransitions?]>([:])

  /// What the dates of a calendar are read with on this machine.
  static var clock: CalendarClock {
    CalendarClock(
      local: LocalTime.timestamp(at:), seconds: { LocalTime.seconds(of: $0) },
      zone: { zone($0) })
  }

  /// Returns the zone of a name such as `Europe/Prague`; nil if the system has none.
  static func zone(_ name: String) -> ZoneTransitions? {
    known.withLock { known in
      if let zone = known[name] { return zone }
      let zone = read(name)
      known[name] = .some(zone)
      return zone
    }
  }

  private static func read(_ name: String) -> ZoneTransitions? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
    return (try? File.read(folder + name, limit: 1 << 20)).flatMap { ZoneTransitions(tzif: $0) }
  }
}

extension TaskStore {
  /// What foreign formats have to know of this store and of this machine.
  package var foreignContext: ForeignContext {
    let clock = SystemZones.clock
    var context = ForeignContext(
      workflow: settings.workflow, keywords: settings.keywords, format: settings.format,
      now: context.clock().now, local: clock.local, seconds: clock.seconds)
    context.zone = clock.zone
    context.fields = fields
    return context
  }
}
