import Platform

/// The identity that git is configured with; the caller fills in what is missing.
public struct Identity: Hashable, Sendable {
  public var name: String?
  public var email: String?
  /// Seconds since 1970, if the environment sets the date.
  public var time: Int64?
  /// Minutes east of UTC, if the environment sets the date.
  public var offset: Int?
}

/// The role of a person in a commit.
public enum Role: String, Sendable {
  case author = "AUTHOR"
  case committer = "COMMITTER"
}

extension Repository {
  /// Returns the identity from `GIT_AUTHOR_NAME`, `_EMAIL` and `_DATE` (or `GIT_COMMITTER_…`), else `author.name` and
  /// `author.email` (or `committer.…`), else `user.name` and `user.email`. The last fallback for the address is
  /// `EMAIL`.
  ///
  /// The supported formats of a date are `@seconds zone`, `seconds zone` and `YYYY-MM-DDThh:mm:ss` with a zone; any
  /// other is ignored.
  ///
  /// - Throws: `noIdentity` if the name or the address is missing and `user.useConfigOnly` forbids to guess.
  public func identity(of role: Role) throws(GitError) -> Identity {
    let section = role == .author ? "author" : "committer"
    let date = environment("GIT_\(role.rawValue)_DATE").flatMap { CommitDate($0) }
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
}

/// A date in a format of `GIT_AUTHOR_DATE` (git-commit(1), "Date formats").
struct CommitDate: Equatable {
  var time: Int64
  var offset: Int

  init?(_ text: String) {
    let words = text.split(separator: " ")
    if words.count <= 2, let first = words.first,
      let seconds = Int64(first.first == "@" ? first.dropFirst() : first),
      first.first == "@" || seconds > 99_999_999
    {
      guard let offset = words.count == 2 ? Self.zone(words[1]) : 0 else { return nil }
      self.init(time: seconds, offset: offset)
      return
    }
    self.init(iso: text)
  }

  private init(time: Int64, offset: Int) {
    self.time = time
    self.offset = offset
  }

  /// Parses `YYYY-MM-DDThh:mm:ss`, also with a space for the `T`, followed by `Z`, `+hhmm` or `+hh:mm`.
  private init?(iso text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      Int(String(decoding: bytes[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let rest = String(decoding: bytes[19...], as: UTF8.self).filter { $0 != " " && $0 != ":" }
    guard let offset = rest == "Z" ? 0 : Self.zone(Substring(rest)) else { return nil }
    // Days since 1970 of a civil date: the year begins in March, so the leap day is its last.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    let seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
    self.init(time: Int64(seconds), offset: offset)
  }

  /// Parses `+hhmm` as minutes.
  private static func zone(_ text: Substring) -> Int? {
    guard text.utf8.count == 5, let sign = text.first, sign == "+" || sign == "-",
      let number = Int(text.dropFirst())
    else { return nil }
    let minutes = number / 100 * 60 + number % 100
    return sign == "-" ? -minutes : minutes
  }
}
