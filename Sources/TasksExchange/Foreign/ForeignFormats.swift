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
