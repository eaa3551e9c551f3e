import Platform
import TasksCore
import TasksStore

/// The time zones of the system, by name.
enum SystemZones {
  private static let folder = "/usr/share/zoneinfo/"

  /// Returns the zone of a name such as `Europe/Prague`; nil if the system has none.
  static func zone(_ name: String) -> ZoneTransitions? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
    return (try? File.read(folder + name, limit: 1 << 20)).flatMap { ZoneTransitions(tzif: $0) }
  }
}

extension TaskStore {
  /// What foreign formats have to know of this store and of this machine.
  var foreignContext: ForeignContext {
    var context = ForeignContext(
      workflow: settings.workflow, keywords: settings.keywords, format: settings.format,
      now: context.clock().now, local: { WallClock.local($0) },
      seconds: { Int64(WallClock.secondsSince1970(of: $0)) })
    context.zone = { SystemZones.zone($0) }
    return context
  }
}
