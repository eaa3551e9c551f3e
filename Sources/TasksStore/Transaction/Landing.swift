import Git
import Platform

extension TaskStore {
  /// Lands a prepared change: files, then the index, then the branch, which is the moment from which it has happened.
  ///
  /// All it consists of is on the disk before, with no lock held. From then on git is kept from index and branch by
  /// its own locks: a git that commits at the same moment finds the branch as it was, or the index as it will be,
  /// and never takes the change back with an old one.
  ///
  /// - Parameters:
  ///   - paths: Of the files as they will stand; absolute.
  ///   - willBeThere: Whether a file is at a path when its place is taken.
  ///   - meanwhile: Work to do while the disk is waited for; where it fails nothing has happened.
  ///   - place: Puts the files in place.
  /// - Throws: What kept it from landing; then nothing has happened, or the intent stays for whoever comes next.
  /// - Returns: The index it has now.
  func land(
    _ change: PreparedChange, _ paths: [String], reflog: String, by committer: Signature,
    where willBeThere: @escaping (String) -> Bool = { _ in true },
    meanwhile: () throws -> Void = {}, place: () throws -> Void
  ) throws -> IndexDraft {
    let landed: (index: IndexDraft, isPut: Bool, branchFolder: String)
    do {
      landed = try move(
        change, paths, "tasks \(reflog)", committer, where: willBeThere, meanwhile, place)
    } catch {
      // Where that fails, too, whoever opens the store next does it.
      try? settle(change.intent)
      throw error
    }
    // From here on it has happened; what cannot be done now the next command does.
    let isInStep = orSay {
      if landed.isPut { landed.index.release() } else { try repository.updateIndex(landed.index) }
    }
    // Before that is on the disk the intent must stay.
    let isOnDisk = orSay {
      guard settings.isDurable else { return }
      try repository.diskSync(folders: folders(of: paths) + [landed.branchFolder])
    }
    if isInStep, isOnDisk {
      if repository.isReplaced(landed.index) { try? mendIndex(after: change.commit) }
      _ = orSay {
        try repository.updateIndex(unnamed: change.commit.unnamedChanges)
        try forget(change.intent)
      }
    }
    return landed.index
  }

  private func orSay(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      context.say("the change is committed, but: \(StoreError(error).description)")
      return false
    }
  }

  /// The locks are given back where it throws.
  private func move(
    _ change: PreparedChange, _ paths: [String], _ message: String, _ committer: Signature,
    where willBeThere: @escaping (String) -> Bool,
    _ meanwhile: () throws -> Void, _ place: () throws -> Void
  ) throws -> (IndexDraft, isPut: Bool, branchFolder: String) {
    let commit = change.commit
    let head = try repository.draftHead(to: commit.new, from: commit.old, at: nextHeadPath)
    let index = try writeDown(change, paths, head, where: willBeThere, meanwhile)
    try repository.lockIndex(index, holding: change.lock)
    let lock = try head.map { try repository.lockHead($0) }
    // The disk, another program's lock, a hook or a pass phrase may have taken long.
    _ = try unplaced(change.planned)
    try place()
    guard let head, let lock else {
      // Only then it is known whether the branch can follow.
      try repository.moveHead(
        to: commit.new, from: commit.old, message: message, author: committer)
      return (index, false, repository.gitDirectory)
    }
    let isPut = try repository.putIndex(index)
    try repository.moveHead(lock, message: message, author: committer)
    return (index, isPut, head.folder)
  }

  /// Brings to the disk all that the change consists of, and draws the index meanwhile.
  private func writeDown(
    _ change: PreparedChange, _ paths: [String], _ head: HeadDraft?,
    where willBeThere: @escaping (String) -> Bool, _ meanwhile: () throws -> Void
  ) throws -> IndexDraft {
    let contents = waitingPaths(of: paths, change)
    let files = contents + [intentPath] + (head.map { [$0.path] } ?? [])
    let sync = settings.isDurable ? repository.diskSync : nil
    let (objects, folder) = (change.commit.written, ownFolder)
    // The disk takes its time.
    let (index, synced) = ParallelHalves.run(
      {
        Attempt {
          let index = try repository.draftIndex(
            after: change.commit, from: change.sketch, where: willBeThere)
          try meanwhile()
          return index
        }
      },
      { Attempt { try sync?(objects: objects, files: files, folders: [folder]) } })
    try synced.get()
    return try index.get()
  }

  /// Where the contents of files lie before they come to their places.
  private func waitingPaths(of paths: [String], _ change: PreparedChange) -> [String] {
    let waiting = change.waiting.map { workTreePath($0.path) }
    // As with nearly all changes; a set is a type that each process has to make first.
    if waiting == paths { return paths.map(Journal.waiting) }
    let known = Set(waiting)
    return paths.map { known.contains($0) ? Journal.waiting($0) : $0 }
  }

  /// Where the branch's new line waits.
  var nextHeadPath: String { ownFolder + "/head" }

  /// The folders whose names a change of files changes.
  private func folders(of files: [String]) -> [String] {
    var folders: [String] = []
    var last: String?
    for path in files {
      let folder = path.lastSlash.map { String(path[..<$0]) } ?? "/"
      if folder == last { continue }
      last = folder
      if !folders.contains(folder) { folders.append(folder) }
      // A new folder is named by the one above it; the work tree itself is none.
      guard folder != repository.workTree, let slash = folder.lastSlash else { continue }
      let above = String(folder[..<slash])
      if !folders.contains(above) { folders.append(above) }
    }
    return folders
  }
}
