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

  package static let exportedNames = exported.map { $0.name }
  package static let importedNames = exportedNames + imported.map { $0.name }

  package static func format(named name: String) -> (any ForeignFormat.Type)? {
    exported.first { $0.name == name }
  }

  package static func reader(named name: String) -> (any ForeignReader.Type)? {
    format(named: name) ?? imported.first { $0.name == name }
  }
}
