import Git
import Platform
import TasksCore

/// A folder that some program carries between devices file by file: Dropbox, Syncthing, a USB stick.
///
/// Each device writes its own bundles of git and no others, so that no two devices write one file, and takes over those of
/// all others: `DEVICE.bundle`, and `DEVICE-1.bundle` with the commits since (exchange.md, "Other ways to sync"). A file
/// that is not complete yet is looked at again by the next sync.
struct DropFolder {
  /// The file without which a folder is not taken for one: that of a stick that is not there may be an empty one.
  static let marker = ".tasks-drop"

  /// Absolute.
  let path: String
  /// The name of the remote.
  let name: String
  /// The branch of this clone, `refs/heads/main`.
  let branch: String
  let store: TaskStore

  // MARK: Taking over

  /// Takes over what other devices have left.
  ///
  /// - Returns: Their commits, each once.
  /// - Throws: ``SyncFailure`` if the folder is not there.
  func fetch() throws -> [ObjectID] {
    try check()
    var heads: [ObjectID] = []
    for file in try files() where !isOwn(file) {
      guard !DropFolder.isConflictCopy(file) else {
        store.context.explain("\(path)/\(file) is a copy that another program has made, and is skipped")
        continue
      }
      guard let head = try take(file) else { continue }
      if !heads.contains(head) { heads.append(head) }
    }
    return heads
  }

  /// Takes a bundle over; nil, with a word for the user, if that cannot be done now.
  private func take(_ file: String) throws -> ObjectID? {
    let place = "\(path)/\(file)"
    guard let bundle = BundleFile(place), let head = bundle.head(of: branch) else {
      skip(file, "is not complete, or no bundle of git")
      return nil
    }
    if try !store.repository.contains(head) {
      for id in bundle.needs where try !store.repository.contains(id) {
        skip(file, "waits for another file of its device")
        return nil
      }
      let ref = bundle.references[branch] == nil ? "HEAD" : branch
      let outcome = try GitProgram(folder: store.root).run(
        ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", place, "+\(ref):\(known(file))"])
      guard outcome.succeeded else {
        skip(file, "is not complete, or damaged")
        return nil
      }
    }
    if let own = try store.repository.head().id,
      try store.repository.mergeBases(own, head).isEmpty
    {
      skip(file, "is of another store")
      return nil
    }
    return head
  }

  /// The reference that keeps what a file has brought.
  private func known(_ file: String) -> String {
    "refs/tasks/drop/\(name)/\(file.dropLast(".bundle".count))"
  }

  private func skip(_ file: String, _ reason: String) {
    store.context.say("\(path)/\(ControlCharacters.escaped(Text(file))) \(reason), and is skipped")
  }

  private func files() throws -> [String] {
    guard let names = File.names(in: path) else { throw try failure("it cannot be read") }
    // A bundle before the one with its later commits.
    return names.filter { $0.name.hasSuffix(".bundle") && !$0.name.hasPrefix(".") }.map(\.name)
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  private func isOwn(_ file: String) -> Bool {
    file == DropFolder.base(store.device.id) || file == DropFolder.later(store.device.id)
  }

  /// Whether a program that carries files has made it of two versions of one.
  private static func isConflictCopy(_ file: String) -> Bool {
    let name = file.lowercased()
    return ["sync-conflict", "conflicted copy", "conflict)", ".tmp", "~"].contains { name.contains($0) }
  }

  // MARK: Leaving

  /// Leaves a commit for the others, with all that they may lack.
  ///
  /// - Returns: Whether anything had to be written.
  func publish(_ commit: ObjectID) throws -> Bool {
    let (base, later) = (DropFolder.base(store.device.id), DropFolder.later(store.device.id))
    let old = BundleFile("\(path)/\(base)")
    let oldLater = BundleFile("\(path)/\(later)")
    if (oldLater ?? old)?.head(of: branch) == commit, old != nil { return false }
    if let old, let start = old.head(of: branch), start != commit,
      try store.repository.contains(start), try store.repository.isAncestor(start, of: commit)
    {
      try write(later, ["^\(start.hex)"])
      // Joined when it has grown: others read less.
      if let new = BundleFile("\(path)/\(later)"), new.size <= max(old.size / 2, 16_384) { return true }
    }
    try write(base, [])
    try? File.remove("\(path)/\(later)")
    return true
  }

  private func write(_ file: String, _ exclusions: [String]) throws {
    let new = "\(path)/.\(file).tasks-new"
    let outcome = try GitProgram(folder: store.root).run(
      ["bundle", "create", "--quiet", new, "HEAD", branch] + exclusions)
    guard outcome.succeeded else {
      try? File.remove(new)
      throw try failure(outcome.said)
    }
    do throws(SystemError) {
      try File.rename(new, to: "\(path)/\(file)")
    } catch {
      try? File.remove(new)
      throw try failure(error.description)
    }
  }

  private static func base(_ device: String) -> String { "\(device).bundle" }
  private static func later(_ device: String) -> String { "\(device)-1.bundle" }

  // MARK: Failing

  /// - Throws: ``SyncFailure`` for a folder that is not there, or is another one in its place.
  private func check() throws {
    guard File.kind("\(path)/\(DropFolder.marker)") != nil else {
      throw try failure(
        File.kind(path) == nil
          ? "\(path) is not there" : "\(path) has no file \(DropFolder.marker): is it mounted?")
    }
  }

  private func failure(_ reason: String) throws -> SyncFailure {
    let waiting = try store.repository.head().id.map {
      try store.repository.commitCount(
        of: $0, without: store.repository.reference("refs/remotes/\(name)/" + branch.dropFirst("refs/heads/".count)))
    }
    return .offline(remote: name, waiting: waiting ?? 0, said: reason)
  }
}
