/// The destination of a link.
package enum LinkDestination: Hashable, Sendable {
  /// An address for the system's opener: `https:`, `mailto:`, and any unknown scheme.
  case address(String)
  /// A path as written, relative to the folder of the task's file, and the position in the file.
  case file(String, LinePlace?)
  /// A note by its name, without folder or extension, and the position in it (Obsidian, "Internal links").
  case note(String, LinePlace?)
  /// The id of a task, or of a heading in an Org file.
  case id(Text)
  /// A position in the task's own file.
  case here(LinePlace)
  /// A scheme that would run a program or code.
  case command(scheme: String)
  case unreadable

  package init(_ link: MarkupLink, format: Format) {
    self =
      link.isNote
      ? LinkDestination.note(link.target.bytes[...].trimmingBlanks)
      : LinkDestination(link.target, format: format)
  }

  /// Parses `Note`, `folder/Note#Heading#Below`, `#Heading` or `Note#^block`.
  private static func note(_ bytes: ArraySlice<UInt8>) -> LinkDestination {
    guard !bytes.isEmpty, !Text(bytes: bytes).hasControlCharacters else { return .unreadable }
    let name = bytes.prefix { $0 != 0x23 }
    guard let text = String(validating: name, as: UTF8.self) else { return .unreadable }
    let part = bytes[name.endIndex...].split(separator: 0x23).last
    let place: LinePlace? = part.map { part in
      part.first == 0x5E ? .text(Text(bytes: part)) : .slug(Text(bytes: part))
    }
    guard !name.isEmpty else { return place.map { .here($0) } ?? .unreadable }
    return .note(text, place)
  }

  /// Parses the target of a link (Org manual, "External links"; RFC 3986, 4.1).
  package init(_ target: Text, format: Format) {
    let bytes = target.bytes[...].trimmingBlanks
    guard !bytes.isEmpty, !Text(bytes: bytes).hasControlCharacters,
      let text = String(validating: bytes, as: UTF8.self)
    else {
      self = .unreadable
      return
    }
    // A single letter before a colon is a drive letter.
    if let length = MarkupScheme.nameLength(at: bytes.startIndex, in: bytes), length > 1 {
      let scheme = text.prefix(length).lowercased()
      let rest = bytes.dropFirst(length + 1)
      switch scheme {
      case "file", "file+sys", "file+emacs":
        self = LinkDestination.file(LinkDestination.withoutHost(rest), format)
      case "id": self = .id(Text(bytes: rest.prefix { $0 != 0x3A }))
      case "shell", "elisp", "javascript", "vbscript": self = .command(scheme: scheme)
      default: self = .address(text)
      }
      return
    }
    let isPath = ["/", "./", "../", "~/"].contains { text.hasPrefix($0) }
    switch format {
    case .org where !isPath: self = .here(LinePlace(org: bytes))
    case .markdown where bytes.first == 0x23: self = .here(.slug(Text(bytes: bytes.dropFirst())))
    default: self = LinkDestination.file(bytes, format)
    }
  }

  private static func file(_ bytes: ArraySlice<UInt8>, _ format: Format) -> LinkDestination {
    var path = bytes
    var place: LinePlace?
    if let sign = LinkDestination.doubleColon(in: bytes) {
      path = bytes[..<sign]
      place = sign + 2 < bytes.endIndex ? LinePlace(org: bytes[(sign + 2)...]) : nil
    } else if format == .markdown, let sign = bytes.firstIndex(of: 0x23) {
      path = bytes[..<sign]
      place = .slug(Text(bytes: bytes[(sign + 1)...]))
    }
    guard !path.isEmpty else { return place.map { .here($0) } ?? .unreadable }
    return .file(String(decoding: path, as: UTF8.self), place)
  }

  private static func doubleColon(in bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      if bytes[index] == 0x3A, bytes[index + 1] == 0x3A { return index }
      index += 1
    }
    return nil
  }

  /// Removes the host: `//localhost/etc/hosts` and `///etc/hosts` are `/etc/hosts` (RFC 8089).
  private static func withoutHost(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if bytes.hasPrefix("//localhost/") { return bytes.dropFirst(11) }
    return bytes.hasPrefix("///") ? bytes.dropFirst(2) : bytes
  }

  /// The destination in a form that is equal for links to the same position: in Markdown a path is part of a
  /// URI, in which `%20` is a space (RFC 3986, 2.1).
  func meant(in format: Format) -> LinkDestination {
    guard format == .markdown, case .file(let path, let place) = self,
      let decoded = LinkDestination.decoded(path)
    else { return self }
    return .file(decoded, place)
  }

  /// The path with percent-encoding decoded; nil if it has none.
  package static func decoded(_ path: String) -> String? {
    guard path.utf8.contains(0x25) else { return nil }
    var out: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == 0x25, digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 {
        out.append(value)
        rest = rest.dropFirst(2)
      } else {
        out.append(byte)
      }
    }
    return String(validating: out, as: UTF8.self)
  }
}
