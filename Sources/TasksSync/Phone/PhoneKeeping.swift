import Git
import Platform
import TasksCore
import TasksExchange
import TasksStore

/// Writes the files of the branch for phones anew and pushes them, on top of what was fetched. Never by force.
struct PhoneKeeping {
  let branch: PhoneBranch
  let context: ForeignContext
  let remote: String
  private var store: TaskStore { branch.store }

  /// - Returns: False if a phone or another device has pushed meanwhile, which has to be taken first.
  func run() throws -> Bool {
    let history = try PhoneHistory(branch, context)
    let tip = try branch.tip()
    let left = try branch.left(history)
    let below = try tip ?? branch.kept().flatMap { try store.repository.contains($0) ? $0 : nil }
    let old = try below.map { try store.repository.commit($0) }
    let others = try left.map(\.id).uniqued().filter { id in
      try below.map { try !store.repository.isAncestor(id, of: $0) } ?? true
    }
    let day = day(after: old)
    let tree = try self.tree(over: old?.tree, day)
    let isSame = tip != nil && old?.tree == tree && old?.phoneDay != nil && others.isEmpty
    if let tip, isSame {
      try branch.note(kept: tip)
    } else {
      let (author, committer) = try store.signatures()
      let commit = try store.repository.writeCommit(
        tree: tree, parents: [below].compactMap { $0 } + others, author: author,
        committer: committer, message: message(tree, day))
      guard try push(commit) else { return false }
    }
    remove(left)
    return true
  }

  /// Two desktops may be a day apart, and must not write the files anew in turn.
  private func day(after old: CommitInfo?) -> CivilDate {
    let today = store.context.clock().now.date
    guard let last = old?.phoneDay, last == today.adding(days: 1) else { return today }
    return last
  }

  private func message(_ tree: ObjectID, _ day: CivilDate) -> String {
    CommitMessage.text(
      verb: "phone: \(day.iso)", operation: "phone", changed: [], device: store.device,
      extra: [
        (PhoneBranch.storeTrailer, store.prefix), (PhoneBranch.trailer, "\(day.iso) \(tree.hex)"),
      ].filter { !$0.1.isEmpty })
  }

  // MARK: Files

  /// Where two phones have added a heading at one place, git keeps both; twice the same task is none too many here.
  private static let attributes = "inbox.org merge=union\nagenda.org merge=union\n"

  private func tree(over old: ObjectID?, _ day: CivilDate) throws -> ObjectID {
    let tasks = try store.read().tasks(where: \.isOpen)
    let agenda = PhoneAgenda(tasks, today: day)
    var files: [(path: String, bytes: [UInt8])] = [
      (PhoneAgendaFile.path, PhoneAgendaFile(context).print(agenda)),
      ("agenda.ics", PhoneCalendar.print(tasks, store.settings.alerts)),
      ("index.html", PhonePage.print(agenda)), (".orgzlyignore", Array("inbox/**\n".utf8)),
      (PhoneNote.keep, []), (".gitattributes", Array(PhoneKeeping.attributes.utf8)),
    ]
    var changes: [TreeChange] = []
    let present = try old.map { try PhoneTree($0, in: store) }
    if let bytes = try present?.bytes(PhoneInbox.path) {
      // What is no text stays, for the user to look at.
      if let text = PhoneText.read(bytes) {
        files.append((PhoneInbox.path, PhoneInbox(text, context: context).rest))
      }
    } else {
      files.append((PhoneInbox.path, PhoneInbox.empty))
    }
    for note in try present?.notes() ?? [] {
      let text = PhoneText.read(try store.repository.blob(note.id))
      let isTaken =
        text.flatMap {
          PhoneNote.capture($0, path: note.path, context: context)
        } != nil
      if isTaken { changes.append(.remove(path: note.path)) }
    }
    for file in files where try present?.bytes(file.path) != file.bytes {
      changes.append(
        .write(path: file.path, id: try store.repository.writeBlob(file.bytes), mode: .file))
    }
    return try store.repository.updating(tree: old, changes).id
  }

  // MARK: The remote

  private var git: GitProgram { GitProgram(folder: store.root) }

  private func push(_ commit: ObjectID) throws -> Bool {
    let answer = try git.ask([
      "-c", "advice.pushUpdateRejected=false", "push", "--porcelain", "--quiet", remote,
      "\(commit.hex):\(PhoneBranch.ref)",
    ])
    if answer.succeeded {
      try branch.note(kept: commit)
      return true
    }
    switch answer.refusal(of: PhoneBranch.ref) {
    case .late, .busy: return false
    case .declined, .withOthers, nil: throw PhoneFailure(said: answer.said)
    }
  }

  /// Removes the branches that Orgzly has left, unless somebody has added to one meanwhile. What is not removed now is
  /// the next time.
  private func remove(_ left: [(ref: String, id: ObjectID)]) {
    if left.isEmpty { return }
    let leases = left.map { "--force-with-lease=\($0.ref):\($0.id.hex)" }
    let answer = try? git.ask(
      ["push", "--porcelain", "--quiet"] + leases + [remote] + left.map { ":\($0.ref)" })
    if answer?.succeeded == true { return }
    store.context.explain("not all branches that Orgzly has left could be removed")
  }
}

/// A remote that does not take the branch for phones. The store itself is synchronized.
struct PhoneFailure: Error {
  /// git's output, empty if git printed it on a terminal.
  let said: String
}
