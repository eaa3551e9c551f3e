import TasksCore

/// A component of iCalendar with its lines and the components in it (RFC 5545, 3.4).
struct CalendarComponent: Sendable {
  struct Fault: Error, Hashable, Sendable {
    let line: Int
    let reason: String
  }

  /// In capitals.
  let name: String
  /// Where it begins in the file, from 1.
  let line: Int
  var lines: [ContentLine] = []
  var components: [CalendarComponent] = []
  /// The first line that is none, here or in a component of it.
  var fault: Fault?

  subscript(name: String) -> ContentLine? { lines.first { $0.name == name } }

  func all(_ name: String) -> [ContentLine] { lines.filter { $0.name == name } }

  func components(named name: String) -> [CalendarComponent] {
    components.filter { $0.name == name }
  }

  /// Reads the components of a file. What cannot be read is a fault of the innermost component alone, and one that
  /// does not end does not take the next one of its kind into itself.
  ///
  /// - Parameter outlying: Events that are left out.
  static func all(
    in bytes: [UInt8], without outlying: [OutlyingEvents.Lines] = []
  ) -> [CalendarComponent] {
    var tree = Tree()
    for (line, content) in ContentLines(bytes, without: outlying) { tree.take(content, line) }
    return tree.finished()
  }

  /// Why a file that was cut off is no whole calendar.
  static let cut = missingEnd(of: "VCALENDAR")

  private static func missingEnd(of name: String) -> String { "END:\(name) is missing" }

  private static let items: Set<String> = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]

  private struct Tree {
    private var done: [CalendarComponent] = []
    private var open: [CalendarComponent] = []

    private static let deepest = 16

    mutating func take(_ bytes: [UInt8], _ number: Int) {
      guard String(validating: bytes, as: UTF8.self) != nil else {
        return fail(number, "it is not UTF-8")
      }
      guard let line = ContentLine(bytes, line: number) else {
        return fail(number, "it is no line of iCalendar")
      }
      var name: String { line.value.trimmedBlanks.uppercased() }
      switch line.name {
      case "BEGIN":
        let name = name
        if CalendarComponent.items.contains(name),
          let outer = open.firstIndex(where: { CalendarComponent.items.contains($0.name) })
        {
          close(to: outer, isWhole: false)
        }
        guard open.count < Tree.deepest else { return fail(number, "it is nested too deeply") }
        open.append(CalendarComponent(name: name, line: number))
      case "END":
        let name = name
        guard let index = open.lastIndex(where: { $0.name == name }) else {
          return fail(number, "END:\(name) ends nothing")
        }
        close(to: index, isWhole: true)
      default:
        if !open.isEmpty { open[open.count - 1].lines.append(line) }
      }
    }

    mutating func finished() -> [CalendarComponent] {
      close(to: 0, isWhole: false)
      return done
    }

    private mutating func fail(_ line: Int, _ reason: String) {
      guard let last = open.indices.last, open[last].fault == nil else { return }
      open[last].fault = Fault(line: line, reason: reason)
    }

    /// Ends the components from an index on.
    ///
    /// - Parameter isWhole: Whether the outermost of them has its END.
    private mutating func close(to index: Int, isWhole: Bool) {
      while open.count > index, var last = open.popLast() {
        let isEnded = isWhole && open.count == index
        if !isEnded, last.fault == nil {
          last.fault = Fault(line: last.line, reason: CalendarComponent.missingEnd(of: last.name))
        }
        guard let outer = open.indices.last else {
          done.append(last)
          continue
        }
        if !CalendarComponent.items.contains(last.name), open[outer].fault == nil {
          open[outer].fault = last.fault
        }
        open[outer].components.append(last)
      }
    }
  }
}
