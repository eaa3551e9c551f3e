import Clibgit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open repository with a work tree.
///
/// It is opened by path: `GIT_DIR`, `GIT_INDEX_FILE` and `GIT_WORK_TREE` in the environment have no
/// say. One owner, one thread; what it hands out are plain values that outlive it.
public struct Repository: ~Copyable {
  let handle: OpaquePointer
  /// The folder of this work tree's HEAD and index, without a slash at the end.
  public let gitDirectory: String
  /// The folder of objects and branches; other than `gitDirectory` in a linked worktree.
  public let commonDirectory: String
  /// The top of the work tree, without a slash at the end.
  public let workTree: String
  /// Whether objects and references are on the disk, not only in the system's cache, when a call
  /// that writes them returns.
  public private(set) var isDurable: Bool
  let settingsSource = SettingsSource()
  let lastIndex = LastIndex()

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
      guard let slash = place.lastIndex(of: "/"), slash > place.startIndex else { return path }
      place = place[..<slash]
    }
    return String(place)
  }

  /// Opens the repository whose work tree or `.git` folder is at `path`; no folder above it is
  /// looked at.
  ///
  /// - Throws: `notARepository`, `dubiousOwnership`, `bareRepository`, `unsupportedRepository`.
  public init(at path: String, durable: Bool = true) throws(GitError) {
    Library.start()
    let opened = try Self.open(path)
    do throws(GitError) {
      guard git_repository_is_bare(opened) == 0, let top = git_repository_workdir(opened),
        let inner = git_repository_path(opened), let common = git_repository_commondir(opened)
      else { throw .bareRepository(path: path) }
      let gitDirectory = withoutSlash(String(cString: inner))
      try Self.addConfigFiles(to: opened, gitDirectory: gitDirectory)
      try Self.openReferences(of: opened, durable: durable)
      handle = opened
      self.gitDirectory = gitDirectory
      workTree = withoutSlash(String(cString: top))
      commonDirectory = withoutSlash(String(cString: common))
      isDurable = durable
    } catch {
      git_repository_free(opened)
      throw error
    }
  }

  deinit {
    git_repository_free(handle)
  }

  /// Creates a repository and opens it. The first branch is `initialBranch`, else what
  /// `init.defaultBranch` says, else `main`. A folder that does not exist is made. An existing
  /// repository is opened and left as it is.
  public static func create(
    at path: String, initialBranch: String? = nil
  ) throws(GitError) -> Repository {
    Library.start()
    var made: OpaquePointer?
    var options = git_repository_init_options()
    try check(
      git_repository_init_options_init(&options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION)),
      "prepare a repository")
    options.flags =
      GIT_REPOSITORY_INIT_MKPATH.rawValue | GIT_REPOSITORY_INIT_EXTERNAL_TEMPLATE.rawValue
    let branch = initialBranch ?? Self.defaultBranch() ?? "main"
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
    try Self.openReferences(of: handle, durable: durable)
    isDurable = durable
  }

  /// libgit2 syncs references, in the right order, when its global option was on as the reference
  /// store was opened. Objects are synced by `Durability`, in one go.
  private static func openReferences(
    of handle: OpaquePointer, durable: Bool
  ) throws(GitError) {
    clibgit2_set_fsync_gitdir(durable ? 1 : 0)
    defer { clibgit2_set_fsync_gitdir(0) }
    let references = try made("open the references") { git_refdb_open($0, handle) }
    defer { git_refdb_free(references) }
    try check(git_repository_set_refdb(handle, references), "open the references")
  }

  private static func defaultBranch() -> String? {
    var config: OpaquePointer?
    guard git_config_open_default(&config) == 0 else { return nil }
    defer { git_config_free(config) }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    guard git_config_get_string_buf(&buffer, config, "init.defaultBranch") == 0,
      let text = buffer.ptr
    else { return nil }
    let name = String(cString: text)
    return name.isEmpty ? nil : name
  }

  private static func open(_ path: String) throws(GitError) -> OpaquePointer {
    do throws(GitError) {
      return try openPlainly(path)
    } catch .dubiousOwnership(_) where isTrustedByGit(path) {
      _ = clibgit2_set_owner_validation(0)
      defer { _ = clibgit2_set_owner_validation(1) }
      return try openPlainly(path)
    }
  }

  private static func openPlainly(_ path: String) throws(GitError) -> OpaquePointer {
    var opened: OpaquePointer?
    let code = git_repository_open_ext(
      &opened, path, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    guard code == 0, let opened else { throw openFailure(code, path: path) }
    return opened
  }

  /// git knows more forms of `safe.directory` than libgit2, and takes it from variables too.
  private static func isTrustedByGit(_ path: String) -> Bool {
    (try? GitProgram(folder: path).run(["rev-parse", "--git-dir"]))?.succeeded ?? false
  }

  private static func openFailure(_ code: Int32, path: String) -> GitError {
    if code == GIT_EOWNER.rawValue { return .dubiousOwnership(path: path) }
    let message = git_error_last().flatMap { $0.pointee.message }.map { String(cString: $0) } ?? ""
    // What libgit2 1.5 says of another user's repository where `safe.directory` is not set at all.
    if message.contains("safe.directory") { return .dubiousOwnership(path: path) }
    if code == GIT_ENOTFOUND.rawValue { return .notARepository(path: path) }
    if let feature = unsupportedFeature(at: path) {
      return .unsupportedRepository(path: path, feature: feature)
    }
    if message.contains("unsupported") {
      return .unsupportedRepository(path: path, feature: message)
    }
    return .libgit2(doing: "open the repository at \(path)", code: code, message: message)
  }

  /// Names what in the repository's config libgit2 does not support.
  private static func unsupportedFeature(at path: String) -> String? {
    for folder in [path + "/.git", path] {
      guard let file = try? ConfigFile(path: folder + "/config") else { continue }
      for entry in file.entries where entry.key.hasPrefix("extensions.") {
        let value = entry.value ?? "true"
        switch entry.key {
        case "extensions.noop", "extensions.worktreeconfig", "extensions.partialclone",
          "extensions.preciousobjects":
          continue
        case "extensions.objectformat" where value == "sha1": continue
        case "extensions.refstorage" where value == "files": continue
        case "extensions.objectformat", "extensions.refstorage": return value
        default: return entry.key
        }
      }
    }
    return nil
  }
}

/// A folder's path without the slash that libgit2 ends it with.
func withoutSlash(_ path: String) -> String {
  path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
}
