import Platform

/// How a git command went that had to ask a remote.
public struct RemoteAnswer: Sendable {
  public let status: ChildProcess.Status
  public let output: [UInt8]
  /// What git said beside its output, where it has not said it on a terminal.
  public let said: String
  /// Whether the remote has told its branches: it was reached, and has let us in.
  public let isAnswered: Bool
  /// Whether the connection has ended before its time, before or after that.
  public let isCutOff: Bool
  /// A hook of this clone that has refused.
  public let refusingHook: String?

  public var succeeded: Bool { status == .exited(0) }

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
