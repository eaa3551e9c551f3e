/// An item of a log with its lines in the file.
package struct WrittenLogItem {
  package let item: LogItem
  /// The byte range of its lines.
  package let range: Range<Int>
}

/// The edits that turn the log of a file into another: items in both keep their bytes.
struct LogEdits {
  /// The items that go, in file order.
  let removed: [WrittenLogItem]
  /// Runs of new items, each with the indices of the old items that it replaces: an empty range before an item
  /// that stays.
  let inserted: [(place: Range<Int>, items: ArraySlice<LogItem>)]

  init(from old: [WrittenLogItem], to new: [LogItem]) {
    let hunks = LineDifference(old.map(\.item), new).hunks
    removed = hunks.flatMap { old[$0.old] }
    inserted = hunks.filter { !$0.new.isEmpty }.map { ($0.old, new[$0.new]) }
  }
}
