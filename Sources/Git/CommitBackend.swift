/// A way to write the objects of a commit of exact paths (see ``Repository/prepareCommit``).
public protocol CommitBackend {
  /// Writes blobs, trees and the commit. No reference moves, no file of the work tree and not the index.
  ///
  /// - Returns: nil when nothing would change.
  /// - Throws: `hookFailed` when a hook of the user refuses.
  func prepare(
    _ files: [FileContent], in repository: borrowing Repository, onto old: ObjectID?,
    message: String, author: Signature, committer: Signature
  ) throws(GitError) -> PreparedCommit?

  /// What is to be done once the commit is where HEAD is.
  func finish(in repository: borrowing Repository) throws(GitError)
}

/// libgit2: fast, and right wherever no program of the user's has a say.
public struct Libgit2Commit: CommitBackend {
  public init() {}

  public func prepare(
    _ files: [FileContent], in repository: borrowing Repository, onto old: ObjectID?,
    message: String, author: Signature, committer: Signature
  ) throws(GitError) -> PreparedCommit? {
    try repository.prepareCommit(
      files, onto: old, message: message, author: author, committer: committer)
  }

  public func finish(in repository: borrowing Repository) {}
}

/// Which backend commits some paths, and why it is not the fast one.
public struct CommitRoute {
  public let backend: any CommitBackend
  /// Ends the sentence "committing through git, because …"; nil for libgit2.
  public let reason: String?

  /// The hooks that `git commit` runs.
  static let hooks = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"]

  /// The git program is needed where it signs commits, runs the user's hooks, or filters content (git-crypt,
  /// LFS, line ends, encodings): such content must never be committed as it is.
  public init(for files: [FileContent], in repository: borrowing Repository) throws(GitError) {
    var reason: String?
    if try repository.bool("commit.gpgSign") == true { reason = "commit.gpgSign is set" }
    for name in CommitRoute.hooks where reason == nil {
      if try repository.hook(named: name) != nil { reason = "there is a hook \(name)" }
    }
    let converts = try repository.string("core.autocrlf").map { $0 != "false" } ?? false
    for file in files where reason == nil {
      reason = try CommitRoute.conversion(of: file, converts, repository)
    }
    self.reason = reason
    backend = reason == nil ? Libgit2Commit() : GitProgramCommit()
  }

  /// Why git has something else than the content of a file, nil where it has the same.
  private static func conversion(
    of file: FileContent, _ convertsLineEnds: Bool, _ repository: borrowing Repository
  ) throws(GitError) -> String? {
    guard let content = file.content else { return nil }
    func isSet(_ value: String?) -> Bool { value != nil && value != "unset" }
    let names = ["filter", "working-tree-encoding", "ident", "text", "eol", "crlf"]
    let attributes = try repository.attributes(names, path: file.path)
    if let filter = attributes["filter"], filter != "unset" {
      return "\(file.path) has the filter \(filter)"
    }
    if let encoding = attributes["working-tree-encoding"], encoding != "unset" {
      return "\(file.path) has the encoding \(encoding)"
    }
    if isSet(attributes["ident"]), content.firstRange(of: Array("$Id".utf8)) != nil {
      return "\(file.path) has the attribute ident"
    }
    let isText = ["text", "eol", "crlf"].contains { isSet(attributes[$0]) }
    guard isText || convertsLineEnds && attributes["text"] != "unset", content.contains(0x0D) else {
      return nil
    }
    return "the line ends of \(file.path) are converted"
  }
}
