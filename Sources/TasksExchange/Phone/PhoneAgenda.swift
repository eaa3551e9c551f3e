import TasksCore
import TasksPlanning

/// The open tasks as a phone shows them: those of the days to come, each once, and those without a date.
///
/// A task stands on the first day that has something of it; what is late stands on today. It is a pure function of the
/// tasks and the day, so that every desktop writes the same files on the same day.
package struct PhoneAgenda {
  struct Entry {
    let task: Task
    /// Why it is there; nil for a task without a date.
    let reason: AgendaEntry?
    /// The moments besides its two dates at which a phone can ring: reminders, and the dates to come of what repeats.
    let moments: [Timestamp]
  }

  struct Section {
    /// Nil for the tasks without a date.
    let date: CivilDate?
    let entries: [Entry]

    /// The heading: `2026-11-27 Friday`.
    var heading: String { date.map { PhoneAgenda.heading(of: $0) } ?? PhoneAgenda.undated }
  }

  static let length = 14
  /// Of the tasks without a date as many are shown, in their order: the first ones are what to do next.
  static let maxUndated = 50
  /// As many dates to come of a repeating date are shown.
  private static let maxRepeats = 7
  static let undated = "Without a date"

  let today: CivilDate
  let sections: [Section]

  /// - Parameter tasks: In their order; those that are not open are left out.
  package init(_ tasks: [Task], today: CivilDate) {
    self.today = today
    let days = today...today.adding(days: PhoneAgenda.length - 1)
    let tasks = tasks.filter { $0.isOpen && !$0.isHiddenFromAgenda }
    var agenda = Agenda(days, now: Timestamp(today, minute: 0))
    for (number, task) in tasks.enumerated() { ListRow.of(task) { agenda.add(number, $0) } }
    var lines = agenda.entries
    for (number, task) in tasks.enumerated() {
      for moment in PhoneAgenda.reminders(of: task, in: days) {
        let day = moment.date.dayNumber - today.dayNumber
        if lines[day].contains(where: { $0.task == number && $0.kind != .warning }) { continue }
        lines[day].append(
          AgendaEntry(number, .timestamp, date: moment.date, time: moment.minute))
      }
    }
    var seen: Set<Int> = []
    var shown: [[AgendaEntry]] = lines.map { day in
      day.ordered(by: AgendaEntry.isBefore)
        // What is announced comes on its own day, if that is one of these.
        .filter {
          !($0.kind == .warning && days.contains($0.date)) && seen.insert($0.task).inserted
        }
    }
    // A task that is only announced, since its date is hidden by another rule.
    for entry in lines[0].ordered(by: AgendaEntry.isBefore) where seen.insert(entry.task).inserted {
      shown[0].append(entry)
    }
    var sections = shown.enumerated().map { number, entries in
      Section(
        date: today.adding(days: number),
        entries: entries.map { PhoneAgenda.entry(tasks[$0.task], $0, days) })
    }
    let others = tasks.enumerated().filter { number, task in
      !seen.contains(number) && task.scheduled == nil && task.deadline == nil
    }.prefix(PhoneAgenda.maxUndated).map { PhoneAgenda.entry($1, nil, days) }
    sections.append(Section(date: nil, entries: others))
    self.sections = sections.filter { !$0.entries.isEmpty || $0.date == today }
  }

  private static func entry(
    _ task: Task, _ reason: AgendaEntry?, _ days: ClosedRange<CivilDate>
  ) -> Entry {
    var moments = reminders(of: task, in: days)
    for plan in [task.scheduled, task.deadline].compactMap({ $0 }) where !task.isHabit {
      moments += task.repeats.occurrences(of: plan, in: days).lazy
        .filter { $0 != plan.start }.prefix(maxRepeats)
    }
    return Entry(task: task, reason: reason, moments: moments.uniqued().sorted())
  }

  private static func reminders(
    of task: Task, in days: ClosedRange<CivilDate>
  ) -> [Timestamp] {
    task.reminders.flatMap { task.repeats.occurrences(of: $0, in: days).prefix(maxRepeats) }
  }

  // MARK: Headings

  static func heading(of date: CivilDate) -> String {
    "\(date.iso) \(CivilDate.weekdays[date.weekday - 1])"
  }

  /// Whether a heading is one that this program has made, without a state and not a task.
  static func isHeading(_ text: String) -> Bool {
    if text == undated { return true }
    let words = text.split(separator: " ")
    return words.count == 2 && CivilDate.weekdays.contains(String(words[1]))
      && Timestamp(iso: String(words[0]))?.minute == nil && words[0].utf8.count == 10
      && Timestamp(iso: String(words[0])) != nil
  }
}

/// `agenda.org` of the branch for phones: a heading without a state for each day, and below it the tasks of the day.
///
/// A task is named by its property `TASK`, and not by an `ID`, which would be that of the task's own file. Its dates do
/// not repeat there: a phone that finishes it then only changes its state, and the desktop moves the dates on.
package struct PhoneAgendaFile {
  package static let path = "agenda.org"
  static let property = "TASK"
  /// Longer notes are left out.
  private static let maxLines = 20
  private static let maxBytes = 2000

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
      if OutlineFile.level(content) > 0 {
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
    let isShort = bytes.count <= maxBytes && task.notes.lines.count <= maxLines
    return isShort && !task.hasEncryptedNotes && !task.hasNotesToEncrypt ? task.notes : .empty
  }
}
