/// What can be shown of a task in one place: a `{name}` of `list --format`, a line of `show`, a column of a list, an
/// order of a list.
package final class Column: Sendable {
  package let name: String
  /// The name in `show`; nil for what it does not show, or shows in its own way.
  package let label: String?
  /// The value for programs; empty for none.
  private let value: @Sendable (ListRow, Context) -> String
  /// The value for people, if it is different.
  private let shown: (@Sendable (ListRow, Context) -> String)?
  /// Appends the value for a column of a list, if it is different: dates are relative there.
  private let cell: (@Sendable (ListRow, Context, inout [UInt8]) -> Void)?
  /// The value to order by, if it is not the text; nil comes last.
  private let orderKey: (@Sendable (ListRow, Context) -> OrderKey?)?
  /// The kind of the field that it shows; nil for what is no field, or for several.
  package let kind: FieldKind?
  /// The field of a store's own, or any other property, that it shows.
  package let own: OwnField?

  /// The name above a column of a list: `Last repeat`.
  package var heading: String {
    let words = name.replacing("_", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// What a column needs to know besides the task.
  package struct Context {
    package var now: Timestamp
    /// Returns the state of a task compared with the upstream branch.
    var sync: (ListRow) -> String
    package let urgency: (ListRow) -> [Urgency.Part]
    /// Names another task: its short id and its title.
    package var related: (TaskID) -> String

    package init(
      now: Timestamp, sync: @escaping (ListRow) -> String = { _ in "" },
      urgency: @escaping (ListRow) -> [Urgency.Part] = { _ in [] },
      related: @escaping (TaskID) -> String
    ) {
      self.now = now
      self.sync = sync
      self.urgency = urgency
      self.related = related
    }
  }

  private init(
    _ name: String, label: String?, value: @escaping @Sendable (ListRow, Context) -> String,
    shown: (@Sendable (ListRow, Context) -> String)? = nil,
    cell: (@Sendable (ListRow, Context, inout [UInt8]) -> Void)? = nil,
    orderKey: (@Sendable (ListRow, Context) -> OrderKey?)? = nil, kind: FieldKind? = nil,
    own: OwnField? = nil
  ) {
    self.kind = kind
    self.own = own
    self.name = name
    self.label = label
    self.value = value
    self.shown = shown
    self.cell = cell
    self.orderKey = orderKey
  }

  /// A column that needs the task alone.
  private convenience init(
    _ name: String, label: String?, _ value: @escaping @Sendable (ListRow) -> String,
    shown: (@Sendable (ListRow, Context) -> String)? = nil
  ) {
    self.init(name, label: label, value: { row, _ in value(row) }, shown: shown)
  }

  /// A column of a text.
  private convenience init(
    _ name: String, label: String?, text: @escaping @Sendable (ListRow) -> BorrowedText?
  ) {
    self.init(
      name, label: label, value: { row, _ in text(row)?.visible ?? "" },
      cell: { row, _, bytes in text(row)?.appendVisible(to: &bytes) })
  }

  /// A column of a field by its kind.
  ///
  /// - Parameters:
  ///   - unit: What is written behind the value.
  ///   - shown: The value for people, if it is more than the kind says.
  ///   - isUntilNight: Whether a whole day comes after the times of that day.
  ///   - rest: What is shown of a task without a value.
  private convenience init(
    _ name: String, label: String?, _ kind: FieldKind, unit: String = "", own: OwnField? = nil,
    value: @escaping @Sendable (ListRow) -> FieldValue,
    shown: (@Sendable (ListRow) -> String?)? = nil, isUntilNight: Bool = false,
    else rest: @escaping @Sendable (ListRow) -> String = { _ in "" }
  ) {
    let shown = { @Sendable (row: ListRow, context: Context) in
      if let shown { return shown(row) ?? "" }
      let text = kind.shown(value(row), related: context.related)
      return text.isEmpty ? rest(row) : text + unit
    }
    self.init(
      name, label: label,
      value: { row, _ in
        let value = value(row)
        return value.isNothing ? rest(row) : ControlCharacters.escaped(kind.plain(value))
      },
      shown: shown,
      cell: { row, context, bytes in
        if kind == .date, let moment = value(row).moment {
          RelativeDate(now: context.now).append(moment, to: &bytes)
        } else {
          bytes.append(contentsOf: shown(row, context).utf8)
        }
      },
      orderKey: { row, _ in kind.orderKey(value(row), ofDay: isUntilNight ? 1440 : -1) },
      kind: kind, own: own)
  }

  /// The lines of `show`, those without a value too.
  package static func lines(
    of task: Task, _ context: Context
  ) -> [(name: String, label: String, shown: String)] {
    var lines: [(name: String, label: String, shown: String)] = []
    ListRow.of(task) { row in
      lines = all.compactMap { column in
        column.label.map { (column.name, $0, column.shown(row, context)) }
      }
    }
    return lines
  }

  package func text(_ row: ListRow, _ context: Context) -> String { value(row, context) }

  package func shown(_ row: ListRow, _ context: Context) -> String {
    (shown ?? value)(row, context)
  }

  package func append(_ row: ListRow, _ context: Context, to bytes: inout [UInt8]) {
    if let cell { return cell(row, context, &bytes) }
    bytes.append(contentsOf: shown(row, context).utf8)
  }

  /// A value that tasks are ordered by: numbers by size, texts without regard to case.
  package enum OrderKey: Comparable, Sendable {
    case number(Double)
    case text(String)
  }

  /// The value to order tasks by; nil for none.
  func orderKey(_ row: ListRow, _ context: Context) -> OrderKey? {
    if let orderKey { return orderKey(row, context) }
    let text = value(row, context)
    return text.isEmpty ? nil : .text(text.lowercased())
  }

  /// The column with this name; nil if there is none.
  ///
  /// - Parameter fields: The store's own fields, which have columns by their names.
  package static func named(_ name: String, _ fields: OwnFields = OwnFields()) -> Column? {
    if name.hasPrefix("prop."), name.utf8.count > 5 {
      return own(fields.field(ofProperty: Text(String(name.dropFirst(5)))), name)
    }
    return all.first { $0.name == name } ?? fields[name].map { own($0, name) }
  }

  /// The column of a field of the store's own, or of any other property. A value that is not of the field's kind is shown
  /// as it is.
  private static func own(_ field: OwnField, _ name: String) -> Column {
    Column(
      name, label: nil, field.kind, own: field, value: { $0.value(of: field) },
      else: { $0.property(named: field.name).map { ControlCharacters.escaped($0) } ?? "" })
  }

  private static func plain(
    _ field: PlainField, _ name: String, label: String, unit: String = ""
  ) -> Column {
    Column(name, label: label, field.kind, unit: unit, value: { $0.value(of: field) })
  }

  /// All columns, in the order of `show`. A new plain field needs no entry here.
  package static let all: [Column] =
    [
      Column("id", label: "id") { $0.id },
      Column("title", label: nil) { $0.title },
      Column("state", label: "state") { $0.keyword },
      Column("priority", label: "priority") { $0.priority },
      Column("tags", label: "tags") { $0.tags.map(\.visible).joined(separator: " ") },
      Column("list", label: "list") { $0.list },
      Column(
        "scheduled", label: "scheduled", .date, value: { FieldValue($0.scheduled?.start) },
        shown: { $0.scheduled?.shown }),
      // A deadline without a time is late only when its day has ended.
      Column(
        "deadline", label: "due", .date, value: { FieldValue($0.deadline?.start) },
        shown: { $0.deadline?.shown }, isUntilNight: true),
      Column(
        "due", label: nil, .date, value: { FieldValue($0.deadline?.start) }, isUntilNight: true),
      Column("repeat", label: nil) {
        ($0.deadline?.repeater ?? $0.scheduled?.repeater)?.text ?? ""
      },
      Column("closed", label: "closed", .date, value: { FieldValue($0.closed) }),
      Column("deleted", label: "deleted", .date, value: { FieldValue($0.deleted) }),
      Column(
        "age", label: nil,
        value: { row, context in
          row.value(of: .created).moment.map { RelativeDate(now: context.now).age(of: $0) } ?? ""
        }),
      plain(.lastRepeat, "last_repeat", label: "last done"),
      plain(.reminders, "reminders", label: "remind"),
      plain(.important, "important", label: "important"),
      Column(
        "alerts", label: "alert",
        { alerts($0).map { $0.map { "\($0)" } ?? "" }.joined(separator: " ") }
      ) {
        row, _ in shownAlerts(row)
      },
      plain(.habit, "habit", label: "habit"),
      plain(.effort, "effort", label: "effort"),
      plain(.placeName, "location", label: "place"),
      plain(.coordinates, "geo", label: "geo"),
      plain(.radius, "radius", label: "radius", unit: " m"),
      plain(.parent, "parent", label: "parent"),
      plain(.blockers, "blockers", label: "depends on"),
      Column("assignee", label: nil) { row in
        row.assignee.map { ControlCharacters.escaped($0) } ?? ""
      },
    ] + PlainField.unplaced.map { plain($0, $0.name.string, label: $0.name.string) } + [
      plain(.created, "created", label: "created"), plain(.rank, "rank", label: "rank"),
      Column("path", label: "file") { $0.path.text.string },
      Column("notes", label: nil) { row in
        row.notes.map { ControlCharacters.escaped($0.text.withoutMessages.onOneLine) } ?? ""
      },
      Column("sync", label: nil, value: { row, context in context.sync(row) }),
      // The most urgent come first.
      Column(
        "urgency", label: nil,
        value: { row, context in
          row.isOpen ? context.urgency(row).points.shortestDecimal : ""
        }, orderKey: { row, context in row.isOpen ? .number(-context.urgency(row).points) : nil }),
      Column("why", label: nil, value: { row, context in context.urgency(row).text }),
      Column("format", label: nil) { $0.format.rawValue },
      Column("done", label: nil) { $0.isDone ? "yes" : "" },
      Column("scheduled_end", label: nil, .date, value: { FieldValue($0.scheduled?.end) }),
      Column("deadline_end", label: nil, .date, value: { FieldValue($0.deadline?.end) }),
      Column("warning", label: nil) {
        ($0.deadline?.warning ?? $0.scheduled?.warning)?.text ?? ""
      },
      Column("checklist", label: nil) { row in
        row.progress.map { "\($0.checked)/\($0.total)" } ?? ""
      },
      Column("clocks", label: nil) { row in
        let minutes = row.task?.clocks.compactMap(\.minutes).reduce(0, +) ?? 0
        return minutes > 0 ? Effort.text(minutes) : ""
      },
      Column("log", label: nil) { row in
        let count = row.task?.log.count ?? 0
        return count > 0 ? "\(count)" : ""
      },
      Column("properties", label: nil) { row in
        let properties = row.task?.properties ?? []
        return properties.map {
          ControlCharacters.escaped($0.name) + "=" + ControlCharacters.escaped($0.value)
        }
        .joined(separator: " ")
      },
    ]

  private static func alerts(_ row: ListRow) -> [Int?] {
    let (first, second) = (row.value(of: .firstAlert), row.value(of: .secondAlert))
    return second.isNothing ? [first.integer] : [first.integer, second.integer]
  }

  /// A second alert without a first is marked, because the file has a separate name for it.
  private static func shownAlerts(_ row: ListRow) -> String {
    let both = alerts(row)
    let texts = both.compactMap { $0.map { Effort.text($0) } }
    if texts.isEmpty { return "" }
    return (both[0] == nil ? "second " : "") + texts.joined(separator: ", ") + " before"
  }
}

extension Timestamp {
  /// Minutes.
  ///
  /// - Parameter place: The place of a whole day among the minutes of that day.
  func orderNumber(ofDay place: Int) -> Double {
    Double(date.dayNumber * 1442 + 1 + (minute ?? place))
  }
}

extension BorrowedText {
  fileprivate var visible: String { ControlCharacters.escaped(text) }
}
