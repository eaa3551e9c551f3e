import TasksCore

/// A task as the CalDAV door gives it to clients, and what they send back (caldav.md, sections 5 to 9).
///
/// Laws: what is printed of a task, read and applied to it changes nothing, in whatever order its lines are and however
/// they are spelt. The UID and the lines that a client wrote are printed byte for byte.
package struct TodoResource {
  /// Without its escapes; nil if there is none.
  package let uid: String?
  /// The blob of the file that the client was given, X-TASKS-VERSION.
  package let version: String?
  /// The UID of the task that this one is part of.
  package let parent: String?
  /// PRODID: the program that wrote it.
  package let product: String

  let calendar: CalendarComponent
  let zones: CalendarZones
  /// Nil for single dates of a task that repeats.
  let master: CalendarComponent?
  let overrides: [CalendarComponent]
  private let lines: [String]
  /// Which of them begins in a line of the body.
  private let places: [Int: Int]

  /// How many alarms, lines that are kept and single dates are read at most.
  static let most = 500

  /// Whether the client makes a VTODO anew from what it understands: it does not give the version back.
  package var isRewriter: Bool { version == nil }

  /// The UID of a task in the store.
  package static func uid(of task: Task) -> String {
    uid(of: task.id, property: task.property(named: DoorNames.uid))
  }

  /// The UID of a task with an id.
  ///
  /// - Parameter property: Its property ``DoorNames/uid``.
  package static func uid(of id: TaskID, property: Text?) -> String {
    property.map { CalendarText.unescaped($0.string).string }
      ?? CalendarText.cleaned(id.text.string)
  }

  /// The id of a new task with a UID: the UID itself, if it can be one, else one that follows from it.
  package static func id(ofUID uid: String, _ context: ForeignContext) -> TaskID? {
    context.id(foreign: Text(uid))
  }

  /// The edits that leave one alarm of several that ring at the same time.
  package static func edits(ofRepeatedAlarmsIn task: Task) -> [Edit] {
    ClientAlarms.repeated(in: task).map { .property(name: $0, value: nil) }
  }

  /// Reads a body: one VCALENDAR with the VTODOs of one UID, a master and single dates of it, and zones.
  package init(reading body: [UInt8], _ context: ForeignContext) throws(TodoResourceError) {
    // No file holds control characters.
    let body = Array(CalendarText.cleaned(String(decoding: body, as: UTF8.self)).utf8)
    let components = CalendarComponent.all(in: body)
    guard let calendar = components.first, calendar.name == "VCALENDAR" else {
      throw .data(line: 1, reason: "it is no iCalendar file")
    }
    guard components.count == 1, calendar["METHOD"] == nil else {
      throw .object("a task is one VCALENDAR without METHOD")
    }
    let kinds = Set(calendar.components.map(\.name)).subtracting(["VTODO", "VTIMEZONE"])
    if let other = kinds.sorted().first { throw .component(other) }
    // jtx Board writes empty ones beside the task.
    var todos = calendar.components(named: "VTODO")
    if todos.contains(where: { $0["UID"] != nil }) { todos.removeAll { $0["UID"] == nil } }
    for fault in [calendar.fault] + todos.map(\.fault) {
      if let fault { throw .data(line: fault.line, reason: fault.reason) }
    }
    let masters = todos.filter { $0["RECURRENCE-ID"] == nil }
    guard !todos.isEmpty, masters.count < 2, Set(todos.map { $0["UID"]?.text }).count == 1 else {
      throw .object("a task is one VTODO, with others of its UID for single dates at most")
    }
    self.calendar = calendar
    zones = CalendarZones(calendar, clock: context.clock)
    master = masters.first
    overrides = Array(todos.filter { $0["RECURRENCE-ID"] != nil }.prefix(TodoResource.most))
    let content = Array(ContentLines(body))
    lines = content.map { String(decoding: $0.bytes, as: UTF8.self) }
    places = Dictionary(uniqueKeysWithValues: content.enumerated().map { ($1.line, $0) })
    func value(_ name: String) -> String? {
      guard let text = todos[0][name]?.text.string.trimmedBlanks, !text.isEmpty else { return nil }
      return text
    }
    uid = value("UID")
    version = value("X-TASKS-VERSION")
    product = calendar["PRODID"]?.value ?? ""
    parent = TodoResource.parents(masters.first ?? todos[0]).first?.text.string
  }

  /// The lines that name a parent.
  static func parents(_ todo: CalendarComponent) -> [ContentLine] {
    todo.all("RELATED-TO").filter {
      !$0.text.isEmpty && ($0["RELTYPE"]?.uppercased() ?? "PARENT") == "PARENT"
    }
  }

  /// The UID as it is written.
  var writtenUID: String { (master ?? overrides[0])["UID"]?.value.trimmedBlanks ?? "" }

  func written(_ line: ContentLine) -> WrittenLine? {
    places[line.line].flatMap { WrittenLine(lines[$0]) }
  }

  /// The lines of a component, without its BEGIN and END and what is ours.
  func block(_ component: CalendarComponent) -> [WrittenLine] {
    var depth = 0
    var block: [WrittenLine] = []
    for text in lines[(places[component.line] ?? lines.endIndex)...] {
      guard let line = WrittenLine(text) else { continue }
      if line.line.name == "END" { depth -= 1 }
      if depth == 0, line.line.name == "END" { break }
      if depth > 0, !line.line.name.hasPrefix("X-TASKS-") { block.append(line) }
      if line.line.name == "BEGIN" { depth += 1 }
    }
    return block
  }
}

/// Why a body is no task, by the precondition of CalDAV that it fails (RFC 4791, 5.3.2.1).
package enum TodoResourceError: Error, Hashable, Sendable {
  case object(String)
  /// A component other than a VTODO.
  case component(String)
  case data(line: Int, reason: String)

  package var precondition: String {
    switch self {
    case .object: "valid-calendar-object-resource"
    case .component: "supported-calendar-component"
    case .data: "valid-calendar-data"
    }
  }

  package var message: String {
    switch self {
    case .object(let reason): reason
    case .component(let name): "a list holds VTODO only, and no \(ControlCharacters.escaped(name))"
    case .data(let line, let reason): "line \(line): \(reason)"
    }
  }
}

extension TodoResource {
  /// Prints a task as a VCALENDAR with one VTODO, the same for the same file.
  ///
  /// - Parameters:
  ///   - version: The blob of its file, in hexadecimal.
  ///   - parent: The UID of its parent, if that is in the same list.
  ///   - modified: When it was changed last.
  package static func print(
    _ task: Task, version: String, parent: String?, modified: Timestamp, _ context: ForeignContext
  ) -> [UInt8] {
    var printer = TodoPrinter(context, hasOwnLines: false)
    printer.writer.begin("VTODO")
    let uid = task.property(named: DoorNames.uid)?.string
    printer.writer.line(
      "UID", uid ?? CalendarText.escaped(CalendarText.cleaned(task.id.text.string)))
    // Some clients stop at a task without these.
    for name in ["DTSTAMP", "LAST-MODIFIED"] { printer.writer.line(name, context.utc(modified)) }
    printer.printMoment("CREATED", task.created ?? modified)
    printer.writer.line("X-TASKS-VERSION:\(version)")
    printer.writer.wholeText("SUMMARY", task.title)
    if !task.notes.isEmpty, !task.hasEncryptedNotes {
      printer.writer.wholeText("DESCRIPTION", GuardedNotes.text(task.notes, task.format))
    }
    printer.printState(task)
    if task.state.isDone, task.state != context.canceled || context.canceled == context.done {
      printer.writer.line("PERCENT-COMPLETE", "100")
    }
    printer.printTags(task)
    let dates = printer.printDates(task)
    printer.printPlace(task)
    for property in task.properties where TodoFields.isStandard(property, in: task) {
      printer.writer.line(property.name.string, property.value.string)
    }
    if let parent {
      printer.writer.line("RELATED-TO;RELTYPE=PARENT", CalendarText.escaped(parent))
    }
    if let rank = task.rank { printer.writer.line("X-APPLE-SORT-ORDER", String(order(of: rank))) }
    for line in task.properties.compactMap({ WrittenLine($0) })
    where !(line.line.name == "PERCENT-COMPLETE" && task.isDone) {
      printer.writer.line(line.text)
    }
    ClientAlarms.print(task, dates, context, to: &printer.writer)
    printer.writer.end("VTODO")
    return printer.finished()
  }

  /// Of a rank, the whole number of 1024ths; Planify reads 32 bits.
  private static func order(of rank: Rank) -> Int {
    let most = Double(Int32.max)
    return Int(min(rank.value * 1024, most))
  }
}
