import Clibgit2

/// Who did something, and when.
public struct Signature: Hashable, Sendable {
  public var name: String
  public var email: String
  /// Seconds since 1970 in UTC.
  public var time: Int64
  /// Minutes east of UTC.
  public var offset: Int

  /// `name` and `email` lose `<`, `>` and line ends when they are written: git has no place for
  /// them.
  public init(name: String, email: String, time: Int64, offset: Int) {
    self.name = name
    self.email = email
    self.time = time
    self.offset = offset
  }

  init(_ signature: UnsafePointer<git_signature>) {
    name = signature.pointee.name.map { String(cString: $0) } ?? ""
    email = signature.pointee.email.map { String(cString: $0) } ?? ""
    time = signature.pointee.when.time
    offset = Int(signature.pointee.when.offset)
  }

  /// As git writes it into commits and reflogs: `Name <mail> 1795249943 +0100`.
  var gitText: String {
    let size = abs(offset)
    let zone = (size / 60 * 100 + size % 60).description
    let digits = String(repeating: "0", count: max(0, 4 - zone.utf8.count)) + zone
    return "\(Self.clean(name)) <\(Self.clean(email))> \(time) \(offset < 0 ? "-" : "+")\(digits)"
  }

  /// Builds libgit2's form for the length of one call.
  func withHandle<R>(
    _ body: (UnsafePointer<git_signature>) throws(GitError) -> R
  ) throws(GitError) -> R {
    var signature: UnsafeMutablePointer<git_signature>?
    try check(
      git_signature_new(&signature, Self.clean(name), Self.clean(email), time, Int32(offset)),
      "use the name \(name) <\(email)> in a commit")
    defer { git_signature_free(signature) }
    guard let signature else {
      throw .libgit2(doing: "make a signature", code: -1, message: "out of memory")
    }
    return try body(signature)
  }

  /// git ends a name at `<`, `>` and line ends, leaves out blanks and points around it, and refuses one of
  /// which nothing is left then.
  static func clean(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0 != "<" && $0 != ">" && $0 != "\n" && $0 != "\0" }
    let isName = kept.contains { $0.value > 0x20 && !".,:;\"\\'".unicodeScalars.contains($0) }
    return isName ? String(String.UnicodeScalarView(kept)) : "unknown"
  }
}
