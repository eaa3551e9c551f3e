/// Editing the log: unchanged items keep their bytes, new ones go into a LOGBOOK drawer.
extension OrgDocument {
  var logItems: [LogItem] { logbook.items(in: bytes) }

  /// Removes the items that are not in `new`, and inserts the others in order among those that stay.
  ///
  /// - Parameter isMeant: Selects the kind of items that `new` lists: entries or clocks.
  func replacingLog(
    with new: [LogItem.Content], among isMeant: (LogItem.Content) -> Bool
  ) -> [Replacement] {
    let all = logItems
    let places = all.indices.filter { isMeant(all[$0].content) }
    let old = places.map { all[$0] }
    let hunks = LineDifference(old.map(\.content), new).hunks
    guard !hunks.isEmpty else { return [] }
    var replacements: [Replacement] = []
    var doomed: [LogItem] = []
    var fresh: [LogItem.Content] = []
    for hunk in hunks {
      let place = hunk.old
      doomed += old[place]
      guard !hunk.new.isEmpty else { continue }
      let isNewest = place.isEmpty && place.lowerBound == 0
      if isNewest, let drawer = target {
        replacements += insertingNewest(new[hunk.new], in: drawer, among: all, isMeant)
      } else if isNewest || logbook.drawers.isEmpty {
        fresh += new[hunk.new]
      } else {
        replacements += inserting(new[hunk.new], inPlaceOf: place, of: places, among: all, isMeant)
      }
    }
    if !fresh.isEmpty { replacements.append(newLogbook(fresh)) }
    return replacements + removing(doomed, of: all, whereEmptied: replacements.isEmpty)
  }

  /// The replacements for a log whose entries differ only in repeating timestamps; nil if more differs.
  func movingStamps(ofLog new: [LogEntry]) -> [Replacement]? {
    guard new.count == task.log.count, new != task.log else { return nil }
    var entries = new[...]
    var replacements: [Replacement] = []
    for item in logItems {
      guard case .entry(let old) = item.content, let entry = entries.popFirst() else { continue }
      if entry == old { continue }
      guard let moved = OrgStamp.moved(item, in: bytes, to: entry) else { return nil }
      replacements += moved
    }
    let edited = reread(Replacement.apply(replacements, to: bytes))
    return edited?.task.log == new ? replacements : nil
  }

  /// The drawer that new entries go into.
  private var target: OrgLogbook.Drawer? {
    logbook.drawers.first { logbook.name.isTarget(bytes[$0.opening]) }
  }

  /// Inserts items that precede all others of their kind at the top of a drawer, below newer items of the other
  /// kind.
  private func insertingNewest(
    _ contents: ArraySlice<LogItem.Content>, in drawer: OrgLogbook.Drawer, among all: [LogItem],
    _ isMeant: (LogItem.Content) -> Bool
  ) -> [Replacement] {
    let first = all.firstIndex { $0.range.lowerBound >= drawer.opening.next } ?? all.endIndex
    let inside = all[first...].prefix { $0.range.upperBound <= drawer.closing.start }
    let runs = LogPlace.runs(of: contents, among: inside) { new, old in
      guard !isMeant(old), let moment = new.moment, let other = old.moment else { return false }
      return other > moment
    }
    return runs.map { index, contents in
      let place = index == first ? drawer.opening.next : inside[index - 1].range.upperBound
      let target = clear(place, of: all, in: drawer)
      return Replacement(target..<target, print(contents, in: drawer))
    }
  }

  /// Items between two that stay, or where others stood: below those of the other kind that are newer. Outside of a
  /// drawer nothing is ever written.
  ///
  /// - Parameter places: Which of all items are of the same kind; `range` counts these.
  private func inserting(
    _ contents: ArraySlice<LogItem.Content>, inPlaceOf range: Range<Int>, of places: [Int],
    among all: [LogItem], _ isMeant: (LogItem.Content) -> Bool
  ) -> [Replacement] {
    let position =
      range.lowerBound < places.count
      ? all[places[range.lowerBound]].range.lowerBound
      : places.last.map { all[$0].range.upperBound }
    let first = range.lowerBound > 0 ? places[range.lowerBound - 1] + 1 : 0
    let last = range.upperBound < places.count ? places[range.upperBound] : all.endIndex
    for drawer in logbook.drawers {
      let inside = drawer.opening.next...drawer.closing.start
      guard let position, inside.contains(position) else { continue }
      let between = all[first..<last].drop { $0.range.lowerBound < inside.lowerBound }
        .prefix { $0.range.upperBound <= inside.upperBound }
      let runs = LogPlace.runs(of: contents, among: between, isReplaced: isMeant) {
        guard let moment = $0.moment, let other = $1.moment else { return false }
        return other > moment
      }
      return runs.map { index, contents in
        let place =
          index < between.endIndex
          ? between[index].range.lowerBound : between.last?.range.upperBound ?? position
        let target = clear(place, of: all, in: drawer)
        return Replacement(target..<target, print(contents, in: drawer))
      }
    }
    guard let drawer = logbook.drawers.first else { return [newLogbook(Array(contents))] }
    let target =
      range.lowerBound == 0
      ? clear(drawer.opening.next, of: all, in: drawer) : drawer.closing.start
    return [Replacement(target..<target, print(contents, in: drawer))]
  }

  private func print(
    _ contents: ArraySlice<LogItem.Content>, in drawer: OrgLogbook.Drawer
  ) -> [UInt8] {
    let indent = bytes[drawer.opening].prefix { $0.isBlank }
    return Array(
      contents.map { OrgLogbook.print($0, indent: indent, lineEnd: lineEnd) }.joined())
  }

  /// Moves an insertion point past entries that are indented deeper than the drawer: each would become the note
  /// of an item inserted before it.
  private func clear(
    _ position: Int, of items: [LogItem], in drawer: OrgLogbook.Drawer
  ) -> Int {
    let indent = bytes[drawer.opening].indent
    var position = position
    while let item = items.first(where: { $0.range.lowerBound == position }),
      case .entry = item.content, item.range.upperBound <= drawer.closing.start,
      bytes[position...].prefix(while: { $0.isBlank }).count > indent
    {
      position = item.range.upperBound
    }
    return position
  }

  private func newLogbook(_ contents: [LogItem.Content]) -> Replacement {
    let indent = drawerIndent
    var text = indent + logbook.name.opening + lineEnd
    for content in contents {
      text += OrgLogbook.print(content, indent: indent, lineEnd: lineEnd)
    }
    return inserting(Array(text + indent + Array(":END:".utf8)), at: drawerEnd)
  }

  /// Removes items, and drawers that lose their last item. Drawers that were empty before go too then, as
  /// otherwise each would be filled and removed in turn.
  private func removing(
    _ doomed: [LogItem], of items: [LogItem], whereEmptied: Bool
  ) -> [Replacement] {
    var rest = doomed[...]
    var gone: [Range<Int>] = []
    var all = items[...]
    var empty: [Range<Int>] = []
    var hasEmptied = false
    // Drawers and items are both in file order.
    for drawer in whereEmptied ? logbook.drawers : [] {
      let range = drawer.range
      let isBefore: (LogItem) -> Bool = { $0.range.lowerBound < range.lowerBound }
      let isInside: (LogItem) -> Bool = { $0.range.lowerBound < range.upperBound }
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
