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
  /// The store's folder in each other work tree.
  private lazy var otherRoots = findOtherRoots()

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
    for root in otherRoots {
      if let name = Claims.paths(of: task, in: root).lazy
        .compactMap({ self.assignee(of: task.id, at: $0, in: root) }).first
      {
        return name
      }
    }
    return nil
  }

  private func assignee(of id: TaskID, at path: String, in root: String) -> Text? {
    guard let bytes = try? StoreFile.read(root + "/" + path),
      let other = (try? store.parse(bytes, path: path))?.task, other.id == id
    else { return nil }
    return other.assignee
  }

  /// The files of another work tree that may be the task's: the same one, or one in the same folder that has the id in
  /// its name, since another format has another ending.
  private static func paths(of task: Task, in root: String) -> [String] {
    let folder = task.path.lastSlash.map { String(task.path[...$0]) } ?? ""
    if File.kind(root + "/" + task.path) != nil { return [task.path] }
    return (File.names(in: root + "/" + folder) ?? []).map(\.name)
      .filter { $0.contains(task.id.text.string) }.map { folder + $0 }
  }

  private func findOtherRoots() -> [String] {
    let common = store.repository.commonDirectory
    var tops = (File.names(in: common + "/worktrees") ?? []).compactMap { name, _ -> String? in
      guard let bytes = try? StoreFile.read("\(common)/worktrees/\(name)/gitdir") else {
        return nil
      }
      let path = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
      return path.hasSuffix("/.git") ? String(path.dropLast("/.git".count)) : nil
    }
    if let main = try? Repository(at: common) { tops.append(main.workTree) }
    let own = File.realPath(store.repository.workTree)
    return tops.filter { File.realPath($0) != own }
      .map { store.prefix.isEmpty ? $0 : $0 + "/" + store.prefix.dropLast() }
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
