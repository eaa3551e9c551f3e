import Platform

/// The header and entries of a new index: ranges of the old file, with new bytes between them.
struct IndexSegments {
  /// The position of an entry, in the old file or in the new bytes.
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
  private var own: [UInt8] = []
  /// How many of the new bytes are in `pieces`.
  private var placed = 0
  private var pieces: [Piece] = []
  /// How many bytes of the old file are in `pieces`.
  private var kept = 0
  /// The offset of the first entry whose status is not known yet; nil if all are known.
  private(set) var open: Int?
  private var count = 0
  /// The name of the last entry; version 4 stores names as differences from it.
  private var lastName: [UInt8] = []

  init(_ old: MappedFile?, version: Int) {
    self.old = old
    self.version = version
    own += Array("DIRC".utf8)
    own.append(word: UInt32(version))
    own.append(word: 0)
  }

  // MARK: Making

  /// Keeps an entry and adds it to a run of consecutive unchanged entries.
  ///
  /// - Parameter run: The range of unchanged entries that are not in `pieces` yet. It stays empty in version 4, whose
  ///   entries are written again because their names depend on the entry before.
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

  /// Keeps many entries unchanged; not for version 4.
  mutating func keep(_ entries: Int, upTo end: Int, after run: inout Range<Int>) {
    count += entries
    run = run.lowerBound..<end
  }

  /// Appends a run of unchanged entries to `pieces`.
  mutating func place(_ run: Range<Int>) {
    guard !run.isEmpty else { return }
    placeOwn()
    pieces.append(.old(run))
    kept += run.count
  }

  /// Appends an entry without a status, so that git compares its file by content.
  ///
  /// - Returns: Its position, for setting the status later.
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

  /// Writes the number of entries into the header; call it after the last entry.
  mutating func finish() {
    placeOwn()
    for place in 0..<4 { own[8 + place] = UInt8(truncatingIfNeeded: count >> (24 - 8 * place)) }
  }

  private mutating func placeOwn() {
    if placed < own.count { pieces.append(.own(placed..<own.count)) }
    placed = own.count
  }

  // MARK: Made

  /// Sets the size of an entry to zero, so that git compares its file by content.
  mutating func clearSize(at place: Place) {
    let size = place.start + 36..<place.start + 40
    if place.isOwn {
      for offset in size { own[offset] = 0 }
    } else {
      old?.clear(size)
    }
  }

  mutating func set(_ status: FileStatus, mode: FileMode, at place: Place) {
    for (number, word) in status.words(mode: mode).enumerated() {
      for byte in 0..<4 {
        own[place.start + 4 * number + byte] = UInt8(truncatingIfNeeded: word >> (24 - 8 * byte))
      }
    }
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

/// A range of bytes of an index; valid only during the call it is passed to.
package struct IndexSegment {
  package let bytes: UnsafeRawBufferPointer
  /// Whether the bytes no longer change after racy entries have been smudged.
  let isFixed: Bool
}
