import TasksCore

/// A place that the door has. Names are compared as bytes, after one percent-decoding.
package enum DAVPath: Hashable, Sendable {
  /// The places where clients begin to look.
  package enum Root: String, Sendable {
    case site = "/"
    case principals = "/principals/"
    case dav = "/dav/"
  }

  /// `/.well-known/caldav` (RFC 6764).
  case wellKnown
  case root(Root)
  case principal
  /// What holds the lists.
  case home
  /// A list, by its segment.
  case list(Text)
  /// A task in a list; the name has its ending: `k7mq2xw4tz9nbcde.ics`.
  case task(list: Text, name: Text)

  /// Reads the target of a request or an href: a path or a whole URL, percent-encoded or not. A slash at the end of a
  /// collection may be missing.
  ///
  /// - Returns: Nil if there is no such place; so is every path with dot segments, or with a slash or a control
  ///   character in a segment.
  package init?(_ target: String) {
    let start = DAVPath.authorityRange(target)?.upperBound
    let path = Array(
      target.utf8[(start ?? target.startIndex)...].prefix { ![0x3F, 0x23].contains($0) })
    guard start != nil || path.first == 0x2F else { return nil }
    let names = path.split(separator: 0x2F).map(DAVPath.decoded)
    guard names.allSatisfy(DAVPath.isName) else { return nil }
    switch names.count {
    case 0: self = .root(.site)
    case 1:
      guard let root = Root(rawValue: "/\(names[0])/") else { return nil }
      self = .root(root)
    case 2 where names == [".well-known", "caldav"]: self = .wellKnown
    case 2 where names == ["dav", "me"]: self = .principal
    case 2 where names == ["dav", "lists"]: self = .home
    case 3 where names.starts(with: ["dav", "lists"]): self = .list(names[2])
    case 4 where names.starts(with: ["dav", "lists"]) && path.last != 0x2F:
      self = .task(list: names[2], name: names[3])
    default: return nil
    }
  }

  /// Returns the host and port that a whole URL names, in lower case.
  package static func authority(of target: String) -> String? {
    authorityRange(target).map { target[$0].lowercased() }
  }

  private static func authorityRange(_ target: String) -> Range<String.Index>? {
    let text = target.utf8
    guard let colon = text.firstIndex(of: 0x3A), text[colon...].starts(with: "://".utf8),
      text[..<colon].allSatisfy(\.isASCIILetter)
    else { return nil }
    let start = text.index(colon, offsetBy: 3)
    return start..<(text[start...].firstIndex { [0x2F, 0x3F, 0x23].contains($0) } ?? text.endIndex)
  }

  /// The absolute path, percent-encoded.
  package var href: String {
    switch self {
    case .wellKnown: "/.well-known/caldav"
    case .root(let root): root.rawValue
    case .principal: "/dav/me/"
    case .home: "/dav/lists/"
    case .list(let segment): "/dav/lists/\(DAVPath.encoded(segment))/"
    case .task(let list, let name): "/dav/lists/\(DAVPath.encoded(list))/\(DAVPath.encoded(name))"
    }
  }

  /// Returns the name of a task that no client has named: its id, or a short form of an id that cannot be one.
  package static func name(of id: TaskID) -> Text {
    let isPlain = isName(id.text) && id.text.bytes.count <= 128
    return Text("\(isPlain ? id.text.string : ListSegment.short(id.text)).ics")
  }

  /// Whether a text can be a segment.
  static func isName(_ text: Text) -> Bool {
    !text.isEmpty && !text.hasControlCharacters && text.bytes == Array(text.string.utf8)
      && !text.bytes.contains(0x2F) && text != "." && text != ".."
  }

  /// Decodes percent signs once; one that begins no byte is itself.
  private static func decoded(_ segment: ArraySlice<UInt8>) -> Text {
    var (out, rest) = ([UInt8](), segment)
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      let value = digits.utf8.count == 2 && byte == 0x25 ? UInt8(digits, radix: 16) : nil
      let isEncoded = value != nil && digits.first != "+"
      out.append(isEncoded ? value ?? byte : byte)
      if isEncoded { rest = rest.dropFirst(2) }
    }
    return Text(bytes: out)
  }

  private static func encoded(_ text: Text) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let out = text.bytes.flatMap { byte -> [UInt8] in
      let isPlain = byte.isASCIILetter || byte.isDigit || "-._~".utf8.contains(byte)
      return isPlain ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: out, as: UTF8.self)
  }
}
