/// A list item, with or without a checkbox.
package struct ChecklistEntry: Sendable {
  /// The index of the item it is nested in.
  var parent: Int?
  /// The number of the list it belongs to.
  var list: Int
  /// True inside a block or a drawer of an item (Org): its lists are separate from those around it.
  var isApart: Bool
  /// The offset of the mark of its checkbox (` `, `X`, `-`).
  package var mark: Int?
  /// Its first line, without the line end.
  package var line: Range<Int>
  /// The index of its checkbox among all checkboxes.
  var checkbox: Int?

  static func isTicked(_ mark: UInt8) -> Bool { mark == 0x58 || mark == 0x78 }

  /// True if both marks mean the same state: `x` equals `X`.
  static func same(_ one: UInt8, _ other: UInt8) -> Bool {
    one == other || isTicked(one) && isTicked(other)
  }
}
