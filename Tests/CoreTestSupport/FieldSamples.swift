import TasksCore
import Testing

extension FieldKind {
  /// A value of the kind.
  package func sample() throws -> FieldValue {
    func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(iso: text)) }
    return switch self {
    case .text, .name, .id: .text("abc")
    case .count, .duration, .lead: .number(90)
    case .number, .rank: .number(10.5)
    case .priority: .text("B")
    case .flag: .flag(true)
    case .date: .moment(try moment("2026-11-20T09:15"))
    case .reminders:
      .list([
        .reminder(Reminder(try moment("2026-11-20"))),
        .reminder(Reminder(try moment("2026-11-21T10:00"))),
      ])
    case .ids: .list([.text("abc"), .text("def")])
    case .coordinates: .text("50.0875,14.4213")
    case .days: .text("mon wed")
    case .word(let known): .text(known[known.count - 1])
    case .words(let known):
      .list(known.isEmpty ? [.text("abc"), .text("def")] : known.map { .text($0) })
    }
  }
}
