/// The settings a file makes for all of its headings, `#+TODO:`, `#+FILETAGS:` and `#+CATEGORY:` (Org manual,
/// "In-buffer settings"). They may stand anywhere
/// but in a block of code or the like.
struct OrgSettings {
  /// Nil when the file has no workflow of its own.
  private(set) var workflow: Workflow?
  private(set) var tags: [Text] = []
  private(set) var category: Text?
  /// All FILETAGS lines and their values.
  private(set) var tagLines: [(line: ByteLine, value: Range<Int>)] = []
  private(set) var categoryLines: [ByteLine] = []

  /// All lines that were read, `#+TODO:` ones included.
  private(set) var lines: [ByteLine] = []

  init(_ bytes: ArraySlice<UInt8>) {
    var blocks = OrgBlocks(bytes)
    var position = bytes.startIndex + (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    while let line = ByteLines.line(at: position, in: bytes) {
      position = line.next
      let text = line.content.trimmingLeadingBlanks
      guard text.hasPrefix("#+") else { continue }
      if let end = blocks.end(ofBlockAt: line) {
        position = end
      } else if let (name, value) = OrgSyntax.keyword(text) {
        read(name, value, line)
      }
    }
  }

  var hasTags: Bool { !tags.isEmpty }

  private mutating func read(
    _ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, _ line: ByteLine
  ) {
    if name.isSame(as: "TODO") || name.isSame(as: "SEQ_TODO") || name.isSame(as: "TYP_TODO") {
      var workflow = self.workflow ?? Workflow()
      workflow.add(sequence: Text(bytes: value))
      if !workflow.keywords.isEmpty { self.workflow = workflow }
      lines.append(line)
    } else if name.isSame(as: "FILETAGS") {
      lines.append(line)
      tagLines.append((line, value.startIndex..<value.endIndex))
      for tag in value.split(whereSeparator: { $0.isBlank || $0 == 0x3A }) {
        let tag = Text(bytes: tag)
        if !tags.contains(tag) { tags.append(tag) }
      }
    } else if name.isSame(as: "CATEGORY") {
      lines.append(line)
      categoryLines.append(line)
      // The last one counts.
      if !value.isEmpty { category = Text(bytes: value) }
    }
  }
}
