import Platform
import TasksCore

/// The calendars of other programs whose events the agenda shows: iCalendar files, and folders of them, such as
/// vdirsyncer keeps. They are only read.
public struct CalendarFiles {
  /// A file, and what is in it.
  public struct Events: Sendable {
    /// The name of the calendar: that of its folder, or of the file if it is alone.
    public let calendar: Text
    public let events: [CalendarEvent]
    /// What cannot be read: `FILE:LINE: reason`, or without the line for the whole file.
    public let remarks: [String]
  }

  private struct Place: Sendable {
    let path: String
    let calendar: Text
  }

  /// A larger file is not read.
  private static let limit = 256 << 20

  private let places: [Place]

  /// - Parameter paths: A folder stands for the files with names in `.ics` in it and in its folders.
  public init(_ paths: [String]) {
    places = paths.flatMap { CalendarFiles.places(at: $0) }
  }

  /// Reads the events on these days, and those that cannot be read. The files are read in two threads.
  public func events(in days: ClosedRange<CivilDate>, clock: CalendarClock) -> [Events] {
    ParallelHalves.halves(of: places) { places in
      places.map { CalendarFiles.read($0, days, clock) }
    }
  }

  private static func read(
    _ place: Place, _ days: ClosedRange<CivilDate>, _ clock: CalendarClock
  ) -> Events {
    do throws(SystemError) {
      let bytes = try File.read(place.path, limit: limit)
      let read = CalendarEvents(bytes, days: days, clock: clock)
      return Events(
        calendar: place.calendar, events: read.events,
        remarks: read.remarks.map { "\(place.path):\($0.line): \($0.reason)" })
    } catch {
      guard case .call(_, _, let code) = error else {
        return Events(calendar: place.calendar, events: [], remarks: [error.description])
      }
      return Events(
        calendar: place.calendar, events: [],
        remarks: [
          "\(place.path): \(code == EINVAL ? "it is no regular file" : SystemError.message(code))"
        ])
    }
  }

  // MARK: Finding files

  private static func places(at path: String) -> [Place] {
    guard let names = File.names(in: path) else {
      return [Place(path: path, calendar: name(of: path))]
    }
    var places = files(names, in: path)
    for (name, kind) in names.sorted(by: { $0.name < $1.name })
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

extension Agenda {
  /// Adds the events of calendars.
  public mutating func add(_ calendars: [CalendarFiles.Events]) {
    for calendar in calendars {
      for event in calendar.events { add(event, of: calendar.calendar) }
    }
  }
}
