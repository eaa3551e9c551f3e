import TasksCore

/// A form in which another program keeps tasks, as an import reads it.
///
/// Readers are pure: the context gives the time, the zone and the store's settings. What a record cannot say is left
/// empty in its task; ``ForeignUpdate`` then leaves it alone in the store's task.
package protocol ForeignReader: Sendable {
  /// The word of `tasks import FORMAT`.
  static var name: String { get }
  /// How its files are named, or where they are, for messages: `.txt`, `backlog/`.
  static var ending: String { get }
  static var traits: Set<ForeignTrait> { get }
  static var options: Set<ForeignOption> { get }
  /// Returns where the program keeps its tasks; nil if a file has to be named.
  static func places(_ machine: ForeignMachine) -> ForeignPlaces?
  /// Whether a file of the program's folder holds tasks, by its path there; nil for a format that has no folders.
  static var isFileOfFolder: (@Sendable (String) -> Bool)? { get }

  init(_ context: ForeignContext)

  /// Whether the bytes are text as the program writes it: UTF-8 with most.
  func isText(_ bytes: [UInt8]) -> Bool

  func read(_ bytes: [UInt8]) -> [ForeignRecord]

  /// - Parameter path: In the folder of the program; empty for a file that was named.
  func read(_ bytes: [UInt8], path: String) -> [ForeignRecord]

  /// Returns what holds for many new tasks and is no fault of any of them, a sentence each.
  func remarks(on new: [Task]) -> [String]

  /// Returns tasks as a file of this format tells them, each in its place: a record that is equal says nothing new.
  func told(_ tasks: [Task]) -> [Task]
}

extension ForeignReader {
  package static var traits: Set<ForeignTrait> { [] }
  package static var options: Set<ForeignOption> { [] }
  package static func places(_ machine: ForeignMachine) -> ForeignPlaces? { nil }
  package static var isFileOfFolder: (@Sendable (String) -> Bool)? { nil }

  package func isText(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

  package func read(_ bytes: [UInt8], path: String) -> [ForeignRecord] { read(bytes) }

  package func remarks(on new: [Task]) -> [String] {
    Self.traits.contains(.tellsRepeaters) ? [] : remarks(onRepeating: new)
  }

  /// Says what becomes of those that are late, which most programs do not say.
  func remarks(onRepeating new: [Task]) -> [String] {
    let count = new.count { task in
      [task.deadline, task.scheduled].contains { $0?.repeater?.kind == .catchUp }
    }
    if count == 0 { return [] }
    return [
      "\(count) repeating \(count == 1 ? "task comes" : "tasks come") back once when late, at the next date to come; "
        + "every:+1w has each date that has passed"
    ]
  }

  /// Reads a file that may begin with a byte order mark. A line that is no text is a bad record, in place of the one
  /// that holds it.
  package func records(of bytes: [UInt8], path: String = "") -> [ForeignRecord] {
    let bytes = Array(bytes.dropFirst(bytes.byteOrderMarkLength))
    let records = read(bytes, path: path)
    if isText(bytes) { return records }
    let bad = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      .filter { String(validating: $1, as: UTF8.self) == nil }.map { $0.offset + 1 }
    let sound = records.enumerated().filter { place, record in
      if Self.traits.contains(.isOneDocument) { return !record.hasReplacements }
      let next = place + 1 < records.count ? records[place + 1].line : .max
      return !bad.contains { record.line <= $0 && $0 < max(next, record.line + 1) }
    }.map(\.element)
    return bad.map { .bad(line: $0, reason: "it is not UTF-8") } + sound
  }
}

/// What holds for all records of a format.
package enum ForeignTrait: Sendable {
  /// A record without a value says that there is none. Most formats have no place for some fields, or hold them in
  /// private ones that another program drops: there a value that is missing was not removed.
  case tellsAll
  /// It is said what a late task repeats from.
  case tellsRepeaters
  /// The headings of notes are those that an Org task has.
  case keepsHeadings
  /// The program moves records from one file to another, so that the file is no part of the id that a record gets.
  case movesRecords
  /// The id of a record may only follow from that of a task here, so that those are asked for.
  case derivesIDs
  /// All records are one document, whose lines say nothing.
  case isOneDocument
}

/// An option of the verbs that is for some formats, by its name without the dashes.
package enum ForeignOption: String, Sendable {
  case spreadsheet, flat, linked, notes
  case projectAs = "project-as"
}

/// Where a program keeps its tasks.
package enum ForeignPlaces {
  /// Those of the files, or of the folders, that are there.
  case paths([String])
  /// The first of these names that is in the current folder or in the nearest one above, and holds `inside`.
  case above([String], inside: String = "")
  /// What a program prints for these words, if it has settings in a regular file at one of the paths.
  case printed(words: [String], settings: [String], ifMissing: String)
  /// Files of the format in this folder of the user, which are offered, but not read unless they are named.
  case offered(folder: String)
}

/// What the places of programs depend on.
package struct ForeignMachine: Sendable {
  package let home: String
  let variable: @Sendable (String) -> String?
  /// Returns the content of a file; nil if it cannot be read.
  let read: @Sendable (String) -> [UInt8]?

  package init(
    variable: @escaping @Sendable (String) -> String?,
    read: @escaping @Sendable (String) -> [UInt8]?
  ) {
    (self.variable, self.read, home) = (variable, read, variable("HOME") ?? "")
  }

  /// The folder of the user's settings.
  var config: String { variable("XDG_CONFIG_HOME") ?? home + "/.config" }
}

/// A format that an export writes, too.
///
/// Law: what is printed can be read, with the ids of the tasks; what is read from it, written into an empty store and
/// printed again is the same bytes.
package protocol ForeignFormat: ForeignReader {
  func print(_ tasks: [Task]) -> [UInt8]
}

extension ForeignFormat {
  package func told(_ tasks: [Task]) -> [Task] {
    var read: [TaskID: Task] = [:]
    for case .task(let record) in self.read(print(tasks)) where read[record.task.id] == nil {
      read[record.task.id] = record.task
    }
    return tasks.map { read[$0.id] ?? $0 }
  }
}

/// A part of a file that stands for a task.
package enum ForeignRecord: Sendable {
  case task(ForeignTask)
  /// What cannot be read, and why, in the words after `FILE:LINE: `.
  case bad(line: Int, reason: String)
  /// What of the file is left out, and is no fault.
  case remark(line: Int, text: String)

  /// Where it begins in the file, from 1.
  package var line: Int {
    switch self {
    case .task(let task): task.line
    case .bad(let line, _), .remark(let line, _): line
    }
  }

  package var isTask: Bool { if case .task = self { true } else { false } }

  /// Whether a replacement character stands in its task for what is no UTF-8.
  fileprivate var hasReplacements: Bool {
    guard case .task(let task) = self else { return false }
    let read = ImportBase.record(of: task, isSecret: false)
    return String(decoding: read.notes + read.rest, as: UTF8.self).contains("\u{FFFD}")
  }
}

/// A task as another program has it.
package struct ForeignTask: Sendable {
  /// Where it begins in the file, from 1.
  package var line: Int
  /// Its path is empty if the format carries none. Without an id of its own (`hasOwnID`) it gets one that follows from
  /// the file.
  package var task: Task
  /// When occurrences of a repeating task were finished that the other program keeps as records of their own.
  package var finished: [Timestamp] = []
  /// What was left out of it, or read in another way, each a sentence without a full stop.
  package var remarks: [String] = []
  /// Those of the file that the store does not have, if the task has one of them.
  var keywords: [ForeignKeyword] = []
  /// The columns (``TaskColumn``) and properties that the record says; nil for all that its format can say.
  var said: Set<String>?
  /// The other program's name of the task that this one is part of, and the line of that task in the same file.
  var parentName: String?
  var parentLine: Int?
  /// True for the next occurrence of a task that the other program gave a new id: it says the dates only.
  var isNextOccurrence = false
  /// True for an occurrence that is done, of a task that has another id here.
  var isOccurrence = false

  init(
    line: Int, task: Task, finished: [Timestamp] = [], remarks: [String] = [],
    said: Set<String>? = nil, parentName: String? = nil
  ) {
    (self.line, self.task, self.finished) = (line, task, finished)
    self.parentName = parentName
    (self.remarks, self.said) = (remarks, said)
  }

  /// The task of the record, with all that it does not say taken from what is told of the task already.
  func completed(from told: Task) -> Task {
    guard let said else { return task }
    var result = told
    for column in TaskColumn.all where said.contains(column.name) {
      let text = column.text(task)
      if text != column.text(told) { _ = column.set(&result, text) }
    }
    if said.contains("state") { result.state = task.state }
    if said.contains("log") || said.contains("clocks") { result.log = task.log }
    for property in said where TaskColumn.named(property) == nil {
      let name = Text(property)
      if task.property(named: name) != told.property(named: name) {
        result = result.applying(.property(name: name, value: task.property(named: name)))
      }
    }
    return result
  }
}

package enum ForeignFormats {
  /// In the order of the help.
  package static let exported: [any ForeignFormat.Type] = [
    JSONTasks.self, JSONLineTasks.self, TodoTxt.self, TaskwarriorTasks.self, ICalendarTasks.self,
    OutlineFile.self, CheckboxList.self, CSVTasks.self,
  ]
  package static let all: [any ForeignReader.Type] =
    exported + [BeadsTasks.self, DstaskTasks.self, BacklogTasks.self]

  package static let exportedNames = exported.map { $0.name }
  package static let importedNames = all.map { $0.name }
}
