import Platform
import TasksCore
import TasksExchange
import TasksPlanning
import TasksStore

/// The calendars of other programs whose events the agenda shows: iCalendar files, and folders of them, such as
/// vdirsyncer keeps. They are only read.
package struct CalendarFiles {
  package struct Events: Sendable {
    /// The name of the calendar: that of its folder, or of the file if it is alone.
    let calendar: Text
    let events: [CalendarEvent]
    /// What cannot be read: `FILE:LINE: reason`, or without the line for the whole file.
    let remarks: [String]
  }

  private struct Place: Sendable {
    let path: String
    let calendar: Text
  }

  private struct Read {
    var events: Events?
    /// For the cache; nil for a file that has to be read each time.
    var row: CalendarExtents.Row?
    var isNew = false
  }

  /// A larger file is not read.
  private static let limit = 256 << 20
  /// So many files are read as fast as a cache.
  private static let few = 32

  private let places: [Place]
  private let cache: CalendarExtents?

  /// - Parameters:
  ///   - paths: A folder stands for the files with names in `.ics` in it and in its folders.
  ///   - cache: The path of the cache.
  init(_ paths: [String], cache: String, program: String) {
    places = paths.flatMap { CalendarFiles.places(at: $0) }
    self.cache =
      places.count > CalendarFiles.few ? CalendarExtents(at: cache, program: program) : nil
  }

  /// Reads the events on these days, and those that cannot be read. The files are read in two threads.
  func events(in days: ClosedRange<CivilDate>, clock: CalendarClock) -> [Events] {
    let now = FileStamp.now()
    let read = ParallelHalves.halves(of: places) { [rows = cache?.rows] places in
      places.map { place in
        var status = stat()
        guard let rows, stat(place.path, &status) == 0 else {
          return Read(events: CalendarFiles.events(place, days, clock).events)
        }
        let stamp = FileStamp(status)
        let known = rows[stamp]
        if let known, !known.overlaps(days) { return Read(row: known) }
        let (events, extent) = CalendarFiles.events(place, days, clock)
        let isOld = stamp.isOlder(than: now)
        let row = extent.flatMap { isOld ? CalendarExtents.Row(stamp, $0) : nil }
        return Read(events: events, row: row, isNew: row != known)
      }
    }
    if let cache, read.contains(where: \.isNew) { cache.replace(with: read.compactMap(\.row)) }
    return read.compactMap(\.events)
  }

  private static func events(
    _ place: Place, _ days: ClosedRange<CivilDate>, _ clock: CalendarClock
  ) -> (events: Events?, extent: ClosedRange<CivilDate>?) {
    func unread(_ reason: String) -> Events {
      Events(calendar: place.calendar, events: [], remarks: [reason])
    }
    do throws(SystemError) {
      let read = CalendarEvents(
        try File.read(place.path, limit: limit), days: days, clock: clock)
      if read.events.isEmpty, read.remarks.isEmpty { return (nil, read.extent) }
      let events = Events(
        calendar: place.calendar, events: read.events,
        remarks: read.remarks.map { "\(place.path):\($0.line): \($0.reason)" })
      return (events, read.extent)
    } catch .call(_, _, EINVAL) {
      return (unread("\(place.path): it is no regular file"), nil)
    } catch .call(_, _, let code) {
      return (unread("\(place.path): \(SystemError.message(code))"), nil)
    } catch {
      return (unread(error.description), nil)
    }
  }

  // MARK: Finding files

  private static func places(at path: String) -> [Place] {
    guard let names = File.names(in: path) else {
      return [Place(path: path, calendar: name(of: path))]
    }
    var places = files(names, in: path)
    for (name, kind) in names.ordered(by: { $0.name < $1.name })
    where kind == .folder && !name.hasPrefix(".") {
      let folder = "\(path)/\(name)"
      places += files(File.names(in: folder) ?? [], in: folder)
    }
    return places
  }

  /// Names that begin with a dot are of files that are still being written.
  private static func files(_ names: [(name: String, kind: File.Kind?)], in folder: String)
    -> [Place]
  {
    let calendar = name(of: folder)
    return names.filter { $0.kind != .folder && isCalendar($0.name) && !$0.name.hasPrefix(".") }
      .map(\.name).sorted().map { Place(path: "\(folder)/\($0)", calendar: calendar) }
  }

  private static func isCalendar(_ name: String) -> Bool {
    name.utf8.count > 4 && name.suffix(4).lowercased() == ".ics"
  }

  /// The last part of a path, without `.ics`.
  private static func name(of path: String) -> Text {
    let name = String(path.split(separator: "/").last ?? "calendar")
    return Text(isCalendar(name) ? String(name.dropLast(4)) : name)
  }
}

extension TaskStore {
  /// Reads the events of calendars on these days, and those that cannot be read.
  ///
  /// - Parameter paths: Absolute ones. A folder stands for the files with names in `.ics` in it and in its folders.
  func events(
    of paths: [String], in days: ClosedRange<CivilDate>, clock: CalendarClock
  ) -> [CalendarFiles.Events] {
    CalendarFiles(paths, cache: notesFolder + "/calendars", program: context.program)
      .events(in: days, clock: clock)
  }
}

extension Agenda {
  package mutating func add(_ calendars: [CalendarFiles.Events]) {
    for calendar in calendars {
      for event in calendar.events { add(event, of: calendar.calendar) }
    }
  }
}

extension TaskSelection {
  /// What is on the days of a span. The tasks of its entries are places in this selection.
  ///
  /// - Parameter withLog: Whether what happened is on it too.
  package func agenda(
    _ span: ClosedRange<CivilDate>, now: Timestamp, withLog: Bool = false,
    events: [CalendarFiles.Events] = []
  ) -> Agenda {
    var agenda = Agenda(span, now: now)
    forEachRow { place, row in
      if row.isOpen { agenda.add(place, row) }
      if withLog, let task = row.task { agenda.addLog(of: task, place) }
    }
    agenda.add(events)
    agenda.sort()
    return agenda
  }

  /// How many of the tasks are on each day of their agenda, and their effort.
  package func forecast(of agenda: Agenda) -> Forecast {
    Forecast(agenda) { place in
      var effort: Int?
      withRow(at: place) { effort = $0.effort }
      return effort
    }
  }
}

/// A cache of the days on which the events of calendar files are, so that of a folder's thousand files only those of the
/// days asked for are opened. It holds nothing else of them.
///
/// A file is known by its stamp, wherever it lies. One with events that repeat is not in the cache.
struct CalendarExtents {
  struct Row: BitwiseCopyable, Hashable {
    let stamp: FileStamp
    /// Days since 1970.
    let first: Int32
    let last: Int32

    init(_ stamp: FileStamp, _ days: ClosedRange<CivilDate>) {
      self.stamp = stamp
      first = Int32(truncatingIfNeeded: days.lowerBound.dayNumber)
      last = Int32(truncatingIfNeeded: days.upperBound.dayNumber)
    }

    /// Whether there may be events on one of these days.
    func overlaps(_ days: ClosedRange<CivilDate>) -> Bool {
      Int(first) <= days.upperBound.dayNumber && Int(last) >= days.lowerBound.dayNumber
    }
  }

  private static let kind: UInt64 = 0x3273_7961_645f_6c63

  private let path: String
  private let fingerprint: UInt64
  private(set) var rows: [FileStamp: Row] = [:]

  /// Reads the cache; one that is missing, damaged or another program's counts as empty.
  init(at path: String, program: String) {
    self.path = path
    fingerprint = CacheFile.build(of: program) ?? 0
    guard let cache = CacheFile(path, CalendarExtents.kind, fingerprint: fingerprint) else {
      return
    }
    var start = Int(cache.header.start)
    for row in cache.rows(cache.header.counts[0], of: Row.self, from: &start) ?? [] {
      rows[row.stamp] = row
    }
  }

  func replace(with rows: [Row]) {
    CacheFile.write(
      rows.withUnsafeBytes { Array($0) }, to: path, CalendarExtents.kind, fingerprint: fingerprint,
      counts: [UInt32(rows.count), 0, 0, 0])
  }
}
