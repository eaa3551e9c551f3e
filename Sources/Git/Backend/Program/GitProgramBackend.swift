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
  package var fetchesMissing = true

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

extension GitProgramBackend {
  /// An object that `git cat-file --batch` found.
  struct Found {
    let id: ObjectID
    let kind: Substring
    let content: [UInt8]
  }

  /// Reads an object by its id or another name; nil if there is none, or the name is ambiguous.
  func find(_ name: String) throws(GitError) -> Found? {
    guard !name.isEmpty, !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }) else {
      return nil
    }
    return try reader.ask(Array(name.utf8)) { answer -> Found?? in
      guard let line = answer.line() else { return nil }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      // For a missing object git prints the name and `missing`.
      guard words.count == 3, let id = ObjectID(hex: words[0].utf8), let size = Int(words[2]) else {
        return .some(nil)
      }
      guard let content = answer.bytes(size), answer.bytes(1) != nil else { return nil }
      return Found(id: id, kind: words[1], content: content)
    }
  }

  package func object(_ id: ObjectID, _ kind: ObjectKind) throws(GitError) -> [UInt8] {
    guard let found = try find(id.hex), found.kind == kind.name else {
      throw .noSuchObject(id: id, kind: kind.word)
    }
    return found.content
  }

  package func contains(_ id: ObjectID) throws(GitError) -> Bool { try find(id.hex) != nil }

  /// Writes an object through a running `git hash-object`, which reads contents from files only.
  package func write(_ content: [UInt8], as kind: ObjectKind) throws(GitError) -> ObjectID {
    let path = temporaryFile("object", in: gitDirectory)
    defer { unlink(path) }
    try writeFile(path, content)
    let writer =
      writers[kind]
      ?? GitBatchProcess(
        git, ["hash-object", "-w", "--no-filters", "-t", kind.name, "--stdin-paths"])
    writers[kind] = writer
    return try writer.ask(Self.quoted(path)) { $0.line().flatMap { ObjectID(hex: $0) } }
  }

  package func resolve(_ revision: String) throws(GitError) -> ObjectID? {
    try find(revision + "^{commit}")?.id
  }

  /// Quotes a path as git does (git-config(1), core.quotePath), so that any name can be sent in one line.
  static func quoted(_ path: String) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): text += Array("\\n".utf8)
      default: text.append(byte)
      }
    }
    return text + [UInt8(ascii: "\"")]
  }
}

extension GitProgramBackend {
  package func reference(_ name: String) throws(GitError) -> ObjectID? {
    if let found = try find(name) { return found.id }
    // The reference may exist while the object it points to is missing.
    let said = try git.run(["rev-parse", "--quiet", "--verify", name]).output
    return ObjectID(hex: said.prefix { $0 != UInt8(ascii: "\n") })
  }

  package func symbolicTarget(of name: String) throws(GitError) -> String? {
    if hasReferenceFiles {
      let folder = name.hasPrefix("refs/") ? commonDirectory : gitDirectory
      guard let bytes = try readFileIfThere(folder + "/" + name) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.hasPrefix("ref:") ? Self.trimmed(text.dropFirst(4)) : nil
    }
    let outcome = try git.run(["symbolic-ref", "--quiet", name])
    return outcome.succeeded
      ? Self.trimmed(Substring(decoding: outcome.output, as: UTF8.self)) : nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let text = text.drop { $0.isWhitespace }
    return String(text.prefix { !$0.isNewline })
  }

  package func references(under prefix: String) throws(GitError) -> [String] {
    let said = try git.check(["for-each-ref", "--format=%(refname)"])
    return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix(prefix) }
      .sorted()
  }

  package func updateReference(
    _ name: String, to new: ObjectID, from old: ObjectID?, message: String, author: Signature?
  ) throws(GitError) {
    var environment: [String: String?] = [:]
    if let author {
      environment["GIT_COMMITTER_NAME"] = Signature.clean(author.name)
      environment["GIT_COMMITTER_EMAIL"] = Signature.clean(author.email)
    }
    let change = ["-m", message, name, new.hex, old?.hex ?? format.nothing]
    try moveReference(name, change, environment) { () throws(GitError) in
      let actual = try reference(name)
      return actual == old ? nil : .referenceMoved(name: name, expected: old, actual: actual)
    }
  }

  package func removeReference(_ name: String) throws(GitError) {
    try moveReference(name, ["-d", name], [:]) { nil }
  }

  /// Runs `git update-ref`, again for up to a second while another process holds the lock.
  ///
  /// - Parameter refusal: Returns the error if trying again cannot succeed; nil otherwise.
  private func moveReference(
    _ name: String, _ arguments: [String], _ environment: [String: String?],
    _ refusal: () throws(GitError) -> GitError?
  ) throws(GitError) {
    let options = isDurable ? ["-c", "core.fsync=committed,loose-object,reference"] : []
    // `LC_ALL=C` because the error message is parsed.
    let environment = environment.merging(["LC_ALL": "C"]) { given, _ in given }
    // The limit includes the time git takes to start.
    let end = ContinuousClock.now + .seconds(1)
    repeat {
      let arguments = options + ["update-ref"] + arguments
      let outcome = try git.run(arguments, environment: environment)
      if outcome.succeeded { return outcome.passOnErrors() }
      if let error = try refusal() { throw error }
      guard ["File exists", "is locked"].contains(where: outcome.said.contains) else {
        throw .programFailed(
          command: "git update-ref \(name)", status: outcome.status.code, output: outcome.said)
      }
      usleep(20_000)
    } while ContinuousClock.now < end
    throw .referenceLocked(name: name)
  }
}

/// All settings as `git config --list` prints them, for configs that libgit2 does not read completely.
struct ListedSettings: Settings {
  private let folder: String
  /// The values of each key, in the order git reads them; section and name of the keys are in lower case.
  private var values: [String: [String]] = [:]

  /// Environment variables with settings that libgit2 does not support.
  static let variables = ["GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_SYSTEM"]

  init(in folder: String) throws(GitError) {
    self.folder = folder
    let listed = try GitProgram(folder: folder).check(
      ["config", "--list", "-z", "--includes"], environment: ["GIT_CONFIG": nil])
    for entry in listed.split(separator: 0) {
      // A key without a value has no line feed after it, and is true.
      let parts = entry.split(
        separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "true"
      values[String(decoding: parts[0], as: UTF8.self), default: []].append(value)
    }
  }

  func strings(_ key: String) throws(GitError) -> [String] {
    guard let key = ConfigKey(key) else { throw .badConfigKey(key) }
    return values[key.full] ?? []
  }

  /// Returns the last values of all keys with a prefix, sorted by key.
  func last(startingWith start: String) -> [(key: String, value: String)] {
    values.filter { $0.key.hasPrefix(start) }.sorted { $0.key < $1.key }
      .compactMap { key, values in values.last.map { (key, $0) } }
  }

  func string(_ key: String) throws(GitError) -> String? { try strings(key).last }

  func path(_ key: String) throws(GitError) -> String? {
    guard let text = try string(key), text.hasPrefix("~") else { return try string(key) }
    let said = try GitProgram(folder: folder).check(
      ["config", "-z", "--type=path", "--get", key], environment: ["GIT_CONFIG": nil])
    return String(decoding: said.dropLast(), as: UTF8.self)
  }

  func bool(_ key: String) throws(GitError) -> Bool? {
    guard let text = try string(key) else { return nil }
    return try ConfigValue(key: key, text: text).bool
  }
}
