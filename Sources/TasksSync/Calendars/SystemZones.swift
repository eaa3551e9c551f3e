import Platform
import Synchronization
import TasksCore
import TasksExchange
import TasksStore

/// The time zones of the system, by name.
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
