/// What scripts can tell of an error, by its exit status and its name in JSON.
package enum ErrorKind: String, CaseIterable, Sendable {
  case failed
  /// Input that cannot be used.
  case usage
  case noSuchTask = "not-found"
  case ambiguous
  /// A limit of the store, or a task that is claimed by another.
  case limit
  case network
  case noStore = "store"
  case interrupted
}

/// An error that people and scripts are told of. The texts of all errors of a module stand in one place of it.
package protocol ReportedError: Error, CustomStringConvertible {
  var kind: ErrorKind { get }
  /// The name in JSON; that of the kind for most errors.
  var name: String { get }
  /// What has happened, to what, and what to do next.
  var message: String { get }
  /// What can be typed instead, as a sentence of its own.
  var hint: String? { get }
}

extension ReportedError {
  package var name: String { kind.rawValue }
  package var hint: String? { nil }
  package var description: String { message }
}
