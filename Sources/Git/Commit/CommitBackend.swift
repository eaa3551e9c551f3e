import Platform

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

/// Writes the objects one by one, or has git write them in a format that libgit2 does not know: fast, and right
/// wherever no program of the user's has a say.
public struct DirectCommit: CommitBackend {
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
  /// Why it is the git program that commits; nil for libgit2.
  public let reason: String?

  /// What is said of it to those who want to know.
  ///
  /// - Parameter index: What the index is that only git changes; nil for one that we change.
  public func description(index: String? = nil) -> String {
    if let reason { return "committing through git, because \(reason)" }
    guard let index else {
      return "committing through libgit2: nothing here needs the git program"
    }
    return "committing through libgit2, and through git for the index, because it is \(index)"
  }

  /// The hooks that `git commit` runs, and that which sees the branch move.
  static let hooks = [
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "reference-transaction",
  ]

  /// The git program is needed where it signs commits, runs the user's hooks, or filters content (git-crypt,
  /// LFS, line ends, encodings): such content must never be committed as it is.
  public init(for files: [FileContent], in repository: borrowing Repository) throws(GitError) {
    var reason: String?
    if try repository.bool("commit.gpgSign") == true { reason = "commit.gpgSign is set" }
    for name in CommitRoute.hooks where reason == nil {
      if try repository.hook(named: name) != nil { reason = "there is a hook \(name)" }
    }
    if reason == nil, try SharedRepositoryMode(repository) != nil {
      reason = "core.sharedRepository is set"
    }
    let conversion = try CommitRoute.conversions(of: files, in: repository)
      .lazy.compactMap { $0 }.first
    reason = reason ?? conversion
    backend = reason == nil ? DirectCommit() : GitProgramCommit()
    self.reason = reason ?? repository.source.reason
  }

  /// For each file, why git has something else than its content; nil where it has the same.
  ///
  /// - Throws: `foreignEncoding`.
  static func conversions(
    of files: [FileContent], in repository: borrowing Repository
  ) throws(GitError) -> [String?] {
    let paths = files.map(\.path)
    let known = try AttributeSources(for: paths, in: repository)
    var names = ["filter", "working-tree-encoding"]
    // A search of all there is to write is only made where it matters.
    let hasIDs = known.mayGive("ident") && files.contains { $0.holdsID }
    if hasIDs { names.append("ident") }
    let lineEnds = ["text", "eol", "crlf"]
    let converts = try repository.string("core.autocrlf").map { $0 != "false" } ?? false
    let mayConvert = converts || lineEnds.contains { known.mayGive($0) }
    let hasLineEnds = mayConvert && files.contains { $0.holdsCarriageReturn }
    if hasLineEnds { names += lineEnds }
    // As in nearly all repositories: nothing is said of any file.
    guard hasLineEnds || names.contains(where: { known.mayGive($0) }) else {
      return Array(repeating: nil, count: files.count)
    }
    let attributes = try repository.attributes(names, of: paths, saidBy: known)
    func isSet(_ value: String?) -> Bool { value != nil && value != "unset" }
    return try zip(files, attributes).map { file, attributes throws(GitError) -> String? in
      guard file.content != nil else { return nil }
      if let encoding = attributes["working-tree-encoding"], encoding != "unset",
        !["utf-8", "utf8"].contains(encoding.lowercased())
      {
        throw .foreignEncoding(path: file.path, encoding: encoding)
      }
      if let filter = attributes["filter"], filter != "unset" {
        return "\(file.path) has the filter \(filter)"
      }
      if isSet(attributes["ident"]), file.holdsID { return "\(file.path) has the attribute ident" }
      let isText = lineEnds.contains { isSet(attributes[$0]) }
      guard hasLineEnds, isText || converts && attributes["text"] != "unset",
        file.holdsCarriageReturn
      else { return nil }
      return "the line ends of \(file.path) are converted"
    }
  }
}

extension FileContent {
  /// Whether there is something in it that the attribute `ident` is about.
  fileprivate var holdsID: Bool {
    content.map { $0.firstRange(of: Array("$Id".utf8)) != nil } ?? false
  }

  fileprivate var holdsCarriageReturn: Bool { content?.contains(0x0D) ?? false }
}
