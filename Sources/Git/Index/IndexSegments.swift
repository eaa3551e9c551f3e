import Platform

/// Header and entries of an index on the way to be written: stretches of the old file, as they lie there, and what is
/// written anew between them.
struct IndexSegments {
  /// Where an entry stands.
  struct Place {
    fileprivate let isOwn: Bool
    fileprivate let start: Int
  }

  private enum Piece {
    case old(Range<Int>)
    case own(Range<Int>)
  }

  private let old: MappedFile?
  private let version: Int
  /// What is written anew.
  private var own: [UInt8] = []
  /// How many bytes of that are in the pieces.
  private var placed = 0
  private var pieces: [Piece] = []
  /// How many bytes of the old file are in the pieces.
  private var kept = 0
  /// How many bytes there are before the first status that is not known yet; nil when all are.
  private(set) var open: Int?
  /// Entries so far.
  private var count = 0
  /// The name of the last entry written, of which version 4 gives the next one's difference.
  private var lastName: [UInt8] = []

  init(_ old: MappedFile?, version: Int) {
    self.old = old
    self.version = version
    own += Array("DIRC".utf8)
    own.append(word: UInt32(version))
    own.append(word: 0)
  }

  // MARK: Making

  /// An entry stays, at the end of a run of such.
  ///
  /// - Parameter run: Where those stand that were not placed yet; empty where the entry had to be written anew,
  ///   as its name depends on the one before.
  mutating func keep(
    _ entry: IndexReader.Entry, after run: inout Range<Int>, of bytes: UnsafeRawBufferPointer
  ) -> Place {
    count += 1
    guard version == 4 else {
      run = run.lowerBound..<entry.end
      return Place(isOwn: false, start: entry.start)
    }
    let start = own.count
    own.append(
      contentsOf: bytes[entry.start..<entry.start + (entry.flags & 0x4000 != 0 ? 64 : 62)])
    append(name: entry.name, of: start)
    return Place(isOwn: true, start: start)
  }

  /// Many entries stay, as they lie there; not for version 4.
  mutating func keep(_ entries: Int, upTo end: Int, after run: inout Range<Int>) {
    count += entries
    run = run.lowerBound..<end
  }

  /// Puts a run of entries that stay behind what was written.
  mutating func place(_ run: Range<Int>) {
    guard !run.isEmpty else { return }
    placeOwn()
    pieces.append(.old(run))
    kept += run.count
  }

  /// An entry without a status: git compares its file by content.
  ///
  /// - Returns: Where the status can be set yet.
  mutating func append(_ line: IndexEdit.Line, _ path: [UInt8], isSkipped: Bool) -> Place {
    let start = own.count
    if line.stage == 0, open == nil { open = kept + start }
    for word in FileStatus.unseen.words(mode: line.mode) { own.append(word: word) }
    own += line.id.bytes
    own.append(
      half: UInt16(line.stage) << 12 | UInt16(min(path.count, 0xFFF)) | (isSkipped ? 0x4000 : 0))
    if isSkipped { own.append(half: 0x4000) }
    path.withUnsafeBytes { append(name: $0, of: start) }
    count += 1
    return Place(isOwn: true, start: start)
  }

  private mutating func append(name: UnsafeRawBufferPointer, of start: Int) {
    guard version == 4 else {
      own.append(contentsOf: name)
      own.append(contentsOf: repeatElement(0, count: 8 - (own.count - start) % 8))
      return
    }
    var common = 0
    while common < min(name.count, lastName.count), lastName[common] == name[common] {
      common += 1
    }
    own.append(variableInteger: lastName.count - common)
    own.append(contentsOf: name[common...])
    own.append(0)
    lastName.removeLast(lastName.count - common)
    lastName.append(contentsOf: name[common...])
  }

  /// To be called at the end.
  mutating func finish() {
    placeOwn()
    for place in 0..<4 { own[8 + place] = UInt8(truncatingIfNeeded: count >> (24 - 8 * place)) }
  }

  private mutating func placeOwn() {
    if placed < own.count { pieces.append(.own(placed..<own.count)) }
    placed = own.count
  }

  // MARK: Made

  /// Sets the size of an entry to zero: git compares it by content then.
  mutating func clearSize(at place: Place) {
    let size = place.start + 36..<place.start + 40
    if place.isOwn {
      for offset in size { own[offset] = 0 }
    } else {
      old?.clear(size)
    }
  }

  /// Sets the status of an entry that was appended.
  mutating func set(_ status: FileStatus, mode: FileMode, at place: Place) {
    for (number, word) in status.words(mode: mode).enumerated() {
      for byte in 0..<4 {
        own[place.start + 4 * number + byte] = UInt8(truncatingIfNeeded: word >> (24 - 8 * byte))
      }
    }
  }

  /// Sets what an entry that was appended stands for; its status stays unknown.
  mutating func set(_ id: ObjectID, mode: FileMode, at place: Place) {
    set(.unseen, mode: mode, at: place)
    own.replaceSubrange(place.start + 40..<place.start + 60, with: id.bytes)
  }

  func status(at place: Place) -> (status: FileStatus, id: ObjectID) {
    func read(_ bytes: UnsafeRawBufferPointer) -> (status: FileStatus, id: ObjectID) {
      (FileStatus { bytes.word(at: place.start + 4 * $0) }, ObjectID(bytes, at: place.start + 40))
    }
    guard !place.isOwn, let old else { return own.withUnsafeBytes(read) }
    return withExtendedLifetime(old) { read(old.bytes) }
  }

  func withBytes<Result>(_ body: ([IndexSegment]) -> Result) -> Result {
    withExtendedLifetime(old) {
      own.withUnsafeBytes { own in
        body(
          pieces.map { piece in
            switch piece {
            case .old(let range):
              let bytes = UnsafeRawBufferPointer(rebasing: old?.bytes[range] ?? own[0..<0])
              return IndexSegment(bytes: bytes, isFixed: true)
            case .own(let range):
              return IndexSegment(
                bytes: UnsafeRawBufferPointer(rebasing: own[range]), isFixed: false)
            }
          })
      }
    }
  }
}

/// A stretch of an index; it holds as long as it is looked at.
struct IndexSegment {
  let bytes: UnsafeRawBufferPointer
  /// Whether it stays as it is, once racy entries are smudged.
  let isFixed: Bool
}
