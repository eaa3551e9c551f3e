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
