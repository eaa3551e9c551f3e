/// The shortest beginnings of ids that name one task, to show and to type.
///
/// Open tasks come first: the short form of an open task is unique among open tasks, that of any other among
/// all, and a beginning that fits one open task means that one. ASCII letters of either case are the same.
public struct ShortIDs: Sendable {
  public enum Match: Equatable, Sendable {
    case none
    case one(Task)
    /// Each of them begins so; or the id stands in more than one file.
    case ambiguous([Task])
  }

  private let tasks: [Task]
  /// Sorted, so that ids that begin alike stand together.
  private let all: [Entry]
  private let open: [Entry]

  public init(_ tasks: [Task]) {
    self.tasks = tasks
    var entries: [Entry] = []
    entries.reserveCapacity(tasks.count)
    for index in tasks.indices { entries.append(Entry(tasks[index].id, index: index)) }
    entries.sort(by: <)
    all = entries
    open = entries.filter { tasks[$0.index].isOpen }
  }

  /// The short form of a task's id: at least three characters, where the id has so many.
  public func short(for task: Task) -> String {
    let entry = Entry(task.id, index: 0)
    var length = task.isOpen ? entry.shortest(in: open) : entry.shortest(in: all)
    // A whole id means its task, whatever else begins like it.
    while task.isOpen, length < entry.length, isWholeID(entry, length) { length += 1 }
    let bytes = task.id.text.bytes
    while length < bytes.count, bytes[length] & 0xC0 == 0x80 { length += 1 }
    return Text(bytes: bytes.prefix(length)).string
  }

  /// The task that a beginning of its id means. Less than three characters mean only the id they are.
  public func find(_ prefix: String) -> Match {
    guard let id = TaskID(Text(prefix)) else { return .none }
    let asked = Entry(id, index: 0)
    let start = asked.position(in: all)
    let exact = all[start...].prefix { $0.isSame(as: asked) }
    if !exact.isEmpty { return match(exact) }
    guard asked.length >= TaskID.shortest else { return .none }
    let among = open[asked.position(in: open)...].prefix { $0.commonLength(asked) == asked.length }
    if !among.isEmpty { return match(among) }
    return match(all[start...].prefix { $0.commonLength(asked) == asked.length })
  }

  private func match(_ found: ArraySlice<Entry>) -> Match {
    guard let first = found.first else { return .none }
    if found.count > 1 { return .ambiguous(found.map { tasks[$0.index] }) }
    let twins = all[first.position(in: all)...].prefix { $0.isSame(as: first) }
    return twins.count > 1 ? .ambiguous(twins.map { tasks[$0.index] }) : .one(tasks[first.index])
  }

  private func isWholeID(_ entry: Entry, _ length: Int) -> Bool {
    guard let id = TaskID(Text(bytes: entry.bytes.prefix(length))) else { return false }
    let asked = Entry(id, index: 0)
    let position = asked.position(in: all)
    return position < all.count && all[position].isSame(as: asked)
  }

  /// An id with small letters; its first 16 bytes are two numbers, so that sorting rarely looks further.
  private struct Entry: Sendable {
    let high: UInt64
    let low: UInt64
    let bytes: [UInt8]
    let index: Int

    var length: Int { bytes.count }

    init(_ id: TaskID, index: Int) {
      bytes = id.text.bytes.map(\.lowercasedASCII)
      self.index = index
      var words: (UInt64, UInt64) = (0, 0)
      for (offset, byte) in bytes.prefix(16).enumerated() {
        let shift = UInt64(56 - offset % 8 * 8)
        if offset < 8 { words.0 |= UInt64(byte) << shift } else { words.1 |= UInt64(byte) << shift }
      }
      (high, low) = words
    }

    /// An id comes before those that begin with it; equal ones by their place among the tasks.
    static func < (a: Entry, b: Entry) -> Bool {
      if a.high != b.high { return a.high < b.high }
      if a.low != b.low { return a.low < b.low }
      if a.bytes != b.bytes { return a.bytes.lexicographicallyPrecedes(b.bytes) }
      return a.index < b.index
    }

    func isSame(as other: Entry) -> Bool {
      high == other.high && low == other.low && bytes == other.bytes
    }

    /// How many bytes both begin with.
    func commonLength(_ other: Entry) -> Int {
      let limit = min(length, other.length)
      if high != other.high { return min(limit, (high ^ other.high).leadingZeroBitCount / 8) }
      if low != other.low { return min(limit, 8 + (low ^ other.low).leadingZeroBitCount / 8) }
      var common = min(limit, 16)
      while common < limit, bytes[common] == other.bytes[common] { common += 1 }
      return common
    }

    /// Where the first entry stands that does not come before this id.
    func position(in entries: [Entry]) -> Int {
      var lower = 0
      var upper = entries.count
      while lower < upper {
        let middle = (lower + upper) / 2
        if isAfter(entries[middle]) { lower = middle + 1 } else { upper = middle }
      }
      return lower
    }

    private func isAfter(_ other: Entry) -> Bool {
      if high != other.high { return high > other.high }
      if low != other.low { return low > other.low }
      return other.bytes.lexicographicallyPrecedes(bytes)
    }

    /// The shortest length at which no other id of the entries begins like this one.
    func shortest(in entries: [Entry]) -> Int {
      let start = position(in: entries)
      var common = start > 0 ? commonLength(entries[start - 1]) : 0
      let next = entries[start...].first { !$0.isSame(as: self) }
      if let next { common = max(common, commonLength(next)) }
      return min(length, max(common + 1, TaskID.shortest))
    }
  }
}
