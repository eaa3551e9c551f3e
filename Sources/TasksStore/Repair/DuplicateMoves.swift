import Git
import Platform
import TasksCore

/// Pairs of files with one id that are one task: one side moved or converted it and the other changed it, and git
/// merged the two without us (merge.md, "Setting up, checking, repairing").
package struct DuplicateMoves {
  private let store: TaskStore

  package init(_ store: TaskStore) { self.store = store }

  /// Merges each pair into one file, all in one commit.
  ///
  /// - Returns: The removed paths, each with the path of the file that the task is now in.
  @discardableResult
  package func mend() throws -> [String: String] {
    guard store.repository.ongoingOperation() == nil else { return [:] }
    let twins = try store.read().pathsOfTwins.filter { $0.count == 2 }
    let pairs = try twins.ordered { $0[0] < $1[0] }.compactMap { try parted($0[0], $0[1]) }
    guard !pairs.isEmpty else { return [:] }
    var merged: [String: String] = [:]
    _ = try StoreWrite(store: store, verb: "doctor", encrypts: false).run { _ in
      var changes: [Change] = []
      for parted in pairs {
        guard let moved = try movedTask(parted),
          case .merged(let bytes, _) = TaskMerge.merge(
            moved, local: .ours, with: store.mergeTools)
        else { continue }
        let gone = parted.paths.ours == moved.path ? parted.paths.theirs : parted.paths.ours
        let old = try StoreFile.readIfThere(store.root + "/" + moved.path)
        changes += [
          .edited(path: moved.path, old: old, content: bytes), .restore(path: gone, content: nil),
        ]
        merged[gone] = moved.path
      }
      return changes
    }
    return merged
  }

  /// The two files as sides of the merge that brought them together.
  private struct Parted {
    let base: TaskMerge.Version
    let paths: ThreeWay<String>
  }

  private func parted(_ one: String, _ other: String) throws -> Parted? {
    guard let head = try store.repository.head().id else { return nil }
    let whole = [store.prefix + one, store.prefix + other]
    func has(_ path: Int, _ commit: ObjectID) throws(GitError) -> Bool {
      let tree = try store.repository.tree(ofCommit: commit)
      return try store.repository.entry(whole[path], inTree: tree) != nil
    }
    var found: (parents: [ObjectID], isSwapped: Bool)?
    let history = History(from: head, touching: .exactly(Set(whole)))
    try store.repository.walk(history) { (commit, _) throws(GitError) in
      guard commit.parents.count == 2 else { return .goOn }
      let (own, other) = (commit.parents[0], commit.parents[1])
      let (first, second) = try (has(0, own), has(1, own))
      guard first != second, try has(0, other) == second, try has(1, other) == first else {
        return .goOn
      }
      found = (commit.parents, isSwapped: second)
      return .stop
    }
    guard let found,
      let tree = try store.baseTree(
        try store.repository.mergeBases(found.parents[0], found.parents[1]))
    else { return nil }
    let before = try whole.indices.compactMap { index in
      try store.repository.entry(whole[index], inTree: tree).map { (index, $0) }
    }
    // A move leaves only one of the paths in base.
    guard before.count < 2 else { return nil }
    let paths = found.isSwapped ? [other, one] : [one, other]
    let place = before.first.map { $0.0 == 0 ? one : other }
    guard
      let old = try place
        ?? movedByBoth(try version(at: one).document?.task.id, from: tree, found.parents)
    else { return nil }
    guard let entry = try store.repository.entry(store.prefix + old, inTree: tree) else {
      return nil
    }
    return Parted(
      base: version(try store.repository.blob(entry.id), at: old),
      paths: ThreeWay(base: old, ours: paths[0], theirs: paths[1]))
  }

  /// Returns the path in base of a task that has another path on each side; nil if a side kept the file there.
  private func movedByBoth(
    _ id: TaskID?, from tree: ObjectID, _ parents: [ObjectID]
  ) throws -> String? {
    guard let id,
      let path = try StoreTree(tree, MergeContents(store), in: store)[id]?.path
    else { return nil }
    let old = path.dropping(store.prefix)
    let isLeft = try parents.contains { parent in
      let there = try store.repository.tree(ofCommit: parent)
      return try store.repository.entry(path, inTree: there) != nil
    }
    return isLeft ? nil : old
  }

  private func movedTask(_ parted: Parted) throws -> MovedTask? {
    let versions = ThreeWay(
      base: parted.base, ours: try version(at: parted.paths.ours),
      theirs: try version(at: parted.paths.theirs))
    guard let id = versions.base?.document?.task.id, versions.ours.document?.task.id == id else {
      return nil
    }
    return MovedTask(versions, at: parted.paths, local: .ours) {
      try? store.converting($0, to: $1)
    }
  }

  private func version(at path: String) throws -> TaskMerge.Version {
    version(try StoreFile.read(store.root + "/" + path), at: path)
  }

  private func version(_ bytes: [UInt8], at path: String) -> TaskMerge.Version {
    TaskMerge.Version(bytes, path: path, workflow: store.settings.workflow)
  }
}
