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
