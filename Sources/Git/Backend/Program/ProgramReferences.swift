import Platform

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
