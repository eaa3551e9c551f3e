/// A list by name: what is in it and how it is shown, each as typed. Views are in a store's settings.
package struct View: Hashable, Sendable {
  /// The settings of a view, as in `view.NAME.filter`.
  package enum Key: String, CaseIterable, Sendable {
    case filter, sort, group, columns, limit, tree
  }

  package var filter = ""
  package var sort: String?
  package var group: String?
  package var columns: String?
  /// The highest number of tasks shown.
  package var limit: Int?
  /// Whether children stand below their parents.
  package var isTree = false
  /// The parts of a view that has several, one below the other (``ViewBlock``). Its filter holds for each of them.
  package var blocks: [String] = []

  package init() {}

  package subscript(key: Key) -> String? {
    get {
      switch key {
      case .filter: filter.isEmpty ? nil : filter
      case .sort: sort
      case .group: group
      case .columns: columns
      case .limit: limit.map(String.init)
      case .tree: isTree ? "yes" : nil
      }
    }
    set {
      switch key {
      case .filter: filter = newValue ?? ""
      case .sort: sort = newValue
      case .group: group = newValue
      case .columns: columns = newValue
      case .limit: limit = newValue.flatMap { Int($0) }
      case .tree: isTree = ["yes", "true", "on"].contains(newValue?.lowercased())
      }
    }
  }

  /// Checks that the view can be shown.
  ///
  /// - Throws: `InputError` of the filter, a column or a way to group.
  package func check(now: Timestamp, fields: OwnFields) throws(InputError) {
    _ = try Query.read(line: filter, now: now, fields: fields)
    if let sort { _ = try SortOrder.read(sort, fields) }
    if let group { _ = try Grouping.read(group, fields) }
    for block in blocks { try ViewBlock.read(block, now: now).check(now: now, fields: fields) }
  }

  /// The names in a list of columns: `id,priority,title`.
  package static func names(_ columns: String) -> [String] {
    InputWord(columns).items.map(\.lowercased)
  }

  /// Names that a view can have: letters, digits, `-` and `_`, a letter first, so that it can be typed as a command.
  package static func isName(_ name: String) -> Bool {
    name.unicodeScalars.first?.properties.isAlphabetic == true
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "-_".unicodeScalars.contains($0)
      }
  }
}
