import TasksCore
import TestSupport

/// What must hold for anything that somebody types, a view holds or a program sends: it is read or refused, a query on one
/// line is the query of its words, and JSON says the same when it is printed.
package enum WordLaws {
  private static let now = Timestamp(CivilDate(dayNumber: 20_777), minute: 555)

  package static func check(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split(whereSeparator: \.isNewline).map(String.init)
    _ = try? Query.read(line: text, now: now)
    _ = try? ViewBlock.read(text, now: now)
    for mode in [QuickAdd.Mode.add, .modify] { _ = try? QuickAdd.read(words, mode: mode, now: now) }
    // No quote can be said within quotes, and a lone slash in one argument may begin a regular expression on the line.
    if !text.contains(where: { "\"/".contains($0) }),
      !words.contains(where: { Text($0).hasControlCharacters }),
      let query = try? Query.read(words, now: now),
      let line = try? Query.line(of: words, now: now)
    {
      let again = try? Query.read(line: line, now: now)
      Law.require(again == query, "the line of a query is the query: \(line)")
    }
    _ = try? QuickAdd.read(line: text, now: now)
    guard let value = try? JSONValue(bytes) else { return }
    let again = try? JSONValue(value.printed.bytes)
    Law.require(again?.printed == value.printed, "JSON says the same: \(value.printed)")
  }
}
