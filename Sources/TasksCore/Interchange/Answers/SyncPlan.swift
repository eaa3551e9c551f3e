/// What a sync would do, as far as this clone knows. The remote is not contacted, so its new commits are not counted.
public struct SyncPlan: Answer, Sendable {
  public let kind = "sync"
  public var remote = ""
  /// Files with hand edits that would be committed first.
  public var edited: [String] = []
  /// The number of commits that would be pushed, including one for the hand edits.
  public var sent = 0
  /// The number of commits already fetched from the remote that would be merged.
  public var received = 0
  /// Whether a merge commit is needed.
  public var merges = false
  /// The branch that the push would create on a remote that has other branches.
  public var newBranch: String?
  /// Those of the other places that the store is synchronized with.
  public var others: [SyncPlan] = []

  public init() {}

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("remote", remote)
      json.member("received", received)
      json.member("sent", sent)
      json.member("merged", merges)
      json.key("edited")
      json.array(edited) { $0.string($1) }
      if !others.isEmpty {
        json.key("others")
        json.array(others) { $1.write(to: &$0) }
      }
    }
  }
}
