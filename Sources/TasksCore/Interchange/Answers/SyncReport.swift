/// The result of a sync.
public struct SyncReport: Answer, Sendable {
  public let kind = "sync"
  /// The number of commits received from the remote.
  public var received = 0
  /// The number of commits pushed.
  public var sent = 0
  /// Whether both sides had changed, so that a merge was needed.
  public var merged = false
  public var remote = ""
  /// The branch that the push created on a remote that has other branches.
  public var newBranch: String?
  /// Those of the other places that the store is synchronized with.
  public var others: [SyncReport] = []

  public init() {}

  public var isEmpty: Bool {
    received == 0 && sent == 0 && newBranch == nil && others.allSatisfy(\.isEmpty)
  }

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("remote", remote)
      json.member("received", received)
      json.member("sent", sent)
      json.member("merged", merged)
      if !others.isEmpty {
        json.key("others")
        json.array(others) { $1.write(to: &$0) }
      }
    }
  }
}
