import Platform

/// A repository through the git program, for formats that libgit2 does not support. Several git processes are kept
/// running, so that a request need not start one.
package final class GitProgramBackend: RepositoryBackend {
  package let gitDirectory: String
  package let commonDirectory: String
  package let workTree: String
  package let format: ObjectFormat
  package let reason: String?
  package let hasReferenceFiles: Bool
  let git: GitProgram
  private(set) var isDurable: Bool
  package var trees = StoredTrees()

  let reader: GitBatchProcess
  var writers: [ObjectKind: GitBatchProcess] = [:]
  private var known: (listed: ListedSettings, status: FileStatus?)

  /// Opens the repository at `path`.
  ///
  /// - Parameter feature: The feature that libgit2 does not support.
  /// - Throws: `dubiousOwnership`, `bareRepository`; `unsupportedRepository` if git does not support it either.
  init(at path: String, feature: String, durable: Bool) throws(GitError) {
    let folder = path.hasSuffix("/.git") ? String(path.dropLast(5)) : path
    let asked = try GitProgram(folder: folder).run([
      "rev-parse", "--is-bare-repository", "--show-object-format", "--absolute-git-dir",
      "--path-format=absolute", "--git-common-dir", "--show-toplevel",
    ])
    let lines = String(decoding: asked.output, as: UTF8.self).split(separator: "\n").map(
      String.init)
    if lines.first == "true" { throw .bareRepository(path: path) }
    guard asked.succeeded, lines.count == 5, let format = ObjectFormat(rawValue: lines[1]) else {
      if asked.said.contains("dubious ownership") { throw .dubiousOwnership(path: path) }
      throw .unsupportedRepository(path: path, feature: feature)
    }
    self.format = format
    gitDirectory = lines[2]
    commonDirectory = lines[3]
    workTree = lines[4]
    git = GitProgram(folder: workTree)
    isDurable = durable
    reader = GitBatchProcess(git, ["cat-file", "--batch"])
    known = try Self.settings(of: git, commonDirectory)
    let extensions = Self.extensions(known.listed)
    let names = (format == .sha1 ? [] : [format.rawValue]) + extensions
    reason = "the repository uses " + (names.isEmpty ? [feature] : names).joined(separator: " and ")
    hasReferenceFiles = format == .sha256 && extensions.isEmpty
  }

  /// Lists the extensions, apart from the hash function, that libgit2 does not support or may not support.
  private static func extensions(_ settings: ListedSettings) -> [String] {
    var found: [String] = []
    for (key, value) in settings.last(startingWith: "extensions.") {
      switch key {
      case "extensions.noop", "extensions.worktreeconfig", "extensions.partialclone",
        "extensions.preciousobjects", "extensions.objectformat":
        continue
      case "extensions.refstorage": if value != "files" { found.append(value) }
      default: found.append(key)
      }
    }
    return found
  }

  package func setDurable(_ durable: Bool) { isDurable = durable }

  // MARK: Settings

  /// Returns the cached settings; lists them again if the repository's config file has changed.
  package func settings() throws(GitError) -> any Settings {
    if try known.status != Self.status(of: commonDirectory) {
      known = try Self.settings(of: git, commonDirectory)
    }
    return known.listed
  }

  private static func settings(
    of git: GitProgram, _ commonDirectory: String
  ) throws(GitError) -> (ListedSettings, FileStatus?) {
    let status = try status(of: commonDirectory)
    return (try ListedSettings(in: git.folder), status)
  }

  private static func status(of commonDirectory: String) throws(GitError) -> FileStatus? {
    try fileStatus(commonDirectory + "/config").map { FileStatus($0) }
  }

  package func set(_ key: String, to value: String) throws(GitError) {
    guard ConfigKey(key) != nil else { throw .badConfigKey(key) }
    try git.check(["config", "--local", "--", key, value])
  }

  package func remove(_ key: String) throws(GitError) {
    guard ConfigKey(key) != nil else { throw .badConfigKey(key) }
    let outcome = try git.run(["config", "--local", "--unset-all", key])
    // Exit code 5: the key does not exist.
    guard outcome.succeeded || outcome.status == .exited(5) else {
      throw .programFailed(
        command: "git config --unset-all \(key)", status: outcome.status.code,
        output: outcome.said)
    }
  }

  package func remotes() throws(GitError) -> [String] {
    String(decoding: try git.check(["remote"]), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }
}
