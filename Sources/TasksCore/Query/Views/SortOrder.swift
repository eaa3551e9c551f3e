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

  /// The values of a task to compare.
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
    let keys = [
      "short": "id", "pri": "priority", "sched": "scheduled", "remind": "reminders",
      "at": "location",
    ]
    let field = PlainField.typed(name)?.name.string
    guard let column = (keys[name] ?? field).flatMap({ named($0) }) else { throw .notAColumn(word) }
    return column
  }
}
