/// The settings a file makes for all of its headings, `#+TODO:`, `#+FILETAGS:` and `#+CATEGORY:` (Org manual,
/// "In-buffer settings"). They may stand anywhere
/// but in a block of code or the like.
struct OrgSettings {
  /// Nil when the file has no workflow of its own.
  private(set) var workflow: Workflow?
  /// As they stand, maybe more than once.
  private(set) var tags: [Text] = []
  private(set) var category: Text?
  /// All FILETAGS lines and their values.
  private(set) var tagLines: [(line: ByteLine, value: Range<Int>)] = []
  private(set) var categoryLines: [ByteLine] = []

  /// All lines that were read, `#+TODO:` ones included.
  private(set) var lines: [ByteLine] = []

  private let storeWorkflow: Workflow

  /// - Parameter storeWorkflow: Need not be made again where a file says the same.
  init(_ bytes: ArraySlice<UInt8>, storeWorkflow: Workflow = .standard) {
    self.storeWorkflow = storeWorkflow
    var blocks = OrgBlocks(bytes)
    var position = bytes.startIndex + (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    while position < bytes.endIndex {
      guard let line = OrgSettings.nextSetting(from: position, in: bytes) else { return }
      position = line.next
      if let end = blocks.end(ofBlockAt: line) {
        position = end
      } else if let (name, value) = OrgSyntax.keyword(line.content) {
        read(name, value, line)
      }
    }
  }

  /// The next line that begins with `#+`.
  private static func nextSetting(from start: Int, in bytes: ArraySlice<UInt8>) -> ByteLine? {
    var position = start
    while true {
      let lineStart = position
      while position < bytes.endIndex, bytes[position].isBlank { position += 1 }
      guard position + 1 < bytes.endIndex else { return nil }
      if bytes[position] == 0x23, bytes[position + 1] == 0x2B {
        return ByteLines.line(at: lineStart, in: bytes)
      }
      while position < bytes.endIndex, bytes[position] != 0x0A { position += 1 }
      position += 1
    }
  }

  var hasTags: Bool { !tags.isEmpty }

  private mutating func read(
    _ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, _ line: ByteLine
  ) {
    if name.isSame(as: "TODO") || name.isSame(as: "SEQ_TODO") || name.isSame(as: "TYP_TODO") {
      if workflow == nil, storeWorkflow.isMade(of: value) {
        workflow = storeWorkflow
      } else {
        workflow = workflow ?? Workflow()
        workflow?.add(sequence: value)
        if workflow?.keywords.isEmpty == true { workflow = nil }
      }
      lines.append(line)
    } else if name.isSame(as: "FILETAGS") {
      lines.append(line)
      tagLines.append((line, value.startIndex..<value.endIndex))
      for tag in value.split(whereSeparator: { $0.isBlank || $0 == 0x3A }) {
        tags.append(Text(bytes: tag))
      }
    } else if name.isSame(as: "CATEGORY") {
      lines.append(line)
      categoryLines.append(line)
      // The last one counts.
      if !value.isEmpty { category = Text(bytes: value) }
    }
  }
}
