/// The shortest unique prefixes of ids, for display and for input.
///
/// Open tasks take precedence: the short form of an open task is unique among open tasks, that of any other task
/// among all, and a prefix that matches one open task means that task. The case of ASCII letters is ignored.
///
/// The caller numbers the tasks in the order of their keys. Only ids are used here, and for the most part only
/// their keys.
package final class ShortestPrefixes {
  package enum Match: Equatable, Sendable {
    case none
    case one(Int)
    /// Several tasks have the prefix, or the id is in more than one file.
    case ambiguous([Int])
  }

  /// The key of a task's id, and whether the task is open.
  package struct Entry: Sendable {
    let key: IDKey
    let isOpen: Bool

    package init(_ key: IDKey, isOpen: Bool) {
      self.key = key
      self.isOpen = isOpen
    }
  }

  private struct Numbered {
    let key: IDKey
    let index: Int
  }

  /// Up to this number of short forms, searching the keys for each one is faster than sorting the ids once.
  private static let fewLengths = 4

  private var lengthsAsked = 0
  private let count: Int
  private let entry: (Int) -> Entry
  private let forEach: ((Int, Entry) -> Void) -> Void
  private let id: (Int) -> TaskID
  /// Sorted by id, so that ids with a common prefix are adjacent.
  private lazy var all = sorted { _ in true }
  private lazy var open = sorted(where: \.isOpen)
  /// The different lengths of the ids. Nearly always there is only one.
  private lazy var lengths: [Int] = {
    var lengths: [Int] = []
    forEach { _, entry in
      let length = entry.key.length
      if length != lengths.last, !lengths.contains(length) { lengths.append(length) }
    }
    return lengths
  }()

  /// Reads no task until the first short form is requested.
  ///
  /// - Parameters:
  ///   - count: The number of tasks.
  ///   - entry: Returns the entry of a task by its number. The entries must be sorted by key.
  ///   - forEach: Calls its argument with the number and the entry of each task; faster than `entry` for all.
  ///   - id: Returns the whole id of a task by its number. Called only if keys alone do not distinguish two ids.
  package init(
    count: Int, entry: @escaping (Int) -> Entry,
    forEach: @escaping ((Int, Entry) -> Void) -> Void, id: @escaping (Int) -> TaskID
  ) {
    self.count = count
    self.entry = entry
    self.forEach = forEach
    self.id = id
  }

  private func sorted(where isMeant: (Entry) -> Bool) -> [Numbered] {
    var found: [Numbered] = []
    forEach { index, entry in
      if isMeant(entry) { found.append(Numbered(key: entry.key, index: index)) }
    }
    return sorted(found)
  }

  private func sorted(_ found: [Numbered]) -> [Numbered] {
    found.sorted { a, b in
      if a.key.isBefore(b.key) { return true }
      guard a.key.isAlike(b.key), a.key.length > IDKey.width || b.key.length > IDKey.width else {
        return false
      }
      let (left, right) = (IDKey.rest(id(a.index)), IDKey.rest(id(b.index)))
      return left.lexicographicallyPrecedes(right) || (left == right && a.index < b.index)
    }
  }

  /// Returns the short form of a task's id: at least three characters, if the id has as many.
  package func short(for id: TaskID, isOpen: Bool) -> String {
    let length = length(IDKey(id), isOpen: isOpen) { id }
    return id.text.withUTF8 { bytes in
      let beginning = String(decoding: bytes.prefix(length), as: UTF8.self)
      // Bytes that are not UTF-8 are stored as scalars of the private plane.
      return beginning.utf8.allSatisfy { $0 < 0xF0 } ? beginning : Text(beginning).string
    }
  }

  /// Returns the length of the short form in bytes.
  ///
  /// - Parameter id: Returns the whole id. Called only if the key is not sufficient.
  package func length(_ key: IDKey, isOpen: Bool, id: () -> TaskID) -> Int {
    let asked = Asked(key, id)
    lengthsAsked += 1
    let isOneOfFew = lengthsAsked <= ShortestPrefixes.fewLengths
    var length =
      isOneOfFew
      ? shortest(asked) { $0.isOpen || !isOpen } : shortest(asked, in: isOpen ? open : all)
    // A short form must not be the whole id of another task, because a whole id always means its own task.
    while isOpen, length < key.length,
      isOneOfFew || lengths.count > 1 && lengths.contains(length),
      isWhole(id(), length, among: isOneOfFew ? nil : all)
    {
      length += 1
    }
    if key.isASCII { return length }
    return id().text.withUTF8 { bytes in
      while length < bytes.count, bytes[length] & 0xC0 == 0x80 { length += 1 }
      return length
    }
  }

  /// Returns the task that a prefix of its id means. A prefix of fewer than three characters matches only an equal
  /// id.
  package func find(_ prefix: String) -> Match {
    guard let id = TaskID(Text(prefix)) else { return .none }
    let asked = Asked(id)
    let exact = numbers(beginningWith: asked) { isSame($0, asked) }
    if !exact.isEmpty { return match(exact) }
    guard asked.key.length >= TaskID.shortest else { return .none }
    let found = numbers(beginningWith: asked) { begins($0, with: asked) }
    let open = found.filter { entry($0.index).isOpen }
    return match(open.isEmpty ? found : open)
  }

  private func match(_ found: [Numbered]) -> Match {
    guard let first = found.first else { return .none }
    if found.count > 1 { return .ambiguous(found.map(\.index)) }
    let asked = Asked(id(first.index))
    let twins = numbers(beginningWith: asked) { isSame($0, asked) }
    return twins.count > 1 ? .ambiguous(twins.map(\.index)) : .one(first.index)
  }

  /// Returns the tasks with the same prefix for which `isMeant` returns true. Their keys are adjacent.
  private func numbers(
    beginningWith asked: Asked, where isMeant: (Numbered) -> Bool
  ) -> [Numbered] {
    let length = min(asked.key.length, IDKey.width)
    var found: [Numbered] = []
    for index in position(of: asked.key)..<count {
      let one = numbered(index)
      guard one.key.commonLength(asked.key) >= length else { break }
      if isMeant(one) { found.append(one) }
    }
    // Tasks with equal keys are not sorted yet.
    return sorted(found)
  }

  /// Returns true if the prefix of this length is the whole id of a task.
  ///
  /// - Parameter sorted: The tasks sorted by id; nil to search the keys instead.
  private func isWhole(_ id: TaskID, _ length: Int, among sorted: [Numbered]?) -> Bool {
    let beginning = id.text.withUTF8 { String(decoding: $0.prefix(length), as: UTF8.self) }
    guard let other = TaskID(Text(beginning)) else { return false }
    let asked = Asked(other)
    guard let sorted else {
      return (position(of: asked.key)..<count).lazy.map(numbered)
        .prefix { $0.key.isAlike(asked.key) }.contains { isSame($0, asked) }
    }
    let position = position(of: asked, in: sorted)
    return position < sorted.count && isSame(sorted[position], asked)
  }

  /// An id to search for.
  private struct Asked {
    let key: IDKey
    let rest: [UInt8]

    init(_ id: TaskID) { self.init(IDKey(id)) { id } }

    init(_ key: IDKey, _ id: () -> TaskID) {
      self.key = key
      rest = key.length > IDKey.width ? IDKey.rest(id()) : []
    }
  }

  private func rest(_ one: Numbered) -> [UInt8] {
    one.key.length > IDKey.width ? IDKey.rest(id(one.index)) : []
  }

  private func isSame(_ one: Numbered, _ asked: Asked) -> Bool {
    one.key == asked.key && rest(one) == asked.rest
  }

  private func begins(_ one: Numbered, with asked: Asked) -> Bool {
    commonLength(one, asked) == asked.key.length
  }

  /// Returns the length of the common prefix in bytes.
  private func commonLength(_ one: Numbered, _ asked: Asked) -> Int {
    let common = one.key.commonLength(asked.key)
    guard common == IDKey.width else { return common }
    return common + zip(rest(one), asked.rest).prefix { $0 == $1 }.count
  }

  /// Returns the index of the first task whose id is not before this one, by binary search.
  private func position(of asked: Asked, in keys: [Numbered]) -> Int {
    var lower = 0
    var upper = keys.count
    while lower < upper {
      let middle = (lower + upper) / 2
      let one = keys[middle]
      let isBefore =
        one.key.isBefore(asked.key)
        || (one.key.isAlike(asked.key) && rest(one).lexicographicallyPrecedes(asked.rest))
      if isBefore { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  /// Returns the number of the first task whose key is not before this one.
  private func position(of key: IDKey) -> Int {
    key.position(among: count) { entry($0).key }
  }

  private func numbered(_ index: Int) -> Numbered { Numbered(key: entry(index).key, index: index) }

  /// Returns the same as ``shortest(_:in:)``, but searches the keys instead of a sorted array.
  private func shortest(_ asked: Asked, where isMeant: (Entry) -> Bool) -> Int {
    let start = position(of: asked.key)
    var common = 0
    // Tasks with equal keys are not sorted. The first task after them is the next neighbour.
    for index in start..<count where isMeant(entry(index)) {
      let one = numbered(index)
      if !isSame(one, asked) { common = max(common, commonLength(one, asked)) }
      if !one.key.isAlike(asked.key) { break }
    }
    if let index = (0..<start).last(where: { isMeant(entry($0)) }) {
      common = max(common, commonLength(numbered(index), asked))
    }
    return min(asked.key.length, max(common + 1, TaskID.shortest))
  }

  /// Returns the shortest length at which no other id has the same prefix. Only the neighbours in the sorted order
  /// matter.
  private func shortest(_ asked: Asked, in keys: [Numbered]) -> Int {
    let start = position(of: asked, in: keys)
    var common = start > 0 ? commonLength(keys[start - 1], asked) : 0
    if let next = keys[start...].first(where: { !isSame($0, asked) }) {
      common = max(common, commonLength(next, asked))
    }
    return min(asked.key.length, max(common + 1, TaskID.shortest))
  }
}
