import TasksCore

/// The properties of a VTODO by their names: those that are read, and those that need not be.
enum TodoNames {
  private static let known: Set<String> = [
    "UID", "SUMMARY", "DESCRIPTION", "STATUS", "COMPLETED", "PRIORITY", "CATEGORIES", "CREATED",
    "DTSTART", "DUE", "DURATION", "RRULE", "LOCATION", "GEO", "URL", "RELATED-TO",
    // What they say is of the file or follows from the rest.
    "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "PERCENT-COMPLETE", "CLASS",
  ]

  /// Says what of a VTODO is not read; nil if all of it is.
  static func remark(_ todo: CalendarComponent) -> String? {
    let left = todo.lines.filter { !isKnown($0) }.map(\.name).uniqued()
    return left.isEmpty ? nil : "left out \(left.joined(separator: ", "))"
  }

  private static func isKnown(_ line: ContentLine) -> Bool {
    if line.name == "RELATED-TO" { return (line["RELTYPE"]?.uppercased() ?? "PARENT") == "PARENT" }
    return known.contains(line.name) || line.name.hasPrefix("X-TASKS-")
  }
}
