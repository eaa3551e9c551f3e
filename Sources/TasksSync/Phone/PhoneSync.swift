import TasksCore
import TasksExchange
import TasksPlanning
import TasksStore

/// What a sync does for phones, between its merge and its push and after both. The settings are those after the merge:
/// another device may have ended the branch.
extension Sync {
  /// Takes what phones have written into the store, before it is pushed.
  func takeFromPhone() throws {
    guard let branch = try PhoneBranch.ifEnabled(in: store) else { return }
    try PhoneAbsorption(branch: branch, context: store.phoneContext).run()
  }

  /// Writes the branch for phones anew. The store is synchronized by now, whatever becomes of the branch.
  ///
  /// - Returns: False if somebody was faster there, so that there is something new to take.
  func keepPhone(_ remote: SyncRemote) throws -> Bool {
    guard let branch = try phoneBranch(at: remote) else { return true }
    let context = store.phoneContext
    do {
      // What waits must not be covered by a commit that says it was taken.
      guard try PhoneAbsorption(branch: branch, context: context).isDone() else { return true }
      return try PhoneKeeping(branch: branch, context: context, remote: remote.name).run()
    } catch let failure as PhoneFailure {
      let said = failure.said.isEmpty ? "" : "\n" + failure.said
      store.context.say("\(remote.name) does not take the branch phone\(said)")
      return true
    }
  }

  /// The branch for phones, if it is kept on a remote: it is on the upstream alone.
  func phoneBranch(at remote: SyncRemote) throws -> PhoneBranch? {
    guard let branch = try PhoneBranch.ifEnabled(in: store),
      try SyncTarget(store).remote == remote.name,
      try SyncPlaces(of: store).place(of: remote.target) == nil
    else { return nil }
    return branch
  }
}

extension TaskStore {
  /// What the files of phones are read and written with. Their dates float, so no zone is asked for.
  var phoneContext: ForeignContext {
    ForeignContext(
      workflow: settings.workflow, keywords: settings.keywords, format: settings.format,
      now: context.clock().now, local: { Timestamp(minute: Int($0 / 60)) },
      seconds: { Int64($0.absoluteMinute) * 60 })
  }
}
