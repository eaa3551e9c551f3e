/// The formats by name.
public enum ForeignFormats {
  /// In the order of the help.
  public static let exported: [any ForeignFormat.Type] = [
    JSONTasks.self, JSONLineTasks.self, TodoTxt.self, TaskwarriorTasks.self, ICalendarTasks.self,
    OutlineFile.self, CheckboxList.self, CSVTasks.self,
  ]

  /// Those that are read only.
  public static let imported: [any ForeignReader.Type] = [
    BeadsTasks.self, DstaskTasks.self, BacklogTasks.self,
  ]

  public static let exportedNames = exported.map { $0.name }
  public static let importedNames = exportedNames + imported.map { $0.name }

  public static func format(named name: String) -> (any ForeignFormat.Type)? {
    exported.first { $0.name == name }
  }

  public static func reader(named name: String) -> (any ForeignReader.Type)? {
    format(named: name) ?? imported.first { $0.name == name }
  }
}
