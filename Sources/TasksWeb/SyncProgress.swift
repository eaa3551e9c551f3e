import TasksCore
import TasksStore

/// How the store stands to its remote, and what the last sync of a page said.
struct SyncProgress: Sendable, Equatable {
  var isRunning = false
  /// Why the last sync failed; nil if it succeeded.
  var message: String?
  /// When the last sync succeeded.
  var at: Timestamp?
  private var remote: String?
  private var waiting = 0

  init() {}

  /// Returns the same with how many commits wait to be pushed.
  func reading(_ store: TaskStore) -> SyncProgress {
    var progress = self
    progress.remote = store.syncRemoteName
    progress.waiting = (try? store.aheadBehind()?.ahead) ?? 0
    return progress
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("remote", remote)
      json.member("waiting", waiting)
      json.member("running", isRunning)
      json.member("message", message)
      json.member("at", at)
    }
  }
}
