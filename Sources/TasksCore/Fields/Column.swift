/// What can be shown of a task in one place: a `{name}` of `list --format`, a line of `show`.
public struct Column: Sendable {
  public let name: String
  /// The name in `show`; nil for what it does not show, or shows in its own way.
  public let label: String?
  /// The value for programs; empty for none.
  private let value: @Sendable (ListRow, Context) -> String
  /// The value for people, if it is different.
  private let shown: (@Sendable (ListRow, Context) -> String)?

  /// What a column needs to know besides the task.
  public struct Context {
    public var now: Timestamp
    /// Names another task: its short id and its title.
    public var related: (TaskID) -> String

    public init(now: Timestamp, related: @escaping (TaskID) -> String) {
      self.now = now
      self.related = related
    }
  }

  /// A column that needs the task alone.
  init(
    _ name: String, label: String?, _ value: @escaping @Sendable (ListRow) -> String,
    shown: (@Sendable (ListRow, Context) -> String)? = nil
  ) {
    self.init(name, label: label, value: { row, _ in value(row) }, shown: shown)
  }

  init(
    _ name: String, label: String?, value: @escaping @Sendable (ListRow, Context) -> String,
    shown: (@Sendable (ListRow, Context) -> String)? = nil
  ) {
    self.name = name
    self.label = label
    self.value = value
    self.shown = shown
  }

  public func text(_ row: ListRow, _ context: Context) -> String { value(row, context) }

  public func shown(_ row: ListRow, _ context: Context) -> String {
    (shown ?? value)(row, context)
  }

  /// The column with this name; nil if there is none.
  public static func named(_ name: String) -> Column? {
    all.first { $0.name == name }
  }

  /// All columns, in the order of `show`. A new plain field needs no entry here.
  public static let all: [Column] =
    [
      Column("id", label: "id") { $0.id.visible },
      Column("title", label: nil) { $0.title.visible },
      Column("state", label: "state") { $0.keyword.visible },
      Column("priority", label: "priority") { $0.priority?.visible ?? "" },
      Column("tags", label: "tags") { $0.tags.map(\.visible).joined(separator: " ") },
      plain(.list, "list", label: "list"),
      Column("scheduled", label: "scheduled", { $0.scheduled?.start.iso ?? "" }) { row, _ in
        row.scheduled?.shown ?? ""
      },
      Column("deadline", label: "due", { $0.deadline?.start.iso ?? "" }) { row, _ in
        row.deadline?.shown ?? ""
      },
      Column("due", label: nil) { $0.deadline?.start.iso ?? "" },
      Column("closed", label: "closed", { $0.closed?.iso ?? "" }) { row, _ in
        row.closed?.shown ?? ""
      },
      Column("deleted", label: "deleted", { $0.deleted?.iso ?? "" }) { row, _ in
        row.deleted?.shown ?? ""
      },
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
    ] + PlainField.unplaced.map { plain($0, $0.name.string, label: $0.name.string) } + [
      plain(.created, "created", label: "created"), plain(.rank, "rank", label: "rank"),
      Column("path", label: "file") { $0.path.text.string },
      Column("format", label: nil) { $0.format.rawValue },
    ]

  private static func plain(
    _ field: PlainField, _ name: String, label: String, unit: String = ""
  ) -> Column {
    Column(name, label: label) { row in
      let value = row.value(of: field)
      return field.kind == .minutes
        ? value.integer.map { Effort.text($0) } ?? ""
        : value.text.map { ControlCharacters.escaped($0) } ?? ""
    } shown: { row, context in
      let value = row.value(of: field)
      switch field.kind {
      case .flag: return value == .flag(true) ? "yes" : ""
      case .minutes: return value.integer.map { Effort.text($0) } ?? ""
      case .moment, .reminders, .id, .ids:
        let members = value.isNothing ? [] : value.members.isEmpty ? [value] : value.members
        return members.map { member in
          member.reminder?.shown ?? member.moment?.shown ?? member.text.flatMap { TaskID($0) }.map(
            context.related) ?? ""
        }.joined(separator: ", ")
      default: return value.text.map { ControlCharacters.escaped($0) + unit } ?? ""
      }
    }
  }

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

extension BorrowedText {
  fileprivate var visible: String { ControlCharacters.escaped(text) }
}
