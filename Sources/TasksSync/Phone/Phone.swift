import Git
import TasksCore
import TasksExchange
import TasksPlanning
import TasksStore

/// The branch for phones as its owner sees it: turned on, turned off, looked at (web.md, "Phones over git").
package struct Phone {
  /// How often phones may push while the branch is being ended.
  private static let maxTries = 5

  private let store: TaskStore
  private let sync: Sync
  private let git: GitProgram

  package init(of store: TaskStore, sync: Sync) {
    (self.store, self.sync) = (store, sync)
    git = GitProgram(folder: store.root)
  }

  private var branch: PhoneBranch { PhoneBranch(store: store) }

  // MARK: Status

  /// Returns what is known without the network.
  ///
  /// - Throws: ``SyncFailure`` without a remote.
  package func status() throws -> PhoneStatus {
    let target = try SyncTarget(store)
    var answer = PhoneStatus(remote: target.remote, branch: PhoneBranch.name)
    answer.isEnabled = try PhoneBranch.ifEnabled(in: store) != nil
    answer.url = try store.repository.string("remote.\(target.remote).url")
      .map(SyncTarget.withoutPassword)
    answer.isThere = try branch.tip() != nil
    // One that could not be ended is looked at like one that is kept.
    guard answer.isEnabled || answer.isThere else { return answer }
    answer.kept = try branch.kept().flatMap { id in
      try store.repository.contains(id) ? store.repository.commit(id).committer.wall : nil
    }
    let context = store.phoneContext
    let changes = try PhoneChanges(branch, PhoneHistory(branch, context), context)
    answer.waiting = changes.new.map { ControlCharacters.escaped($0.capture.title) }
    answer.changes = changes.changed.count
    return answer
  }

  // MARK: On

  /// Sets the setting and makes the branch.
  ///
  /// - Throws: `invalid` if the remote has another branch of that name; ``SyncFailure``.
  package func enable() throws -> PhoneStatus {
    let target = try SyncTarget(store)
    guard try SyncPlaces(of: store).place(of: target) == nil else {
      throw StoreError.invalid(
        "an app on a phone needs a repository, and \(target.remote) is none; add one with: tasks sync add NAME URL, "
          + "and make it the upstream with: tasks git push --set-upstream NAME HEAD")
    }
    if try PhoneBranch.ifEnabled(in: store) == nil {
      try fetch(target)
      let history = try PhoneHistory(branch, store.phoneContext)
      if let tip = try branch.tip(), try !history.comesFromUs(tip) {
        throw StoreError.invalid(
          "\(target.remote) has a branch \(PhoneBranch.name) that is not for the phones of this store; rename it there first"
        )
      }
      _ = try SettingsFile(of: store).set(PhoneBranch.setting, to: "true")
    }
    _ = try sync.run()
    guard try branch.tip() != nil else {
      throw StoreError.invalid(
        "\(target.remote) does not take the branch \(PhoneBranch.name); each sync tries again, unless it is "
          + "given up: tasks phone disable")
    }
    return try status()
  }

  // MARK: Off

  /// Unsets the setting, takes what is still on the branch, and removes it from the remote.
  ///
  /// - Returns: Whether there was anything to do.
  /// - Throws: `invalid` if the store cannot take what is there now; ``SyncFailure``.
  package func disable() throws -> (isChange: Bool, answer: PhoneStatus) {
    let target = try SyncTarget(store)
    // First, so that no other device makes it anew.
    let isChange = try SettingsFile(of: store).change(
      "config", "config: \(PhoneBranch.setting) unset", dryRun: false
    ) { try $0.remove(section: "phone") }
    _ = try sync.run()
    for _ in 0..<Self.maxTries {
      try fetch(target)
      let context = store.phoneContext
      let history = try PhoneHistory(branch, context)
      let left = try branch.left(history)
      let own = try branch.tip().flatMap { try history.comesFromUs($0) || isChange ? $0 : nil }
      guard own != nil || !left.isEmpty else {
        try branch.end()
        return (isChange, try status())
      }
      let intake = PhoneIntake(branch: branch, context: context)
      try intake.run()
      guard try intake.isDone() else {
        throw StoreError.invalid(
          "the branch stays until what is on it can be taken; then try again")
      }
      _ = try sync.run()
      let gone = left + (own.map { [(PhoneBranch.ref, $0)] } ?? [])
      if try remove(gone, from: target) {
        try branch.end()
        return (true, try status())
      }
    }
    throw SyncFailure.tooManyTries(remote: target.remote, waiting: 0)
  }

  /// Removes branches, if each is as it was fetched.
  ///
  /// - Returns: False if one has changed meanwhile.
  private func remove(_ gone: [(ref: String, id: ObjectID)], from target: SyncTarget) throws -> Bool
  {
    let leases = gone.map { "--force-with-lease=\($0.ref):\($0.id.hex)" }
    let answer = try git.ask(
      ["push", "--porcelain", "--quiet"] + leases + [target.remote] + gone.map { ":\($0.ref)" })
    if answer.succeeded { return true }
    switch answer.refusal(of: PhoneBranch.ref) {
    case .late, .busy: return false
    case .declined, .withOthers:
      throw SyncFailure.refusedPush(remote: target.remote, waiting: 0, said: answer.said)
    case nil:
      guard answer.isAnswered else { throw offline(target, answer) }
      return false
    }
  }

  private func fetch(_ target: SyncTarget) throws {
    let known = try branch.forget()
    let answer = try git.ask(["fetch", "--quiet", target.remote] + PhoneBranch.refspecs)
    guard !answer.succeeded else { return }
    branch.restore(known)
    throw offline(target, answer)
  }

  private func offline(_ target: SyncTarget, _ answer: RemoteAnswer) -> SyncFailure {
    .offline(remote: target.remote, waiting: 0, said: answer.said)
  }
}

package struct PhoneStatus: Sendable {
  package var isEnabled = false
  package let remote: String
  package let branch: String
  package var url: String?
  /// Whether the remote had the branch when it was last asked.
  package var isThere = false
  /// When it was last written anew.
  package var kept: Timestamp?
  /// The titles of the new tasks that wait there.
  package var waiting: [String] = []
  /// The number of tasks whose state a phone has changed, which wait too.
  package var changes = 0

  init(remote: String, branch: String) { (self.remote, self.branch) = (remote, branch) }

  /// The command that makes a phone's clone.
  package var clone: String? {
    url.map { url in
      let isPlain = url.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || "/:.@_-+%~".utf8.contains(byte)
      }
      let word = isPlain ? url : "'" + url.replacing("'", with: "'\\''") + "'"
      return "git clone --single-branch -b \(branch) \(word)"
    }
  }
}

/// What a sync does for phones, between its merge and its push and after both. The settings are those after the merge:
/// another device may have ended the branch.
extension Sync {
  /// Takes what phones have written into the store, before it is pushed.
  func takeFromPhone() throws {
    guard let branch = try PhoneBranch.ifEnabled(in: store) else { return }
    try PhoneIntake(branch: branch, context: store.phoneContext).run()
  }

  /// Writes the branch for phones anew. The store is synchronized by now, whatever becomes of the branch.
  ///
  /// - Returns: False if somebody was faster there, so that there is something new to take.
  func keepPhone(_ remote: SyncRemote) throws -> Bool {
    guard let branch = try phoneBranch(at: remote) else { return true }
    let context = store.phoneContext
    do {
      // What waits must not be covered by a commit that says it was taken.
      guard try PhoneIntake(branch: branch, context: context).isDone() else { return true }
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
