import TasksCore

struct NameCounts {
  private var counts: [NameTable.Row] = []
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

  var rows: [NameTable.Row] { counts.ordered { $0.name < $1.name } }

  /// The counts of lists, each with those of the lists below it, as `list:work` finds them: `work/clients` counts for
  /// `work`, which is a row even without tasks of its own.
  var treeRows: [NameTable.Row] {
    var sums: [Text: (open: Int, done: Int)] = [:]
    for row in counts {
      let name = row.name.bytes
      for end in name.indices.filter({ name[$0] == 0x2F && $0 > 0 }) + [name.count] {
        let sum = sums[Text(bytes: name[..<end])] ?? (0, 0)
        sums[Text(bytes: name[..<end])] = (sum.open + row.open, sum.done + row.done)
      }
    }
    // Those below a list come right after it, before `work-old`.
    func levels(_ name: Text) -> [UInt8] { name.bytes.map { $0 == 0x2F ? 0 : $0 } }
    return sums.map { ($0.key, $0.value.open, $0.value.done) }
      .ordered { levels($0.0).lexicographicallyPrecedes(levels($1.0)) }
  }
}

extension StoreReading {
  /// Counts the tasks of each tag, of each list, or of both in one pass. None of them is in the trash.
  package func counts(
    _ kinds: NameKind...
  ) -> (tags: NameTable, lists: NameTable) {
    var (tags, lists) = (NameCounts(), NameCounts())
    let (hasTags, hasLists) = (kinds.contains(.tags), kinds.contains(.lists))
    forEachName { kind, name, isDone in
      switch kind {
      case .tags: if hasTags { tags.add(name, isDone: isDone) }
      case .lists: if hasLists { lists.add(name, isDone: isDone) }
      }
    }
    return (NameTable(.tags, tags.rows), NameTable(.lists, lists.treeRows))
  }
}

/// How many open and finished tasks each name has: a tag, or a list.
package struct NameTable {
  package typealias Row = (name: Text, open: Int, done: Int)

  package let names: NameKind
  package let rows: [Row]

  init(_ names: NameKind, _ rows: [Row]) {
    self.names = names
    self.rows = rows
  }
}
