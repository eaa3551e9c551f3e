/// A template for capture: a task file with escapes, which are replaced when a task is made of it.
///
/// Comments at the start of the file describe the template and are not part of the task.
package struct Template: Sendable {
  package let name: String
  package let format: Format
  /// The first comment, else the line of the title.
  package let description: Text
  /// Whether the program brought it along.
  package let isShipped: Bool
  /// What is asked for, in the order of the file, each name once.
  package let prompts: [TemplatePrompt]
  let lines: [[TemplateReader.Piece]]
  /// The prompts that `%\1` counts.
  let textPrompts: [TemplatePrompt]
  private let allPrompts: [TemplatePrompt]

  package static let largestFile = 64 << 10

  /// Parses the text of a template.
  package init(
    _ name: String, _ format: Format, _ bytes: [UInt8], isShipped: Bool = false
  ) throws(TemplateError) {
    guard bytes.count <= Template.largestFile else { throw .tooLong }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
    (self.name, self.format, self.isShipped) = (name, format, isShipped)
    var comments: [Text] = []
    var lines: [[TemplateReader.Piece]] = []
    var prompts: [TemplatePrompt] = []
    var title: Text?
    var isAtStart = true
    for (index, line) in ByteLines(bytes[...]).enumerated() {
      let line = bytes[line]
      // In Markdown, they are the first lines of the front matter.
      if format == .markdown, index == 0 {
        lines.append([.text(Array(line))])
        continue
      }
      if isAtStart, line.first == 0x23, line.dropFirst().first.map(\.isBlank) ?? true {
        comments.append(Text(bytes: line.dropFirst().trimmingBlanks))
        continue
      }
      isAtStart = false
      if title == nil, Template.isTitle(line, format) { title = Text(bytes: line) }
      lines.append(try TemplateReader.pieces(line, number: index + 1, prompts: &prompts))
    }
    self.lines = lines
    description = comments.first { !$0.isEmpty } ?? title ?? .empty
    allPrompts = prompts
    textPrompts = prompts.filter { $0.kind == .text }
    var names: Set<String> = []
    self.prompts = prompts.filter { names.insert($0.name).inserted }
  }

  private static func isTitle(_ line: ArraySlice<UInt8>, _ format: Format) -> Bool {
    line.starts(with: (format == .org ? "* " : "title:").utf8)
  }

  /// Checks an answer against all prompts of the name.
  package func check(_ answer: String, for name: String, now: Timestamp) throws(InputError) {
    for prompt in allPrompts where prompt.name == name { try prompt.check(answer, now: now) }
  }

  package var hasCursor: Bool { has(.cursor) }
  package var readsInput: Bool { has(.input) }
  package var readsClipboard: Bool { has(.clipboard) }
  package var links: Bool {
    has(.link(.whole)) || has(.link(.withoutDescription)) || has(.link(.target))
  }

  private func has(_ escape: TemplateEscape) -> Bool {
    lines.contains { $0.contains(.escape(escape)) }
  }
}

/// Why a text cannot be a template. `line` counts from 1.
package enum TemplateError: Error, Hashable, Sendable {
  /// `%(…)` or `%[…]`, as written.
  case runsProgram(String, line: Int)
  /// An escape of Org that is not known here.
  case unknownEscape(String, line: Int)
  /// `%\3` without a third prompt before it.
  case noSuchPrompt(Int, line: Int)
  case notUTF8
  case tooLong

  package var message: String { (line.map { "line \($0): " } ?? "") + reason }

  private var line: Int? {
    switch self {
    case .runsProgram(_, let line), .unknownEscape(_, let line), .noSuchPrompt(_, let line): line
    case .notUTF8, .tooLong: nil
    }
  }

  /// The description without the line.
  package var reason: String {
    switch self {
    case .runsProgram(let escape, _):
      escape.hasPrefix("%(")
        ? "'\(escape)' would run Lisp from the template, which may come from others; write \\%( for the characters "
          + "themselves"
        : "'\(escape)' would read any file of yours for the template, which may come from others; write \\%[ for the "
          + "characters themselves"
    case .unknownEscape(let escape, _):
      "'\(escape)' is an escape of Org that is not known here; tasks help capture lists those that are"
    case .noSuchPrompt(let number, _):
      "'%\\\(number)' is the answer to a prompt that does not come before it"
    case .notUTF8: "it is not in UTF-8"
    case .tooLong: "it is larger than 64 KiB"
    }
  }
}

/// What the escapes of a template stand for.
package struct TemplateValues: Sendable {
  let now: Timestamp
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
