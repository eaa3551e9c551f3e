/// An order of tasks by columns: `due,-priority`, a `-` before a column for the reverse. A task without a value comes
/// last either way, and tasks that are equal keep the order that they have.
package struct SortOrder: Sendable {
  private let keys: [(column: Column, isDescending: Bool)]

  /// - Throws: `notAColumn`.
  package static func read(
    _ text: String, _ fields: OwnFields = OwnFields()
  ) throws(InputError) -> SortOrder {
    var keys: [(column: Column, isDescending: Bool)] = []
    for item in InputWord(text).items {
      let isDescending = item.bytes.first == 0x2D
      let name = isDescending ? item.part(item.bytes.dropFirst()) : item
      keys.append((try Column.read(name, fields), isDescending))
    }
    guard !keys.isEmpty else { throw .notAColumn(InputWord(text)) }
    return SortOrder(keys: keys)
  }

  package func values(of row: ListRow, _ context: Column.Context) -> [Column.OrderKey?] {
    keys.map { $0.column.orderKey(row, context) }
  }

  /// Whether the first task comes before the second; nil if they are equal.
  package func isBefore(_ first: [Column.OrderKey?], _ second: [Column.OrderKey?]) -> Bool? {
    for (number, key) in keys.enumerated() where first[number] != second[number] {
      guard let a = first[number] else { return false }
      guard let b = second[number] else { return true }
      return key.isDescending ? b < a : a < b
    }
    return nil
  }
}

extension Column {
  /// The column that a word names.
  ///
  /// - Throws: `notAColumn`.
  package static func read(
    _ name: String, _ fields: OwnFields = OwnFields()
  ) throws(InputError) -> Column {
    try read(InputWord(name), fields)
  }

  static func read(_ word: InputWord, _ fields: OwnFields) throws(InputError) -> Column {
    let name = word.lowercased
    if let column = named(name.hasPrefix("prop.") ? word.text : name, fields) { return column }
    // The keys of quick-add name their columns too.
    let keys = ["short": "id", "pri": "priority", "sched": "scheduled"]
    let field = PlainField.typed(name)?.name.string
    guard let column = (keys[name] ?? field).flatMap({ named($0) }) else { throw .notAColumn(word) }
    return column
  }
}

/// How a list is divided under headings.
package enum Grouping: Hashable, Sendable {
  case list, tag, state, due, parent, none
  case own(OwnField)

  /// The ways to group that every store has, by their names.
  private static let known: [(name: String, grouping: Grouping)] = [
    ("list", .list), ("tag", .tag), ("state", .state), ("due", .due), ("parent", .parent),
    ("none", .none),
  ]

  package static let names = known.map(\.name)

  /// - Throws: `notAGrouping`.
  package static func read(
    _ text: String, _ fields: OwnFields = OwnFields()
  ) throws(InputError) -> Grouping {
    let word = InputWord(text)
    if let known = known.first(where: { $0.name == word.lowercased }) { return known.grouping }
    guard let column = Column.named(word.text, fields), let field = column.own else {
      throw .notAGrouping(word)
    }
    return .own(field)
  }

  /// A heading, and where it comes among the others.
  package struct Group: Hashable, Sendable {
    package let heading: String
    /// The place among groups; those of one place are ordered by their headings.
    let place: Int

    package static func isBefore(_ a: Group, _ b: Group) -> Bool {
      (a.place, a.heading.lowercased(), a.heading) < (b.place, b.heading.lowercased(), b.heading)
    }
  }

  /// The groups that a task is in: one, or one for each of its tags.
  package func groups(of row: ListRow, _ context: Column.Context) -> [Group] {
    func named(_ name: String, none: String) -> Group {
      name.isEmpty ? Group(heading: none, place: 1) : Group(heading: name, place: 0)
    }
    func value(_ column: String) -> String { Column.named(column)?.shown(row, context) ?? "" }
    switch self {
    case .list: return [named(value("list"), none: "No list")]
    case .state: return [named(value("state"), none: "")]
    case .parent: return [named(value("parent"), none: "No parent")]
    case .due: return [Grouping.group(due: row.deadline?.start, row.isOpen, now: context.now)]
    case .tag:
      let tags = row.tags.map { named(ControlCharacters.escaped($0.text), none: "") }
      return tags.isEmpty ? [named("", none: "No tag")] : tags.uniqued()
    case .none: return [named("", none: "")]
    case .own(let field): return Grouping.groups(of: row, by: field)
    }
  }

  /// The groups of a field of the store's own: words and numbers in their order, one group for each of several words.
  private static func groups(of row: ListRow, by field: OwnField) -> [Group] {
    let value = row.value(of: field)
    guard !value.isNothing else { return [Group(heading: "No \(field.name)", place: .max)] }
    let members = value.members.isEmpty ? [value] : value.members
    return members.map { member in
      let place =
        switch (field.kind, member) {
        case (.words(let known), .text(let word)): known.firstIndex(of: word) ?? 0
        default:
          if case .number(let number)? = field.kind.orderKey(member) {
            Int(number * 1000)
          } else {
            0
          }
        }
      return Group(heading: field.kind.shown(member), place: place)
    }
  }

  /// The group of a deadline. Weeks begin on Monday.
  private static func group(due: Timestamp?, _ isOpen: Bool, now: Timestamp) -> Group {
    guard let due else { return Group(heading: "No date", place: 6) }
    if isOpen, due.isPast(at: now) { return Group(heading: "Overdue", place: 0) }
    let days = due.date.dayNumber - now.date.dayNumber
    switch days {
    case ..<0: return Group(heading: "Past", place: 0)
    case 0: return Group(heading: "Today", place: 1)
    case 1: return Group(heading: "Tomorrow", place: 2)
    case ...(7 - now.date.weekday): return Group(heading: "This week", place: 3)
    case ...(14 - now.date.weekday): return Group(heading: "Next week", place: 4)
    default: return Group(heading: "Later", place: 5)
    }
  }
}
