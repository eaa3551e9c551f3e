/// Editing the log: unchanged items keep their bytes, new ones go into a LOGBOOK drawer.
extension OrgDocument {
  package var logItems: [WrittenLogItem] { logbook.items }

  /// Removes the items that are not in `new`, and inserts the others in order among those that stay.
  func replacingLog(with new: [LogItem]) -> [Replacement] {
    if hasItemsOutsideDrawers, isReordering(to: new) { return [] }
    let edits = LogEdits(from: logItems, to: new)
    var replacements: [Replacement] = []
    var fresh: [LogItem] = []
    for (place, items) in edits.inserted {
      if let (offset, drawer) = offset(of: place) {
        let indent = bytes[drawer.opening].prefix { $0.isBlank }
        replacements.append(Replacement(offset..<offset, print(items, indent: indent)))
      } else {
        fresh += items
      }
    }
    if !fresh.isEmpty { replacements.append(newLogbook(fresh)) }
    return replacements + removing(edits.removed, whereEmptied: replacements.isEmpty)
  }

  /// Whether an item stands outside of the drawers: it keeps its place, so that the log is read in another order than it
  /// was set to.
  private var hasItemsOutsideDrawers: Bool {
    logItems.contains { item in
      !logbook.drawers.contains { $0.range.contains(item.range.lowerBound) }
    }
  }

  private func isReordering(to new: [LogItem]) -> Bool {
    guard new.count == logItems.count else { return false }
    var left = new
    for item in logItems {
      guard let index = left.firstIndex(of: item.item) else { return false }
      left.remove(at: index)
    }
    return true
  }

  /// The replacements for a log whose entries differ only in repeating timestamps; nil if more differs.
  func movingStamps(ofLog new: [LogItem]) -> [Replacement]? {
    guard new.count == task.log.count, new != task.log else { return nil }
    var replacements: [Replacement] = []
    for (old, new) in zip(logItems, new) where old.item != new {
      guard let entry = new.entry, let moved = OrgTimestamp.moved(old, in: bytes, to: entry) else {
        return nil
      }
      replacements += moved
    }
    let edited = reread(Replacement.apply(replacements, to: bytes))
    return edited?.task.log == new ? replacements : nil
  }

  /// The offset at which new items go into the log: the newest at the top of the first drawer, all others beside
  /// their neighbours if those are in a drawer. Nil if there is no drawer, as nothing is ever written outside of one.
  private func offset(of place: Range<Int>) -> (Int, OrgLogbook.Drawer)? {
    guard let first = logbook.drawers.first else { return nil }
    if place == 0..<0 { return (clear(first.opening.next, in: first), first) }
    func drawer(at offset: Int) -> OrgLogbook.Drawer? {
      logbook.drawers.first { $0.range.contains(offset) }
    }
    if place.lowerBound < logItems.count {
      let next = logItems[place.lowerBound].range.lowerBound
      if let drawer = drawer(at: next) { return (clear(next, in: drawer), drawer) }
    }
    if place.lowerBound > 0 {
      let previous = logItems[place.lowerBound - 1].range
      if let drawer = drawer(at: previous.lowerBound) {
        return (clear(previous.upperBound, in: drawer), drawer)
      }
    }
    return (
      place.lowerBound == 0 ? clear(first.opening.next, in: first) : first.closing.start, first
    )
  }

  private func print(_ items: some Sequence<LogItem>, indent: ArraySlice<UInt8>) -> [UInt8] {
    items.flatMap { OrgLogbook.print($0, indent: indent, lineEnd: lineEnd) }
  }

  /// Moves an insertion point past entries that are indented deeper than the drawer: each would become the note
  /// of an item inserted before it.
  private func clear(_ position: Int, in drawer: OrgLogbook.Drawer) -> Int {
    let indent = bytes[drawer.opening].indent
    var position = position
    while let item = logItems.first(where: { $0.range.lowerBound == position }),
      case .entry = item.item, item.range.upperBound <= drawer.closing.start,
      bytes[position...].prefix(while: { $0.isBlank }).count > indent
    {
      position = item.range.upperBound
    }
    return position
  }

  private func newLogbook(_ items: [LogItem]) -> Replacement {
    let indent = drawerIndent
    var text = Array(indent) + Array(":LOGBOOK:".utf8) + lineEnd
    text += print(items, indent: indent) + indent + Array(":END:".utf8)
    return inserting(text, at: drawerEnd)
  }

  /// Removes items, and drawers that lose their last item. Drawers that were empty before go too then, as
  /// otherwise each would be filled and removed in turn.
  private func removing(_ doomed: [WrittenLogItem], whereEmptied: Bool) -> [Replacement] {
    var rest = doomed[...]
    var gone: [Range<Int>] = []
    var all = logItems[...]
    var empty: [Range<Int>] = []
    var hasEmptied = false
    // Drawers and items are both in file order.
    for drawer in whereEmptied ? logbook.drawers : [] {
      let range = drawer.range
      let isBefore: (WrittenLogItem) -> Bool = { $0.range.lowerBound < range.lowerBound }
      let isInside: (WrittenLogItem) -> Bool = { $0.range.lowerBound < range.upperBound }
      all = all.drop(while: isBefore)
      gone += rest.prefix(while: isBefore).map(\.range)
      rest = rest.drop(while: isBefore)
      let inside = all.prefix(while: isInside)
      let doomed = rest.prefix(while: isInside)
      let isEmptied = !inside.isEmpty && inside.count == doomed.count
      hasEmptied = hasEmptied || isEmptied
      if inside.isEmpty { empty.append(range) }
      gone += isEmptied ? [range] : doomed.map(\.range)
      all = all[inside.endIndex...]
      rest = rest[doomed.endIndex...]
    }
    if hasEmptied { gone += empty }
    return (gone + rest.map(\.range)).map { Replacement($0, "") }
  }
}
