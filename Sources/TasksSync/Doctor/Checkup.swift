import Git
import Platform
import TasksCore
import TasksStore

/// Checks a clone of a store for known problems, and repairs them if asked to.
package struct Checkup {
  let store: TaskStore
  let mends: Bool
  let asksRemote: Bool

  package init(_ store: TaskStore, mends: Bool, asksRemote: Bool) {
    self.store = store
    self.mends = mends
    self.asksRemote = asksRemote
  }

  package func run() throws -> [Finding] {
    // Unmerged files would keep the other repairs from being committed.
    let merges = try self.merges()
    return try CloneCheckup(store: store, mends: mends).run() + misplaced() + ids() + files()
      + keys() + values() + keywords() + cycles() + references()
      + merges
      + remotes()
  }

  // MARK: The tasks

  /// Reports the files that other programs have emptied or copied.
  private func misplaced() throws -> [Finding] {
    let paths = try store.read().misplaced
    if mends, !paths.isEmpty {
      // Any change puts them in order.
      _ = try StoreWrite(store: store, verb: "doctor", encrypts: false).run { _ in [] }
    }
    let left = Set(try store.read().misplaced)
    return paths.map { path in
      let original = ConflictCopy.original(of: path)
      return Finding(
        subject: "files", state: mends && !left.contains(path) ? .mended : .wrong,
        message: original.map { "\(path) is a copy of \($0) with other changes" }
          ?? "\(path) was emptied: its task was moved or removed",
        advice: mends
          ? nil : "the next change or tasks sync puts it in order, as does: tasks doctor --fix")
    }
  }

  /// Reports ids that tasks name and no task has.
  private func references() throws -> [Finding] {
    let reading = try store.read()
    // A file that cannot be read may have it.
    guard reading.unreadable.isEmpty else { return [] }
    let lost = TaskRelations.lost(in: reading)
    guard !lost.isEmpty else {
      return [.fine("references", "every task that another names is here")]
    }
    return lost.map { task, relation, id in
      .wrong(
        "references",
        "\(reading.short(task)) \(ControlCharacters.escaped(task.title)) has \(relation.key)\(id.text.string), which no task is",
        "name another task, or none with: tasks modify \(reading.short(task)) \(relation.key)")
    }
  }

  private func ids() throws -> [Finding] {
    let moved = mends ? try DuplicateMoves(store).mend().ordered { $0.key < $1.key } : []
    let merged = moved.map { old, new in
      Finding(
        subject: "ids", state: .mended,
        message: "\(old) was the same task as \(new) and is merged into it")
    }
    let twins = try DuplicateIDs(store)
    guard !twins.isEmpty else {
      return merged.isEmpty ? [.fine("ids", "every task has its own id")] : merged
    }
    if mends { try twins.mend() }
    return merged
      + twins.groups.map { group in
        let paths = group.map(\.path).joined(separator: ", ")
        return Finding(
          subject: "ids", state: mends ? .mended : .wrong,
          message: "several files have the id \(group[0].id.text): \(paths)",
          advice: mends ? nil : "give the newer files new ids with: tasks doctor --fix")
      }
  }

  private func files() throws -> [Finding] {
    let unreadable = try store.read().unreadable
    guard !unreadable.isEmpty else { return [.fine("files", "every file can be read")] }
    return unreadable.map { file in
      .wrong(
        "files", "\(file.path) cannot be read: \(file.reason.reason)",
        "fix it in an editor; to see its earlier versions: tasks git log -p -- \(file.path)")
    }
  }

  /// Reports duplicate keys of front matter: the first counts, and no command changes either.
  private func keys() throws -> [Finding] {
    let reading = try store.read()
    return try reading.paths.filter { Format(path: $0) == .markdown }.sorted().compactMap { path in
      let duplicates = try reading.document(path).duplicateKeys
      if duplicates.isEmpty { return nil }
      let keys = duplicates.map { "`\($0.string)`" }.joined(separator: ", ")
      return .wrong(
        "keys", "\(path) has duplicate keys: \(keys); tasks reads the first",
        "remove the others with: tasks edit \(path)")
    }
  }

  /// Reports values that cannot be read, such as `due: Friday`: the task has none then.
  private func values() throws -> [Finding] {
    let reading = try store.read()
    return try reading.paths.sorted().flatMap { path in
      let document = try reading.document(path)
      let unread = document.unreadValues.map { value in
        Finding.wrong(
          "values", "\(path): line \(value.line) cannot be read: \(value.text.string)",
          "write it as tasks-file(5) says: tasks edit \(path)")
      }
      return unread + document.task.properties.compactMap { own($0, at: path) }
    }
  }

  /// Reports a value of a field of the store's own that is not of its kind.
  private func own(_ property: Task.Property, at path: String) -> Finding? {
    guard store.fields.isUnread(property) else { return nil }
    return .wrong(
      "values", "\(path): \(store.fields.fault(of: property))", "correct it: tasks edit \(path)")
  }

  /// Reports files that lack states of the store.
  private func keywords() throws -> [Finding] {
    let own = try OwnKeywords(store)
    if own.paths.isEmpty { return [] }
    if mends { try own.mend() }
    let count = own.paths.count
    let names =
      own.paths.prefix(3).joined(separator: ", ") + (count > 3 ? " and \(count - 3) more" : "")
    return [
      Finding(
        subject: "keywords", state: mends ? .mended : .wrong,
        message:
          "\(count == 1 ? "a file has" : "\(count) files have") not all states of the store: \(names)",
        advice: mends ? nil : "renew the #+TODO: line with: tasks doctor --fix")
    ]
  }

  /// Reports what a merge of two changes can make, each of them sound alone.
  private func cycles() throws -> [Finding] {
    let cycles = TaskRelations.cycles(in: try store.read())
    guard !cycles.isEmpty else { return [.fine("cycles", "no task leads back to itself")] }
    return cycles.map { cycle in
      .wrong(
        "cycles", "\(cycle.relation.fault): \(cycle.tasks)",
        "break the circle with: \(cycle.remedy)")
    }
  }

  private func merges() throws -> [Finding] {
    let remains = try store.mergeRemains()
    let mended = mends && !remains.isEmpty ? Set(try store.mendMergeRemains()) : []
    let findings = remains.paths.map { path in
      let isMended = mended.contains(path)
      let what = remains.unmerged.contains(path) ? "a conflict" : "conflict markers"
      return Finding(
        subject: "merges", state: isMended ? .mended : .wrong,
        message: "\(path) has \(what) from a merge without tasks",
        advice: isMended
          ? nil : mends ? "resolve it in an editor" : "merge it again with: tasks doctor --fix")
    }
    let others = remains.others.map { path in
      Finding.wrong(
        "merges", "\(path) has a conflict and is not a task",
        "resolve it in an editor, then: \(remains.settling(path))")
    }
    let all = findings + others + [try openOperation()].compactMap { $0 }
    guard all.isEmpty else { return all }
    return [.fine("merges", "no conflicts are left from a merge")]
  }

  /// Reports a merge or rebase that could be continued: it has no conflicts left.
  private func openOperation() throws -> Finding? {
    guard let operation = store.repository.ongoingOperation(), operation != .bisect,
      try store.repository.unmergedPaths().isEmpty
    else { return nil }
    return .wrong(
      "merges",
      "git is in the middle of \(operation == .am ? "an" : "a") \(operation.rawValue), with every conflict resolved",
      "continue with: tasks git \(operation.rawValue) --continue")
  }

  // MARK: The remote

  /// Reports a repository in a folder that some program carries between devices file by file: it loses what two of them
  /// push.
  private func carriedRepository(of target: SyncTarget) throws -> Finding? {
    guard let url = try store.repository.string("remote.\(target.remote).url") else { return nil }
    let path = url.hasPrefix("file://") ? String(url.dropFirst("file://".count)) : url
    guard path.hasPrefix("/"), let carrier = SyncedFolderApp.of(path) else { return nil }
    return .wrong(
      "remote",
      "\(target.remote) is a repository in a folder of \(carrier), which loses commits when two devices push at once",
      "use bundles in that folder: tasks sync add NAME drop:FOLDER")
  }

  private func remotes() throws -> [Finding] {
    do {
      return try SyncPlaces(of: store).targets().map(remote)
    } catch let failure as SyncFailure {
      return [
        Finding(
          subject: "remote", state: failure == .noRemote ? .fine : .wrong, message: failure.reason,
          advice: failure.advice)
      ]
    }
  }

  private func remote(_ target: SyncTarget) throws -> Finding {
    if let finding = try carriedRepository(of: target) { return finding }
    if let place = try SyncPlaces(of: store).place(of: target) {
      if let fault = place.fault {
        return .wrong(
          "remote", "\(target.remote): \(fault)",
          "plug it in or mount it, or give it up with: tasks sync remove \(target.remote)")
      }
      return .fine("remote", "tasks sync uses \(place.summary)")
    }
    guard asksRemote else {
      return .fine(
        "remote", "tasks sync uses \(target.remoteRef) of \(target.remote)")
    }
    let answer = try GitProgram(folder: store.root)
      .ask(["ls-remote", target.remote, target.remoteRef])
    return answer.succeeded
      ? .fine("remote", "\(target.remote) accepts this device")
      : .wrong(
        "remote", "\(target.remote) cannot be reached or does not accept this device",
        "see what git says: tasks git ls-remote \(target.remote)")
  }
}
