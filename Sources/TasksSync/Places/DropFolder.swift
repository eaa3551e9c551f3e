import Git
import Platform
import TasksCore
import TasksStore

/// A folder that some program carries between devices file by file: Dropbox, Syncthing, a USB stick.
///
/// Each device writes its own bundles of git and no others, so that no two devices write one file, and takes over those of
/// all others: `DEVICE.bundle`, and `DEVICE-1.bundle` with the commits since (exchange.md, "Other ways to sync"). A file
/// that is not complete yet is looked at again by the next sync.
struct DropFolder: SyncPlace {
  /// The file without which a folder is not taken for one: that of a stick that is not there may be an empty one.
  static let marker = ".tasks-drop"

  /// Absolute.
  let path: String
  let target: SyncTarget
  let store: TaskStore
  /// The host that the folder is copied from and to; nil for a folder that others carry.
  var host: RsyncHost?

  private var name: String { target.remote }
  private var branch: String { target.branch }

  var summary: String { "the bundles in \(host?.place ?? path)" }

  // MARK: Taking over

  /// Takes over what other devices have left.
  ///
  /// - Throws: ``SyncFailure`` if the folder is not there; `invalid` if all that is there is of other stores.
  func fetch() throws -> PlaceIntake {
    if let reason = try host?.bring() { throw try failure(reason) }
    if let fault { throw try failure(fault) }
    var heads: [(name: String, head: ObjectID)] = []
    var foreign = 0
    let intake = BundleIntake(branch: branch, store: store)
    // Its own too: a copy of this clone has the same name, and writes the same files.
    for file in try files() {
      let place = "drop/\(name)/\(String(ByteHash.of(file), radix: 16))"
      let found: Attempt<ObjectID, String> =
        !own.contains(file) && DropFolder.isUnfinished(file)
        ? .failure("is a copy that another program has made")
        : try intake.take("\(path)/\(file)", as: place)
      switch found {
      case .success(let head):
        if !heads.contains(where: { $0.head == head }) {
          heads.append(("refs/tasks/" + place, head))
        }
      case .failure(let reason):
        if reason == BundleIntake.isForeign { foreign += 1 }
        store.context.say(
          "\(path)/\(ControlCharacters.escaped(Text(file))) \(reason), and is skipped")
      }
    }
    guard foreign == 0 || !heads.isEmpty else {
      throw StoreError.invalid(
        "\(name) has bundles of other stores only; a device that is to share one begins with: tasks clone"
      )
    }
    return PlaceIntake(heads: heads)
  }

  private func files() throws -> [String] {
    guard let names = File.names(in: path) else { throw try failure("it cannot be read") }
    // A bundle before the one with its later commits.
    return names.filter { $0.name.hasSuffix(".bundle") && !$0.name.hasPrefix(".") }.map(\.name)
      .ordered { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// Whether a program that carries files has made it of two versions of one, or is not done with it.
  private static func isUnfinished(_ file: String) -> Bool {
    ConflictCopy.original(of: file) != nil || file.contains(".tmp") || file.contains("~")
  }

  /// The paths of the bundles in a folder that have all of a history, as far as their beginnings tell.
  static func wholeBundles(in path: String) -> [String] {
    let names = (File.names(in: path) ?? []).map(\.name).filter {
      $0.hasSuffix(".bundle") && !isUnfinished($0) && !$0.hasPrefix(".")
    }
    return names.sorted().map { "\(path)/\($0)" }.filter { BundleFile($0)?.needs.isEmpty == true }
  }

  // MARK: Leaving

  /// Leaves a commit for the others, with all that they may lack.
  ///
  /// - Parameter known: The commit that was left there last.
  func publish(_ commit: ObjectID, after known: ObjectID?) throws {
    let isNew = try write(commit)
    guard isNew || known != commit, let reason = try host?.send(own) else { return }
    throw try failure(reason)
  }

  /// - Returns: Whether anything had to be written.
  private func write(_ commit: ObjectID) throws -> Bool {
    let (base, later) = (DropFolder.base(store.device.id), DropFolder.later(store.device.id))
    let old = BundleFile("\(path)/\(base)")
    let oldLater = BundleFile("\(path)/\(later)")
    if (oldLater ?? old)?.references[branch] == commit, old != nil { return false }
    if let old, let start = old.references[branch], start != commit,
      try store.repository.contains(start), try store.repository.isAncestor(start, of: commit)
    {
      try write(later, after: start)
      // Joined when it has grown: others read less.
      if let new = BundleFile("\(path)/\(later)"), new.size <= max(old.size / 2, 16_384) {
        return true
      }
    }
    try write(base, after: nil)
    try? File.remove("\(path)/\(later)")
    return true
  }

  private func write(_ file: String, after start: ObjectID?) throws {
    let intake = BundleIntake(branch: branch, store: store)
    if let reason = try intake.write("\(path)/\(file)", after: start) {
      throw SyncFailure.notWritten(
        remote: name, waiting: try target.waiting(in: store), said: reason)
    }
  }

  private var own: [String] {
    [DropFolder.base(store.device.id), DropFolder.later(store.device.id)]
  }

  private static func base(_ device: String) -> String { "\(device).bundle" }
  private static func later(_ device: String) -> String { "\(device)-1.bundle" }

  // MARK: Failing

  /// Why the folder cannot be used; nil if it can.
  var fault: String? {
    if !File.isMissing("\(path)/\(DropFolder.marker)") { return nil }
    return File.isMissing(path)
      ? "\(path) is not there" : "\(path) has no file \(DropFolder.marker): is it mounted?"
  }

  private func failure(_ reason: String) throws -> SyncFailure {
    .offline(remote: name, waiting: try target.waiting(in: store), said: reason)
  }
}

/// A folder of bundles on a host without git, which rsync(1) copies to a folder here and back.
struct RsyncHost {
  /// As rsync takes it: `me@host:tasks`.
  let place: String
  /// The folder here; absolute.
  let folder: String

  /// Seconds without an answer after which rsync gives up.
  private static let timeout = 30

  /// Makes the folder here the same as that of the host, with what all have left.
  ///
  /// - Returns: What rsync says if it fails.
  func bring() throws(SystemError) -> String? {
    try run([
      "--delete", "--include=/\(DropFolder.marker)", "--exclude=/.*", "\(place)/", "\(folder)/",
    ])
  }

  /// Marks the folder on the host as one for bundles.
  func begin() throws(SystemError) -> String? { try send([DropFolder.marker]) }

  /// Copies the files of this device, and removes those of them that are no longer here.
  func send(_ own: [String]) throws(SystemError) -> String? {
    let files = own.map { "--include=/\($0)" }
    return try run(["--delete"] + files + ["--exclude=*", "\(folder)/", "\(place)/"])
  }

  private func run(_ words: [String]) throws(SystemError) -> String? {
    let options = ["--recursive", "--times", "--timeout=\(RsyncHost.timeout)", "--"]
    let before = Array(words.dropLast(2))
    // The place may begin with a dash; what comes after `--` is none of rsync's options.
    let outcome = try ChildProcess("rsync", before + options + words.suffix(2)).askOnTerminal()
    // Files that vanish while they are copied come with the next sync.
    if outcome.succeeded || outcome.status == .exited(24) { return nil }
    return outcome.said.isEmpty ? "rsync ended with status \(outcome.status.code)" : outcome.said
  }
}
