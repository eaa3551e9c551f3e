#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pack with its index, read without libgit2 (gitformat-pack(5)): it inflates each object into a piece of memory of
/// its own and of the object's very size, for which zlib takes its slow way.
final class PackFile {
  enum Kind: UInt8 {
    case commit = 1
    case tree, blob, tag
  }

  private let index: UnsafeRawBufferPointer
  private let pack: UnsafeRawBufferPointer
  private let files: (MappedFile, MappedFile)
  /// Of objects.
  let count: Int
  private let inflater: Inflater
  /// What others are told by their difference to, by its place.
  private var bases: [Int: (kind: Kind, bytes: [UInt8])] = [:]
  private var basesSize = 0

  private static let largestBases = 8 << 20
  private static let largestObject = 64 << 20
  private static let longestChain = 10_000

  /// Nil for what is no pack of version 2 with an index of version 2.
  init?(index indexPath: String, inflater: Inflater) {
    guard let indexFile = MappedFile(indexPath),
      let packFile = MappedFile(String(indexPath.dropLast(3)) + "pack")
    else { return nil }
    files = (indexFile, packFile)
    index = indexFile.bytes
    pack = packFile.bytes
    self.inflater = inflater
    guard index.count >= 8 + 1024 + 40, PackFile.number(index, at: 0) == 0xFF74_4F63,
      PackFile.number(index, at: 4) == 2, pack.count >= 32,
      PackFile.number(pack, at: 0) == 0x5041_434B, PackFile.number(pack, at: 4) == 2
    else { return nil }
    count = Int(PackFile.number(index, at: 8 + 255 * 4))
    guard index.count >= 8 + 1024 + count * 28 + 40 else { return nil }
  }

  /// The indices of the packs in a folder.
  static func indices(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var paths: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".idx") { paths.append("\(folder)/\(name)") }
    }
    return paths
  }

  /// Four bytes, the highest first; the caller has made sure that they are there.
  private static func number(_ bytes: UnsafeRawBufferPointer, at position: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }

  // MARK: The index

  /// Where an object is in the pack, nil when it is in another one.
  func place(of id: ObjectID) -> Int? {
    let first = id.firstByte
    var low = first == 0 ? 0 : Int(PackFile.number(index, at: 8 + (first - 1) * 4))
    var high = Int(PackFile.number(index, at: 8 + first * 4))
    guard low <= high, high <= count else { return nil }
    while low < high {
      let middle = (low + high) / 2
      let other = ObjectID(index, at: 8 + 1024 + middle * 20)
      if other == id { return place(number: middle) }
      if other < id { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func place(number: Int) -> Int? {
    let places = 8 + 1024 + count * 24
    let place = Int(PackFile.number(index, at: places + number * 4))
    guard place & 0x8000_0000 != 0 else { return place }
    let far = places + count * 4 + (place & 0x7FFF_FFFF) * 8
    guard far + 8 <= index.count - 40 else { return nil }
    let high = Int(PackFile.number(index, at: far)) << 32
    return high | Int(PackFile.number(index, at: far + 4))
  }

  // MARK: Objects

  /// The commits in one of equal parts of the pack, but for the few that are told by a difference.
  func commits(part: Int, of parts: Int) -> [(id: ObjectID, node: CommitNode)] {
    var found: [(id: ObjectID, node: CommitNode)] = []
    for number in (count * part / parts)..<(count * (part + 1) / parts) {
      guard let place = place(number: number), place < pack.count,
        pack[place] >> 4 & 7 == Kind.commit.rawValue
      else { continue }
      let node = read(at: place) { CommitNode($1) }
      if let node { found.append((ObjectID(index, at: 8 + 1024 + number * 20), node)) }
    }
    return found
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
    if let known = bases[place] {
      return try known.bytes.withUnsafeBytes { try body(known.kind, $0) }
    }
    guard let stored = stored(at: place) else { return nil }
    // A commit is hardly ever told by a difference, nor others by theirs to it.
    if case .whole(let kind) = stored.form, kind == .commit {
      guard let bytes = inflater.inflate(pack, at: stored.start, size: stored.size) else {
        return nil
      }
      return try body(kind, bytes)
    }
    guard let (kind, bytes) = whole(at: place) else { return nil }
    return try bytes.withUnsafeBytes { try body(kind, $0) }
  }

  private func whole(at place: Int) -> (Kind, [UInt8])? {
    var differences: [(place: Int, stored: Stored)] = []
    var next = place
    var found: (kind: Kind, bytes: [UInt8])?
    while found == nil {
      if let known = bases[next] {
        found = known
        break
      }
      guard differences.count < PackFile.longestChain, let stored = stored(at: next) else {
        return nil
      }
      switch stored.form {
      case .difference(let base):
        differences.append((next, stored))
        next = base
      case .whole(let kind):
        guard let bytes = inflater.inflate(pack, at: stored.start, size: stored.size) else {
          return nil
        }
        found = (kind, [UInt8](bytes))
        keep(kind, [UInt8](bytes), at: next)
      }
    }
    guard let found else { return nil }
    var bytes = found.bytes
    for (place, stored) in differences.reversed() {
      guard let delta = inflater.inflate(pack, at: stored.start, size: stored.size),
        let new = PackDelta.apply(delta, to: bytes, largest: PackFile.largestObject)
      else { return nil }
      bytes = new
      keep(found.kind, new, at: place)
    }
    return (found.kind, bytes)
  }

  private func keep(_ kind: Kind, _ bytes: [UInt8], at place: Int) {
    basesSize += bytes.count
    if basesSize > PackFile.largestBases {
      bases.removeAll(keepingCapacity: true)
      basesSize = bytes.count
    }
    bases[place] = (kind, bytes)
  }

  private func stored(at place: Int) -> Stored? {
    // The pack ends with its sum.
    let end = pack.count - 20
    guard place >= 12, place < end else { return nil }
    var position = place
    func byte() -> Int? {
      guard position < end else { return nil }
      position += 1
      return Int(pack[position - 1])
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
    guard size <= PackFile.largestObject else { return nil }
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
      guard position + 20 <= end, let found = self.place(of: ObjectID(pack, at: position)) else {
        return nil
      }
      base = found
      position += 20
    default: return nil
    }
    return Stored(form: .difference(to: base), size: size, start: position)
  }
}
