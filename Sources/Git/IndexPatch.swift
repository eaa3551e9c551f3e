#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The bytes of an index with some paths set anew. Entries that stay are not even copied: they are taken from where
/// they lie in the old file.
///
/// What git would keep of the extensions is kept: the cache tree (for ``CacheTree`` to bring up to date), what
/// resolved conflicts were, and the cache of untracked files as long as no path comes or goes. Those that say
/// where entries begin are left out; git does without.
struct IndexPatch {
  /// An entry that changed in the second in which the old index was written, or after.
  struct Racy {
    let path: String
    fileprivate let isOwn: Bool
    fileprivate let start: Int
  }

  /// A stretch of the old file, or of what is written anew.
  private enum Piece {
    case old(Range<Int>)
    case own(Range<Int>)
  }

  private let old: MappedFile?
  /// What is written anew: the header, and entries.
  private var bytes: [UInt8] = []
  /// Header and entries, from one or the other, but for the last of `bytes`.
  private var pieces: [Piece] = []
  /// How many of `bytes` are in the pieces.
  private var placed = 0
  private(set) var racy: [Racy] = []
  /// How many entries there are more or less than before.
  private(set) var tally = FolderTally()
  /// The old cache tree, nil when there was none; of an empty index it is that of the empty tree.
  private(set) var cacheTree: CacheTree?
  private(set) var extensions: [(name: String, content: [UInt8])] = []
  /// False for an index that `index.skipHash` leaves without a checksum.
  let hasChecksum: Bool

  private let version: Int
  private let edits: [IndexEdit]
  /// The first edit that no entry has gone past.
  private var next = 0
  /// Entries there were at the path of that edit, and the second flags of the first.
  private var replaced = 0
  private var replacedFlags: UInt16 = 0
  /// The name of the last entry, of which version 4 gives the next one's difference.
  private var lastName: [UInt8] = []
  private var count = 0
  private var hasSamePaths = true

  /// - Parameters:
  ///   - old: The index there is, if there is one.
  ///   - writtenAt: When it was written, in seconds.
  /// - Throws: `unsupportedIndex` for one that git has to change.
  init(
    _ file: MappedFile?, path: String, writtenAt: UInt32, edits: [IndexEdit]
  ) throws(GitError) {
    self.edits = IndexEdit.sorted(edits)
    self.old = file
    defer { withExtendedLifetime(file) {} }
    guard let old = file?.bytes else {
      version = 2
      hasChecksum = true
      cacheTree = .empty
      begin()
      while next < self.edits.count { pass() }
      finish()
      return
    }
    var walk = try IndexWalk(old, path: path)
    version = walk.version
    hasChecksum = !old[walk.end...].allSatisfy { $0 == 0 }
    begin()
    // Entries in a row that stay are one piece.
    var run = walk.position..<walk.position
    while let entry = try walk.next() {
      while next < self.edits.count, isPast(entry.name) {
        keep(run)
        run = entry.start..<entry.start
        pass()
      }
      if next < self.edits.count, isMeant(entry.name) {
        keep(run)
        run = entry.end..<entry.end
        drop(entry)
        continue
      }
      count += 1
      if version == 4 { append(entry, of: old) } else { run = run.lowerBound..<entry.end }
      if old.word(at: entry.start + 8) >= writtenAt, entry.stage == 0,
        old.word(at: entry.start + 36) != 0
      {
        racy.append(
          Racy(
            path: String(decoding: entry.name, as: UTF8.self), isOwn: version == 4,
            start: version == 4 ? bytes.count - lastLength : entry.start))
      }
    }
    keep(run)
    while next < self.edits.count { pass() }
    finish()
    if walk.count == 0 { cacheTree = .empty }
    for (name, content) in try walk.extensions() { try take(name, content, path) }
  }

  /// Calls with the whole file, in pieces.
  func withPieces<Result>(
    cacheTree: CacheTree?, _ body: ([UnsafeRawBufferPointer]) -> Result
  ) -> Result {
    var tail: [UInt8] = []
    func add(_ name: String, _ content: [UInt8]) {
      tail += Array(name.utf8)
      tail.append(word: UInt32(content.count))
      tail += content
    }
    if let cacheTree { add("TREE", cacheTree.bytes) }
    for (name, content) in extensions { add(name, content) }
    return withExtendedLifetime(old) {
      bytes.withUnsafeBytes { own in
        let entries = pieces.map { piece in
          switch piece {
          case .old(let range): UnsafeRawBufferPointer(rebasing: old?.bytes[range] ?? own[0..<0])
          case .own(let range): UnsafeRawBufferPointer(rebasing: own[range])
          }
        }
        return tail.withUnsafeBytes { tail in
          let content = entries + [tail]
          let sum = hasChecksum ? SHA1.digest(content) : Array(repeating: 0, count: 20)
          return sum.withUnsafeBytes { body(content + [$0]) }
        }
      }
    }
  }

  /// Has git compare a racy entry by content.
  mutating func smudge(_ entry: Racy) {
    let size = entry.start + 36..<entry.start + 40
    if entry.isOwn {
      for offset in size { bytes[offset] = 0 }
    } else {
      old?.clear(size)
    }
  }

  /// What the index keeps of a racy entry.
  func status(of entry: Racy) -> (status: FileStatus, id: ObjectID) {
    func read(_ raw: UnsafeRawBufferPointer) -> (status: FileStatus, id: ObjectID) {
      (FileStatus { raw.word(at: entry.start + 4 * $0) }, ObjectID(raw, at: entry.start + 40))
    }
    guard !entry.isOwn, let old else { return bytes.withUnsafeBytes(read) }
    return withExtendedLifetime(old) { read(old.bytes) }
  }

  // MARK: Edits

  /// Whether the next edit belongs before an entry.
  private func isPast(_ name: UnsafeRawBufferPointer) -> Bool {
    edits[next].path.withUnsafeBytes { path in
      let order = compare(path, name, min(path.count, name.count))
      if order != 0 { return order < 0 }
      return path.count < name.count && !edits[next].isFolder
    }
  }

  /// Whether the next edit takes an entry away.
  private func isMeant(_ name: UnsafeRawBufferPointer) -> Bool {
    edits[next].path.withUnsafeBytes { path in
      guard path.count == name.count || path.count < name.count && edits[next].isFolder else {
        return false
      }
      return compare(path, name, path.count) == 0
    }
  }

  private func compare(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, _ count: Int
  ) -> Int32 {
    guard let one = one.baseAddress, let other = other.baseAddress else { return 0 }
    return memcmp(one, other, count)
  }

  private mutating func drop(_ entry: IndexWalk.Entry) {
    if edits[next].isFolder {
      note(Array(entry.name), -1)
    } else {
      if replaced == 0 { replacedFlags = entry.extended }
      replaced += 1
    }
  }

  /// Writes what the next edit sets, and goes past it.
  private mutating func pass() {
    let edit = edits[next]
    for line in edit.lines { append(line, edit.path) }
    let difference = edit.lines.count - replaced
    if !edit.lines.isEmpty || replaced > 0 {
      note(edit.path, difference, isConflict: edit.lines.contains { $0.stage != 0 })
    }
    next += 1
    replaced = 0
    replacedFlags = 0
  }

  private mutating func note(_ path: [UInt8], _ difference: Int, isConflict: Bool = false) {
    if difference != 0 { hasSamePaths = false }
    tally.add(path[...], difference, isConflict: isConflict)
  }

  // MARK: Bytes

  private mutating func begin() {
    bytes += Array("DIRC".utf8)
    bytes.append(word: UInt32(version))
    bytes.append(word: 0)
  }

  private mutating func keep(_ run: Range<Int>) {
    guard !run.isEmpty else { return }
    place()
    pieces.append(.old(run))
  }

  private mutating func place() {
    if placed < bytes.count { pieces.append(.own(placed..<bytes.count)) }
    placed = bytes.count
  }

  private mutating func finish() {
    place()
    for place in 0..<4 { bytes[8 + place] = UInt8(truncatingIfNeeded: count >> (24 - 8 * place)) }
  }

  private mutating func append(_ line: IndexEdit.Line, _ path: [UInt8]) {
    let skips = line.keepsSkipWorktree && replacedFlags & 0x4000 != 0
    let start = bytes.count
    for word in (line.status ?? FileStatus.unseen).words(mode: line.mode) {
      bytes.append(word: word)
    }
    bytes += line.id.bytes
    bytes.append(
      half: UInt16(line.stage) << 12 | UInt16(min(path.count, 0xFFF)) | (skips ? 0x4000 : 0))
    if skips { bytes.append(half: 0x4000) }
    path.withUnsafeBytes { append(name: $0, of: start) }
    count += 1
  }

  /// An entry that stays, where its name has to be said anew.
  private mutating func append(_ entry: IndexWalk.Entry, of old: UnsafeRawBufferPointer) {
    let start = bytes.count
    bytes.append(
      contentsOf: old[entry.start..<entry.start + (entry.flags & 0x4000 != 0 ? 64 : 62)])
    append(name: entry.name, of: start)
  }

  /// How long the last entry is that was written with its name.
  private var lastLength = 0

  private mutating func append(name: UnsafeRawBufferPointer, of start: Int) {
    if version == 4 {
      var common = 0
      while common < min(name.count, lastName.count), lastName[common] == name[common] {
        common += 1
      }
      bytes.append(variableInteger: lastName.count - common)
      bytes.append(contentsOf: name[common...])
      bytes.append(0)
      lastName.removeLast(lastName.count - common)
      lastName.append(contentsOf: name[common...])
    } else {
      bytes.append(contentsOf: name)
      bytes.append(contentsOf: repeatElement(0, count: 8 - (bytes.count - start) % 8))
    }
    lastLength = bytes.count - start
  }

  private mutating func take(
    _ name: String, _ content: UnsafeRawBufferPointer, _ path: String
  ) throws(GitError) {
    switch name {
    case "TREE": cacheTree = CacheTree(content)
    case "REUC": extensions.append((name, Array(content)))
    case "UNTR" where hasSamePaths:
      extensions.append((name, Array(content)))
    case "EOIE", "IEOT": break
    // What others keep there may hold for the entries that were.
    default: throw .unsupportedIndex(path: path, feature: "one with \(name)")
    }
  }
}
