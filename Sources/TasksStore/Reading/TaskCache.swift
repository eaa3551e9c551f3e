import Git
import TasksCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The records of a store's files as they were last read, in one file that may vanish at any moment.
///
///     header    see below
///     rows      ``TaskRow`` each, by the order of ids
///     slots     ``HashSlots``: rows by the hash of their paths
///     bytes     paths and records
///
/// A row counts only for a file with the very stamp it was read with. All numbers are the machine's own: another
/// machine, program or setting has another fingerprint, and reads nothing of it.
final class TaskCache {
  private struct Header: BitwiseCopyable {
    var name: UInt64 = 0x6568_6361_4374_6173
    var fingerprint: UInt64
    var count: UInt64
    var slotCount: UInt64
    /// Of the whole file, in bytes.
    var size: UInt64
    /// Of rows and slots.
    var sum: UInt64
  }

  let bytes: UnsafeRawBufferPointer
  private let file: MappedFile
  private let header: Header

  /// Nil when there is none, or it is damaged or somebody else's.
  init?(_ path: String, fingerprint: UInt64) {
    guard let file = MappedFile(path), file.bytes.count >= MemoryLayout<Header>.stride else {
      return nil
    }
    let header = file.bytes.loadUnaligned(as: Header.self)
    guard header.name == Header(fingerprint: 0, count: 0, slotCount: 0, size: 0, sum: 0).name,
      header.fingerprint == fingerprint, header.size == UInt64(file.bytes.count),
      header.count < header.slotCount, header.slotCount < 1 << 32,
      header.slotCount & (header.slotCount - 1) == 0,
      TaskCache.tableSize(header) <= file.bytes.count
    else { return nil }
    self.file = file
    self.header = header
    bytes = file.bytes
    guard
      ByteHash.of(UnsafeRawBufferPointer(rebasing: bytes[TaskCache.table(header)])) == header.sum
    else { return nil }
  }

  var count: Int { Int(header.count) }

  /// The row of a path, whatever stamp it has.
  func row(hash: UInt64, path: UnsafeRawBufferPointer) -> (index: Int, row: TaskRow)? {
    let slots = MemoryLayout<Header>.stride + count * MemoryLayout<TaskRow>.stride
    var found: TaskRow?
    let index = HashSlots.find(
      hash, slotCount: Int(header.slotCount),
      slot: { bytes.loadUnaligned(fromByteOffset: slots + $0 * 4, as: UInt32.self) },
      where: { index in
        guard index < count else { return false }
        let row = self.row(index)
        let start = Int(row.path.start)
        guard row.hash == hash, Int(row.path.count) == path.count,
          start + path.count <= bytes.count,
          Int(row.record.start) + Int(row.record.count) <= bytes.count,
          UnsafeRawBufferPointer(rebasing: bytes[start..<start + path.count]).isSame(as: path)
        else { return false }
        found = row
        return true
      })
    guard let index, let found else { return nil }
    return (index, found)
  }

  func row(_ index: Int) -> TaskRow {
    bytes.loadUnaligned(
      fromByteOffset: MemoryLayout<Header>.stride + index * MemoryLayout<TaskRow>.stride,
      as: TaskRow.self)
  }

  // MARK: Writing

  /// Puts a cache of the rows that `isKept` in place of the one there is.
  static func write(
    _ table: TaskTable, to path: String, fingerprint: UInt64, where isKept: (TaskRow) -> Bool
  ) {
    var rows = table.rows.filter(isKept)
    let slots = HashSlots.make(rows.lazy.map(\.hash))
    var header = Header(
      fingerprint: fingerprint, count: UInt64(rows.count), slotCount: UInt64(slots.count), size: 0,
      sum: 0)
    let start = tableSize(header)
    var pieces: [UInt8] = []
    for index in rows.indices {
      let row = rows[index]
      rows[index].flags.remove(.cached)
      rows[index].path.start = UInt32(start + pieces.count)
      table.withPath(of: row) { pieces.append(contentsOf: $0) }
      rows[index].record.start = UInt32(start + pieces.count)
      table.withRecord(of: row) { pieces.append(contentsOf: $0) }
      guard start + pieces.count < 1 << 31 else { return }
    }
    header.size = UInt64(start + pieces.count)
    var sums: [UInt8] = []
    sums.reserveCapacity(start)
    rows.withUnsafeBytes { sums.append(contentsOf: $0) }
    slots.withUnsafeBytes { sums.append(contentsOf: $0) }
    header.sum = sums.withUnsafeBytes { ByteHash.of($0) }
    var content = withUnsafeBytes(of: header) { Array($0) }
    content.append(contentsOf: sums)
    content.append(contentsOf: pieces)
    StoreFile.replaceCache(path, content)
  }

  private static func table(_ header: Header) -> Range<Int> {
    MemoryLayout<Header>.stride..<tableSize(header)
  }

  /// Of header, rows and slots, in bytes.
  private static func tableSize(_ header: Header) -> Int {
    MemoryLayout<Header>.stride + Int(header.count) * MemoryLayout<TaskRow>.stride
      + Int(header.slotCount) * MemoryLayout<UInt32>.stride
  }
}
