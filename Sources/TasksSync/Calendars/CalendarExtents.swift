import Platform
import TasksCore
import TasksStore

/// A cache of the days on which the events of calendar files are, so that of a folder's thousand files only those of the
/// days asked for are opened. It holds nothing else of them.
///
/// A file is known by its stamp, wherever it lies. One with events that repeat is not in the cache.
struct CalendarExtents {
  struct Row: BitwiseCopyable, Hashable {
    let stamp: FileStamp
    /// Days since 1970.
    let first: Int32
    let last: Int32

    init(_ stamp: FileStamp, _ days: ClosedRange<CivilDate>) {
      self.stamp = stamp
      first = Int32(truncatingIfNeeded: days.lowerBound.dayNumber)
      last = Int32(truncatingIfNeeded: days.upperBound.dayNumber)
    }

    /// Whether there may be events on one of these days.
    func overlaps(_ days: ClosedRange<CivilDate>) -> Bool {
      Int(first) <= days.upperBound.dayNumber && Int(last) >= days.lowerBound.dayNumber
    }
  }

  /// In front of the rows. All numbers are the machine's own.
  private struct Header: BitwiseCopyable {
    var name: UInt64 = 0x3173_7961_645f_6c63
    /// Of the program, which may read files in another way than one before it.
    var fingerprint: UInt64
    /// Of the rows.
    var sum: UInt64
  }

  private let path: String
  private let fingerprint: UInt64
  private(set) var rows: [FileStamp: Row] = [:]

  /// Reads the cache; one that is missing, damaged or another program's counts as empty.
  init(at path: String, program: String) {
    self.path = path
    fingerprint = CacheFile.build(of: program) ?? 0
    let (start, stride) = (MemoryLayout<Header>.stride, MemoryLayout<Row>.stride)
    guard let file = MappedFile(path), file.bytes.count >= start,
      (file.bytes.count - start) % stride == 0
    else { return }
    let header = file.bytes.loadUnaligned(as: Header.self)
    let rest = UnsafeRawBufferPointer(rebasing: file.bytes[start...])
    guard header.name == Header(fingerprint: 0, sum: 0).name, header.fingerprint == fingerprint,
      header.sum == ByteHash.of(rest)
    else { return }
    rows.reserveCapacity(rest.count / stride)
    for offset in Swift.stride(from: 0, to: rest.count, by: stride) {
      let row = rest.loadUnaligned(fromByteOffset: offset, as: Row.self)
      rows[row.stamp] = row
    }
  }

  /// Puts other rows in place of these.
  func replace(with rows: [Row]) {
    var file = [UInt8](repeating: 0, count: MemoryLayout<Header>.stride)
    let sum = rows.withUnsafeBytes { bytes in
      file.append(contentsOf: bytes)
      return ByteHash.of(bytes)
    }
    file.withUnsafeMutableBytes {
      $0.storeBytes(of: Header(fingerprint: fingerprint, sum: sum), as: Header.self)
    }
    StoreFile.replaceCache(path, file)
  }
}
