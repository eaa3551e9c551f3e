import TasksCore
import TestSupport

/// What must hold for anything that somebody types, a view holds or a program sends: it is read or refused, a query on one
/// line is the query of its words, a new task can be written, and JSON says the same when it is printed.
package enum WordLaws {
  private static let now = Timestamp(CivilDate(dayNumber: 20_777), minute: 555)

  package static func check(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split(whereSeparator: \.isNewline).map(String.init)
    _ = try? Query.read(line: text, now: now)
    _ = try? ViewBlock.read(text, now: now)
    for mode in [QuickAdd.Mode.add, .modify] { _ = try? QuickAdd.read(words, mode: mode, now: now) }
    if let query = try? Query.read(words, now: now), let line = try? Query.line(of: words, now: now)
    {
      let again = try? Query.read(line: line, now: now)
      Law.require(again == query, "the line of a query is the query: \(line)")
    }
    if let draft = try? QuickAdd.read(line: text, now: now) { check(draft) }
    guard let value = try? JSONValue(bytes) else { return }
    let again = try? JSONValue(value.printed.bytes)
    Law.require(again?.printed == value.printed, "JSON says the same: \(value.printed)")
  }

  private static func check(_ draft: Draft) {
    guard let title = draft.title else { return }
    for format in [Format.org, .markdown] {
      let plain = Task(
        id: TaskID(ofPath: "a"), path: "2026-11/a.\(format.rawValue)", format: format, title: title,
        state: State("TODO", isDone: false))
      let file =
        format == .org
        ? (try? OrgDocument.print(new: plain, workflow: "", storeWorkflow: .standard))
          as (any TaskDocument)?
        : try? MarkdownDocument.print(new: plain, workflow: .standard)
      Law.require(
        file.map { $0.task.title == title } ?? false, "a title that is typed is written: \(title)")
    }
  }
}
