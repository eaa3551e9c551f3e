/// Merges three versions of a file entry by entry, as bytes (merge.md, "Carried as written", 2).
///
/// An entry that one side alone changed, added or removed is as that side has it. Of an entry that both changed, the
/// merged task decides whose bytes these are; if it has the value of neither, those of ours stay, for edits to change.
struct EntryMerge {
  private(set) var bytes: [UInt8] = []
  /// Parts of the preamble of theirs that were left out.
  private(set) var dropped: [MergeLoss] = []

  private let merge: FieldMerge
  private let tasks: ThreeWay<Task>
  private let base: [WrittenEntry]
  private let ours: [WrittenEntry]
  private let theirs: [WrittenEntry]
  /// For each entry of ours, that of theirs with the same name; and so on.
  private let ourMatches: [Int?]
  private let theirMatches: [Int?]
  private let ourOrigins: [Int?]
  private let theirOrigins: [Int?]
  private let lineEnd: [UInt8]
  /// The offset after the byte order mark.
  private var start = 0
  private var drawer: (region: Int, indent: ArraySlice<UInt8>) = (0, [])
  private let log: Set<LogItem>
  /// The texts of entries of ours that were merged of both sides.
  private var made: [(index: Int, text: [UInt8])] = []
  private let mergedPreamble: (ThreeWay<[UInt8]>) -> [UInt8]?
  /// The fields asked about so far.
  private var verdicts: [(field: Text, verdict: Verdict)] = []

  /// Whose bytes the entries of a field are.
  private enum Verdict {
    /// All of them are this side's, since the sides gave the field different values.
    case all(Side)
    /// Those that both changed are this side's.
    case changedByBoth(Side)
  }

  /// - Parameters:
  ///   - merge: Decides where both sides changed an entry.
  ///   - documents: All with the same line end.
  ///   - lines: Merges texts as git does.
  init(_ merge: FieldMerge, of documents: ThreeWay<any TaskDocument>, lines: @escaping TextMerger) {
    self.merge = merge
    tasks = documents.map(\.task)
    let entries = documents.map(\.entries)
    (base, ours, theirs) = (entries.base ?? [], entries.ours, entries.theirs)
    ourMatches = EntryMerge.matches(ours, theirs)
    theirMatches = EntryMerge.inverse(ourMatches, count: theirs.count)
    ourOrigins = EntryMerge.matches(ours, base)
    theirOrigins = EntryMerge.matches(theirs, base)
    lineEnd = documents.ours.lineEnd
    mergedPreamble = { documents.ours.merging(preamble: $0, lines: lines) }
    log = Set(merge.task.log)
    let mark = documents.map { $0.bytes.byteOrderMarkLength }
    let marked = mark.decision(local: .ours) { Text("\($0)") }.side
    bytes += documents[marked].bytes.prefix(mark[marked])
    start = bytes.count
    var picks = ours.indices.map { pick(our: $0, their: ourMatches[$0]) }
    var theirPicks = theirs.indices.map { index in
      theirMatches[index].map { picks[$0] } ?? pick(our: nil, their: index)
    }
    leaveFramesOut(&picks, &theirPicks)
    for entry in written(picks, theirPicks) { append(entry) }
    // A file without a line end at its end.
    let isOpen = documents.map { !$0.bytes.isEmpty && $0.bytes.last != 0x0A }
    if isOpen[isOpen.decision(local: .ours) { Text("\($0)") }.side] { dropLineEnd() }
  }

  // MARK: Which entries correspond

  /// For each entry, the index of the other version's entry with the same name, or else with another name for the
  /// same; each is found once.
  private static func matches(_ entries: [WrittenEntry], _ others: [WrittenEntry]) -> [Int?] {
    var found: [Int?] = Array(repeating: nil, count: entries.count)
    var isTaken = Array(repeating: false, count: others.count)
    func match(_ isSame: (WrittenEntry, WrittenEntry) -> Bool) {
      // Most versions have their entries in the same order.
      var next = 0
      for index in entries.indices where found[index] == nil {
        let place = others.indices.lazy
          .map { ($0 + next) % others.count }
          .first { !isTaken[$0] && isSame(entries[index], others[$0]) }
        guard let place else { continue }
        found[index] = place
        isTaken[place] = true
        next = place + 1
      }
    }
    match { $0.names($1) }
    match { $0.alias != nil && $0.alias == $1.alias }
    return found
  }

  private static func inverse(_ matches: [Int?], count: Int) -> [Int?] {
    var inverse: [Int?] = Array(repeating: nil, count: count)
    for (index, match) in matches.enumerated() { if let match { inverse[match] = index } }
    return inverse
  }

  // MARK: Whose bytes an entry is

  /// The side whose bytes the entry is; nil if the entry goes. An entry of ours and one of theirs correspond.
  private mutating func pick(our: Int?, their: Int?) -> Side? {
    let own = our.map { ours[$0] }
    let other = their.map { theirs[$0] }
    guard let entry = own ?? other else { return nil }
    let origin = (our.flatMap { ourOrigins[$0] } ?? their.flatMap { theirOrigins[$0] })
      .map { base[$0] }
    if let item = entry.item, !log.contains(item) { return nil }
    if let own, let other, own.isSame(as: other) { return .ours }
    if let field = entry.field, EntryMerge.mayHaveSeveral(field),
      case .all(let side) = verdict(of: field)
    {
      return (side == .ours ? own : other) == nil ? nil : side
    }
    let isOurChange = origin.map { old in own.map { !$0.isSame(as: old) } ?? true } ?? (own != nil)
    let isTheirChange =
      origin.map { old in other.map { !$0.isSame(as: old) } ?? true } ?? (other != nil)
    switch (isOurChange, isTheirChange) {
    case (_, false): return present(.ours, own, other, entry)
    case (false, true): return present(.theirs, own, other, entry)
    case (true, true):
      guard own != nil, other != nil else { return own == nil ? .theirs : .ours }
      guard let field = entry.field else { return .ours }
      if field == MergeLoss.preamble, let our, let own, let other {
        mergePreamble(own, other, origin, at: our)
        return .ours
      }
      switch verdict(of: field) {
      case .all(let side), .changedByBoth(let side): return side
      }
    }
  }

  private mutating func mergePreamble(
    _ own: WrittenEntry, _ other: WrittenEntry, _ origin: WrittenEntry?, at index: Int
  ) {
    if let text = mergedPreamble(ThreeWay(base: origin?.text, ours: own.text, theirs: other.text)) {
      made.append((index, text))
    } else {
      dropped.append(MergeLoss(field: MergeLoss.preamble, value: Text(lines: other.text[...])))
    }
  }

  /// The side if it has the entry. An item of the log that the merged task keeps stays in any case.
  private func present(
    _ side: Side, _ own: WrittenEntry?, _ other: WrittenEntry?, _ entry: WrittenEntry
  ) -> Side? {
    if (side == .ours ? own : other) != nil { return side }
    return entry.item == nil ? nil : side.other
  }

  /// Whether several entries may make up the value of a field.
  private static func mayHaveSeveral(_ field: Text) -> Bool {
    ["state", "deadline", "scheduled", "repeat"].contains(field)
  }

  private mutating func verdict(of name: Text) -> Verdict {
    if let known = verdicts.first(where: { $0.field == name }) { return known.verdict }
    let verdict = decide(name)
    verdicts.append((name, verdict))
    return verdict
  }

  private func decide(_ name: Text) -> Verdict {
    guard let field = merge.fields.first(where: { $0.name.isSameName(as: name) }) else {
      return .changedByBoth(.ours)
    }
    let (own, other) = (field.unit(of: tasks.ours), field.unit(of: tasks.theirs))
    let merged = field.unit(of: merge.task)
    guard own != other, field.value(in: tasks.ours) != field.value(in: tasks.theirs) else {
      return .changedByBoth(.ours)
    }
    let side: Side = merged != own && merged == other ? .theirs : .ours
    let old = tasks.base.map { field.unit(of: $0) }
    let isConflict = field.rule == .local && own != old && other != old
    return isConflict ? .all(side) : .changedByBoth(side)
  }

  /// Leaves out the frames of regions in which nothing is left, and keeps those in which something is.
  private func leaveFramesOut(_ picks: inout [Side?], _ theirPicks: inout [Side?]) {
    let regions = Set((ours + theirs).map(\.region)).subtracting([0])
    for region in regions {
      func content(_ entries: [WrittenEntry]) -> [Int] {
        entries.indices.filter { entries[$0].region == region && !entries[$0].isFrame }
      }
      let (own, other) = (content(ours), content(theirs))
      let isFilled =
        own.contains { picks[$0] != nil } || other.contains { theirPicks[$0] != nil }
      let wasEmpty =
        own.isEmpty && ours.contains { $0.region == region }
        || other.isEmpty && theirs.contains { $0.region == region }
      if !isFilled, wasEmpty { continue }
      for index in ours.indices where ours[index].region == region && ours[index].isFrame {
        picks[index] = isFilled ? picks[index] ?? .ours : nil
      }
      for index in theirs.indices where theirs[index].region == region && theirs[index].isFrame {
        theirPicks[index] = isFilled ? theirPicks[index] ?? .theirs : nil
      }
    }
  }

  /// The entries that are written, in their order.
  private func written(_ picks: [Side?], _ theirPicks: [Side?]) -> [WrittenEntry] {
    let own = ours.indices.map { index in
      let match = ourMatches[index]
      let other = match.map { theirs[$0] }
      let made = made.first { $0.index == index }.map { ours[index].with(text: $0.text) }
      let written = picks[index].flatMap { $0 == .ours ? made ?? ours[index] : other }
      return EntryOrder.Place(
        entry: ours[index], written: written, match: match, origin: ourOrigins[index])
    }
    let other = theirs.indices.map { index in
      let match = theirMatches[index]
      let written = match.map { own[$0].written } ?? theirPicks[index].map { _ in theirs[index] }
      return EntryOrder.Place(
        entry: theirs[index], written: written, match: match, origin: theirOrigins[index])
    }
    return EntryOrder(ours: own, theirs: other, log: merge.task.log).entries
  }

  // MARK: Writing

  private mutating func append(_ entry: WrittenEntry) {
    let isAtStart = bytes.count == start || bytes.last == 0x0A
    switch entry.form {
    case .lines:
      if !isAtStart { bytes += lineEnd }
      if entry.isFrame { drawer = (entry.region, entry.text.prefix { $0.isBlank }) }
    case .part:
      if isAtStart == entry.startsLine {
        bytes += entry.lead
      } else if !isAtStart {
        bytes.append(0x20)
      }
    case .lineEnd: break
    }
    let isInside = entry.region != 0 && entry.region == drawer.region
    bytes += (isInside ? entry.indented(by: Array(drawer.indent)) : entry).text
  }

  private mutating func dropLineEnd() {
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.last == 0x0D, lineEnd.count == 2 { bytes.removeLast() }
  }
}
