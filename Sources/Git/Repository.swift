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
