import Clibgit2
import Platform

/// An open repository with a work tree.
///
/// It is opened by path: `GIT_DIR`, `GIT_INDEX_FILE` and `GIT_WORK_TREE` in the environment have no
/// say. One owner, one thread; what it hands out are plain values that outlive it.
public struct Repository: ~Copyable {
  let source: any RepositoryBackend
  /// The folder of this work tree's HEAD and index, without a slash at the end.
  public let gitDirectory: String
  /// The folder of objects and branches; other than `gitDirectory` in a linked worktree.
  public let commonDirectory: String
  /// The top of the work tree, without a slash at the end.
  public let workTree: String
  /// Whether objects and references are on the disk, not only in the system's cache, when a call
  /// that writes them returns.
  public private(set) var isDurable: Bool
  /// The hash that names objects here.
  public var format: ObjectFormat { source.format }

  /// The top of the work tree or the `.git` folder of the repository around a folder, nil when
  /// there is none.
  public static func discover(from folder: String) -> String? {
    Library.start()
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    guard git_repository_discover(&buffer, folder, 0, nil) == 0, let text = buffer.ptr else {
      return nil
    }
    let path = withoutSlash(String(cString: text))
    if path.hasSuffix("/.git") { return String(path.dropLast(5)) }
    // A file `.git` says where that is (`--separate-git-dir`): the work tree is the folder of the file.
    var place = folder[...]
    while access(place + "/.git", F_OK) != 0 {
      guard let slash = place.lastSlash, slash > place.startIndex else { return path }
      place = place[..<slash]
    }
    return String(place)
  }

  /// Opens the repository whose work tree or `.git` folder is at `path`; no folder above it is
  /// looked at.
  ///
  /// - Throws: `notARepository`, `dubiousOwnership`, `bareRepository`; `unsupportedRepository` where neither libgit2
  ///   nor the git program here knows its format.
  public init(at path: String, durable: Bool = true) throws(GitError) {
    source = try Self.source(of: path, durable: durable)
    gitDirectory = source.gitDirectory
    commonDirectory = source.commonDirectory
    workTree = source.workTree
    isDurable = durable
  }

  /// git is asked to do the work where libgit2 cannot.
  private static func source(
    of path: String, durable: Bool
  ) throws(GitError) -> any RepositoryBackend {
    do throws(GitError) {
      return try Libgit2Backend(at: path, durable: durable)
    } catch .unsupportedRepository(_, let feature) {
      return try GitProgramBackend(at: path, feature: feature, durable: durable)
    }
  }

  /// Creates a repository and opens it. The first branch is `initialBranch`, else what
  /// `init.defaultBranch` says, else `main`; its format is the one that git has been told to make. A folder that
  /// does not exist is made. An existing repository is opened and left as it is.
  public static func create(
    at path: String, initialBranch: String? = nil
  ) throws(GitError) -> Repository {
    Library.start()
    let branch = initialBranch ?? Self.defaultSetting("init.defaultBranch") ?? "main"
    if wantsFormatOfGit {
      try GitProgram(folder: ".").check(["init", "--quiet", "--initial-branch=\(branch)", path])
      return try Repository(at: path)
    }
    var made: OpaquePointer?
    var options = git_repository_init_options()
    try check(
      git_repository_init_options_init(&options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION)),
      "prepare a repository")
    options.flags =
      GIT_REPOSITORY_INIT_MKPATH.rawValue | GIT_REPOSITORY_INIT_EXTERNAL_TEMPLATE.rawValue
    let code = branch.withCString { name in
      options.initial_head = name
      return git_repository_init_ext(&made, path, &options)
    }
    try check(code, "create a repository at \(path)")
    git_repository_free(made)
    return try Repository(at: path)
  }

  /// From now on writes are synced to the disk, or left to the system to sync.
  public mutating func setDurable(_ durable: Bool) throws(GitError) {
    guard durable != isDurable else { return }
    try source.setDurable(durable)
    isDurable = durable
  }

  /// Whether git has been told to make new repositories in a format that libgit2 does not know.
  private static var wantsFormatOfGit: Bool {
    let hash = environment("GIT_DEFAULT_HASH") ?? defaultSetting("init.defaultObjectFormat")
    let references =
      environment("GIT_DEFAULT_REF_FORMAT") ?? defaultSetting("init.defaultRefFormat")
    return hash ?? "sha1" != "sha1" || references ?? "files" != "files"
  }

  /// A setting that holds for new repositories; nil when it is not there, or empty.
  private static func defaultSetting(_ key: String) -> String? {
    var config: OpaquePointer?
    guard git_config_open_default(&config) == 0 else { return nil }
    defer { git_config_free(config) }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    guard git_config_get_string_buf(&buffer, config, key) == 0, let text = buffer.ptr else {
      return nil
    }
    let name = String(cString: text)
    return name.isEmpty ? nil : name
  }
}

/// A folder's path without the slash that libgit2 ends it with.
func withoutSlash(_ path: String) -> String {
  path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
}
