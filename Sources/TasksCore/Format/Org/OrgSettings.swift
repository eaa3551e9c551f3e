/// The settings a file makes for all of its headings, `#+TODO:`, `#+FILETAGS:` and `#+CATEGORY:` (Org manual,
/// "In-buffer settings"). They may stand anywhere outside a block.
struct OrgSettings {
  /// Nil when the file has no workflow of its own.
  private(set) var workflow: Workflow?
  private(set) var tags: [Text] = []
  private(set) var category: Text?
  /// The values of all FILETAGS lines, where they stand.
  private(set) var tagValues: [Range<Int>] = []
  private(set) var categoryLine: ByteLine?

  init(_ bytes: ArraySlice<UInt8>) {
    var blockName: ArraySlice<UInt8>?
    var position = bytes.startIndex + (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    while let line = ByteLines.line(at: position, in: bytes) {
      position = line.next
      let text = line.content.trimmingLeadingBlanks
      guard text.hasPrefix("#+") else { continue }
      if let name = blockName {
        if text.hasPrefixIgnoringCase("#+end_"), text.dropFirst(6).starts(with: name) {
          blockName = nil
        }
      } else if text.hasPrefixIgnoringCase("#+begin_") {
        blockName = text.dropFirst(8).prefix { !$0.isBlank }
      } else if let (name, value) = OrgSyntax.keyword(text) {
        read(name, value, line)
      }
    }
  }

  private mutating func read(
    _ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, _ line: ByteLine
  ) {
    if name.isSame(as: "TODO") || name.isSame(as: "SEQ_TODO") || name.isSame(as: "TYP_TODO") {
      var workflow = self.workflow ?? Workflow()
      workflow.add(sequence: Text(bytes: value))
      if !workflow.keywords.isEmpty { self.workflow = workflow }
    } else if name.isSame(as: "FILETAGS") {
      tagValues.append(value.startIndex..<value.endIndex)
      for tag in value.split(whereSeparator: { $0.isBlank || $0 == 0x3A }) {
        let tag = Text(bytes: tag)
        if !tags.contains(tag) { tags.append(tag) }
      }
    } else if name.isSame(as: "CATEGORY"), category == nil, !value.isEmpty {
      category = Text(bytes: value)
      categoryLine = line
    }
  }
}
