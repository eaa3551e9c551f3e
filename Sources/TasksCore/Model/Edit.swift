/// One change of one task, as a value: what a command decided, before anything is written.
///
/// An edit states the new value of a field, not how to write it. `nil`, an empty list and an empty text remove the
/// field.
package enum Edit: Hashable, Sendable {
  /// Writes the id into a file made by hand.
  case id(TaskID)
  case title(Text)
  case state(State)
  case priority(Priority?)
  case tags([Text])
  case scheduled(Planning?)
  case deadline(Planning?)
  case closed(Timestamp?)
  /// Moves the task to the trash or out of it. The tag that hides it from other programs is set or removed with it.
  case deleted(Timestamp?)
  case field(PlainField, FieldValue)
  /// A field of the store's own.
  case own(OwnField, FieldValue)
  /// Any property without a case of its own.
  case property(name: Text, value: Text?)
  case notes(Text)
  /// The new log. Items that stay are not rewritten.
  case log([LogItem])
}

extension Edit {
  package static func rank(_ rank: Rank?) -> Edit { .field(.rank, FieldValue(rank?.value)) }
  package static func created(_ time: Timestamp?) -> Edit { .field(.created, FieldValue(time)) }
  package static func list(_ list: Text?) -> Edit { .field(.list, FieldValue(list)) }
  /// In minutes.
  package static func effort(_ minutes: Int?) -> Edit { .field(.effort, FieldValue(minutes)) }
  package static func parent(_ id: TaskID?) -> Edit { .field(.parent, FieldValue(id?.text)) }
  package static func blockers(_ ids: [TaskID]) -> Edit {
    .field(.blockers, FieldValue(list: ids.map { .text($0.text) }))
  }
  package static func reminders(_ reminders: [Reminder]) -> Edit {
    .field(.reminders, FieldValue(list: reminders.map { .reminder($0) }))
  }
  package static func reminders(at moments: [Timestamp]) -> Edit {
    reminders(moments.map { Reminder($0) })
  }
  package static func important(_ isImportant: Bool) -> Edit {
    .field(.important, isImportant ? .flag(true) : .nothing)
  }
  /// In minutes before each date.
  package static func firstAlert(_ minutes: Int?) -> Edit {
    .field(.firstAlert, FieldValue(minutes))
  }
  package static func secondAlert(_ minutes: Int?) -> Edit {
    .field(.secondAlert, FieldValue(minutes))
  }
  package static func placeName(_ name: Text?) -> Edit { .field(.placeName, FieldValue(name)) }
  package static func coordinates(_ coordinates: Location.Coordinates?) -> Edit {
    .field(.coordinates, FieldValue(coordinates?.text))
  }
  /// In metres.
  package static func radius(_ metres: Int?) -> Edit { .field(.radius, FieldValue(metres)) }
  package static func lastRepeat(_ time: Timestamp?) -> Edit {
    .field(.lastRepeat, FieldValue(time))
  }
}
