import Platform

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

  /// Reads `Name <mail> 1795249943 +0100`, as far as that is there.
  init(line: UnsafeRawBufferPointer) {
    let start = line.lastIndex(of: UInt8(ascii: "<")) ?? line.endIndex
    let end = line.lastIndex(of: UInt8(ascii: ">")) ?? line.endIndex
    name = Self.trimmed(String(decoding: line[..<start], as: UTF8.self)) { $0.value <= 0x20 }
    let mail = start < end ? line[(start + 1)..<end] : line[end...]
    email = Self.trimmed(String(decoding: mail, as: UTF8.self)) { $0.value <= 0x20 }
    time = CommitBytes.time(line)
    let zone = line.split(separator: UInt8(ascii: " ")).last.flatMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    let size = abs(zone ?? 0)
    // As large as a time zone can be.
    offset = size > 1500 ? 0 : (size / 100 * 60 + size % 100) * ((zone ?? 0) < 0 ? -1 : 1)
  }

  /// As git writes it into commits and reflogs: `Name <mail> 1795249943 +0100`.
  var gitText: String {
    let size = abs(offset)
    let zone = (size / 60 * 100 + size % 60).description
    let digits = String(repeating: "0", count: max(0, 4 - zone.utf8.count)) + zone
    return "\(Self.clean(name)) <\(Self.clean(email))> \(time) \(offset < 0 ? "-" : "+")\(digits)"
  }

  /// git ends a name at `<`, `>` and line ends, leaves out blanks and points around it, and refuses one of
  /// which nothing is left then.
  static func clean(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0 != "<" && $0 != ">" && $0 != "\n" && $0 != "\0" }
    let name = trimmed(String(String.UnicodeScalarView(kept))) { scalar in
      scalar.value <= 0x20 || ".,:;\"\\'".unicodeScalars.contains(scalar)
    }
    return name.isEmpty ? "unknown" : name
  }

  private static func trimmed(_ text: String, _ isLeftOut: (Unicode.Scalar) -> Bool) -> String {
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, isLeftOut(first) { scalars.removeFirst() }
    while let last = scalars.last, isLeftOut(last) { scalars.removeLast() }
    return String(scalars)
  }
}
