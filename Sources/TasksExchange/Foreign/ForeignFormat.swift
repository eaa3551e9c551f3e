import TasksCore

/// A form in which another program keeps tasks, as an import reads it.
///
/// Readers are pure: the context gives the time, the zone and the store's settings. What a record cannot say is left
/// empty in its task; ``ForeignUpdate`` then leaves it alone in the store's task.
package protocol ForeignReader: Sendable {
  /// The word of `tasks import FORMAT`.
  static var name: String { get }

  init(_ context: ForeignContext)

  /// Reads the records of a file, in their order.
  func read(_ bytes: [UInt8]) -> [ForeignRecord]

  /// Whether a record without a value says that there is none. Most formats have no place for some fields, or hold them
  /// in private ones that another program drops: there a value that is missing was not removed.
  static var tellsAll: Bool { get }

  /// Returns tasks as a file of this format tells them, each in its place: a record that is equal says nothing new.
  func told(_ tasks: [Task]) -> [Task]
}

extension ForeignReader {
  package static var tellsAll: Bool { false }
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

  /// Where it begins in the file, from 1.
  package var line: Int {
    switch self {
    case .task(let task): task.line
    case .bad(let line, _): line
    }
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

/// The formats by name.
package enum ForeignFormats {
  /// In the order of the help.
  static let exported: [any ForeignFormat.Type] = [
    JSONTasks.self, JSONLineTasks.self, TodoTxt.self, TaskwarriorTasks.self, ICalendarTasks.self,
    OutlineFile.self, CheckboxList.self, CSVTasks.self,
  ]

  /// Those that are read only.
  static let imported: [any ForeignReader.Type] = [
    BeadsTasks.self, DstaskTasks.self, BacklogTasks.self,
  ]

  /// The formats with the endings of their files, for messages: `todotxt (.txt)`.
  package static func described(_ names: [String]) -> String {
    names.map { name in endings[name].map { "\(name) (\($0))" } ?? name }.joined(separator: ", ")
  }

  /// The format that files with an ending are likely of; nil if several are.
  package static func likely(ofFile path: String) -> String? {
    endings.first { path.lowercased().hasSuffix($0.value) && $0.key != BeadsTasks.name }?.key
  }

  private static let endings = [
    JSONTasks.name: ".json", JSONLineTasks.name: ".jsonl", TodoTxt.name: ".txt",
    TaskwarriorTasks.name: "task export", ICalendarTasks.name: ".ics", OutlineFile.name: ".org",
    CheckboxList.name: ".md", CSVTasks.name: ".csv", BeadsTasks.name: ".beads/issues.jsonl",
    DstaskTasks.name: "~/.dstask", BacklogTasks.name: "backlog/",
  ]

  package static let exportedNames = exported.map { $0.name }
  package static let importedNames = exportedNames + imported.map { $0.name }

  package static func format(named name: String) -> (any ForeignFormat.Type)? {
    exported.first { $0.name == name }
  }

  package static func reader(named name: String) -> (any ForeignReader.Type)? {
    format(named: name) ?? imported.first { $0.name == name }
  }
}
