import Platform

/// The identity and time in a commit or reflog: author or committer.
package struct Signature: Hashable, Sendable {
  package var name: String
  package var email: String
  /// Seconds since 1970 in UTC.
  package var time: Int64
  /// Minutes east of UTC.
  package var offset: Int

  /// Makes a signature. `<`, `>` and line ends in `name` and `email` are removed when it is written: git cannot store
  /// them.
  package init(name: String, email: String, time: Int64, offset: Int) {
    self.name = name
    self.email = email
    self.time = time
    self.offset = offset
  }

  /// Parses `Name <mail> 1795249943 +0100`; missing parts become empty or zero.
  package init(line: UnsafeRawBufferPointer) {
    let start = line.lastIndex(of: UInt8(ascii: "<")) ?? line.endIndex
    let end = line.lastIndex(of: UInt8(ascii: ">")) ?? line.endIndex
    name = Self.trimmed(String(decoding: line[..<start], as: UTF8.self)) { $0.value <= 0x20 }
    let mail = start < end ? line[(start + 1)..<end] : line[end...]
    email = Self.trimmed(String(decoding: mail, as: UTF8.self)) { $0.value <= 0x20 }
    time = CommitBytes.time(line)
    let zone = line.split(separator: UInt8(ascii: " ")).last.flatMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    let digits = zone ?? 0
    // No zone is farther from UTC than 15 hours; hours and minutes have the same sign.
    offset = (-1500...1500).contains(digits) ? digits / 100 * 60 + digits % 100 : 0
  }

  /// The line that git writes into commits and reflogs: `Name <mail> 1795249943 +0100`.
  package var gitText: String { "\(Self.clean(name)) <\(Self.clean(email))> \(time) \(zone)" }

  /// The offset as `+0100`.
  var zone: String {
    let digits = (abs(offset) / 60 * 100 + abs(offset) % 60).description
    return (offset < 0 ? "-" : "+")
      + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  /// Cleans a name or address as git does: removes `<`, `>`, line feeds and NUL, and trims white space and
  /// punctuation. git refuses an empty name, so it becomes `unknown`.
  static func clean(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0 != "<" && $0 != ">" && $0 != "\n" && $0 != "\0" }
    let name = trimmed(String(String.UnicodeScalarView(kept))) { scalar in
      scalar.value <= 0x20 || ".,:;\"\\'".unicodeScalars.contains(scalar)
    }
    return name.isEmpty ? "unknown" : name
  }

  static func trimmed(_ text: String, _ isLeftOut: (Unicode.Scalar) -> Bool) -> String {
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, isLeftOut(first) { scalars.removeFirst() }
    while let last = scalars.last, isLeftOut(last) { scalars.removeLast() }
    return String(scalars)
  }
}

/// The identity that git is configured with; the caller fills in what is missing.
package struct Identity: Hashable, Sendable {
  package var name: String?
  package var email: String?
  /// Seconds since 1970, if the environment sets the date.
  package var time: Int64?
  /// Minutes east of UTC, if the environment sets the date.
  package var offset: Int?
}

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
