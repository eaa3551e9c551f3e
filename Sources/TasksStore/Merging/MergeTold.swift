import Git
import Platform
import TasksCore

/// What a merge did to tasks that one side had changed: the other side had deleted them, or a value of one side was
/// dropped.
package struct MergeTold {
  /// With the device that has deleted the task, or has changed what was deleted here.
  private typealias Met = (task: Task, device: String)

  private var deleted: [Met] = []
  private var changed: [Met] = []
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
      if new.deleted != nil {
        let met = (new, try device(of: change.path, theirs))
        if old.deleted == nil { deleted.append(met) } else { changed.append(met) }
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

  /// Returns the name of the device that changed a file last, which its id begins with, or of the author of a commit that
  /// is not ours.
  private func device(of path: String, _ theirs: ObjectID) throws -> String {
    var name = ""
    try store.repository.walk(History(from: theirs, hiding: [], touching: .exactly([path]))) {
      commit, _ in
      let id = commit.trailers(named: CommitMessage.deviceTrailer).last
      name = id.map { $0.replacing(/-[a-z0-9]{8}$/, with: "") } ?? commit.author.name
      return .stop
    }
    return name
  }

  /// Says it; the ids are those that lists show after the merge.
  package func say() throws {
    try say(deleted, "that you changed", "deleted")
    try say(changed, "that you deleted", "changed")
    if dropped > 0 {
      store.context.say(
        "a merge dropped a value of \(dropped.counted("task")): tasks conflicts"
      )
    }
  }

  private func say(_ met: [Met], _ which: String, _ what: String) throws {
    if met.isEmpty { return }
    let reading = try store.read()
    let devices = met.map(\.device).uniqued().joined(separator: ", ")
    let ids = met.map { reading.short($0.task) }.joined(separator: " ")
    let count = met.count == 1 ? "1 task \(which) was" : "\(met.count) tasks \(which) were"
    store.context.say(
      "\(count) \(what) on \(ControlCharacters.escaped(Text(devices))): tasks restore \(ids)")
  }
}

/// The values that merges dropped from a task, found by the name of their field.
package struct DroppedValues {
  private let all: [MergeLoss]
  private let document: any TaskDocument

  package init(_ document: any TaskDocument) {
    self.document = document
    all = MergeLoss.all(in: document.task)
  }

  package func has(_ field: Text) -> Bool { all.contains { $0.field.isSameName(as: field) } }

  /// Returns the dropped value of a field, or without a name the only one.
  ///
  /// - Throws: `invalid` if there is none, or if there are several and no name.
  package func value(of field: Text?) throws(StoreError) -> MergeLoss {
    let found = all.filter { value in field.map { value.field.isSameName(as: $0) } ?? true }
    let title = ControlCharacters.escaped(document.task.title)
    guard let first = found.first else {
      throw .invalid(
        "no merge dropped \(field.map { "the \(ControlCharacters.escaped($0))" } ?? "a value") of '\(title)'"
      )
    }
    guard found.count == 1 || field != nil else {
      let names = found.map { ControlCharacters.escaped($0.field) }.joined(separator: ", ")
      throw .invalid("merges dropped several values of '\(title)'; name the field: \(names)")
    }
    return first
  }

  /// Returns the change that restores a dropped value and logs the value it replaces.
  ///
  /// - Parameter settles: Whether the value it replaces is not logged, as somebody has seen both.
  /// - Throws: `invalid` if the file cannot hold the value.
  package func taking(
    _ value: MergeLoss, now: Timestamp, settles: Bool = false
  ) throws(StoreError) -> Change {
    guard let taken = value.taken(in: document, now: now) else {
      throw .invalid(
        "the value of \(ControlCharacters.escaped(value.field)) cannot be written here; change it with: tasks edit"
      )
    }
    guard settles else { return .revise(document, to: taken) }
    let replaced = MergeLoss(field: value.field, value: value.kept(in: document))
    return .revise(
      document, to: (try? taken.applying(replaced.forgetting(in: taken.task))) ?? taken)
  }

  /// Returns the change that removes the entry of a dropped value from the log; of all if no field is named.
  package func forgetting(_ field: Text?) throws(StoreError) -> Change {
    let values = field == nil && !all.isEmpty ? all : [try value(of: field)]
    var task = document.task
    for value in values {
      for edit in value.forgetting(in: task) { task = task.applying(edit) }
    }
    return .edit(document, [.log(task.log)])
  }
}
