import Git

/// The store's only writer, for as long as it holds the store's lock.
final class Writer {
  /// The routes of the commits made so far. Their hooks may call `tasks`, and run once the lock is free.
  var routes: [CommitRoute] = []
  /// How often another process was faster in the current change.
  var lostRaces = 0
}
