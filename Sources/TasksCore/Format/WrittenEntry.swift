/// A piece of a task file that a merge takes from one version as its bytes (merge.md, "Carried as written"): a key of
/// front matter with its lines, a property line, a date of the planning line, a part of the heading, an item of the
/// log.
///
/// Law: the texts of a file's entries, each after its ``lead``, are the file without its byte order mark and with a line
/// end at its end.
package struct WrittenEntry: Sendable {
  enum Form: Sendable {
    /// Whole lines.
    case lines
    /// A part of a line.
    case part
    /// The end of a line made of parts.
    case lineEnd
  }

  /// The part of the file that the entry is in, from the top.
  let section: Int
  /// What identifies the entry among those of its section.
  let name: [UInt8]
  /// The name of the entry that this one must come after: only the first line of a property counts.
  let follows: [UInt8]?
  /// What identifies an entry of the log.
  let item: LogItem?
  /// What other names for the same entry have in common; nil if there are none.
  let alias: Int?
  /// The name of the field that the entry belongs to (``Field/name``), `id`, or ``MergeLoss/preamble``; nil for what
  /// only holds the file together, and for comments.
  let field: Text?
  let form: Form
  /// The drawer, list or line that the entry is in; 0 for none.
  let region: Int
  /// Whether the entry is not content of its region but what holds it together, such as the first and last line of a
  /// drawer. Without content it is left out.
  let isFrame: Bool
  /// The indentation of the drawer that an item of the log is in.
  let indent: [UInt8]
  /// The blanks before a part of a line.
  let lead: [UInt8]
  /// Lines have their line end.
  private(set) var text: [UInt8]
  /// Whether the entry is the first of its line.
  let startsLine: Bool

  /// Whether the entries are the same bytes; what is before an entry depends on whether it starts its line.
  func isSame(as other: WrittenEntry) -> Bool {
    text == other.text && (lead == other.lead || startsLine != other.startsLine)
  }

  /// The lines of an item for a drawer with another indentation.
  func indented(by new: [UInt8]) -> WrittenEntry {
    guard item != nil, new != indent else { return self }
    let lines = ByteLines(text[...]).map { line -> [UInt8] in
      let bytes = text[line.range]
      return bytes.starts(with: indent) ? new + bytes.dropFirst(indent.count) : Array(bytes)
    }
    return with(text: Array(lines.joined()))
  }

  func with(text: [UInt8]) -> WrittenEntry {
    var entry = self
    entry.text = text
    return entry
  }

  func names(_ other: WrittenEntry) -> Bool {
    section == other.section && name == other.name && item == other.item
  }
}

/// Divides a file into entries from its first byte to its last.
struct WrittenEntries {
  private(set) var list: [WrittenEntry] = []
  let bytes: [UInt8]
  private let lineEnd: [UInt8]
  /// The offset up to which the file is divided.
  private(set) var position: Int
  private var startsLine = true

  init(_ bytes: [UInt8], lineEnd: [UInt8]) {
    self.bytes = bytes
    self.lineEnd = lineEnd
    position = bytes.byteOrderMarkLength
    list.reserveCapacity(32)
  }

  /// Adds the lines up to an offset; does nothing if there are none.
  mutating func lines(
    upTo end: Int, _ name: some Collection<UInt8>, in section: Int, item: LogItem? = nil,
    indent: [UInt8] = [], alias: Int? = nil, field: Text? = nil, region: Int = 0,
    isFrame: Bool = false, follows: [UInt8]? = nil
  ) {
    guard end > position else { return }
    add(
      upTo: end, Array(name), in: section, item: item, indent: indent, alias: alias, field: field,
      .lines,
      region: region, isFrame: isFrame, follows: follows)
    startsLine = true
  }

  /// Adds a part of a line with the blanks before it.
  mutating func part(
    upTo end: Int, _ name: some Collection<UInt8>, in section: Int, field: Text? = nil,
    region: Int = 0
  ) {
    guard end > position else { return }
    add(upTo: end, Array(name), in: section, field: field, .part, region: region)
    startsLine = false
  }

  /// Adds what is left of a line made of parts.
  mutating func lineEnd(of line: ByteLine, in section: Int, region: Int = 0) {
    add(
      upTo: line.next, [], in: section, .lineEnd, region: region, isFrame: region != 0)
    startsLine = true
  }

  private mutating func add(
    upTo end: Int, _ name: [UInt8], in section: Int, item: LogItem? = nil,
    indent: [UInt8] = [], alias: Int? = nil, field: Text? = nil, _ form: WrittenEntry.Form,
    region: Int, isFrame: Bool = false, follows: [UInt8]? = nil
  ) {
    let whole = bytes[position..<end]
    let lead = form == .part ? whole.prefix { $0.isBlank } : whole.prefix(0)
    var text = Array(whole[lead.endIndex...])
    if form != .part, end == bytes.count, text.last != 0x0A { text += lineEnd }
    list.append(
      WrittenEntry(
        section: section, name: name, follows: follows, item: item, alias: alias, field: field,
        form: form,
        region: region, isFrame: isFrame, indent: indent, lead: Array(lead), text: text,
        startsLine: startsLine))
    position = end
  }
}
