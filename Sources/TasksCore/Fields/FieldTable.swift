extension Field {
  /// Returns the fields in the order in which they are merged and reported. In Markdown the repeater has a key of
  /// its own, so it is a separate field; in Org it is part of its date.
  package static func table(for format: Format) -> [Field] {
    format == .org ? orgTable : markdownTable
  }

  private static let orgTable: [Field] =
    start + [dates(.org), dates(.org, isDeadline: true)] + rest
  private static let markdownTable: [Field] =
    start + [dates(.markdown), dates(.markdown, isDeadline: true), repeats] + rest

  private static let start: [Field] = [
    Field(
      "title", read: { .text($0.title) }, carry: { $1.title = $0.title },
      parse: { text, _, _ in text.map { [.title($0)] } }),
    state,
    optional(
      "priority", { $0.priority }, { $0.priority = $1 }, { FieldValue($0?.text) },
      { Priority($0.string) }, Edit.priority),
    plain(.rank),
    set(
      "tags", { $0.tags.map { .text($0) } }, { $0.tags = $1.compactMap(\.text) },
      { text, task in [.tags(text.map { joining($0, to: task.tags) } ?? [])] }),
    plain(.list),
    plain(.created),
  ]

  private static let rest: [Field] =
    [moment("deleted", { $0.deleted }, { $0.deleted = $1 }, Edit.deleted)]
    + PlainField.allCases.filter { ![.rank, .list, .created].contains($0) }.map { plain($0) }
    + content

  private static let content: [Field] = [
    Field(
      "log", .log, read: { .list($0.entries.map { .text($0.fieldText) }) },
      compared: { members($0.entries.map { .text($0.fieldText) }) }, carry: { $1.log = $0.log },
      parse: { text, task, _ in
        text.map { [.log(LogMerge.adding(.entry(LogEntry(fieldText: $0)), to: task.log))] }
      }),
    Field(
      "clocks", .clocks, read: { .list($0.clocks.map { .text(Text($0.fieldText)) }) },
      compared: { members($0.clocks.map { .text(Text($0.fieldText)) }) },
      carry: { $1.log = $0.log }, parse: { text, task, _ in clockEdits(text, task) }),
    Field(
      "notes", .lines, read: { $0.notes.isEmpty ? .nothing : .text($0.notes) },
      carry: { $1.notes = $0.notes }, parse: { text, _, _ in [.notes(text ?? .empty)] }),
  ]

  /// The time of completion: merged as part of the state, but reported as a change of its own in a history.
  package static let closed = moment("closed", { $0.closed }, { $0.closed = $1 }, Edit.closed)

  private static let state = Field(
    "state", read: { .text($0.state.keyword) },
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

  /// Returns the field of a property without a field name of its own.
  package static func property(_ name: Text) -> Field {
    Field(
      propertyName(name), property: name,
      read: { FieldValue($0.property(named: name)) },
      carry: { source, target in
        // Set by `replacing`, because a field of the same name may have a value too. That is merged by itself and
        // stays.
        let value = source.property(named: name)
        target.properties = target.properties.replacing([(name, value)])
      },
      parse: { text, _, _ in [.property(name: name, value: text)] })
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
      Text(bytes: Array("checkbox ".utf8) + JSONString.quoted(text.bytes)), .box,
      read: { task in mark(task).map { .flag($0) } ?? .nothing },
      carry: { $1.notes = toggled($1, to: mark($0)) ?? $1.notes },
      parse: { value, task, _ in toggled(task, to: value == "true").map { [.notes($0)] } })
  }

  // MARK: Kinds of rows

  // Closures instead of key paths, because each process has to instantiate a key path at run time, which takes as
  // long as a merge.

  private static func optional<Value: Sendable>(
    _ name: Text, _ get: @escaping @Sendable (Task) -> Value?,
    _ set: @escaping @Sendable (inout Task, Value?) -> Void, rule: Rule = .local,
    _ value: @escaping @Sendable (Value?) -> FieldValue,
    _ parse: @escaping @Sendable (Text) -> Value?, _ edit: @escaping @Sendable (Value?) -> Edit
  ) -> Field {
    Field(
      name, rule, read: { value(get($0)) }, carry: { set(&$1, get($0)) },
      parse: { text, _, _ in
        guard let text else { return [edit(nil)] }
        return parse(text).map { [edit($0)] }
      })
  }

  private static func moment(
    _ name: Text, _ get: @escaping @Sendable (Task) -> Timestamp?,
    _ set: @escaping @Sendable (inout Task, Timestamp?) -> Void,
    _ edit: @escaping @Sendable (Timestamp?) -> Edit
  ) -> Field {
    optional(name, get, set, { FieldValue($0) }, { Timestamp(iso: $0.string) }, edit)
  }

  private static func set(
    _ name: Text, _ get: @escaping @Sendable (Task) -> [FieldValue],
    _ assign: @escaping @Sendable (inout Task, [FieldValue]) -> Void,
    _ parse: @escaping @Sendable (Text?, Task) -> [Edit]?
  ) -> Field {
    Field(
      name, .set, read: { .list(get($0)) }, compared: { members(get($0)) },
      carry: { assign(&$1, get($0)) }, assign: assign, parse: { text, task, _ in parse(text, task) }
    )
  }

  private static func plain(_ field: PlainField) -> Field {
    if field.rule == .set {
      return set(
        field.name, { field.value(in: $0).members }, { field.set(FieldValue(list: $1), in: &$0) },
        { text, task in
          guard let text else { return [.field(field, .nothing)] }
          let member = field.kind.value(fromText: text)?.members.first
          return member.map {
            [.field(field, .list(joining($0, to: field.value(in: task).members)))]
          }
        })
    }
    return Field(
      field.name, field.rule, read: { field.value(in: $0) },
      carry: { field.set(field.value(in: $0), in: &$1) },
      parse: { text, _, _ in
        guard let text else { return [.field(field, .nothing)] }
        return field.kind.value(fromText: text).map { [.field(field, $0)] }
      })
  }

  /// Adds a dropped member to a set. The text is one member, even with blanks in it.
  private static func joining<Member: Equatable>(
    _ member: Member, to members: [Member]
  ) -> [Member] {
    members.contains(member) ? members : members + [member]
  }

  /// Returns a canonical list for comparing sets: sorted, without duplicates.
  private static func members(_ values: [FieldValue]) -> FieldValue {
    .list(Set(values).ordered { ($0.text ?? .empty) < ($1.text ?? .empty) })
  }

  /// Replaces the clock with the same start, or inserts a new one by its date.
  private static func clockEdits(_ text: Text?, _ task: Task) -> [Edit]? {
    guard let text, let clock = Clock(fieldText: text.string) else { return nil }
    var log = task.log
    guard let index = log.firstIndex(where: { $0.clock?.start == clock.start }) else {
      return [.log(LogMerge.adding(.clock(clock), to: log))]
    }
    log[index] = .clock(clock)
    return [.log(log)]
  }
}
