/// The markup of a task's notes, read for showing it and for following its links.
///
/// This is a reading for the eye: what it does not know stays text, and but for a conversion nothing is written
/// from it.
public struct Markup: Sendable {
  public let format: Format
  public let title: [MarkupSpan]
  public let blocks: [MarkupBlock]
  /// The links of the title, then those of the notes, in the order they stand; a link's number is its place
  /// here and one.
  public let links: [MarkupLink]

  /// Reads the title and the notes of a task.
  public init(_ task: Task) {
    self.init(task.notes, title: task.title, format: task.format)
  }

  init(_ notes: Text, title: Text = .empty, format: Format) {
    self.format = format
    var links = MarkupLinks()
    var titleReader = MarkupInline(format, links: links)
    self.title = titleReader.spans(title.bytes[...])
    links = titleReader.links
    var scanner = MarkupScanner(notes, format: format, links: links)
    blocks = scanner.scan()
    self.links = scanner.links.all
  }
}

/// A piece of the notes that stands on lines of its own.
public enum MarkupBlock: Hashable, Sendable {
  /// With its signs as written: `**`, `##`.
  case heading(level: Int, sign: String, [MarkupSpan])
  /// Lines of text; a line feed in a span is where a line ends.
  case text(indent: Int, [MarkupSpan])
  case item(MarkupItem)
  /// Lines of a quote, so many quotes deep.
  case quote(indent: Int, depth: Int, [MarkupSpan])
  case code([Text])
  case table(MarkupTable)
  case rule
  /// A line for programs: a keyword, a comment, a drawer, the fence of a block.
  case aside(Text)
  case blank
}

/// An item of a list.
public struct MarkupItem: Hashable, Sendable {
  /// In columns.
  public var indent: Int
  /// As written: `-`, `+`, `1.`.
  public var bullet: String
  public var box: Box?
  /// A line feed in a span is where a line ends.
  public var spans: [MarkupSpan]

  /// A box, and its number for those that can be ticked.
  public struct Box: Hashable, Sendable {
    public enum Mark: String, Sendable { case empty = " ", ticked = "X", partial = "-" }

    public var mark: Mark
    /// From 1, as `check` counts; nil below a heading of the notes.
    public var number: Int?
  }
}

/// A table: its rows, each as wide as it is written.
public struct MarkupTable: Hashable, Sendable {
  public enum Row: Hashable, Sendable {
    case cells([[MarkupSpan]])
    case rule
  }

  public enum Side: Sendable { case left, right, center }

  public var indent: Int
  public var rows: [Row]
  /// By column, as far as the table says.
  public var sides: [Side]
}

/// A piece of a line.
public indirect enum MarkupSpan: Hashable, Sendable {
  public enum Emphasis: Sendable { case bold, italic, underline, strike }

  case text(Text)
  /// With its sign as written: `*`, `__`.
  case emphasis(Emphasis, sign: String, [MarkupSpan])
  case code(Text, sign: String)
  /// An index into the links.
  case link(Int)
}

/// A link of a task.
public struct MarkupLink: Hashable, Sendable {
  /// What it leads to, as written.
  public var target: Text
  /// What is shown in place of it; nil for a link that shows itself.
  public var label: Text?
  /// True for the name of a note: `[[Note]]` in Markdown.
  public var isNote = false
  /// Whether a title stands behind where it leads, which is not kept here.
  var hasTitle = false

  /// The label on one line, with its signs, but for backslashes that take others their meaning.
  public func shownLabel(in format: Format) -> Text? {
    label.map { _ in Text(bytes: words(in: format).flatMap(\.signed)).onOneLine }
  }

  /// What stands in its place. A link in the label of another is its words; of a picture that is the label those are its
  /// own.
  public func words(in format: Format) -> [MarkupSpan] {
    guard let label, !isNote else { return [.text(label ?? target)] }
    var inline = MarkupInline(format, links: MarkupLinks())
    let spans = inline.spans(label.bytes[...])
    guard let inner = inline.links.all.first else { return spans }
    let isPicture = format == .markdown && label.bytes.first == 0x21 && spans.count == 1
    return [.text(isPicture ? inner.label ?? inner.target : label)]
  }
}

extension MarkupSpan {
  /// With the signs as written; no link is among them.
  fileprivate var signed: [UInt8] {
    switch self {
    case .text(let text): text.bytes
    case .emphasis(_, let sign, let inner):
      Array(sign.utf8) + inner.flatMap(\.signed) + Array(sign.utf8)
    case .code(let text, let sign): Array(sign.utf8) + text.bytes + Array(sign.utf8)
    case .link: []
    }
  }
}

/// The links found so far.
struct MarkupLinks {
  private(set) var all: [MarkupLink] = []
  /// Where each stands in the text that it was found in, its signs included.
  private(set) var places: [Range<Int>] = []

  mutating func setPlace(of index: Int, to place: Range<Int>) { places[index] = place }

  mutating func add(
    _ target: some Collection<UInt8>, label: (some Collection<UInt8>)?, isNote: Bool = false,
    hasTitle: Bool = false
  ) -> MarkupSpan {
    all.append(
      MarkupLink(
        target: Text(bytes: target), label: label.map { Text(bytes: $0) }, isNote: isNote,
        hasTitle: hasTitle))
    places.append(0..<0)
    return .link(all.count - 1)
  }

  mutating func add(_ target: ArraySlice<UInt8>) -> MarkupSpan {
    add(target, label: nil as ArraySlice<UInt8>?)
  }
}

extension Text {
  /// With a space for each line's end and the blanks around it.
  public var onOneLine: Text {
    guard bytes.contains(0x0A) else { return self }
    let lines = lines.enumerated().map { index, line in
      Array(index == 0 ? line.bytes[...] : line.bytes[...].trimmingLeadingBlanks)
    }
    var out: [UInt8] = []
    for (index, line) in lines.enumerated() {
      if index > 0 { out.append(0x20) }
      out += index < lines.count - 1 ? Array(line[...].trimmingTrailingBlanks) : line
    }
    return Text(bytes: out)
  }
}
