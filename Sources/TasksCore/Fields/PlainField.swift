/// A field of a task that is one value in one place: one property in Org, one key in Markdown.
///
/// Everything that handles such a field reads its row: both formats, merge, history, JSON, the cache, filters,
/// quick-add and the editing of unreadable values. The cases are in the order of a new Org drawer. RANK, which changes
/// most often, is between ID and CREATED, which never change, so that it stays apart from other changes even in a merge
/// by lines. A new field follows the last one: see ``unplaced``.
package enum PlainField: UInt8, CaseIterable, Hashable, Sendable {
  case rank, created, list, effort, parent, blockers, reminders, important
  case firstAlert, secondAlert, placeName, coordinates, radius, habit, lastRepeat
  case discoveredFrom, muted, wait
  case repeatDays, repeatUntil, repeatTimes

  /// The name in the history, in JSON and in filters.
  package var name: Text { row.name }
  package var org: StaticString { row.org }
  /// The spellings in front matter in order of precedence: ours first, then those of Obsidian TaskNotes, Backlog.md,
  /// dstask and other programs.
  package var markdown: [StaticString] { row.markdown }
  /// The keys in quick-add and filters, ours first; empty for a field that is not typed.
  package var typed: [StaticString] { row.typed }
  /// An example of a typed value, and what the field is, for help; empty for a field that is not typed.
  var help: (example: StaticString, meaning: StaticString) { row.help }
  package var kind: FieldKind { row.kind }
  package var rule: Field.Rule { row.rule }

  /// The key of JSON that it is, or is a part of.
  package var key: Text {
    switch self {
    case .secondAlert: "alerts"
    case .coordinates, .radius: "location"
    case .lastRepeat: "last_repeat"
    default: name
    }
  }

  /// The names of the property or key in a file, ours first.
  package func spellings(in format: Format) -> [String] {
    format == .org ? [org.description] : markdown.map(\.description)
  }

  package func value(in task: Task) -> FieldValue { row.get(task) }

  /// Sets the field; a value of another kind, `nothing` or an empty text clears it.
  package func set(_ value: FieldValue, in task: inout Task) { row.set(&task, value) }

  private var row: Row { PlainField.rows[Int(rawValue)] }

  private struct Row: Sendable {
    let field: PlainField
    let name: Text
    let org: StaticString
    let markdown: [StaticString]
    var typed: [StaticString] = []
    var help: (example: StaticString, meaning: StaticString) = ("", "")
    let kind: FieldKind
    var rule = Field.Rule.local
    // Closures instead of a key path, because each process has to instantiate a key path at run time, which takes as
    // long as a merge.
    let get: @Sendable (Task) -> FieldValue
    let set: @Sendable (inout Task, FieldValue) -> Void
  }

  private static let rows: [Row] = [
    Row(
      field: .rank, name: "rank", org: "RANK", markdown: ["rank", "ordinal"], typed: ["rank"],
      help: ("3.5", "the position in the list"), kind: .rank, rule: .rank,
      get: { FieldValue($0.rank?.value) }, set: { $0.rank = $1.number.flatMap { Rank($0) } }),
    Row(
      field: .created, name: "created", org: "CREATED",
      markdown: ["created", "dateCreated", "created_date", "created_at"], kind: .date,
      get: { FieldValue($0.created) }, set: { $0.created = $1.moment }),
    Row(
      field: .list, name: "list", org: "CATEGORY", markdown: ["list", "project", "projects"],
      typed: ["list", "project"], help: ("work", "the list; project:work is the same"), kind: .name,
      get: { FieldValue($0.list) }, set: { $0.list = $1.nonEmptyText }),
    Row(
      field: .effort, name: "effort", org: "Effort", markdown: ["effort", "timeEstimate"],
      typed: ["effort"], help: ("1h30m", "how long it takes; a bare number is minutes"),
      kind: .duration, get: { FieldValue($0.effort) }, set: { $0.effort = $1.integer }),
    Row(
      field: .parent, name: "parent", org: "PARENT",
      markdown: ["parent", "parent_task_id", "parent_id"], typed: ["parent"],
      help: ("k7m", "the task that this one is part of"), kind: .id,
      get: { FieldValue($0.parent?.text) }, set: { $0.parent = $1.text.flatMap { TaskID($0) } }),
    Row(
      field: .blockers, name: "blockers", org: "BLOCKER", markdown: ["dependencies"],
      typed: ["depends"], help: ("k7m", "the task that must be done first"), kind: .ids, rule: .set,
      get: { FieldValue(list: $0.blockers.map { .text($0.text) }) },
      set: { $0.blockers = $1.members.compactMap { $0.text.flatMap { TaskID($0) } } }),
    Row(
      field: .reminders, name: "reminders", org: "REMIND", markdown: ["reminder", "reminders"],
      typed: ["remind"], help: ("9:00", "when to remind you"), kind: .reminders,
      get: { FieldValue(list: $0.reminders.map { .reminder($0) }) },
      set: { $0.reminders = $1.members.compactMap(\.reminder) }),
    Row(
      field: .important, name: "important", org: "IMPORTANT", markdown: ["important"],
      typed: ["important"], help: ("yes", "whether its reminders stay on the screen and sound"),
      kind: .flag("t"), get: { $0.isImportant ? .flag(true) : .nothing },
      set: { $0.isImportant = $1 == .flag(true) }),
    Row(
      field: .firstAlert, name: "alerts", org: "APPT_WARNTIME", markdown: ["alert"],
      typed: ["alert"],
      help: ("1h", "how long before its dates to remind you; a bare number is minutes"),
      kind: .lead, get: { FieldValue($0.firstAlert) }, set: { $0.firstAlert = $1.integer }),
    Row(
      field: .secondAlert, name: "property APPT_WARNTIME2", org: "APPT_WARNTIME2",
      markdown: ["alert2"], typed: ["alert2"],
      help: ("10m", "how long before its dates to remind you once more"), kind: .lead,
      get: { FieldValue($0.secondAlert) }, set: { $0.secondAlert = $1.integer }),
    Row(
      field: .placeName, name: "location", org: "LOCATION", markdown: ["location"], typed: ["at"],
      help: ("Office", "the location"), kind: .text, get: { FieldValue($0.location.name) },
      set: { $0.location.name = $1.nonEmptyText }),
    Row(
      field: .coordinates, name: "property GEO", org: "GEO", markdown: ["geo"], kind: .coordinates,
      get: { FieldValue($0.location.coordinates?.text) },
      set: { $0.location.coordinates = $1.text.flatMap { Location.Coordinates($0.string) } }),
    Row(
      field: .radius, name: "property LOCATION_RADIUS", org: "LOCATION_RADIUS",
      markdown: ["location_radius"], kind: .count, get: { FieldValue($0.location.radius) },
      set: { $0.location.radius = $1.integer }),
    Row(
      field: .habit, name: "habit", org: "STYLE", markdown: ["habit", "style"],
      kind: .flag("habit"), get: { $0.hasHabitStyle ? .flag(true) : .nothing },
      set: { $0.hasHabitStyle = $1 == .flag(true) }),
    Row(
      field: .lastRepeat, name: "property LAST_REPEAT", org: "LAST_REPEAT",
      markdown: ["last_repeat"], kind: .date, get: { FieldValue($0.lastRepeat) },
      set: { $0.lastRepeat = $1.moment }),
    Row(
      field: .discoveredFrom, name: "discovered_from", org: "DISCOVERED_FROM",
      markdown: ["discovered_from"], typed: ["discovered-from"],
      help: ("k7m", "the task during which this one was found"), kind: .id,
      get: { FieldValue($0.discoveredFrom?.text) },
      set: { $0.discoveredFrom = $1.text.flatMap { TaskID($0) } }),
    Row(
      field: .muted, name: "muted", org: "MUTED", markdown: ["muted"], typed: ["muted"],
      help: ("yes", "whether it never reminds you"), kind: .flag("t"),
      get: { $0.isMuted ? .flag(true) : .nothing }, set: { $0.isMuted = $1 == .flag(true) }),
    // SCHEDULED says when to begin, and an agenda of Emacs shows it on that day: a task can have both dates.
    Row(
      field: .wait, name: "wait", org: "WAIT_UNTIL", markdown: ["wait"], typed: ["wait", "w"],
      help: ("mon", "until when it is hidden"), kind: .date, get: { FieldValue($0.wait) },
      set: { $0.wait = $1.moment }),
    // Typed with the repeater, `every:mon,wed`.
    Row(
      field: .repeatDays, name: "repeat_on", org: "REPEAT_ON", markdown: ["repeat_on"], kind: .days,
      get: { FieldValue($0.repeats.days?.text) },
      set: { $0.repeats.days = $1.text.flatMap { RepeatDays($0.string) } }),
    Row(
      field: .repeatUntil, name: "repeat_until", org: "REPEAT_UNTIL", markdown: ["repeat_until"],
      typed: ["until"], help: ("eoy", "the last day on which its dates repeat"), kind: .date,
      get: { FieldValue($0.repeats.until) }, set: { $0.repeats.until = $1.moment }),
    Row(
      field: .repeatTimes, name: "repeat_times", org: "REPEAT_TIMES", markdown: ["repeat_times"],
      typed: ["times"], help: ("5", "how often it is still to be done"), kind: .count,
      get: { FieldValue($0.repeats.times) }, set: { $0.repeats.times = $1.integer }),
  ]

  /// The fields that have no place of their own in JSON and in `show`, which print them after all others under their
  /// names.
  package static let unplaced = allCases.filter { $0.rawValue > PlainField.lastRepeat.rawValue }

  /// The fields that every line of a list says by their names, `energy:high`: `list`, its table on a terminal, a row of
  /// the page, and the line in which the page edits a task. A field joins all of them here.
  package static let named: [PlainField] = []

  /// These, and the fields that have signs and places of their own there.
  package static let listed: [PlainField] = [.wait, .list, .effort] + named

  /// False if a row is missing or out of order.
  package static var rowsAreInOrder: Bool { rows.map(\.field) == allCases }

  /// The field whose name in Org files is the one that is meant.
  static func named(org isMeant: (StaticString) -> Bool) -> PlainField? {
    rows.first { isMeant($0.org) }?.field
  }

  /// The field that a word typed before a colon names.
  package static func typed(_ word: String) -> PlainField? {
    allCases.first { field in field.typed.contains { $0.description == word } }
  }

  /// The field without a typed key that has this name in JSON.
  static func untyped(_ name: String) -> PlainField? {
    allCases.first { $0.typed.isEmpty && $0.name.string == name }
  }
}
