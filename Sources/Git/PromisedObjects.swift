/// The objects that a partial clone has left out, and that git fetches when they are asked for.
struct PromisedObjects {
  private let folder: String
  private let config: String

  init(workTree: String, commonDirectory: String) {
    folder = workTree
    config = commonDirectory + "/config"
  }

  /// Has git fetch an object that is missing, if this is a partial clone.
  ///
  /// - Returns: Whether it is there now.
  func fetch(_ id: ObjectID) throws(GitError) -> Bool {
    let isPartial = try ConfigFile(path: config).entries.contains { entry in
      entry.key == "extensions.partialclone"
        || entry.key.hasPrefix("remote.") && entry.key.hasSuffix(".promisor")
    }
    guard isPartial else { return false }
    return try GitProgram(folder: folder).run(["cat-file", "-e", id.hex]).succeeded
  }
}
