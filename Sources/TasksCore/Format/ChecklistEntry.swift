/// An item of a list, with or without a box.
struct ChecklistEntry: Sendable {
  /// The item it is nested in.
  var parent: Int?
  /// Which list of the notes it belongs to.
  var list: Int
  /// Whether it stands in a block or a drawer of an item, whose lists are no part of those outside of it (Org).
  var isApart: Bool
  /// Where the mark of its box (` `, `X`, `-`) stands.
  var mark: Int?
  /// Its first line, without the end.
  var line: Range<Int>
  /// Its place among the boxes, when it has one.
  var box: Int?

  static func isTicked(_ mark: UInt8) -> Bool { mark == 0x58 || mark == 0x78 }

  /// Whether both say the same: `x` and `X` do.
  static func same(_ one: UInt8, _ other: UInt8) -> Bool {
    one == other || isTicked(one) && isTicked(other)
  }
}
