/// The shortest beginnings of ids that name one task, to show and to type.
///
/// Open tasks come first: the short form of an open task is unique among open tasks, that of any other among
/// all, and a beginning that fits one open task means that one. ASCII letters of either case are the same.
///
/// Tasks are numbered by whoever holds them, in the order of their keys; only their ids are known here, and those
/// mostly by their keys.
public final class ShortIDs {
  public enum Match: Equatable, Sendable {
    case none
    case one(Int)
    /// Each of them begins so; or the id stands in more than one file.
    case ambiguous([Int])
  }

  /// The key of a task's id.
  public struct Entry: Sendable {
    public let key: IDKey
    public let isOpen: Bool

    public init(_ key: IDKey, isOpen: Bool) {
      self.key = key
      self.isOpen = isOpen
    }
  }

  private struct Numbered {
    let key: IDKey
    let index: Int
  }

  /// As many short forms are found sooner by a search among the keys for each than by sorting the ids.
  private static let fewLengths = 4

  private var lengthsAsked = 0
  private let count: Int
  private let entry: (Int) -> Entry
  private let forEach: ((Int, Entry) -> Void) -> Void
  private let id: (Int) -> TaskID
  /// Sorted, so that ids that begin alike stand together.
  private lazy var all = sorted { _ in true }
  private lazy var open = sorted(where: \.isOpen)
  /// How long the ids are: nearly always all the same.
  private lazy var lengths: [Int] = {
    var lengths: [Int] = []
    forEach { _, entry in
      let length = entry.key.length
      if length != lengths.last, !lengths.contains(length) { lengths.append(length) }
    }
    return lengths
  }()

  /// Nothing is looked at before a short form is asked for.
  ///
  /// - Parameters:
  ///   - count: How many tasks there are.
  ///   - entry: What there is to know of a task by its number.
  ///   - forEach: Calls with the number of each task and that; soon.
  ///   - id: The whole id of a task by its number; asked for where keys do not tell two apart.
  public init(
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

  /// The short form of a task's id: at least three characters, where the id has so many.
  public func short(for id: TaskID, isOpen: Bool) -> String {
    let length = length(IDKey(id), isOpen: isOpen) { id }
    return id.text.withUTF8 { bytes in
      let beginning = String(decoding: bytes.prefix(length), as: UTF8.self)
      // Bytes that are not UTF-8 are kept as scalars of our own.
      return beginning.utf8.allSatisfy { $0 < 0xF0 } ? beginning : Text(beginning).string
    }
  }

  /// How long that is, in bytes.
  ///
  /// - Parameter id: Asked for where the key does not say all.
  public func length(_ key: IDKey, isOpen: Bool, id: () -> TaskID) -> Int {
    let asked = Asked(key, id)
    lengthsAsked += 1
    let isOneOfFew = lengthsAsked <= ShortIDs.fewLengths
    var length =
      isOneOfFew
      ? shortest(asked) { $0.isOpen || !isOpen } : shortest(asked, in: isOpen ? open : all)
    // A whole id means its task, whatever else begins like it.
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

  /// The task that a beginning of its id means. Less than three characters mean only the id they are.
  public func find(_ prefix: String) -> Match {
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

  /// The tasks meant among those whose keys begin like one: they stand side by side.
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
    // Those with the same key are in no order.
    return sorted(found)
  }

  /// Whether the beginning of that length is itself an id.
  ///
  /// - Parameter sorted: Nil to search among the keys.
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

  /// An id to look for.
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

  /// How many bytes both begin with.
  private func commonLength(_ one: Numbered, _ asked: Asked) -> Int {
    let common = one.key.commonLength(asked.key)
    guard common == IDKey.width else { return common }
    return common + zip(rest(one), asked.rest).prefix { $0 == $1 }.count
  }

  /// Where the first id stands that does not come before this one.
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

  /// The number of the first task whose key does not come before this one.
  private func position(of key: IDKey) -> Int {
    key.position(among: count) { entry($0).key }
  }

  private func numbered(_ index: Int) -> Numbered { Numbered(key: entry(index).key, index: index) }

  /// As the other, by a search among the keys.
  private func shortest(_ asked: Asked, where isMeant: (Entry) -> Bool) -> Int {
    let start = position(of: asked.key)
    var common = 0
    // Those with the same key are in no order, and the next one after them is a neighbour.
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

  /// The shortest length at which no other id begins like this one. Only its neighbours matter.
  private func shortest(_ asked: Asked, in keys: [Numbered]) -> Int {
    let start = position(of: asked, in: keys)
    var common = start > 0 ? commonLength(keys[start - 1], asked) : 0
    if let next = keys[start...].first(where: { !isSame($0, asked) }) {
      common = max(common, commonLength(next, asked))
    }
    return min(asked.key.length, max(common + 1, TaskID.shortest))
  }
}
