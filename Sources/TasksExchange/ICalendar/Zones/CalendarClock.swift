import TasksCore

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
