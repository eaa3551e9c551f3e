import Git
import Platform

/// What commits changed in the store's folder itself, one commit after the other.
struct ChangeList {
  /// A commit's tree and that of its first parent.
  struct Step: BitwiseCopyable {
    let hasParent: Bool
    let old: ObjectID
    let new: ObjectID
  }

  private(set) var changes: [HistoryTable.Change] = []
  /// How many of the changes are those of each step that was read.
  private(set) var counts: [UInt32] = []
  /// Each once; changes have their numbers.
  private(set) var names: [String] = []
  private var numbers: [ByteName: UInt32] = [:]
  private var latest = LatestNames()

  /// - Parameter names: Those that are known; they keep their numbers.
  init(names: [String]) {
    self.names = names
    for (number, name) in names.enumerated() { numbers[ByteName(name)] = UInt32(number) }
  }

  /// What was read of some steps, and why not of more of them.
  ///
  /// - Parameter room: For the changes of how many steps there is to be room in the list.
  static func reading(
    _ steps: ArraySlice<Step>, in prefix: String, names: [String], room: Int = 0,
    by reader: HistoryReader
  ) -> (list: ChangeList, failure: GitError?) {
    var list = ChangeList(names: names)
    list.counts.reserveCapacity(room)
    list.changes.reserveCapacity(room)
    do throws(GitError) {
      try list.read(steps, in: prefix, by: reader)
      return (list, nil)
    } catch {
      return (list, error)
    }
  }

  /// Adds the steps of another list.
  mutating func append(_ other: ChangeList) {
    let numbers = other.names.map { number(of: $0) }
    for var change in other.changes {
      change.name = numbers[Int(change.name)]
      changes.append(change)
    }
    counts += other.counts
  }

  /// Reads on behind the steps that were read, up to the end or to one that cannot be read.
  ///
  /// - Parameter prefix: The store's folder in the repository.
  mutating func read(
    _ steps: ArraySlice<Step>, in prefix: String, by reader: HistoryReader
  ) throws(GitError) {
    counts.reserveCapacity(steps.count)
    changes.reserveCapacity(steps.count)
    for step in steps.dropFirst(counts.count) {
      let count = changes.count
      do throws(GitError) {
        try add(step, in: prefix, by: reader)
      } catch {
        changes.removeSubrange(count...)
        throw error
      }
      counts.append(UInt32(changes.count - count))
    }
  }

  private mutating func add(
    _ step: Step, in prefix: String, by reader: HistoryReader
  ) throws(GitError) {
    var old: ObjectID? = step.hasParent ? step.old : nil
    var new: ObjectID? = step.new
    guard old != new else { return }
    if !prefix.isEmpty {
      if let tree = old { old = try reader.folder(prefix, in: tree) }
      if let tree = new { new = try reader.folder(prefix, in: tree) }
    }
    try reader.visitDifferences(from: old, to: new) { change in
      let nothing = step.new
      changes.append(
        HistoryTable.Change(
          old: change.old?.id ?? nothing, new: change.new?.id ?? nothing,
          oldMode: change.old?.mode.rawValue ?? 0, newMode: change.new?.mode.rawValue ?? 0,
          name: number(of: change.name)))
    }
  }

  private mutating func number(of name: UnsafeRawBufferPointer) -> UInt32 {
    let hash = ByteHash.of(name)
    if let number = latest.number(of: name, hash) { return number }
    let number = number(of: String(decoding: name, as: UTF8.self))
    latest.keep(name, hash, number)
    return number
  }

  private mutating func number(of name: String) -> UInt32 {
    let key = ByteName(name)
    if let number = numbers[key] { return number }
    let number = UInt32(names.count)
    numbers[key] = number
    names.append(name)
    return number
  }
}
