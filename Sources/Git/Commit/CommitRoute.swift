import Platform

/// How the objects of a commit of exact paths are written: directly, which is fast, or through the git program.
package struct CommitRoute {
  package let usesGit: Bool
  /// Why the git program is used; nil for libgit2.
  package let reason: String?

  package init(usesGit: Bool) { (self.usesGit, reason) = (usesGit, nil) }

  /// Writes blobs, trees and the commit. References, the work tree and the index do not change.
  ///
  /// - Returns: Nil if nothing would change.
  /// - Throws: `hookFailed` if a hook of the user refuses.
  package func prepare(
    _ files: [FileContent], in repository: borrowing Repository, onto old: ObjectID?,
    message: String, author: Signature, committer: Signature
  ) throws(GitError) -> PreparedCommit? {
    usesGit
      ? try GitProgramCommit().prepare(
        files, in: repository, onto: old, message: message, author: author, committer: committer)
      : try repository.prepareCommit(
        files, onto: old, message: message, author: author, committer: committer)
  }

  /// Does the work that follows after HEAD has moved to the commit, such as running hooks.
  package func finish(in repository: borrowing Repository) throws(GitError) {
    if usesGit { try GitProgramCommit().finish(in: repository) }
  }

  /// Describes the route, for verbose output.
  ///
  /// - Parameter index: Why only git can change the index; nil if this program can.
  package func description(index: String? = nil) -> String {
    if let reason { return "committing through git, because \(reason)" }
    guard let index else {
      return "committing through libgit2: nothing here needs the git program"
    }
    return "committing through libgit2, and through git for the index, because it is \(index)"
  }

  /// The hooks of `git commit`, and the one that sees the branch move.
  static let hooks = [
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "reference-transaction",
  ]

  /// Selects the git program if commits are signed, the user has hooks, the repository is shared, or a file is
  /// converted by a filter (git-crypt, LFS, line endings, encodings): such a file must never be committed
  /// unconverted.
  package init(for files: [FileContent], in repository: borrowing Repository) throws(GitError) {
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
    usesGit = reason != nil
    self.reason = reason ?? repository.source.reason
  }

  /// Returns, for each file, why git would convert its content; nil if git would not.
  ///
  /// - Throws: `foreignEncoding`.
  static func conversions(
    of files: [FileContent], in repository: borrowing Repository
  ) throws(GitError) -> [String?] {
    let paths = files.map(\.path)
    let known = try AttributeSources(for: paths, in: repository)
    var names = ["filter", "working-tree-encoding"]
    // The content is searched only if an attribute makes it matter.
    let hasIDs = known.mayGive("ident") && files.contains { $0.holdsID }
    if hasIDs { names.append("ident") }
    let lineEnds = ["text", "eol", "crlf"]
    let converts = try repository.string("core.autocrlf").map { $0 != "false" } ?? false
    let mayConvert = converts || lineEnds.contains { known.mayGive($0) }
    let hasLineEnds = mayConvert && files.contains { $0.holdsCarriageReturn }
    if hasLineEnds { names += lineEnds }
    // The common case: no attribute in effect concerns any file.
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
  /// Whether the content may have a keyword that the attribute `ident` expands.
  fileprivate var holdsID: Bool {
    content.map { $0.firstRange(of: Array("$Id".utf8)) != nil } ?? false
  }

  fileprivate var holdsCarriageReturn: Bool { content?.contains(0x0D) ?? false }
}
