import Git
import Platform
import TasksCore

/// What a merge did to tasks that were changed here: another device had deleted them, or a value of one side was
/// dropped.
package struct MergeTold {
  private var deleted: [(task: Task, device: String)] = []
  private var dropped = 0
  private let store: TaskStore

  /// - Parameters:
  ///   - trees: Those that were merged.
  ///   - changes: From ours to the result.
  ///   - theirs: The commit that was merged.
  package init(
    _ trees: ThreeWay<ObjectID>, _ changes: [FileChange], theirs: ObjectID, in store: TaskStore
  ) throws {
    self.store = store
    // Nothing is dropped, nor deleted against somebody's change, where one side alone has changed a file.
    let both = try changes.filter { change in
      guard store.isTaskPath(change.path), change.old != nil, change.new != nil else {
        return false
      }
      let base = try trees.base.flatMap { try store.repository.entry(change.path, inTree: $0) }
      return base?.id != change.old
    }
    let contents = try OldContents(of: both, in: store)
    for change in both {
      guard let old = try task(change.old, change.path, contents),
        let new = try task(change.new, change.path, contents)
      else { continue }
      if new.deleted != nil, old.deleted == nil {
        deleted.append((new, try device(of: change.path, theirs)))
      }
      if MergeLoss.all(in: new).count > MergeLoss.all(in: old).count { dropped += 1 }
    }
  }

  private func task(
    _ id: ObjectID?, _ path: String, _ contents: OldContents
  ) throws -> Task? {
    guard let bytes = try contents.bytes(id, at: path) else { return nil }
    return try? store.parse(bytes, path: path.dropping(store.prefix))?.task
  }

  /// Returns the name of the device that changed a file last, or of the author of a commit that is not ours.
  private func device(of path: String, _ theirs: ObjectID) throws -> String {
    var name = ""
    try store.repository.walk(History(from: theirs, hiding: [], touching: .exactly([path]))) {
      commit, _ in
      name = commit.trailers(named: CommitMessage.deviceTrailer).last ?? commit.author.name
      return .stop
    }
    return name
  }

  /// Says it; the ids are those that lists show after the merge.
  package func say() throws {
    guard !deleted.isEmpty || dropped > 0 else { return }
    if !deleted.isEmpty {
      let reading = try store.read()
      let devices = deleted.map(\.device).uniqued().joined(separator: ", ")
      let ids = deleted.map { reading.short($0.task) }.joined(separator: " ")
      let one = deleted.count == 1
      store.context.say(
        "\(one ? "1 task" : "\(deleted.count) tasks") that you changed \(one ? "was" : "were") deleted on "
          + "\(ControlCharacters.escaped(Text(devices))): tasks restore \(ids)")
    }
    if dropped > 0 {
      store.context.say(
        "a merge dropped a value of \(dropped == 1 ? "1 task" : "\(dropped) tasks"): tasks conflicts"
      )
    }
  }
}
