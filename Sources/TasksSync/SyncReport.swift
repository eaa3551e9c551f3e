import TasksCore

/// The result of a sync.
package struct SyncReport: Answer, Sendable {
  package let kind = "sync"
  /// The number of commits received from the remote.
  package var received = 0
  /// The number of commits pushed.
  package var sent = 0
  /// Whether both sides had changed, so that a merge was needed.
  package var merged = false
  package var remote = ""
  /// The branch that the push created on a remote that has other branches.
  package var newBranch: String?
  /// Those of the other places that the store is synchronized with.
  package var others: [SyncReport] = []

  init() {}

  package var isEmpty: Bool {
    received == 0 && sent == 0 && newBranch == nil && others.allSatisfy(\.isEmpty)
  }

  package func write(to json: inout JSONWriter) {
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
