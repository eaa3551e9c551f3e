import Git
import Platform

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
  private static let mark = ".tasks-new-"

  /// Writes a file beside its place and then renames it; removes what a killed process has left.
  static func write(_ bytes: [UInt8], to file: String) throws(SystemError) {
    let slash = file.lastSlash ?? file.startIndex
    let (folder, name) = (String(file[...slash]), file[slash...].dropFirst())
    for (left, _) in File.names(in: folder) ?? [] where left.hasPrefix(".\(name)\(mark)") {
      try? File.remove(folder + left)
    }
    let new = "\(folder).\(name)\(mark)\(getpid())"
    do throws(SystemError) {
      try File.write(bytes, to: new)
      try File.rename(new, to: file)
    } catch {
      try? File.remove(new)
      throw error
    }
  }
}
