import Clibgit2
import Platform

/// An open repository with a work tree.
///
/// It is opened by path: `GIT_DIR`, `GIT_INDEX_FILE` and `GIT_WORK_TREE` in the environment are ignored. It has one
/// owner and is used by one thread; the values it returns outlive it.
package struct Repository: ~Copyable {
  package let source: any RepositoryBackend
  /// The directory of this work tree's HEAD and index, without a slash at the end.
  package let gitDirectory: String
  /// The directory of objects and branches; differs from `gitDirectory` in a linked work tree.
  package let commonDirectory: String
  /// The top of the work tree, without a slash at the end.
  package let workTree: String
  /// Whether objects and references are synced to the disk when a call that writes them returns.
  package private(set) var isDurable: Bool
  /// The hash function that names objects in this repository.
  package var format: ObjectFormat { source.format }

  /// Finds the repository that contains a folder and returns the top of its work tree or its `.git` directory; nil if
  /// there is none.
  package static func discover(from folder: String) -> String? {
    Library.start()
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    guard git_repository_discover(&buffer, folder, 0, nil) == 0, let text = buffer.ptr else {
      return nil
    }
    let path = withoutSlash(String(cString: text))
    if path.hasSuffix("/.git") { return String(path.dropLast(5)) }
    // A file `.git` names that directory (`--separate-git-dir`): the work tree is the folder of the file.
    var place = folder[...]
    while access(place + "/.git", F_OK) != 0 {
      guard let slash = place.lastSlash, slash > place.startIndex else { return path }
      place = place[..<slash]
    }
    return String(place)
  }

  /// Opens the repository whose work tree or `.git` directory is at `path`; parent folders are not searched.
  ///
  /// - Throws: `notARepository`, `dubiousOwnership`, `bareRepository`; `unsupportedRepository` if neither libgit2 nor
  ///   the installed git supports its format.
  package init(at path: String, durable: Bool = true) throws(GitError) {
    source = try Self.source(of: path, durable: durable)
    gitDirectory = source.gitDirectory
    commonDirectory = source.commonDirectory
    workTree = source.workTree
    isDurable = durable
  }

  /// Opens a repository with libgit2, and with the git program as the fallback.
  private static func source(
    of path: String, durable: Bool
  ) throws(GitError) -> any RepositoryBackend {
    do throws(GitError) {
      return try Libgit2Backend(at: path, durable: durable)
    } catch .unsupportedRepository(_, let feature) {
      return try GitProgramBackend(at: path, feature: feature, durable: durable)
    }
  }

  /// Creates a repository and opens it; opens an existing one without changing it.
  ///
  /// git's settings and environment decide what is not given. A missing folder is created.
  ///
  /// - Throws: `programFailed`, `programNotStarted`.
  package static func create(
    at path: String, initialBranch: String? = nil
  ) throws(GitError) -> Repository {
    let branch = initialBranch.map { ["--initial-branch=" + $0] } ?? []
    try GitProgram(folder: ".").check(["init", "--quiet"] + branch + [path])
    return try Repository(at: path)
  }

  /// Sets whether writes are synced to the disk.
  package mutating func setDurable(_ durable: Bool) throws(GitError) {
    guard durable != isDurable else { return }
    try source.setDurable(durable)
    isDurable = durable
  }
}

/// Returns a folder's path without the slash that libgit2 ends it with.
func withoutSlash(_ path: String) -> String {
  path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
}

extension Repository {
  /// Returns the value of a config key from all of git's config files (system, user, repository, work tree); the last
  /// one wins. Nil if it is not set. Keys are `section.name` or `section.subsection.name`.
  package func string(_ key: String) throws(GitError) -> String? {
    try source.settings().string(key)
  }

  /// Returns the value of a config key as a path, with `~` expanded.
  func path(_ key: String) throws(GitError) -> String? { try source.settings().path(key) }

  /// Returns the value of a config key as a boolean, by git's rules: true, yes, on, 1 and a key without a value;
  /// false, no, off, 0 and an empty value.
  package func bool(_ key: String) throws(GitError) -> Bool? { try source.settings().bool(key) }

  /// Returns the value of a config key as an integer, by git's rules: the suffix k, m or g multiplies it by a power
  /// of 1024.
  package func integer(_ key: String) throws(GitError) -> Int? {
    guard let text = try string(key) else { return nil }
    return try ConfigValue(key: key, text: text).integer
  }

  /// Returns all values of a multi-valued key, in the order git reads them.
  package func strings(_ key: String) throws(GitError) -> [String] {
    try source.settings().strings(key)
  }

  /// Sets a key in the repository's config file, `.git/config`.
  package func set(_ key: String, to value: String) throws(GitError) {
    try source.set(key, to: value)
  }

  /// Removes a key from the repository's config file; a missing key is no error.
  package func remove(_ key: String) throws(GitError) { try source.remove(key) }
}

/// The permissions of files in a shared repository (`core.sharedRepository`, git-config(1)).
struct SharedRepositoryMode {
  /// Permission bits that are added to those of a file, or replace them if `isExact`.
  private let bits: mode_t
  private let isExact: Bool

  /// Reads the setting; nil if only the umask determines the permissions.
  init?(_ repository: borrowing Repository) throws(GitError) {
    guard let value = try repository.string("core.sharedRepository")?.lowercased() else {
      return nil
    }
    switch value {
    case "umask", "false", "no", "off", "", "0": return nil
    case "all", "world", "everybody", "2": (bits, isExact) = (0o664, false)
    default:
      guard let octal = mode_t(value, radix: 8), octal > 1 else {
        (bits, isExact) = (0o660, false)
        return
      }
      (bits, isExact) = (octal & 0o666, true)
    }
  }

  /// Sets the permissions that git would give a file or folder; a missing one, or one of another user, is skipped.
  func share(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else { return }
    var mode = mode(status.st_mode & 0o7777)
    if kind == S_IFDIR { mode |= (mode & 0o444) >> 2 | mode_t(S_ISGID) }
    if mode != status.st_mode & 0o7777 { chmod(path, mode) }
  }

  private func mode(_ own: mode_t) -> mode_t {
    var bits = bits
    if own & 0o200 == 0 { bits &= ~0o222 }
    if own & 0o100 != 0 { bits |= (bits & 0o444) >> 2 }
    return isExact ? own & ~0o777 | bits : own | bits
  }
}

extension Repository {
  /// Sets the permissions of the files that this program has written into the repository, except objects.
  func shareOwnFiles() throws(GitError) {
    guard let sharing = try SharedRepositoryMode(self) else { return }
    let folder = gitDirectory + "/tasks"
    sharing.share(folder)
    for (name, _) in File.names(in: folder) ?? [] { sharing.share(folder + "/" + name) }
    sharing.share(indexPath)
    for name in try namesOfHead().all {
      let place = name == "HEAD" ? gitDirectory : commonDirectory
      // The first branch of a group, such as `work/a`, creates folders too.
      for root in [place, place + "/logs"] {
        var path = (root + "/" + name)[...]
        while path.count >= root.count, path.count > place.count {
          sharing.share(String(path))
          path = path[..<(path.lastSlash ?? path.startIndex)]
        }
      }
    }
  }
}

/// Syncs files of a repository to disk. It is a value, so that another thread can run it.
package struct RepositorySync: Sendable {
  fileprivate let gitDirectory: String
  fileprivate let commonDirectory: String
  fileprivate let workTree: String

  /// Syncs objects, files and folders, and returns once they are on the disk.
  ///
  /// All objects must be written before, and no reference may point to them yet.
  ///
  /// - Parameters:
  ///   - objects: Objects that were just written; those that have been packed since are already on the disk.
  ///   - files: Absolute paths; missing files are skipped.
  ///   - folders: Absolute paths; the folders of the objects are added.
  package func callAsFunction(
    objects: [ObjectID] = [], files: [String] = [], folders: [String] = []
  ) throws(GitError) {
    var (files, folders) = (files, folders)
    if !objects.isEmpty {
      let root = commonDirectory + "/objects"
      folders.append(root)
      // Loose objects are spread over 256 folders, named by two hexadecimal digits.
      var isNamed = Array(repeating: false, count: 256)
      for id in objects {
        let (folder, name) = id.looseName
        files.append("\(root)/\(folder)/\(name)")
        let number = Int(folder, radix: 16) ?? 0
        if isNamed[number] { continue }
        isNamed[number] = true
        folders.append("\(root)/\(folder)")
      }
    }
    let places = [gitDirectory, commonDirectory, workTree]
    try GitError.system {
      () throws(SystemError) in
      try DiskSync.sync(files: files, folders: folders, places: places)
    }
  }
}

extension Repository {
  /// Completes objects to which no commit points yet: in a shared repository others can use them, and a power failure
  /// does not leave half of one, which the next commit of the same content would take for whole.
  package func keep(_ objects: [ObjectID]) throws(GitError) {
    if let sharing = try SharedRepositoryMode(self) {
      for id in objects {
        let (folder, name) = id.looseName
        sharing.share("\(commonDirectory)/objects/\(folder)")
        sharing.share("\(commonDirectory)/objects/\(folder)/\(name)")
      }
    }
    if isDurable, !objects.isEmpty { try diskSync(objects: objects) }
  }

  package var diskSync: RepositorySync {
    RepositorySync(
      gitDirectory: gitDirectory, commonDirectory: commonDirectory, workTree: workTree)
  }
}
