/// What the escapes of a template stand for.
package struct TemplateValues: Sendable {
  let now: Timestamp
  /// The answers by the names of the prompts.
  package var answers: [String: String] = [:]
  /// What is put where `%?` is.
  package var words = ""
  package var input = ""
  package var clipboard = ""
  package var user = ""
  package var link: TemplateLink?

  package init(now: Timestamp) { self.now = now }
}

/// Where a command was called: a folder or a file, and how it is called in the text.
package struct TemplateLink: Hashable, Sendable {
  /// Absolute, or from the home folder with `~/`.
  let path: String
  /// From 1.
  let line: Int?
  let description: String

  package init(path: String, line: Int? = nil, description: String) {
    (self.path, self.line, self.description) = (path, line, description)
  }

  func text(_ part: TemplateEscape.LinkPart, _ format: Format) -> String {
    let target = "file:" + path + (line.map { "::\($0)" } ?? "")
    switch (part, format) {
    case (.target, _): return target
    case (.whole, .org): return "[[\(TemplateLink.org(target))][\(shown)]]"
    case (.withoutDescription, .org): return "[[\(TemplateLink.org(target))]]"
    case (.whole, .markdown): return "[\(shown)](\(TemplateLink.encoded(target)))"
    case (.withoutDescription, .markdown): return "<\(TemplateLink.encoded(target))>"
    }
  }

  /// The description without what would end it.
  private var shown: String {
    String(description.map { $0 == "[" ? "(" : $0 == "]" ? ")" : $0 })
  }

  /// Escapes brackets in the target (Org manual, "Link Format").
  private static func org(_ target: String) -> String {
    target.map { "[]".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// Encodes what ends the target of a Markdown link (RFC 3986, 2.1).
  private static func encoded(_ target: String) -> String {
    let hex = Array("0123456789ABCDEF")
    return target.utf8.map { byte in
      byte <= 0x20 || "()<>%\\".utf8.contains(byte)
        ? "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
        : String(decoding: [byte], as: UTF8.self)
    }.joined()
  }
}
