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

  /// Whether git could not write here for want of space.
  package var isDiskFull: Bool {
    // The last is what git says itself of a pack.
    let reasons = [ENOSPC, EDQUOT].map { SystemError.message($0) } + ["Out of diskspace"]
    return said.split(whereSeparator: \.isNewline).contains { line in
      !line.hasPrefix("remote:") && reasons.contains { line.contains($0) }
    }
  }

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

/// The reason why a push did not move a branch, from the output of `git push --porcelain` (git-push(1), "Output").
package enum PushRefusal: Sendable {
  /// The remote's branch has commits that this clone lacks.
  case late
  /// The remote had the branch locked, or it moved at that moment, or the remote did not report a result.
  case busy
  /// The remote refused the update.
  case declined
  /// The update was rejected together with other branches of the push; alone it may be accepted.
  case withOthers

  /// Classifies a rejection.
  ///
  /// - Parameters:
  ///   - kind: `rejected` if git rejected it here before sending anything, `remote rejected`, or `remote failure`.
  ///   - reason: git's reason, or the remote's. git never translates it; servers other than git may send any text.
  init(_ kind: Substring, _ reason: Substring) {
    let together = ["atomic push fail", "pre-receive hook declined"]
    let races = ["failed to update ref", " lock ", "transaction", "old value", "but expected"]
    if together.contains(where: { reason.hasPrefix($0) }) {
      self = .withOthers
    } else if kind == "rejected" {
      self = .late
    } else if kind == "remote failure" || races.contains(where: { reason.contains($0) }) {
      self = .busy
    } else {
      self = .declined
    }
  }
}

extension RemoteAnswer {
  /// Returns why a branch of the remote was not moved; nil if git reports no reason.
  ///
  /// - Parameter ref: The full name of the branch on the remote.
  package func refusal(of ref: String) -> PushRefusal? {
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      // A line is `!`, the refspec, and `[remote rejected] (hook declined)`, separated by tabs.
      let fields = line.split(separator: "\t")
      guard fields.count == 3, fields[0] == "!", fields[1].hasSuffix(":" + ref),
        fields[2].first == "[", let end = fields[2].firstIndex(of: "]")
      else { continue }
      let kind = fields[2][..<end].dropFirst()
      let reason = fields[2][end...].dropFirst().drop { $0 == " " || $0 == "(" }
      return PushRefusal(kind, reason.last == ")" ? reason.dropLast() : reason)
    }
    return nil
  }
}
