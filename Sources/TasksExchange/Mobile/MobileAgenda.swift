import TasksCore

/// A block of `agendas.org`: an agenda or a list, under a heading of its own.
package struct MobileAgenda {
  package struct Entry {
    let task: Task
    /// What stands before the task: `work:Scheduled:`.
    let prefix: String

    package init(_ task: Task, prefix: String) { (self.task, self.prefix) = (task, prefix) }
  }

  /// A day of an agenda; or the whole list, without a heading.
  package struct Section {
    let heading: String?
    let entries: [Entry]

    package init(_ heading: String?, _ entries: [Entry]) {
      (self.heading, self.entries) = (heading, entries)
    }
  }

  /// What the block shows: `Week-agenda:`.
  let heading: String
  /// The view, and the number of the block in it if it has several: `a`, `work#2`.
  let keys: String
  let title: String
  let sections: [Section]

  /// As many lines of a body as a phone shows in an agenda (`org-agenda-entry-text-maxlines` there).
  private static let mostLines = 10

  package init(heading: String, keys: String, title: String, sections: [Section]) {
    (self.heading, self.keys, self.title, self.sections) = (heading, keys, title, sections)
  }

  /// The heading of a day: `Monday     16 November 2026 W47`.
  package static func heading(of date: CivilDate) -> String {
    let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let day = days[date.weekday - 1]
    let blanks = String(repeating: " ", count: 10 - day.utf8.count)
    return "\(day)\(blanks) \(CivilDate.padded(date.day, 2)) \(months[date.month - 1]) \(date.year)"
      + (date.weekday == 1 ? " W\(CivilDate.padded(date.week, 2))" : "")
  }

  package static func print(_ agendas: [MobileAgenda], _ format: OutlineFile) -> [UInt8] {
    var out = Array("#+READONLY\n".utf8)
    var printed: [TaskID: [Text]] = [:]
    for agenda in agendas {
      out += "* \(agenda.heading)<after>KEYS=\(agenda.keys) TITLE: \(agenda.title)</after>\n".utf8
      for section in agenda.sections {
        if let heading = section.heading { out += "** \(heading)\n".utf8 }
        for entry in section.entries {
          let lines = printed[entry.task.id] ?? MobileAgenda.lines(of: entry.task, format)
          printed[entry.task.id] = lines
          guard let first = lines.first else { continue }
          out += (section.heading == nil ? "**  " : "***  ").utf8
          out += first.bytes + "<before>\(entry.prefix)</before>\n".utf8
          for line in lines.dropFirst() { out += "   ".utf8 + line.bytes + [0x0A] }
          out += "   :PROPERTIES:\n   :ORIGINAL_ID: \(entry.task.id)\n   :END:\n\n".utf8
        }
      }
      out += [0x0A]
    }
    return out
  }

  /// The heading without its star, then planning and the beginning of the notes, without drawers.
  private static func lines(of task: Task, _ format: OutlineFile) -> [Text] {
    let lines = Text(lines: format.print([task])[...]).lines
      .drop { !OrgSyntax.isTopHeading($0.bytes[...]) }
    guard let heading = lines.first else { return [] }
    var out = [Text(bytes: heading.bytes.dropFirst(2))]
    var isInDrawer = false
    var count = 0
    for line in lines.dropFirst() {
      let bytes = line.bytes[...]
      if OrgSyntax.isHeading(bytes) || count == mostLines { break }
      let isDrawer = line.withBytes { OrgSyntax.drawerName($0.trimmingLeadingBlanks) != nil }
      if isDrawer {
        isInDrawer = !line.isSameName(as: ":END:")
      } else if !isInDrawer {
        out.append(line)
        if count > 0 || OrgPlanningLine.Keyword(at: bytes) == nil { count += 1 }
      }
    }
    while let last = out.last, out.count > 1, last.bytes[...].isBlankLine { out.removeLast() }
    return out
  }
}
