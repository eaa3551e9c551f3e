/// Notes printed in a format so far, with the losses.
struct PrintedNotes {
  let format: Format
  private(set) var lines: [[UInt8]] = []
  private(set) var losses: [ConversionLoss] = []
  /// The column at which lines begin.
  var column = 0

  init(_ format: Format) { self.format = format }

  mutating func add(_ line: some Collection<UInt8>) {
    let blanks = [UInt8](repeating: 0x20, count: line.allSatisfy(\.isBlank) ? 0 : column)
    lines.append(blanks + line)
  }

  mutating func lose(_ kind: String) {
    if !losses.contains(.markup(kind)) { losses.append(.markup(kind)) }
  }

  /// Notes that a line has become the line that was added `count` lines before the last one.
  mutating func loseLine(_ old: ArraySlice<UInt8>, before count: Int = 0) {
    let new = Text(bytes: lines[lines.count - 1 - count])
    losses.append(.noteLine(Text(bytes: old), became: new))
  }

  /// Adds a line of text, with a sign in front if the format would read it as something else.
  ///
  /// - Parameter goesOn: Whether the line continues a paragraph.
  mutating func addText(_ text: some Collection<UInt8>, goesOn: Bool = false) {
    let text = Array(text)
    if format == .markdown { return add(PrintedNotes.escaped(text[...], goesOn: goesOn)) }
    var sign: [UInt8] = []
    if column == 0, OrgSyntax.isHeading(text[...]) { sign = [0x20] }
    // Another `#` keeps it from being a comment.
    if OrgSyntax.isComment(text[...]) { sign = [0x23] }
    if text[...].trimmingBlanks.isSame(as: ":LOGBOOK:") { sign = [0x2C] }
    add(sign + text)
    if !sign.isEmpty { loseLine(text[...]) }
  }

  /// Puts a backslash before a line of text that would not be read as text in Markdown. What looks like a lower
  /// heading, a quote or the address of a link stays: it is usually meant as one.
  static func escaped(
    _ text: ArraySlice<UInt8>, goesOn: Bool, inQuote: Bool = false
  ) -> [UInt8] {
    guard text.first?.isPunctuation == true, !text.hasPrefix("##"),
      text.first != 0x3E || text.allSatisfy({ $0 == 0x3E || $0.isBlank }),
      MarkdownLink.definition(text)?.target.string.contains("://") != true
    else { return Array(text) }
    let above = Array((goesOn ? "x\n" : "").utf8)
    let role = NotesLines(Text(bytes: above + text), to: .org).all.last?.role
    return role == .text || inQuote && role == .item ? Array(text) : [0x5C] + text
  }
}
