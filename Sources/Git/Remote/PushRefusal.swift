import Platform

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
