import TasksCore
import Testing

/// Every edit on files of either format, and what each changes.
enum EditMatrix {
  struct Case {
    let name: String
    let edit: Edit
  }

  /// How the same lines can stand in a file.
  enum Variant: CaseIterable {
    case plain, returns, mixed, mark, unended, markReturnsUnended

    /// The file in this way, out of one with line feeds alone.
    func bytes(of plain: [UInt8]) -> [UInt8] {
      var out: [UInt8] = self == .mark || self == .markReturnsUnended ? [0xEF, 0xBB, 0xBF] : []
      for (index, line) in EditMatrix.lines(plain).enumerated() {
        out += line.content
        guard line.hasEnd else { continue }
        let hasReturn =
          switch self {
          case .plain, .mark, .unended: false
          case .returns, .markReturnsUnended: true
          case .mixed: index % 2 == 1
          }
        out += hasReturn ? [0x0D, 0x0A] : [0x0A]
      }
      if self == .unended || self == .markReturnsUnended, out.last == 0x0A {
        out.removeLast()
        if out.last == 0x0D { out.removeLast() }
      }
      return out
    }

    var markLength: Int { self == .mark || self == .markReturnsUnended ? 3 : 0 }
  }

  /// Text with `¿` for bytes that are not UTF-8.
  static func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8).split(separator: Array("¿".utf8)).map(Array.init)
      .joined(separator: [0xFF, 0xC3, 0x28]).map { $0 }
  }

  struct Line {
    /// Without its end.
    let content: [UInt8]
    /// `\n`, `\r\n` or nothing.
    let end: [UInt8]

    var hasEnd: Bool { !end.isEmpty }
  }

  static func lines(_ bytes: [UInt8], from start: Int = 0) -> [Line] {
    ByteLines(bytes[start...]).map {
      Line(content: Array(bytes[$0]), end: Array(bytes[$0.content.upperBound..<$0.next]))
    }
  }

  /// What an edit did to the file with line feeds alone.
  struct Change {
    let old: [UInt8]
    let new: [UInt8]
    let newLines: [[UInt8]]
    let hunks: [LineDifference.Hunk]
    /// The lines that went, and those that came.
    let shown: [String]

    init(_ old: [UInt8], _ new: [UInt8]) {
      (self.old, self.new) = (old, new)
      let oldLines = lines(old).map(\.content)
      let newLines = lines(new).map(\.content)
      let hunks = LineDifference(oldLines, newLines).hunks
      (self.newLines, self.hunks) = (newLines, hunks)
      shown = hunks.flatMap { hunk in
        oldLines[hunk.old].map { "-" + Text(bytes: $0).string }
          + newLines[hunk.new].map { "+" + Text(bytes: $0).string }
      }
    }
  }

  /// Every edit there is, setting its field and taking it away.
  static func cases(for task: Task) throws -> [Case] {
    let day = Timestamp(try #require(CivilDate(year: 2027, month: 3, day: 1)))
    let time = Timestamp(day.date, minute: 615)
    let id = try #require(TaskID("n3w1d"))
    let plan = Planning(time, repeater: Repeater("+1m"), warning: Warning("-2d"))
    let entry = LogEntry(.state(from: "WAIT", to: "TODO"), at: time, note: "he called")
    let clock = Clock(start: time, end: time.adding(minutes: 90))
    let place = Location.Coordinates(latitude: -1.5, longitude: 2)
    let states = ["TODO", "NEXT", "DONE"] as [Text]
    let edits: [Edit] = [
      .id(id), .title("Nový název"), .priority(Priority("C")), .priority(nil), .rank(Rank(2.5)),
      .rank(nil), .tags(task.tags + ["new", "@home"]), .tags([]), .list("home"), .list(nil),
      .created(time), .created(nil), .scheduled(plan), .scheduled(Planning(day)), .scheduled(nil),
      .deadline(plan), .deadline(Planning(day)), .deadline(nil), .closed(time), .closed(nil),
      .deleted(time), .deleted(nil), .lastRepeat(time), .lastRepeat(nil),
      .reminders(at: [time, day]), .reminders([]), .important(!task.isImportant), .firstAlert(5),
      .firstAlert(nil), .secondAlert(1), .secondAlert(nil), .placeName("Doma"), .placeName(nil),
      .coordinates(place), .coordinates(nil),
      .radius(10), .radius(nil), .effort(61), .effort(nil), .parent(id), .parent(nil),
      .blockers(task.blockers + [id]), .blockers([]), .property(name: "NEW", value: "new: it"),
      .property(name: "CUSTOM", value: "x"), .property(name: "CUSTOM", value: nil),
      .notes(Text.joining(task.notes.isEmpty ? ["last"] : task.notes.lines + ["last"])),
      .notes(.empty),
    ]
    let (entries, clocks) = (
      task.log.filter { $0.clock == nil }, task.log.filter { $0.clock != nil }
    )
    let logs = [
      Case(name: "log", edit: .log([.entry(entry)] + task.log)),
      Case(name: "log off", edit: .log(clocks)),
      Case(name: "clocks", edit: .log([.clock(clock)] + task.log)),
      Case(name: "clocks off", edit: .log(entries)),
    ]
    let keywords = Workflow.standard.keywords.filter { states.contains($0.state.keyword) }
    return edits.map { Case(name: name(of: $0), edit: $0) } + logs
      + keywords.map { Case(name: name(of: .state($0.state)), edit: .state($0.state)) }
  }

  /// A short name for the reader of a failed test; a new case of `Edit` has to be named, and so met, here.
  private static func name(of edit: Edit) -> String {
    switch edit {
    case .id: "id"
    case .title: "title"
    case .state(let state): "state \(state.keyword)"
    case .priority(let value): "priority" + off(value)
    case .tags(let tags): "tags" + (tags.isEmpty ? " off" : "")
    case .scheduled(let plan):
      "scheduled" + (plan?.start.minute == nil && plan != nil ? " day" : off(plan))
    case .deadline(let plan):
      "deadline" + (plan?.start.minute == nil && plan != nil ? " day" : off(plan))
    case .closed(let value): "closed" + off(value)
    case .deleted(let value): "deleted" + off(value)
    case .field(let field, let value):
      name(of: field) + (value.isNothing && field != .important ? " off" : "")
    case .own(let field, let value): "own \(field.name)" + (value.isNothing ? " off" : "")
    case .property(let name, let value): "property \(name)" + off(value)
    case .notes(let notes): "notes" + (notes.isEmpty ? " off" : "")
    case .log: "log"
    }
  }

  private static func name(of field: PlainField) -> String {
    switch field {
    case .lastRepeat: "last repeat"
    case .firstAlert: "first alert"
    case .secondAlert: "second alert"
    case .placeName: "place"
    default: "\(field)"
    }
  }

  private static func off(_ value: Any?) -> String { value == nil ? " off" : "" }
}
