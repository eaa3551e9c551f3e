/// The order of the entries of two versions: that of the side that changed it, ours if neither or both did.
///
/// An entry that only the other version has follows its neighbour there; an item of the log stands where the merged log
/// has it.
struct EntryOrder {
  /// An entry in the order of one version, and what is written for it.
  struct Place {
    let entry: WrittenEntry
    /// Nil if the entry goes.
    let written: WrittenEntry?
    /// The index of the same entry in the other version.
    let match: Int?
    /// The index of the same entry in base.
    let origin: Int?
  }

  /// What is written, from the top.
  private(set) var entries: [WrittenEntry] = []
  private let log: [LogItem]

  /// - Parameter log: The items of the merged log.
  init(ours: [Place], theirs: [Place], log: [LogItem]) {
    self.log = log
    if EntryOrder.isThatOfBase(ours), !EntryOrder.isThatOfBase(theirs) {
      join(theirs, inserting: ours, afterNew: false)
    } else {
      join(ours, inserting: theirs, afterNew: true)
    }
  }

  private static func isThatOfBase(_ places: [Place]) -> Bool {
    let known = places.compactMap { $0.match == nil ? nil : $0.origin }
    return zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// - Parameter afterNew: Whether entries that only the first version has come first at one place.
  private mutating func join(_ first: [Place], inserting second: [Place], afterNew: Bool) {
    // For each entry of the first, and for the start, the entries that follow it.
    var followers: [[WrittenEntry]] = Array(repeating: [], count: first.count + 1)
    let hasNewItems = second.contains { $0.match == nil && $0.written?.item != nil }
    let itemPlaces = hasNewItems ? itemPlaces(in: first) : [:]
    var last = 0
    for place in second {
      if let match = place.match {
        last = match + 1
        continue
      }
      guard let entry = place.written else { continue }
      if let item = entry.item, let place = itemPlaces[item] {
        followers[place].append(entry)
        continue
      }
      if let name = entry.follows,
        let index = first.firstIndex(where: {
          $0.entry.section == entry.section && $0.entry.name == name
        })
      {
        last = max(last, index + 1)
      }
      while afterNew, last < first.count, first[last].match == nil,
        first[last].entry.section <= entry.section
      {
        last += 1
      }
      followers[last].append(entry)
    }
    for index in 0...first.count {
      if index > 0, let entry = first[index - 1].written { entries.append(entry) }
      entries += followers[index]
    }
  }

  /// For each item of the merged log, the number of entries before it: its place follows from the order of that log. None
  /// if the entries have no log.
  private func itemPlaces(in places: [Place]) -> [LogItem: Int] {
    var known: [LogItem: Int] = [:]
    for (index, place) in places.enumerated() {
      if let item = place.entry.item, place.written != nil { known[item] = index }
    }
    guard !known.isEmpty else { return [:] }
    var found: [LogItem: Int] = [:]
    var last = log.lazy.compactMap { known[$0] }.first ?? 0
    for item in log {
      if let place = known[item] { last = place + 1 }
      found[item] = last
    }
    return found
  }
}

/// Occurrences of a repeating task that both sides finished while they were apart: each is finished once. The later dates
/// and the later LAST_REPEAT stand, so that nothing that is finished comes back, and of two entries of the log for one
/// occurrence the earlier.
///
/// If finishing does not give the dates of both sides, one was set by hand: then the other date is put aside, and all
/// entries stay. An entry with a note or a keyword of its own stays anyway.
///
/// Law: the result does not depend on which side is called ours.
struct SharedOccurrences {
  /// The entries for occurrences that the other side finished earlier.
  let superseded: Set<LogItem>
  /// Whether finishing gives the dates of both sides.
  private let isSure: Bool
  /// Whether finishing gives also the moments until which both sides hide the task.
  private let movesWait: Bool

  /// Returns nil unless both sides have finished an occurrence since base.
  init?(_ documents: ThreeWay<any TaskDocument>) {
    guard let base = documents.base?.task, base.isRepeating else { return nil }
    let known = Set(base.log)
    func finishes(_ side: Side) -> [LogEntry] {
      let workflow = documents[side].workflow
      return documents[side].task.log.compactMap { item in
        guard let entry = item.entry, case .state(_, let to) = entry.kind, entry.at != nil,
          workflow[to]?.state.isDone == true, !known.contains(item)
        else { return nil }
        return entry
      }.ordered { $0.moment < $1.moment }
    }
    let (ours, theirs) = (finishes(.ours), finishes(.theirs))
    if ours.isEmpty || theirs.isEmpty { return nil }
    guard let ourNext = SharedOccurrences.next(ours, base, documents.ours.task),
      let theirNext = SharedOccurrences.next(theirs, base, documents.theirs.task)
    else {
      (superseded, isSure, movesWait) = ([], false, false)
      return
    }
    isSure = true
    movesWait =
      ourNext.wait == documents.ours.task.wait && theirNext.wait == documents.theirs.task.wait
    // What both have is no other's occurrence.
    let (mine, others) = (Set(ours), Set(theirs))
    let pairs = zip(ours.filter { !others.contains($0) }, theirs.filter { !mine.contains($0) })
    superseded = Set(
      pairs.filter { $0.kind == $1.kind && $0.note == $1.note }.map {
        .entry($0.moment < $1.moment ? $1 : $0)
      })
  }

  /// The task that finishing at the times of these entries gives; nil if it has other dates than a side. The last date
  /// may follow from LAST_REPEAT, where a merge has kept an earlier entry, and two of the first entries may be of one
  /// occurrence, where it has kept both for their notes.
  private static func next(_ finishes: [LogEntry], _ base: Task, _ side: Task) -> Task? {
    let moments = finishes.map(\.moment)
    let tasks = moments.indices.prefix(20).lazy.flatMap { first in
      [moments[moments.count - 1], side.lastRepeat].lazy.compactMap { $0 }.map { last in
        (moments[first...].dropLast() + [last]).reduce(base) { $0.repeated(now: $1) ?? $0 }
      }
    }
    return tasks.first { moved in
      [\Task.scheduled, \Task.deadline].allSatisfy { date in
        base[keyPath: date]?.isRepeating != true || moved[keyPath: date] == side[keyPath: date]
      }
    }
  }

  /// Whether a value that is not the later one is worth a look.
  func putsAside(_ field: Field) -> Bool { !isSure && field.name != PlainField.lastRepeat.name }

  /// Returns the side whose value is the later one; nil for a field that finishing does not move.
  func later(_ field: Field, _ tasks: ThreeWay<Task>) -> Side? {
    if field.name == PlainField.repeatTimes.name, let ours = tasks.ours.repeats.times,
      let theirs = tasks.theirs.repeats.times
    {
      return ours > theirs ? .theirs : .ours
    }
    let moments = tasks.map { task -> Timestamp? in
      switch field.name {
      case "scheduled": task.scheduled?.start
      case "deadline": task.deadline?.start
      case PlainField.lastRepeat.name: task.lastRepeat
      case PlainField.wait.name: movesWait ? task.wait : nil
      default: nil
      }
    }
    guard let ours = moments.ours, let theirs = moments.theirs else { return nil }
    return ours < theirs ? .theirs : .ours
  }
}

extension LogEntry {
  fileprivate var moment: Timestamp { at ?? Timestamp(CivilDate(dayNumber: 0)) }
}

/// Merges logs (merge.md, "One task: fields"): items that either side added stay, items that one side removed and
/// the other left unchanged go. Newest first, each item once. An open clock and the same clock closed are one item:
/// the closed one wins, and of two ends the later one.
///
/// Law: if one side is unchanged the result is the other side; as a set, the result does not depend on which side
/// is called ours.
package struct LogMerge {
  /// In the order of ours. Items that only theirs has are inserted before the first older item.
  package private(set) var log: [LogItem] = []
  /// Closed clocks that lost against one with a later end.
  package private(set) var dropped: [Clock] = []

  package init(_ logs: ThreeWay<[LogItem]>) {
    if logs.ours == logs.theirs || logs.theirs == logs.base {
      log = logs.ours
      return
    }
    if logs.ours == logs.base {
      log = logs.theirs
      return
    }
    let members = ThreeWay<[LogItem]>.members(
      base: logs.base ?? [], ours: logs.ours, theirs: logs.theirs)
    let (mine, others, kept) = (Set(logs.ours), Set(logs.theirs), Set(members))
    let new = members.filter { !mine.contains($0) }
    var clocks = Dictionary(grouping: new.compactMap(\.clock), by: \.start)
    for item in logs.ours.uniqued() {
      if let own = item.clock, !others.contains(item), let other = clocks[own.start]?.first {
        // The clock stays where ours has it.
        clocks[own.start]?.removeFirst()
        log.append(.clock(kept.contains(item) ? later(own, other) : other))
      } else if kept.contains(item) {
        log.append(item)
      }
    }
    for item in new {
      if let clock = item.clock, clocks[clock.start]?.contains(clock) != true { continue }
      log.insert(item, at: LogMerge.index(of: item, in: log, after: logs.theirs))
    }
  }

  /// Returns the log with `item` inserted before the first older item, or the log itself if it already contains it.
  package static func adding(_ item: LogItem, to log: [LogItem]) -> [LogItem] {
    guard !log.contains(item) else { return log }
    var log = log
    log.insert(item, at: index(of: item, in: log, after: []))
    return log
  }

  /// Returns the index at which to insert an item.
  ///
  /// - Parameter theirs: The order used for an item without a time: it follows its predecessor there.
  private static func index(
    of item: LogItem, in log: [LogItem], after theirs: [LogItem]
  ) -> Int {
    if item.isDroppedValue { return log.firstIndex { !$0.isDroppedValue } ?? log.count }
    if let moment = item.moment {
      return log.firstIndex { $0.moment.map { $0 < moment } ?? false } ?? log.count
    }
    let before = theirs.prefix { $0 != item }
    return before.last.flatMap { log.firstIndex(of: $0) }.map { $0 + 1 } ?? log.count
  }

  /// Returns the clock with the later end of two with the same start.
  private mutating func later(_ ours: Clock, _ theirs: Clock) -> Clock {
    guard let end = ours.end else { return theirs }
    guard let other = theirs.end else { return ours }
    dropped.append(end < other ? ours : theirs)
    return end < other ? theirs : ours
  }
}
