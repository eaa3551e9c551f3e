import Git
import Platform
import TasksStore

/// A place that git itself does not contact: a sync takes over what others have left there, merges it, and leaves what is
/// here (exchange.md, "Other ways to sync").
protocol SyncPlace {
  /// What it is and where, for people.
  var summary: String { get }
  /// Why it cannot be used; nil if it can.
  var fault: String? { get }
  /// Takes over what others have left.
  ///
  /// - Throws: ``SyncFailure`` if the place is not there.
  func fetch() throws -> PlaceIntake
  /// Leaves a commit for the others.
  ///
  /// - Parameter known: The commit that was left there last.
  func publish(_ commit: ObjectID, after known: ObjectID?) throws
}

/// What a sync takes over from a place.
struct PlaceIntake {
  /// The commits of other devices, each once, and what git knows them by.
  var heads: [(name: String, head: ObjectID)] = []
  /// How many commits were made here of what others have written.
  var committed = 0
}

/// One run of a sync, which may look at a place several times.
struct SyncRun {
  /// Random: no other run has it.
  let name = String(UInt64.random(in: 0 ... .max), radix: 36)
  /// Whether files that are missing in a folder of plain files are meant to be, however many.
  var isSure = false
}

/// Where a place is, as `tasks sync add` takes it and as the url of a remote has it.
enum PlaceAddress {
  case git(String)
  /// A folder of bundles, and its path.
  case drop(String)
  /// A folder of bundles on a host without git, as rsync(1) takes it: `me@host:tasks`.
  case host(String)
  /// A folder of plain files, and its path.
  case folder(String)

  init(_ text: String) {
    func rest(after word: String) -> String? {
      text.hasPrefix(word) ? String(text.dropFirst(word.count)) : nil
    }
    if let path = rest(after: "drop:") {
      self = .drop(path)
    } else if let place = rest(after: "rsync:") {
      self = .host(place)
    } else if let path = rest(after: "folder:") {
      self = .folder(path)
    } else {
      self = .git(text)
    }
  }

  var folder: String? {
    switch self {
    case .drop(let path), .folder(let path): path
    case .git, .host: nil
    }
  }

  /// Returns a path with the home folder in place of a tilde, which shells leave as it is after a colon.
  static func path(_ folder: String, home: String?) -> String {
    guard folder.hasPrefix("~/"), let home else { return folder }
    return home + folder.dropFirst()
  }

  var text: String {
    switch self {
    case .git(let url): url
    case .drop(let path): "drop:\(path)"
    case .host(let place): "rsync:\(place)"
    case .folder(let path): "folder:\(path)"
    }
  }
}

/// A file in a place, which other programs may read at any moment.
enum PlacedFile {
  /// Writes a file beside its place and then renames it; removes what a killed process has left.
  static func write(_ bytes: [UInt8], to file: String) throws(SystemError) {
    let slash = file.lastSlash ?? file.startIndex
    let folder = String(file[...slash])
    // Short, since the name itself may be as long as a name can be.
    let mark = ".\(String(ByteHash.of(String(file[slash...])), radix: 36)).tasks-new-"
    for (left, _) in File.names(in: folder) ?? [] where left.hasPrefix(mark) {
      try? File.remove(folder + left)
    }
    let new = "\(folder)\(mark)\(getpid())"
    do throws(SystemError) {
      try File.write(bytes, to: new)
      try File.rename(new, to: file)
    } catch {
      try? File.remove(new)
      throw error
    }
  }
}
