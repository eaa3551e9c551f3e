import TasksCore

/// The numbers of open and finished tasks for each name.
struct NameCounts {
  private var counts: [CountsAnswer.Row] = []
  /// The index of each name, by the hash of its bytes.
  private var places: [UInt64: Int] = [:]

  /// Counts a task. A name is copied only when it is met first.
  mutating func add(_ name: BorrowedText, isDone: Bool) {
    let place = place(of: name)
    if isDone { counts[place].done += 1 } else { counts[place].open += 1 }
  }

  private mutating func place(of name: BorrowedText) -> Int {
    var hash = ByteHash.of(name.bytes)
    while let place = places[hash] {
      if name.isSame(as: counts[place].name) { return place }
      hash &+= 1
    }
    places[hash] = counts.count
    counts.append((name.text, 0, 0))
    return counts.count - 1
  }

  /// The counts, by name.
  var rows: [CountsAnswer.Row] { counts.ordered { $0.name < $1.name } }
}

extension StoreReading {
  /// Counts the tasks of each tag, of each list, or of both in one pass. None of them is in the trash.
  package func counts(
    _ kinds: NameKind...
  ) -> (tags: CountsAnswer, lists: CountsAnswer) {
    var (tags, lists) = (NameCounts(), NameCounts())
    let (hasTags, hasLists) = (kinds.contains(.tags), kinds.contains(.lists))
    forEachName { kind, name, isDone in
      switch kind {
      case .tags: if hasTags { tags.add(name, isDone: isDone) }
      case .lists: if hasLists { lists.add(name, isDone: isDone) }
      }
    }
    return (CountsAnswer(.tags, tags.rows), CountsAnswer(.lists, lists.rows))
  }
}
