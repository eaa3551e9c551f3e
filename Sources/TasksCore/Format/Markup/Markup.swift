/// The parsed markup of a task's notes, for showing it and for following its links.
///
/// What it does not recognize stays text. Only conversion writes anything based on it.
package struct Markup: Sendable {
  package let format: Format
  package let title: [MarkupSpan]
  package let blocks: [MarkupBlock]
  /// The links of the title, then those of the notes, in order; a link's number is its index plus one.
  package let links: [MarkupLink]

  /// Parses the title and the notes of a task.
  package init(_ task: Task) {
    self.init(task.notes, title: task.title, format: task.format)
  }

  package init(_ notes: Text, title: Text = .empty, format: Format) {
    var titleReader = MarkupInline(format, links: MarkupLinks())
    let title = titleReader.spans(title.bytes[...])
    var scanner = MarkupScanner(notes, format: format, links: titleReader.links)
    let blocks = scanner.scan()
    self.init(format: format, title: title, blocks: blocks, links: scanner.links.all)
  }

  private init(format: Format, title: [MarkupSpan], blocks: [MarkupBlock], links: [MarkupLink]) {
    (self.format, self.title, self.blocks, self.links) = (format, title, blocks, links)
  }

  /// Reads the title and the notes of a task, and hands on some blocks at a time: notes may have a million lines.
  ///
  /// - Parameter body: Gets the next blocks, with the title and the links so far; at least once.
  package static func read(_ task: Task, inPieces body: (Markup) -> Void) {
    var titleReader = MarkupInline(task.format, links: MarkupLinks())
    let title = titleReader.spans(task.title.bytes[...])
    var scanner = MarkupScanner(
      task.notes, format: task.format, links: titleReader.links, keepsLines: false)
    var blocks: [MarkupBlock]? = scanner.nextBlocks() ?? []
    while let next = blocks {
      body(Markup(format: task.format, title: title, blocks: next, links: scanner.links.all))
      blocks = scanner.nextBlocks()
    }
  }
}

extension Markup {
  /// The title as people see it: a link in brackets is its label, or else its target; all else is as written.
  package static func shown(title: Text, _ format: Format) -> Text {
    var bytes = title.bytes
    guard bytes.contains(0x5B) else { return title }
    var inline = MarkupInline(format, links: MarkupLinks())
    _ = inline.spans(bytes[...])
    for (link, place) in zip(inline.links.all, inline.links.places).reversed()
    where [0x5B, 0x21].contains(bytes[place.lowerBound]) {
      bytes.replaceSubrange(place, with: (link.label ?? link.target).bytes)
    }
    return Text(bytes: bytes)
  }

  /// The words of a title as they are shown: of a link its label, of emphasis what is in it.
  package static func words(ofTitle title: Text, _ format: Format) -> Text {
    let markup = Markup(.empty, title: title, format: format)
    func words(_ spans: [MarkupSpan]) -> [UInt8] {
      spans.flatMap { span -> [UInt8] in
        switch span {
        case .text(let text), .code(let text, _): text.bytes
        case .emphasis(_, _, let spans): words(spans)
        case .link(let index): (markup.links[index].label ?? markup.links[index].target).bytes
        }
      }
    }
    return Text(bytes: words(markup.title))
  }
}

extension Task {
  /// The title as people see it, with control characters escaped.
  package var shownTitle: String { ControlCharacters.escaped(Markup.shown(title: title, format)) }
}

/// A block of the notes: one or more whole lines.
package enum MarkupBlock: Hashable, Sendable {
  /// A heading with its marker as written: `**`, `##`.
  case heading(level: Int, sign: String, [MarkupSpan])
  /// Lines of text; a line feed in a span is a line end.
  case text(indent: Int, [MarkupSpan])
  case item(MarkupItem)
  /// Lines of a quote with its nesting depth, from 1.
  case quote(indent: Int, depth: Int, [MarkupSpan])
  case code([Text])
  case table(MarkupTable)
  case rule
  /// A line for programs: a keyword, a comment, the first or last line of a drawer or block.
  case aside(Text)
  case blank
}

/// A list item.
package struct MarkupItem: Hashable, Sendable {
  /// The indent in columns.
  package var indent: Int
  /// The bullet as written: `-`, `+`, `1.`.
  package var bullet: String
  package var checkbox: Checkbox?
  /// A line feed in a span is a line end.
  package var spans: [MarkupSpan]

  package init(indent: Int, bullet: String, checkbox: Checkbox? = nil, spans: [MarkupSpan]) {
    self.indent = indent
    self.bullet = bullet
    self.checkbox = checkbox
    self.spans = spans
  }

  /// A checkbox, with its number if it can be ticked.
  package struct Checkbox: Hashable, Sendable {
    package enum Mark: String, Sendable { case empty = " ", ticked = "X", partial = "-" }

    package var mark: Mark
    /// From 1, as `check` counts them; nil below a heading of the notes.
    package var number: Int?

    package init(mark: Mark, number: Int? = nil) {
      (self.mark, self.number) = (mark, number)
    }
  }
}

/// A table with its rows, each with as many cells as written.
package struct MarkupTable: Hashable, Sendable {
  package enum Row: Hashable, Sendable {
    case cells([[MarkupSpan]])
    case rule
  }

  package enum Side: Sendable { case left, right, center }

  package var indent: Int
  package var rows: [Row]
  /// The alignment by column; may have fewer elements than a row.
  package var sides: [Side]

  package init(indent: Int, rows: [Row], sides: [Side]) {
    (self.indent, self.rows, self.sides) = (indent, rows, sides)
  }
}

/// A part of a line.
package indirect enum MarkupSpan: Hashable, Sendable {
  package enum Emphasis: Sendable { case bold, italic, underline, strike }

  case text(Text)
  /// Emphasis with its delimiter as written: `*`, `__`.
  case emphasis(Emphasis, sign: String, [MarkupSpan])
  case code(Text, sign: String)
  /// An index into the links.
  case link(Int)
}

/// A link in a task.
package struct MarkupLink: Hashable, Sendable {
  package var target: Text
  /// The text shown for the link; nil if the target is shown.
  package var label: Text?
  /// True for a link to a note by name: `[[Note]]` in Markdown.
  package var isNote: Bool
  /// True if the link has a title, which is not stored.
  var hasTitle: Bool
  /// True for `![label](target)`.
  var isPicture: Bool

  package init(
    target: Text, label: Text? = nil, isNote: Bool = false, hasTitle: Bool = false,
    isPicture: Bool = false
  ) {
    self.target = target
    self.label = label
    self.isNote = isNote
    self.hasTitle = hasTitle
    self.isPicture = isPicture
  }

  /// The label on one line, with its delimiters but without escaping backslashes.
  package func shownLabel(in format: Format) -> Text? {
    label.map { _ in Text(bytes: words(in: format).flatMap(\.signed)).onOneLine }
  }

  /// The text shown for the link. A link inside the label is shown as text; if the label is a picture, as the
  /// picture's own label or target.
  package func words(in format: Format) -> [MarkupSpan] {
    guard let label, !isNote else { return [.text(label ?? target)] }
    var inline = MarkupInline(format, links: MarkupLinks())
    let spans = inline.spans(label.bytes[...])
    guard let inner = inline.links.all.first else { return spans }
    let isPicture = format == .markdown && label.bytes.first == 0x21 && spans.count == 1
    return [.text(isPicture ? inner.label ?? inner.target : label)]
  }
}

extension MarkupSpan {
  /// The span as bytes, with its delimiters; links are omitted.
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
  /// The range of each link, including its delimiters, in the text it was found in.
  private(set) var places: [Range<Int>] = []

  mutating func setPlace(of index: Int, to place: Range<Int>) { places[index] = place }

  mutating func add(
    _ target: some Collection<UInt8>, label: (some Collection<UInt8>)?, isNote: Bool = false,
    hasTitle: Bool = false, isPicture: Bool = false
  ) -> MarkupSpan {
    all.append(
      MarkupLink(
        target: Text(bytes: target), label: label.map { Text(bytes: $0) }, isNote: isNote,
        hasTitle: hasTitle, isPicture: isPicture))
    places.append(0..<0)
    return .link(all.count - 1)
  }

  mutating func add(_ target: ArraySlice<UInt8>) -> MarkupSpan {
    add(target, label: nil as ArraySlice<UInt8>?)
  }
}

extension Text {
  /// The text with each line end, and the whitespace around it, replaced by a space.
  package var onOneLine: Text {
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
