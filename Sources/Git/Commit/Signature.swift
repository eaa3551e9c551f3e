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
