import Platform
import TasksCore
import TasksStore

/// The events of the calendars that `agenda.calendars` in the user's settings names: iCalendar files, and folders of
/// them. The agenda shows them, and nothing changes them.
struct OtherCalendars {
  private let paths: [String]
  private let clock: CalendarClock

  init(_ settings: UserSettings, _ session: Session) {
    let home = Session.variable("HOME") ?? ""
    paths = settings.strings("agenda.calendars").filter { !$0.isEmpty }.map { path in
      path.hasPrefix("~/") ? home + path.dropFirst() : path
    }
    clock = CalendarClock(
      local: { WallClock.local($0) }, seconds: { Int64(WallClock.secondsSince1970(of: $0)) },
      zone: { SystemZones.zone($0) })
  }

  /// Returns the events of some days, in their order, and says what cannot be read.
  func events(on days: ClosedRange<CivilDate>) -> [CivilDate: [AgendaEvent]] {
    var result: [CivilDate: [AgendaEvent]] = [:]
    for path in paths {
      let files = files(at: path)
      if files.isEmpty { Conversation.say("agenda.calendars: there is no calendar at \(path)") }
      let name = OtherCalendars.name(of: path)
      for file in files {
        let read: CalendarEvents
        do throws(SystemError) {
          read = CalendarEvents(
            try File.read(file, limit: TaskReader.largestFile * 8), days: days, clock: clock)
        } catch {
          Conversation.say("agenda.calendars: \(error.description)")
          continue
        }
        for remark in read.remarks {
          Conversation.say("\(file):\(remark.line): \(remark.reason)")
        }
        for event in read.events {
          for day in event.days(in: days) {
            result[day, default: []].append(AgendaEvent(event, on: day, calendar: name))
          }
        }
      }
    }
    return result.mapValues { $0.sorted { ($0.time ?? -1, $0.title) < ($1.time ?? -1, $1.title) } }
  }

  /// The iCalendar files of a path: itself, or those in the folder and the folders in it, as vdirsyncer keeps them.
  private func files(at path: String) -> [String] {
    guard File.kind(File.realPath(path)) == .folder else {
      return File.kind(File.realPath(path)) == nil ? [] : [path]
    }
    func names(in folder: String) -> [String] {
      (File.names(in: folder) ?? []).map(\.name).filter { !$0.hasPrefix(".") }.sorted()
        .map { folder + "/" + $0 }
    }
    let inside = names(in: path)
    let folders = inside.filter { File.kind($0) == .folder }
    return (inside + folders.flatMap(names)).filter { $0.lowercased().hasSuffix(".ics") }
  }

  private static func name(of path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.lowercased().hasSuffix(".ics") ? String(last.dropLast(4)) : last
  }
}
