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
  private let all: [IDKey]
  private let open: [IDKey]
  /// How long the ids are: nearly always all the same.
  private let lengths: Set<Int>

  public init(_ tasks: [Task]) {
    var all: [IDKey] = []
    all.reserveCapacity(tasks.count)
    for index in tasks.indices { all.append(IDKey(tasks[index].id, index: index)) }
    all.sort { a, b in
      if a.isBefore(b) { return true }
      guard a.isAlike(b), a.length > IDKey.width || b.length > IDKey.width else { return false }
      let (left, right) = (IDKey.rest(tasks[a.index].id), IDKey.rest(tasks[b.index].id))
      return left.lexicographicallyPrecedes(right) || (left == right && a.index < b.index)
    }
    self.tasks = tasks
    self.all = all
    open = all.filter { tasks[$0.index].isOpen }
    lengths = Set(all.lazy.map(\.length))
  }

  /// The short form of a task's id: at least three characters, where the id has so many.
  public func short(for task: Task) -> String {
    let asked = Asked(task.id)
    var length = shortest(asked, in: task.isOpen ? open : all)
    // A whole id means its task, whatever else begins like it.
    while task.isOpen, length < asked.key.length, lengths.contains(length),
      isWhole(task.id, length)
    {
      length += 1
    }
    return task.id.text.withUTF8 { bytes in
      while length < bytes.count, bytes[length] & 0xC0 == 0x80 { length += 1 }
      return Text(String(decoding: bytes.prefix(length), as: UTF8.self)).string
    }
  }

  /// The task that a beginning of its id means. Less than three characters mean only the id they are.
  public func find(_ prefix: String) -> Match {
    guard let id = TaskID(Text(prefix)) else { return .none }
    let asked = Asked(id)
    let start = position(of: asked, in: all)
    let exact = all[start...].prefix { isSame($0, asked) }
    if !exact.isEmpty { return match(exact) }
    guard asked.key.length >= TaskID.shortest else { return .none }
    let among = open[position(of: asked, in: open)...].prefix { begins($0, with: asked) }
    if !among.isEmpty { return match(among) }
    return match(all[start...].prefix { begins($0, with: asked) })
  }

  private func match(_ found: ArraySlice<IDKey>) -> Match {
    guard let first = found.first else { return .none }
    if found.count > 1 { return .ambiguous(found.map { tasks[$0.index] }) }
    let asked = Asked(tasks[first.index].id)
    let twins = all[position(of: asked, in: all)...].prefix { isSame($0, asked) }
    return twins.count > 1 ? .ambiguous(twins.map { tasks[$0.index] }) : .one(tasks[first.index])
  }

  /// Whether the beginning of that length is itself an id.
  private func isWhole(_ id: TaskID, _ length: Int) -> Bool {
    let beginning = id.text.withUTF8 { String(decoding: $0.prefix(length), as: UTF8.self) }
    guard let other = TaskID(Text(beginning)) else { return false }
    let asked = Asked(other)
    let position = position(of: asked, in: all)
    return position < all.count && isSame(all[position], asked)
  }

  /// An id to look for.
  private struct Asked {
    let key: IDKey
    let rest: [UInt8]

    init(_ id: TaskID) {
      key = IDKey(id, index: 0)
      rest = key.length > IDKey.width ? IDKey.rest(id) : []
    }
  }

  private func rest(_ key: IDKey) -> [UInt8] {
    key.length > IDKey.width ? IDKey.rest(tasks[key.index].id) : []
  }

  private func isSame(_ key: IDKey, _ asked: Asked) -> Bool {
    key.isAlike(asked.key) && key.length == asked.key.length && rest(key) == asked.rest
  }

  private func begins(_ key: IDKey, with asked: Asked) -> Bool {
    commonLength(key, asked) == asked.key.length
  }

  /// How many bytes both begin with.
  private func commonLength(_ key: IDKey, _ asked: Asked) -> Int {
    let common = key.commonLength(asked.key)
    guard common == IDKey.width else { return common }
    return common + zip(rest(key), asked.rest).prefix { $0 == $1 }.count
  }

  /// Where the first id stands that does not come before this one.
  private func position(of asked: Asked, in keys: [IDKey]) -> Int {
    var lower = 0
    var upper = keys.count
    while lower < upper {
      let middle = (lower + upper) / 2
      let key = keys[middle]
      let isBefore =
        key.isBefore(asked.key)
        || (key.isAlike(asked.key) && rest(key).lexicographicallyPrecedes(asked.rest))
      if isBefore { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  /// The shortest length at which no other id begins like this one. Only its neighbours matter.
  private func shortest(_ asked: Asked, in keys: [IDKey]) -> Int {
    let start = position(of: asked, in: keys)
    var common = start > 0 ? commonLength(keys[start - 1], asked) : 0
    if let next = keys[start...].first(where: { !isSame($0, asked) }) {
      common = max(common, commonLength(next, asked))
    }
    return min(asked.key.length, max(common + 1, TaskID.shortest))
  }
}
