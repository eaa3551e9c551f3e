import Platform

/// The result of a git command that contacted a remote.
package struct RemoteAnswer: Sendable {
  let status: ChildProcess.Status
  package let output: [UInt8]
  /// git's standard error, if it was not a terminal.
  package let said: String
  /// Whether the remote listed its references: it was reached and authentication succeeded.
  package let isAnswered: Bool
  /// Whether the connection ended early, before or after that.
  package let isCutOff: Bool
  /// The name of a hook of this clone that refused.
  package let refusingHook: String?

  package var succeeded: Bool { status == .exited(0) }

  init(_ outcome: ChildProcess.Outcome, _ trace: Trace) {
    status = outcome.status
    output = outcome.output
    said = outcome.said
    let events = outcome.succeeded ? [] : trace.events
    isAnswered = outcome.succeeded || events.contains(where: \.isListOfRefs)
    let finished = Set(events.compactMap(\.finishedChild))
    isCutOff = events.compactMap(\.startedTransport).contains { !finished.contains($0) }
    let hooks = events.compactMap(\.startedHook)
    let failed = Set(events.compactMap(\.failedChild))
    refusingHook = hooks.first { failed.contains($0.child) }?.name
  }
}
