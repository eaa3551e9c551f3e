import Platform

/// The identity that git is configured with; the caller fills in what is missing.
package struct Identity: Hashable, Sendable {
  package var name: String?
  package var email: String?
  /// Seconds since 1970, if the environment sets the date.
  package var time: Int64?
  /// Minutes east of UTC, if the environment sets the date.
  package var offset: Int?
}

/// The role of a person in a commit.
package enum Role: String, Sendable {
  case author = "AUTHOR"
  case committer = "COMMITTER"
}

extension Repository {
  /// Returns the identity from `GIT_AUTHOR_NAME`, `_EMAIL` and `_DATE` (or `GIT_COMMITTER_…`), else `author.name` and
  /// `author.email` (or `committer.…`), else `user.name` and `user.email`. The last fallback for the address is
  /// `EMAIL`.
  ///
  /// A date may have any format that git reads (git-commit(1), "Date formats"); any other is ignored.
  ///
  /// - Throws: `noIdentity` if the name or the address is missing and `user.useConfigOnly` forbids to guess.
  package func identity(of role: Role) throws(GitError) -> Identity {
    let section = role == .author ? "author" : "committer"
    let date = try date(of: role)
    var name = environment("GIT_\(role.rawValue)_NAME")
    if name == nil { name = try string("\(section).name") }
    if name == nil { name = try string("user.name") }
    var email = environment("GIT_\(role.rawValue)_EMAIL")
    if email == nil { email = try string("\(section).email") }
    if email == nil { email = try string("user.email") }
    if name == nil || email == nil, try bool("user.useConfigOnly") == true {
      throw .noIdentity(key: name == nil ? "user.name" : "user.email")
    }
    if email == nil { email = environment("EMAIL").flatMap { $0.isEmpty ? nil : $0 } }
    return Identity(
      name: name.flatMap { $0.isEmpty ? nil : $0 }, email: email, time: date?.time,
      offset: date?.offset)
  }

  /// Asks git for the date that the environment sets; nil if it sets none that git reads.
  private func date(of role: Role) throws(GitError) -> Signature? {
    let name = "GIT_\(role.rawValue)_"
    guard environment(name + "DATE") ?? "" != "" else { return nil }
    let outcome = try GitProgram(folder: workTree).run(
      ["var", name + "IDENT"], environment: [name + "NAME": "x", name + "EMAIL": "x"])
    guard outcome.succeeded else { return nil }
    return outcome.output.dropLast().withUnsafeBytes { Signature(line: $0) }
  }
}
