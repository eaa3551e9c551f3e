import Platform

/// A new index made from an old one by setting some paths. Unchanged entries are not copied: they are written
/// directly from the mapped old file.
///
/// Extensions are kept as git would: the cache tree (which ``CacheTree`` updates), the resolve-undo data, and the
/// untracked cache if no path is added or removed. The tables of entry offsets (EOIE, IEOT) are dropped; they are
/// optional.
package struct IndexPatch {
  /// A racy entry: its file changed in the second in which the old index was written, or later.
  package struct Racy {
    let path: String
    fileprivate let place: IndexSegments.Place
  }

  private var pieces: IndexSegments
  package private(set) var racy: [Racy] = []
  /// How many entries each folder has gained or lost.
  package private(set) var tally = FolderTally()
  /// The old cache tree; nil if there was none, that of the empty tree if the index was empty.
  package private(set) var cacheTree: CacheTree?
  private(set) var extensions: [(name: String, content: [UInt8])] = []
  /// False if the index has no checksum because of `index.skipHash`.
  let hasChecksum: Bool

  /// The positions of the entries that were set.
  private var places: [ByteName: IndexSegments.Place] = [:]
  /// The checksum of the bytes before the first entry whose status is not known yet.
  private var begun = SHA1()
  private var begunCount = 0

  private let edits: [IndexEdit]
  /// The number of the next edit to apply.
  private var next = 0
  /// How many entries the path of that edit had, and the extended flags of the first one.
  private var replaced = 0
  private var replacedFlags: UInt16 = 0
  private var hasSamePaths = true

  /// Merges the edits into the entries of an index.
  ///
  /// - Parameter image: The old index; nil if there is none.
  /// - Throws: `unsupportedIndex` if only git can change the index.
  package init(_ image: MappedIndex?, path: String, edits: [IndexEdit]) throws(GitError) {
    self.edits = IndexEdit.sorted(edits)
    // Version 2 has no skip-worktree bit.
    let isExtended = edits.contains(where: \.isLeftOut)
    defer { withExtendedLifetime(image) {} }
    guard let image else {
      pieces = IndexSegments(nil, version: isExtended ? 3 : 2)
      hasChecksum = true
      cacheTree = .empty
      while next < self.edits.count { pass() }
      pieces.finish()
      return
    }
    let old = image.file.bytes
    var walk = try IndexReader(old, path: path)
    pieces = IndexSegments(image.file, version: max(walk.version, isExtended ? 3 : 2))
    hasChecksum = !old[walk.end...].allSatisfy { $0 == 0 }
    // Consecutive unchanged entries form one segment.
    var run = walk.position..<walk.position
    while true {
      let number = walk.number
      image.skip(&walk, before: next < self.edits.count ? self.edits[next].path : nil)
      if walk.number > number {
        pieces.keep(walk.number - number, upTo: walk.position, after: &run)
      }
      guard let entry = try walk.next() else { break }
      while next < self.edits.count, isPast(entry.name) {
        pieces.place(run)
        run = entry.start..<entry.start
        pass()
      }
      if next < self.edits.count, isMeant(entry.name) {
        pieces.place(run)
        run = entry.end..<entry.end
        drop(entry)
        continue
      }
      let place = pieces.keep(entry, after: &run, of: old)
      if walk.isRacy(entry, since: image.writtenAt) {
        racy.append(Racy(path: String(decoding: entry.name, as: UTF8.self), place: place))
      }
    }
    pieces.place(run)
    while next < self.edits.count { pass() }
    pieces.finish()
    if walk.count == 0 { cacheTree = .empty }
    for (name, content) in try walk.extensions() { try take(name, content, path) }
  }

  /// Calls a closure with the segments of the whole file, without the checksum.
  package func withPieces<Result>(
    cacheTree: CacheTree?, _ body: ([IndexSegment]) -> Result
  ) -> Result {
    var tail: [UInt8] = []
    func add(_ name: String, _ content: [UInt8]) {
      tail += Array(name.utf8)
      tail.append(word: UInt32(content.count))
      tail += content
    }
    if let cacheTree { add("TREE", cacheTree.bytes) }
    for (name, content) in extensions { add(name, content) }
    return pieces.withBytes { entries in
      tail.withUnsafeBytes { body(entries + [IndexSegment(bytes: $0, isFixed: false)]) }
    }
  }

  /// Computes the checksum that follows these segments.
  package func checksum(_ pieces: [IndexSegment]) -> [UInt8] {
    guard hasChecksum else { return Array(repeating: 0, count: 20) }
    var sum = begun
    IndexPatch.add(pieces, from: begunCount, to: .max, to: &sum)
    return sum.digest
  }

  /// Computes the checksum up to the first byte that may still change; no entry may be smudged after that.
  mutating func beginChecksum() {
    guard hasChecksum, let open = pieces.open else { return }
    var sum = SHA1()
    pieces.withBytes { IndexPatch.add($0, from: 0, to: open, to: &sum) }
    (begun, begunCount) = (sum, open)
  }

  /// Adds a range of the concatenated segments to a checksum.
  private static func add(
    _ pieces: [IndexSegment], from start: Int, to end: Int, to sum: inout SHA1
  ) {
    var position = 0
    for piece in pieces.map(\.bytes) {
      let (first, last) = (max(start - position, 0), min(end - position, piece.count))
      if first < last { sum.add(UnsafeRawBufferPointer(rebasing: piece[first..<last])) }
      position += piece.count
    }
  }

  mutating func set(_ status: FileStatus, mode: FileMode, at path: String) {
    if let place = places[ByteName(path)] { pieces.set(status, mode: mode, at: place) }
  }

  /// Marks a racy entry, so that git compares its file by content (racy-git, in git's Documentation/technical).
  package mutating func smudge(_ entry: Racy) { pieces.clearSize(at: entry.place) }

  func status(of entry: Racy) -> (status: FileStatus, id: ObjectID) {
    pieces.status(at: entry.place)
  }

  // MARK: Edits

  /// Whether the next edit sorts before an entry.
  private func isPast(_ name: UnsafeRawBufferPointer) -> Bool {
    edits[next].path.withUnsafeBytes { path in
      let order = compare(path, name, min(path.count, name.count))
      if order != 0 { return order < 0 }
      return path.count < name.count && !edits[next].isFolder
    }
  }

  /// Whether the next edit replaces or removes an entry.
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

  private mutating func drop(_ entry: IndexReader.Entry) {
    if edits[next].isFolder {
      note(Array(entry.name), -1)
    } else {
      if replaced == 0 { replacedFlags = entry.extended }
      replaced += 1
    }
  }

  /// Writes the new entries of the next edit, and advances to the one after it.
  private mutating func pass() {
    let edit = edits[next]
    for line in edit.lines {
      let isSkipped = line.isLeftOut || line.keepsSkipWorktree && replacedFlags & 0x4000 != 0
      let place = pieces.append(line, edit.path, isSkipped: isSkipped)
      if line.stage == 0 { places[ByteName(edit.path[...])] = place }
    }
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

  private mutating func take(
    _ name: String, _ content: UnsafeRawBufferPointer, _ path: String
  ) throws(GitError) {
    switch name {
    case "TREE": cacheTree = CacheTree(content)
    case "REUC": extensions.append((name, Array(content)))
    case "UNTR" where hasSamePaths:
      extensions.append((name, Array(content)))
    case "EOIE", "IEOT": break
    // Unknown extensions may depend on the old entries.
    default:
      let features = ["UNTR": "an untracked cache", "FSMN": "a file system monitor"]
      throw .unsupportedIndex(path: path, feature: "one with \(features[name] ?? name)")
    }
  }
}
