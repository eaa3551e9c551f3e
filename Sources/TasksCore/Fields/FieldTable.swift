extension Field {
  /// Returns the fields in the order in which they are merged and reported. In Markdown the repeater has a key of
  /// its own, so it is a separate field; in Org it is part of its date.
  package static func table(for format: Format) -> [Field] {
    format == .org ? orgTable : markdownTable
  }

  private static let orgTable = start + PlannedDate.allCases.map { date($0, .org) } + rest
  private static let markdownTable =
    start + PlannedDate.allCases.map { date($0, .markdown) } + [repeats] + rest

  private static let start = [
    title, state, priority, plain(.rank), tags, plain(.list), plain(.created),
  ]
  private static let rest =
    [deleted] + PlainField.allCases.filter { ![.rank, .list, .created].contains($0) }.map(plain)
    + [log, clocks, notes]

  package static let title = Field(
    "title", .text, get: { .text($0.title) }, set: { $0.title = $1.text ?? $0.title },
    edit: { .title($0.title) }, parse: { text, _, _ in text.map { [.title($0)] } })

  package static let priority = Field(
    "priority", .priority, get: { FieldValue($0.priority?.text) },
    set: { $0.priority = $1.text.flatMap { Priority($0.string) } },
    edit: { .priority($0.priority) })

  package static let tags = Field(
    "tags", .words([]), rule: .set, get: { .list($0.tags.map { .text($0) }) },
    set: { $0.tags = $1.members.compactMap(\.text) }, edit: { .tags($0.tags) })

  /// The time of completion: merged as part of the state, but reported as a change of its own in a history.
  package static let closed = Field(
    "closed", .date, get: { FieldValue($0.closed) }, set: { $0.closed = $1.moment },
    edit: { .closed($0.closed) })

  package static let deleted = Field(
    "deleted", .date, get: { FieldValue($0.deleted) }, set: { $0.deleted = $1.moment },
    edit: { .deleted($0.deleted) })

  package static let notes = Field(
    "notes", .text, rule: .lines, get: { $0.notes.isEmpty ? .nothing : .text($0.notes) },
    set: { $0.notes = $1.text ?? .empty }, edit: { .notes($0.notes) })

  private static let state = Field(
    "state", .text, get: { .text($0.state.keyword) }, edit: { .state($0.state) },
    compared: { .list([.text($0.state.keyword), FieldValue($0.closed?.iso)]) },
    carry: {
      $1.state = $0.state
      $1.closed = $0.closed
    },
    parse: { text, task, workflow in
      guard let text, let keyword = workflow[text] else { return nil }
      return [.state(keyword.state)]
        + (!keyword.state.isDone && task.closed != nil ? [.closed(nil)] : [])
    })

  private static let log = Field(
    "log", .text, rule: .log, get: { .list($0.entries.map { .text($0.fieldText) }) },
    edit: { .log($0.log) }, carry: { $1.log = $0.log },
    parse: { text, task, _ in
      text.map { [.log(LogMerge.adding(.entry(LogEntry(fieldText: $0)), to: task.log))] }
    })

  private static let clocks = Field(
    "clocks", .text, rule: .clocks, get: { .list($0.clocks.map { .text(Text($0.fieldText)) }) },
    edit: { .log($0.log) }, carry: { $1.log = $0.log },
    parse: { text, task, _ in
      guard let text, let clock = Clock(fieldText: text.string) else { return nil }
      var log = task.log
      // Replaces the clock with the same start, or inserts a new one by its date.
      guard let index = log.firstIndex(where: { $0.clock?.start == clock.start }) else {
        return [.log(LogMerge.adding(.clock(clock), to: log))]
      }
      log[index] = .clock(clock)
      return [.log(log)]
    })

  package static func plain(_ field: PlainField) -> Field {
    let isSet = field.rule == .set
    return Field(
      field.name, field.kind, rule: field.rule,
      get: { isSet ? .list(field.value(in: $0).members) : field.value(in: $0) },
      set: { field.set($1, in: &$0) }, edit: { .field(field, field.value(in: $0)) })
  }

  /// Returns the field of a property without a field name of its own.
  package static func property(_ name: Text) -> Field {
    Field(
      propertyName(name), .text, property: name,
      get: { FieldValue($0.property(named: name)) },
      // By `replacing`, because a field of the same name may have a value too. That is merged by itself and stays.
      set: { $0.properties = $0.properties.replacing([(name, $1.text)]) },
      edit: { .property(name: name, value: $0.property(named: name)) })
  }

  package static func propertyName(_ name: Text) -> Text {
    Text(bytes: Array("property ".utf8) + name.bytes)
  }

  /// Returns the field of the first checkbox with this text.
  static func checkbox(_ text: Text) -> Field {
    @Sendable func toggled(_ task: Task, to isChecked: Bool?) -> Text? {
      let list = Checklist(task.notes, format: task.format, counting: CookieCounting(task))
      guard let isChecked, let index = list.items.firstIndex(where: { $0.text == text })
      else { return nil }
      return list.setting(index, to: isChecked)
    }
    @Sendable func mark(_ task: Task) -> Bool? {
      task.checklist.first { $0.text == text }?.isChecked
    }
    return Field(
      Text(bytes: Array("checkbox ".utf8) + JSONString.quoted(text.bytes)), .flag("true"),
      rule: .box, get: { task in mark(task).map { .flag($0) } ?? .nothing },
      edit: { .notes($0.notes) }, carry: { $1.notes = toggled($1, to: mark($0)) ?? $1.notes },
      parse: { value, task, _ in toggled(task, to: value == "true").map { [.notes($0)] } })
  }
}
