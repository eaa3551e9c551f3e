/// A task file: its bytes, and the task they say. Editing one gives another; what an edit does not mean
/// stays byte for byte.
public protocol TaskDocument: Sendable {
  var bytes: [UInt8] { get }
  var task: Task { get }
  /// The same with what can only be shown: properties that no edit and no merge may take for plain values.
  var shownTask: Task { get }
  /// The keywords the file knows.
  var workflow: Workflow { get }
  /// What stands before the task itself: settings of the file, comments.
  var preamble: Text { get }

  /// The file with the edits made, each as the smallest replacement; the same file when they change nothing.
  func applying(_ edits: [Edit]) throws(EditError) -> Self

  /// The edits that move on what in the file comes again with the task's dates, but for what its fields say.
  func movingFields(now: Timestamp) -> [Edit]

  /// The same file, whose changes write dates that name a zone as the clocks there mean them.
  func writing(in zone: LocalZone) -> Self

  /// The file with another preamble.
  func replacingPreamble(with text: Text) -> Self
}

extension TaskDocument {
  public var shownTask: Task { task }

  public func movingFields(now: Timestamp) -> [Edit] { [] }

  /// The edits that take its task to another state (see ``Task/changing(to:workflow:now:note:moving:)``).
  public func changing(to state: State, now: Timestamp, note: Text? = nil) -> [Edit] {
    task.changing(
      to: state, workflow: workflow, now: now, note: note, moving: movingFields(now: now))
  }
}

/// Why a change cannot be written into a task file.
public enum EditError: Error, Hashable, Sendable {
  case emptyTitle
  case controlCharacter(in: Text)
  /// Org would read the title as something else; the text says as what.
  case misreadTitle(Text, as: String)
  case forbiddenTag(Text)
  case unknownKeyword(Text, known: [Text])
  case badPropertyName(Text)
  case badProperty(name: Text, value: Text)
  case badNotes(line: Text)
  case notEditable(String)
}

/// Why a file that looks like a task cannot be read.
public enum ReadError: Error, Hashable, Sendable {
  /// Over 8 MiB.
  case tooLarge
  /// A line over 1 MiB.
  case lineTooLong
  /// A link, a FIFO, a device, a folder with a task's name.
  case notRegularFile
  case noPermission
  /// The name of the file, or of a folder on the way to it.
  case nameNotUTF8
  /// The name of a file, or of a folder on the way to it, that is `.git` to git somewhere.
  case nameOfGit
  /// Two names in a folder that differ in how Unicode spells their letters alone.
  case nameSpeltTwice
  case failed(String)
  case malformed(line: Int, String)
}

/// Reading a file of either format.
public enum TaskReader {
  public static let largestFile = 8 << 20
  public static let longestLine = 1 << 20

  /// The task in a file, nil when the file is none.
  ///
  /// - Parameters:
  ///   - path: In the store; its ending says the format, and a task without an id is named by it.
  ///   - workflow: Counts for files that have no workflow of their own.
  public static func read(
    _ bytes: [UInt8], path: String, workflow: Workflow = .standard
  ) throws(ReadError) -> (any TaskDocument)? {
    guard let format = Format(path: path) else { return nil }
    try checkSize(bytes)
    switch format {
    case .org: return OrgDocument(bytes, path: path, workflow: workflow)
    case .markdown:
      if let document = MarkdownDocument(bytes, path: path, workflow: workflow) { return document }
      if let line = bytes.withView(FrontMatter.statusLineOfUnclosed) {
        throw .malformed(line: line, "the front matter has a status, but no `---` ends it")
      }
      if let line = bytes.withView(FrontMatter.lineOfUnreadStatus) {
        throw .malformed(line: line, "the status is no plain word")
      }
      return nil
    }
  }

  /// - Throws: `tooLarge`, `lineTooLong`.
  public static func checkSize(_ bytes: [UInt8]) throws(ReadError) {
    guard bytes.count <= largestFile else { throw .tooLarge }
    guard !hasLongLine(bytes) else { throw .lineTooLong }
  }

  private static func hasLongLine(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > longestLine else { return false }
    return bytes.withView { ByteLines($0).contains { $0.content.count > longestLine } }
  }
}
