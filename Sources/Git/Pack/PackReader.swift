import Platform

/// Reads a pack's objects without libgit2, which inflates each into a piece of memory of its own and of the object's
/// very size, for which zlib takes its slow way.
final class PackReader {
  typealias Kind = ObjectKind

  let pack: Pack
  private let bytes: UnsafeRawBufferPointer
  private let inflater: Inflater
  /// What others are told by their difference to: what was read last, each in the one slot its place has.
  private let bases = UnsafeMutablePointer<Base>.allocate(capacity: 1 << PackReader.slotBits)
  private var basesSize = 0
  /// The differences between an object and its base, the object's own first; none between two calls.
  private var chain: [(place: Int, stored: Stored)] = []

  private struct Base {
    /// 0 for none: a pack begins with other things.
    var place = 0
    var kind = Kind.blob
    var bytes: [UInt8] = []
  }

  /// Many times as many as objects follow in one chain of those that git makes.
  private static let slotBits = 9
  private static let largestBases = 8 << 20
  private static let largestObject = 64 << 20
  private static let longestChain = 10_000

  init(_ pack: Pack, inflater: Inflater) {
    self.pack = pack
    bytes = pack.bytes
    self.inflater = inflater
    bases.initialize(repeating: Base(), count: 1 << PackReader.slotBits)
  }

  deinit {
    bases.deinitialize(count: 1 << PackReader.slotBits)
    bases.deallocate()
  }

  /// The commits in one of equal parts of the pack, but for the few that are told by a difference.
  func add(part: Int, of parts: Int, to commits: inout CommitRows) {
    let numbers = (pack.count * part / parts)..<(pack.count * (part + 1) / parts)
    for number in roughlySorted(numbers) {
      guard let place = place(number: Int(number)),
        bytes[place] >> 4 & 7 == Kind.commit.rawValue
      else { continue }
      let id = pack.id(number: Int(number))
      _ = read(at: place) { commits.append(id, $1) ? true : nil }
    }
  }

  /// Objects by their places, but for those that are near each other (distribution counting; Knuth, The Art of
  /// Computer Programming 3, 5.2): memory is read faster that way, and commits that follow each other come to stand
  /// side by side.
  private func roughlySorted(_ numbers: Range<Int>) -> [UInt32] {
    let bits = max(0, Int.bitWidth - bytes.count.leadingZeroBitCount - 12)
    var starts = [Int](repeating: 0, count: bytes.count >> bits + 2)
    for number in numbers {
      if let place = place(number: number) { starts[place >> bits + 1] += 1 }
    }
    for bucket in 1..<starts.count { starts[bucket] += starts[bucket - 1] }
    var sorted = [UInt32](repeating: 0, count: starts.last ?? 0)
    for number in numbers {
      guard let place = place(number: number) else { continue }
      sorted[starts[place >> bits]] = UInt32(number)
      starts[place >> bits] += 1
    }
    return sorted
  }

  /// Nil for a place that is not in the pack.
  private func place(number: Int) -> Int? {
    guard let place = pack.place(number: number), (0..<bytes.count).contains(place) else {
      return nil
    }
    return place
  }

  /// What stands at a place.
  private enum Form {
    case whole(Kind)
    case difference(to: Int)
  }

  private struct Stored {
    let form: Form
    /// Inflated, in bytes.
    let size: Int
    /// Where its deflated bytes begin.
    let start: Int
  }

  /// Reads the object at a place; nil when it is damaged.
  func read<Result>(
    at place: Int, _ body: (Kind, UnsafeRawBufferPointer) throws -> Result?
  ) rethrows -> Result? {
    guard let stored = stored(at: place) else { return nil }
    // A commit is hardly ever told by a difference, nor others by theirs to it.
    if case .whole(let kind) = stored.form, kind == .commit {
      guard let bytes = inflater.inflate(bytes, at: stored.start, size: stored.size) else {
        return nil
      }
      return try body(kind, bytes)
    }
    guard let (kind, bytes) = whole(at: place) else { return nil }
    return try bytes.withUnsafeBytes { try body(kind, $0) }
  }

  /// The object of a kind at a place; nil when it is damaged or of another one.
  func object(_ kind: Kind, at place: Int) -> [UInt8]? {
    guard let (found, bytes) = whole(at: place), found == kind else { return nil }
    return bytes
  }

  private func whole(at place: Int) -> (Kind, [UInt8])? {
    if let known = base(at: place) { return known }
    // Its own while it is at work: the class need not be asked for it each time.
    var chain: [(place: Int, stored: Stored)] = []
    swap(&chain, &self.chain)
    defer { swap(&chain, &self.chain) }
    chain.removeAll(keepingCapacity: true)
    var next = place
    var found: (kind: Kind, bytes: [UInt8])?
    while found == nil {
      found = base(at: next)
      if found != nil { break }
      guard chain.count < PackReader.longestChain, let stored = stored(at: next) else {
        return nil
      }
      switch stored.form {
      case .difference(let base):
        chain.append((next, stored))
        next = base
      case .whole(let kind):
        guard let bytes = inflater.inflate(bytes, at: stored.start, size: stored.size) else {
          return nil
        }
        let whole = [UInt8](bytes)
        found = (kind, whole)
        keep(kind, whole, at: next)
      }
    }
    guard var found else { return nil }
    while let (place, stored) = chain.popLast() {
      guard let delta = inflater.inflate(bytes, at: stored.start, size: stored.size),
        let new = PackDelta.apply(delta, to: found.bytes, largest: PackReader.largestObject)
      else { return nil }
      found.bytes = new
      keep(found.kind, new, at: place)
    }
    return found
  }

  /// By Knuth's multiplication (The Art of Computer Programming 3, 6.4).
  private static func slot(of place: Int) -> Int {
    Int((UInt64(place) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - slotBits))
  }

  private func base(at place: Int) -> (Kind, [UInt8])? {
    guard place > 0 else { return nil }
    let slot = PackReader.slot(of: place)
    return bases[slot].place == place ? (bases[slot].kind, bases[slot].bytes) : nil
  }

  private func keep(_ kind: Kind, _ bytes: [UInt8], at place: Int) {
    let slot = PackReader.slot(of: place)
    basesSize += bytes.count - bases[slot].bytes.count
    if basesSize > PackReader.largestBases {
      for slot in 0..<(1 << PackReader.slotBits) { bases[slot] = Base() }
      basesSize = bytes.count
    }
    bases[slot] = Base(place: place, kind: kind, bytes: bytes)
  }

  private func stored(at place: Int) -> Stored? {
    // The pack ends with its sum.
    let end = bytes.count - 20
    guard place >= 12, place < end else { return nil }
    var position = place
    func byte() -> Int? {
      guard position < end else { return nil }
      position += 1
      return Int(bytes[position - 1])
    }
    guard var next = byte() else { return nil }
    let type = UInt8(next >> 4 & 7)
    var size = next & 15
    var shift = 4
    while next & 0x80 != 0 {
      guard shift < 32, let more = byte() else { return nil }
      next = more
      size |= (next & 0x7F) << shift
      shift += 7
    }
    guard size <= PackReader.largestObject else { return nil }
    if let kind = Kind(rawValue: type) {
      return Stored(form: .whole(kind), size: size, start: position)
    }
    let base: Int
    switch type {
    case 6:
      guard var next = byte() else { return nil }
      var distance = next & 0x7F
      while next & 0x80 != 0 {
        guard distance < 1 << 48, let more = byte() else { return nil }
        next = more
        distance = (distance + 1) << 7 | next & 0x7F
      }
      guard distance > 0 else { return nil }
      base = place - distance
    case 7:
      guard position + 20 <= end, let found = pack.place(of: ObjectID(bytes, at: position)) else {
        return nil
      }
      base = found
      position += 20
    default: return nil
    }
    return Stored(form: .difference(to: base), size: size, start: position)
  }
}
