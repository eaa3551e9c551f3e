/// A task file: its bytes, and the task parsed from them. An edit returns a new document, in which all bytes
/// the edit does not concern are unchanged.
package protocol TaskDocument: Sendable {
  var bytes: [UInt8] { get }
  var task: Task { get }
  /// The task with properties that are shown but have no plain value; edits and merges must ignore them.
  var shownTask: Task { get }
  /// The state keywords of the file.
  var workflow: Workflow { get }
  /// The text before the task itself: file settings and comments.
  var preamble: Text { get }

  /// Applies edits, each as the smallest possible replacement; returns the same document if they change
  /// nothing.
  func applying(_ edits: [Edit]) throws(EditError) -> Self

  /// The edits that move repeating timestamps other than the task's dates to their next date: those in texts, in the
  /// log and in properties.
  func movingStamps(now: Timestamp) -> [Edit]

  /// The edits that record that a date of a repeating task is done, or given up, where the file has a place for it.
  func recordingFinish(as state: State, now: Timestamp) -> [Edit]

  /// The document with the time of its last change, if it keeps one that has not been set since an older version.
  func stamped(at now: Timestamp, since old: (any TaskDocument)?) -> Self

  /// The file divided into the entries that a merge carries.
  var entries: [WrittenEntry] { get }

  /// The line end of the file: that of its first line, or of the heading.
  var lineEnd: [UInt8] { get }

  /// Parses other bytes with the same path and workflow; nil if they are not a task.
  func reread(_ bytes: [UInt8]) -> Self?

  /// The same document with the counts of checkboxes in its title counted, unless one of the versions has the same
  /// title and notes.
  func countingCheckboxes(unlessIn versions: [any TaskDocument]) -> Self

  /// Merges a part of the preamble that both sides changed.
  ///
  /// - Parameters:
  ///   - texts: The preamble in Org; in front matter, the lines of one of its keys.
  ///   - lines: Merges texts as git does.
  /// - Returns: Nil if both sides changed the same of it.
  func merging(preamble texts: ThreeWay<[UInt8]>, lines: TextMerger) -> [UInt8]?

  /// Whether a key occurs twice that occurs once in each of the other versions.
  func hasTwins(unlessIn others: [any TaskDocument]) -> Bool

  /// The part of the preamble that a part which a merge dropped would replace; nil if there is none.
  func preamble(inPlaceOf value: Text) -> Text?

  /// The document with a part of the preamble that a merge dropped.
  func restoring(preamble value: Text) -> Self

  /// The document with another preamble.
  func replacingPreamble(with text: Text) -> Self

  /// The keys that the file has more than once; no command changes them.
  var duplicateKeys: [Text] { get }

  /// The counts of checkboxes in a title, such as `[1/3]`, which are not part of it.
  func counts(inTitle title: Text) -> [Text]

  /// The clocks that another program keeps in the file, which no command changes.
  var foreignClocks: [Clock] { get }

  /// The document with a specification of the store's keywords, if it has a keyword that it does not define.
  func namingKeywords(_ specification: Text) -> Self
}

extension TaskDocument {

  package func movingStamps(now: Timestamp) -> [Edit] { [] }

  package func recordingFinish(as state: State, now: Timestamp) -> [Edit] { [] }

  package func stamped(at now: Timestamp, since old: (any TaskDocument)?) -> Self { self }

  package func countingCheckboxes(unlessIn versions: [any TaskDocument]) -> Self { self }

  package func hasTwins(unlessIn others: [any TaskDocument]) -> Bool { false }

  package var duplicateKeys: [Text] { [] }

  package var foreignClocks: [Clock] { [] }

  package func counts(inTitle title: Text) -> [Text] { [] }

  package func namingKeywords(_ specification: Text) -> Self { self }

  /// The edits that change the task's state (see ``Task/changing(to:workflow:now:note:moving:)``).
  package func changing(to state: State, now: Timestamp, note: Text? = nil) -> [Edit] {
    task.changing(
      to: state, workflow: workflow, now: now, note: note, moving: movingStamps(now: now),
      keeping: foreignClocks) + recordingFinish(as: state, now: now)
  }
}

/// Why a change cannot be written into a task file.
package enum EditError: ReportedError, Hashable, Sendable {
  case emptyTitle
  case controlCharacter(in: Text)
  /// Org would read the title as something else, named by `as`.
  case misreadTitle(Text, as: String)
  case forbiddenTag(Text)
  case unknownKeyword(Text, known: [Text])
  case badPropertyName(Text)
  case badProperty(name: Text, value: Text)
  case badNotes(line: Text)
  case notEditable(String)
}

/// Why a file that looks like a task cannot be read.
package enum ReadError: ReportedError, Hashable, Sendable {
  /// The file is larger than 8 MiB.
  case tooLarge
  /// A line is longer than 1 MiB.
  case lineTooLong
  /// A symbolic link, FIFO, device or folder with the name of a task file.
  case notRegularFile
  case noPermission
  /// The name of the file or of a folder in its path is not UTF-8.
  case nameNotUTF8
  /// The name of the file or of a folder in its path means `.git` to git on some system.
  case nameOfGit
  /// Two names in a folder differ only in their Unicode normalization.
  case nameSpeltTwice
  case failed(String)
  /// The file was a task, and has only settings, comments and blank lines now, or the task below another heading.
  case vacated(isBelow: Bool)
  case malformed(line: Int, String)
}

/// Reads task files of either format.
package enum TaskReader {
  package static let largestFile = 8 << 20
  package static let longestLine = 1 << 20

  /// The task in a file; nil if the file is not a task.
  ///
  /// - Parameters:
  ///   - path: The path in the store. Its extension selects the format, and it names a task without an id.
  ///   - workflow: Used for files without a workflow of their own.
  ///   - notes: Which Markdown files are tasks; nil for a text that is to be one.
  package static func read(
    _ bytes: [UInt8], path: String, workflow: Workflow = .standard, notes: NoteRule? = nil
  ) throws(ReadError) -> (any TaskDocument)? {
    guard let format = Format(path: path) else { return nil }
    try checkSize(bytes)
    switch format {
    case .org: return OrgDocument(bytes, path: path, workflow: workflow)
    case .markdown:
      if let document = MarkdownDocument(bytes, path: path, workflow: workflow) {
        return notes?.takes(document) == false ? nil : document
      }
      if notes?.mayTake(path) == false { return nil }
      if let line = bytes.withView(FrontMatter.statusLineOfUnclosed) {
        throw .malformed(line: line, "the front matter has a status, but no closing `---`")
      }
      if let line = bytes.withView(FrontMatter.lineOfUnreadStatus) {
        throw .malformed(line: line, "the status is not a plain word")
      }
      return nil
    }
  }

  /// Says why a file that was a task is none; the line is that of the fault.
  package static func fault(of bytes: [UInt8], path: String) -> ReadError {
    if TaskSubtree.isLeft(in: bytes, path: path) { return .vacated(isBelow: false) }
    // Org's archive sibling: the task is below another heading of its own file.
    let id = TaskPath.idInName(path).flatMap { TaskID(Text(bytes: $0)) }
    if let id, Format(path: path) == .org, TaskSubtree.ids(in: bytes).contains(id) {
      return .vacated(isBelow: true)
    }
    let lines = Text(bytes: bytes).lines
    let lost = "so it is no longer a task"
    guard Format(path: path) == .org else {
      let isFrontMatter = lines.first?.string == "---"
      return .malformed(
        line: 1, "its front matter \(isFrontMatter ? "has no status" : "is gone"), \(lost)")
    }
    guard let place = lines.firstIndex(where: { $0.string.hasPrefix("* ") }) else {
      return .malformed(line: 1, "its heading is gone, \(lost)")
    }
    let word = lines[place].string.dropFirst(2).prefix { $0 != " " }
    let isKeyword = word.utf8.count > 1 && word.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    return .malformed(
      line: place + 1,
      isKeyword
        ? "its first heading begins with \(word), which is no state here, \(lost)"
        : "its first heading has no keyword, \(lost)")
  }

  /// - Throws: `tooLarge`, `lineTooLong`.
  package static func checkSize(_ bytes: [UInt8]) throws(ReadError) {
    guard bytes.count <= largestFile else { throw .tooLarge }
    guard !hasLongLine(bytes) else { throw .lineTooLong }
  }

  private static func hasLongLine(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > longestLine else { return false }
    return bytes.withView { ByteLines($0).contains { $0.content.count > longestLine } }
  }
}

/// Prints new task files of either format.
package enum TaskPrinter {
  /// Prints the file of a new task in the task's format.
  ///
  /// - Parameters:
  ///   - keywords: The store's workflow as written after `#+TODO:`.
  ///   - workflow: The same, parsed.
  ///   - fields: The store's own fields: their values get the types that they have in YAML.
  ///   - start: What a new Markdown file starts from: front matter with a status. Empty for nothing but the task.
  /// - Throws: ``EditError`` if a value would be read as something else.
  package static func print(
    new task: Task, _ keywords: Text, _ workflow: Workflow, fields: OwnFields = OwnFields(),
    from start: [UInt8] = []
  ) throws(EditError) -> any TaskDocument {
    var task = task
    if !fields.all.isEmpty {
      // Another program may have written them in its own way.
      task.properties = task.properties.map { fields.written($0, in: task.format) }
    }
    switch task.format {
    case .org: return try OrgDocument.print(new: task, workflow: keywords, storeWorkflow: workflow)
    case .markdown:
      return start.isEmpty
        ? try MarkdownDocument.print(new: task, workflow: workflow, fields: fields)
        : try MarkdownDocument.print(new: task, from: start, workflow: workflow, fields: fields)
    }
  }
}

extension ReadError {
  package var kind: ErrorKind { .usage }
  package var message: String { reason }

  /// The end of the sentence "the file cannot be read: …".
  package var reason: String {
    switch self {
    case .tooLarge: "it is larger than 8 MiB"
    case .lineTooLong: "a line of it is longer than 1 MiB"
    case .notRegularFile: "it is not a regular file"
    case .noPermission: "permission denied"
    case .nameNotUTF8: "its name is not UTF-8"
    case .nameOfGit:
      "its name means git's own folder on some systems, and git refuses it there; rename it"
    case .nameSpeltTwice:
      "another file has the same name in a different Unicode form; rename one of them"
    case .failed(let reason): reason
    case .vacated(isBelow: false): "its heading is gone, so it is no longer a task"
    case .vacated(isBelow: true): "its task is below another heading, as an archive sibling in Org"
    case .malformed(let line, let reason): "line \(line): \(reason)"
    }
  }
}

extension EditError {
  package var kind: ErrorKind { .usage }
  package var message: String { reason }

  /// What is wrong, and what to do instead.
  package var reason: String {
    switch self {
    case .emptyTitle: "a task needs a title"
    case .controlCharacter(let text):
      "line breaks and other control characters are not allowed here: \(ControlCharacters.escaped(text))"
    case .misreadTitle(let title, let what):
      "Org would read a part of the title '\(ControlCharacters.escaped(title))' as \(what); word it differently"
    case .forbiddenTag(let tag):
      "'\(ControlCharacters.escaped(tag))' cannot be a tag: Org allows letters, digits, _ @ # and % in tags"
    case .unknownKeyword(let keyword, let known):
      "the task's file has no state \(ControlCharacters.escaped(keyword)); its states are "
        + known.map(\.string).joined(separator: " ")
    case .badPropertyName(let name):
      "'\(ControlCharacters.escaped(name))' cannot be the name of a property"
    case .badProperty(let name, let value):
      "'\(ControlCharacters.escaped(value))' cannot be the value of \(ControlCharacters.escaped(name))"
    case .badNotes(let line):
      "the line '\(ControlCharacters.escaped(line))' would be read as something other than a note; change it"
    case .notEditable(let reason): reason
    }
  }
}
