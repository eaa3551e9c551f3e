import Git
import Platform
import TasksCore

/// The claims of tasks by the work trees of one repository.
///
/// A claim is the assignee in the task's file. It is in another work tree as soon as it is made, but in this one only
/// after a merge, so the task's file is looked up in all of them: none has to be told of a claim, and a claim is gone
/// with the change that takes it back, or with its work tree. A lock that all of them share makes claims one after
/// another.
final class Claims {
  private let store: TaskStore
  private lazy var others = findOthers()

  /// Another work tree: the store's folder in it, and what git knows of it.
  private struct Place {
    let root: String
    let gitDirectory: String

    /// The last commit before a rebase that is under way.
    var rebased: ObjectID? {
      ["rebase-merge", "rebase-apply"].lazy
        .compactMap { try? StoreFile.read("\(self.gitDirectory)/\($0)/orig-head") }
        .compactMap { ObjectID(hex: String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self)) }
        .first
    }

    var head: ObjectID? {
      do { return try Repository(at: root).head().id } catch { return nil }
    }
  }

  init(store: TaskStore) { self.store = store }

  /// The names under which this work tree claims tasks, the one that it writes first.
  ///
  /// That is the person, `Ann`; and `Ann (laptop)` or `Ann (laptop/agent)` unless this work tree is the only place where
  /// the person is known to work, since two agents of one person must not begin the same task. Without a name in git
  /// it is the place alone, as earlier versions wrote it.
  private(set) lazy var claimers: [Text] = {
    let own = store.repository.gitDirectory
    let tree = own.lastSlash.map { String(own[own.index(after: $0)...]) } ?? own
    let isLinked = own != store.repository.commonDirectory
    let place = isLinked ? "\(store.device.name)/\(tree)" : store.device.name
    guard let person = try? store.repository.identity(of: .author).name else {
      return [Text(place)]
    }
    // TASKS_DEVICE may name one of several agents in a work tree.
    let isUsualName = try? store.repository.string("tasks.deviceName") == store.device.name
    let isOnlyHere = !isLinked && isUsualName == true && isOnlyDevice(of: person)
    return [isOnlyHere ? Text(person) : Text("\(person) (\(place))"), Text(place)]
  }()

  /// Returns true if the latest commits of a person that were made here or on another device were all made here.
  private func isOnlyDevice(of person: String) -> Bool {
    var devices: Set<String> = []
    var left = 1000
    guard let head = try? store.repository.head().id else { return false }
    try? store.repository.walk(History(from: head)) { commit, _ in
      if commit.author.name == person {
        devices.formUnion(commit.trailers(named: CommitMessage.deviceTrailer).suffix(1))
      }
      left -= 1
      return left > 0 && devices.isSubset(of: [store.device.id]) ? .goOn : .stop
    }
    return devices == [store.device.id]
  }

  /// Returns who has claimed a task, in this work tree or in another one; nil for nobody.
  func holder(of task: Task) -> Text? {
    if let name = task.assignee { return name }
    for place in others {
      let files = Claims.paths(of: task, in: place.root).compactMap { path in
        (try? StoreFile.read(place.root + "/" + path)).map { (path, $0) }
      }
      let found = files.lazy.compactMap { self.assignee(of: task.id, in: $1, at: $0) }.first
      if let found { return found }
      // While git replaces files, or makes commits once more, a claim is in commits alone.
      let commit = place.rebased ?? (files.isEmpty ? place.head : nil)
      if let commit, let found = assignee(of: task, in: commit) { return found }
    }
    return nil
  }

  private func assignee(of id: TaskID, in bytes: [UInt8], at path: String) -> Text? {
    let other = (try? store.parse(bytes, path: path))?.task
    return other?.id == id ? other?.assignee : nil
  }

  private func assignee(of task: Task, in commit: ObjectID) -> Text? {
    guard let tree = try? store.repository.commit(commit).tree,
      let blob = try? store.repository.entry(store.prefix + task.path, inTree: tree)?.id,
      let document = try? store.document(ofVersion: blob.hex, at: task.path)
    else { return nil }
    return document.task.id == task.id ? document.task.assignee : nil
  }

  /// The files of another work tree that may be the task's: the same one, or one in the same folder that has the id in
  /// its name, since another format has another ending.
  private static func paths(of task: Task, in root: String) -> [String] {
    let folder = task.path.lastSlash.map { String(task.path[...$0]) } ?? ""
    if File.kind(root + "/" + task.path) != nil { return [task.path] }
    return (File.names(in: root + "/" + folder) ?? []).map(\.name)
      .filter { $0.contains(task.id.text.string) }.map { folder + $0 }
  }

  private func findOthers() -> [Place] {
    let common = store.repository.commonDirectory
    let folder = store.prefix.isEmpty ? "" : "/" + store.prefix.dropLast()
    let own = File.realPath(store.repository.workTree)
    var places: [Place] = []
    func add(_ top: String, _ gitDirectory: String) {
      if File.realPath(top) == own { return }
      places.append(Place(root: top + folder, gitDirectory: gitDirectory))
    }
    for (name, _) in File.names(in: common + "/worktrees") ?? [] {
      let directory = "\(common)/worktrees/\(name)"
      guard let bytes = try? StoreFile.read(directory + "/gitdir") else { continue }
      let path = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
      if path.hasSuffix("/.git") { add(String(path.dropLast("/.git".count)), directory) }
    }
    if let main = try? Repository(at: common) { add(main.workTree, common) }
    return places
  }

  /// Runs `body` while no other work tree claims a task.
  func locked<Result>(_ body: () throws -> Result) throws -> Result {
    let folder = store.repository.commonDirectory + "/tasks"
    try StoreFile.makeFolder(folder)
    let path = folder + "/claims"
    guard
      let lock = try StoreLock.take(path, timeout: 60, workTree: store.repository.workTree)
    else { throw StoreError.locked(path: path, owner: StoreLock.owner(of: path)) }
    return try withExtendedLifetime(lock) { try body() }
  }
}

extension TaskStore {
  /// Returns what finds who has claimed a task, in this work tree or in another one of the repository; nil for nobody.
  package func holders() -> (Task) -> Text? { Claims(store: self).holder }
}
