import Platform

/// Fetches the objects that a partial clone lacks, through git.
struct PartialClone {
  private let folder: String
  private let config: String
  private let isAsked: Bool

  /// - Parameter isAsked: False if what is missing counts as gone.
  init(workTree: String, commonDirectory: String, isAsked: Bool) {
    self.isAsked = isAsked
    folder = workTree
    config = commonDirectory + "/config"
  }

  /// Fetches a missing object, if this is a partial clone.
  ///
  /// - Returns: Whether the object exists now.
  /// - Throws: `notFetched`.
  func fetch(_ id: ObjectID) throws(GitError) -> Bool {
    guard try !remotes().isEmpty else { return false }
    let outcome = try GitProgram(folder: folder).run(["cat-file", "-e", id.hex])
    guard outcome.succeeded else { throw .notFetched(said: outcome.said) }
    return true
  }

  /// Fetches missing objects in one go; with a tree come its subtrees, but no blobs. git does the same when it knows
  /// in advance which objects it needs (git's Documentation/technical/partial-clone).
  ///
  /// - Throws: `notFetched`.
  func fetch(
    _ ids: [ObjectID], where isMissing: (ObjectID) throws(GitError) -> Bool
  ) throws(GitError) {
    guard !ids.isEmpty else { return }
    let remotes = try remotes()
    guard !remotes.isEmpty else { return }
    var missing: [ObjectID] = []
    for id in Set(ids) where try isMissing(id) { missing.append(id) }
    guard !missing.isEmpty else { return }
    var said = ""
    for remote in remotes {
      let outcome = try GitProgram(folder: folder).run(
        [
          "-c", "fetch.negotiationAlgorithm=noop", "fetch", remote, "--no-tags",
          "--no-write-fetch-head", "--recurse-submodules=no", "--filter=blob:none", "--stdin",
          "--quiet",
        ], input: missing.flatMap { Array("\($0.hex)\n".utf8) })
      if outcome.succeeded { return }
      said = outcome.said
    }
    throw .notFetched(said: said)
  }

  /// Whether this clone has left anything out.
  func isOne() throws(GitError) -> Bool { try !remotes().isEmpty }

  /// The remotes that promise what is missing; none where this is no partial clone.
  private func remotes() throws(GitError) -> [String] {
    var remotes: [String] = []
    guard isAsked else { return [] }
    for entry in try ConfigFile(path: config).entries {
      var remote: String?
      if entry.key == "extensions.partialclone" {
        remote = entry.value
      } else if entry.key.hasPrefix("remote."), entry.key.hasSuffix(".promisor"),
        ["true", "yes", "on", "1"].contains(entry.value?.lowercased() ?? "true")
      {
        remote = String(entry.key.dropFirst("remote.".count).dropLast(".promisor".count))
      }
      if let remote, !remotes.contains(remote) { remotes.append(remote) }
    }
    return remotes
  }
}

extension RepositoryBackend {
  var partialClone: PartialClone {
    PartialClone(
      workTree: workTree, commonDirectory: commonDirectory, isAsked: fetchesMissing)
  }

  /// - Throws: `notFetched`.
  func fetchPromised(_ ids: [ObjectID]) throws(GitError) {
    try partialClone.fetch(ids) { id throws(GitError) in try !contains(id) }
  }
}

extension Repository {
  /// Runs `body` with the objects that are here: one that a partial clone lacks counts as gone, and nobody waits for a
  /// network. A git program before 2.45 fetches trees nevertheless.
  package func withoutFetching<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let fetches = source.fetchesMissing
    source.fetchesMissing = false
    defer { source.fetchesMissing = fetches }
    return try body()
  }

  /// Fetches in one go those of these objects that a partial clone lacks.
  ///
  /// - Throws: `notFetched`.
  package func fetchPromised(_ ids: [ObjectID]) throws(GitError) {
    try source.fetchPromised(ids)
  }
}
