import TasksCore

/// `agenda.org` of the branch for phones: a heading without a state for each day, and below it the tasks of the day.
///
/// A task is named by its property `TASK`, and not by an `ID`, which would be that of the task's own file. Its dates do
/// not repeat there: a phone that finishes it then only changes its state, and the desktop moves the dates on.
package struct PhoneAgendaFile {
  package static let path = "agenda.org"
  static let property = "TASK"
  /// Longer notes are left out.
  private static let mostLines = 20
  private static let mostBytes = 2000

  private let context: ForeignContext

  package init(_ context: ForeignContext) { self.context = context }

  package func print(_ agenda: PhoneAgenda) -> [UInt8] {
    let tasks = agenda.sections.flatMap(\.entries).map(\.task)
    var out = Array(
      """
      #+TITLE: Agenda
      #+TODO: \(MobileStage.words(context.keywords(with: tasks)))
      # Change the state of a task here, and the next tasks sync takes it over. All else is written anew.

      """.utf8)
    for section in agenda.sections {
      out += "\n* \(section.heading)\n".utf8
      for entry in section.entries { out += text(of: entry) }
    }
    return out
  }

  private func text(of entry: PhoneAgenda.Entry) -> [UInt8] {
    let text = outline(of: entry.task)
    var out: [UInt8] = []
    var isDrawer = false
    for line in ByteLines(text[...]) {
      let content = text[line]
      if PhoneHeadings.level(content) > 0 {
        // Notes end at their first heading, which would be a task of its own there.
        if !out.isEmpty { break }
        // Between what a phone changes and what is written anew git needs a line that stays.
        out += [0x0A, 0x2A] + content
      } else if !out.isEmpty {
        // The only drawer holds the id.
        if content.isSame(as: ":PROPERTIES:") { isDrawer = true }
        if isDrawer, content.hasPrefix(":ID:") {
          out += ":\(PhoneAgendaFile.property):".utf8 + content.dropFirst(6)
        } else {
          out += content
        }
      } else {
        continue
      }
      out.append(0x0A)
      guard isDrawer, content.isSame(as: ":END:") else { continue }
      isDrawer = false
      for moment in entry.moments { out += "\(PhoneAgendaFile.stamp(moment))\n".utf8 }
    }
    return out
  }

  private static func stamp(_ moment: Timestamp) -> String {
    let time = moment.minute.map { " " + Timestamp.clock($0) } ?? ""
    return "<\(moment.date.iso) \(moment.date.weekdayName)\(time)>"
  }

  /// A file of the task with what a phone shows of it.
  private func outline(of task: Task) -> [UInt8] {
    var shown = Task(
      id: task.id, path: task.path, format: task.format, title: task.title, state: task.state)
    shown.priority = task.priority
    shown.tags = task.tags
    shown.scheduled = task.scheduled.map { Planning($0.start, end: $0.end) }
    shown.deadline = task.deadline.map { Planning($0.start, end: $0.end) }
    shown.notes = PhoneAgendaFile.notes(of: task)
    return OutlineFile(context).print([shown])
  }

  /// The notes, if they are short and not encrypted; a phone keeps its copy of the branch unprotected.
  static func notes(of task: Task) -> Text {
    let bytes = task.notes.bytes
    let isShort = bytes.count <= mostBytes && task.notes.lines.count <= mostLines
    return isShort && !task.hasEncryptedNotes && !task.hasNotesToEncrypt ? task.notes : .empty
  }
}
