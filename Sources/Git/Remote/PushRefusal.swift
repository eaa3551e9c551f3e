import Platform

/// Why a push has not moved a branch, as `git push --porcelain` has it (git-push(1), "Output").
public enum PushRefusal: Sendable {
  /// The remote's branch has commits that this clone lacks.
  case late
  /// The remote had the branch locked, or it moved at that moment, or the remote did not say what became of it.
  case busy
  /// The remote does not want it.
  case declined
  /// It fell together with the other branches of the push; alone it may be taken.
  case withOthers

  /// - Parameters:
  ///   - kind: `rejected` by git here, which has sent nothing, `remote rejected`, or `remote failure`.
  ///   - reason: In git's words, or the remote's: those are never translated, but another server than git's may
  ///     have any.
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
  /// Why a branch of the remote was not moved; nil where git does not say.
  ///
  /// - Parameter ref: The full name of the branch over there.
  public func refusal(of ref: String) -> PushRefusal? {
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      // `!`, what was to go where, and `[remote rejected] (hook declined)`, with tabs between.
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
