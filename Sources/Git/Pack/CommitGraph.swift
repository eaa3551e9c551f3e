import Platform

/// What git has written down of commits it packed, so that nobody has to inflate them (gitformat-commit-graph(5)).
final class CommitGraph {
  private let file: MappedFile
  private let bytes: UnsafeRawBufferPointer
  private let count: Int
  /// Where the parts of the file begin: numbers by the first byte of an id, ids, commits, further parents.
  private let fanout: Int
  private let ids: Int
  private let commits: Int
  private let edges: Range<Int>

  /// Nil for what is no graph of version 1 in one file.
  init?(_ path: String) {
    guard let file = MappedFile(path), file.bytes.count >= 8 + 20 else { return nil }
    self.file = file
    bytes = file.bytes
    guard CommitGraph.number(bytes, 0) == 0x4347_5048, bytes[4] == 1, bytes[5] == 1, bytes[7] == 0
    else { return nil }
    var parts: [UInt32: Range<Int>] = [:]
    for number in 0..<Int(bytes[6]) {
      let entry = 8 + number * 12
      guard entry + 24 <= bytes.count else { return nil }
      let start = CommitGraph.place(bytes, entry + 4)
      let end = CommitGraph.place(bytes, entry + 16)
      guard start <= end, end <= bytes.count else { return nil }
      parts[CommitGraph.number(bytes, entry)] = start..<end
    }
    guard let fanout = parts[0x4F49_4446], let ids = parts[0x4F49_444C],
      let commits = parts[0x4344_4154], fanout.count == 1024
    else { return nil }
    count = Int(CommitGraph.number(bytes, fanout.lowerBound + 255 * 4))
    guard ids.count == count * 20, commits.count == count * 36 else { return nil }
    self.fanout = fanout.lowerBound
    self.ids = ids.lowerBound
    self.commits = commits.lowerBound
    edges = parts[0x4544_4745] ?? 0..<0
  }

  /// Four bytes, the highest first; the caller has made sure that they are there.
  private static func number(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }

  private static func place(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> Int {
    Int(clamping: UInt64(number(bytes, position)) << 32 | UInt64(number(bytes, position + 4)))
  }

  /// Nil for a commit that is not in it; the commits before it go behind those that are there already.
  func commit(_ id: ObjectID, parents: inout [ObjectID]) -> CommitNode? {
    let first = id.firstByte
    var low = first == 0 ? 0 : Int(CommitGraph.number(bytes, fanout + (first - 1) * 4))
    var high = Int(CommitGraph.number(bytes, fanout + first * 4))
    guard low <= high, high <= count else { return nil }
    while low < high {
      let middle = (low + high) / 2
      let other = ObjectID(bytes, at: ids + middle * 20)
      if other == id { return commit(number: middle, &parents) }
      if other < id { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func commit(number: Int, _ parents: inout [ObjectID]) -> CommitNode? {
    let start = commits + number * 36
    guard addParents(at: start + 20, to: &parents) else { return nil }
    // The two lowest bits before the last four bytes belong to the time.
    let high = Int64(CommitGraph.number(bytes, start + 28) & 3) << 32
    return CommitNode(
      tree: ObjectID(bytes, at: start),
      time: high | Int64(CommitGraph.number(bytes, start + 32)))
  }

  private static let none: UInt32 = 0x7000_0000
  private static let mark: UInt32 = 0x8000_0000

  /// False, and nothing is added, when one of them is not there.
  private func addParents(at position: Int, to parents: inout [ObjectID]) -> Bool {
    let first = CommitGraph.number(bytes, position)
    let second = CommitGraph.number(bytes, position + 4)
    guard first != CommitGraph.none else { return true }
    guard first < count else { return false }
    if second == CommitGraph.none {
      parents.append(id(number: first))
    } else if second & CommitGraph.mark == 0 {
      guard second < count else { return false }
      parents.append(id(number: first))
      parents.append(id(number: second))
    } else {
      guard let others = others(from: Int(second & ~CommitGraph.mark)) else { return false }
      parents.append(id(number: first))
      parents += others
    }
    return true
  }

  /// Where there are three or more, all but the first stand elsewhere, the last of them marked.
  private func others(from number: Int) -> [ObjectID]? {
    var others: [ObjectID] = []
    var next = edges.lowerBound + number * 4
    while true {
      guard next + 4 <= edges.upperBound else { return nil }
      let number = CommitGraph.number(bytes, next)
      guard number & ~CommitGraph.mark < count else { return nil }
      others.append(id(number: number & ~CommitGraph.mark))
      if number & CommitGraph.mark != 0 { return others }
      next += 4
    }
  }

  private func id(number: UInt32) -> ObjectID { ObjectID(bytes, at: ids + Int(number) * 20) }
}
