import Platform

/// The two files of a pack: its objects, and where each of them is (gitformat-pack(5)). Any thread may read them;
/// each has a ``PackReader`` of its own for that.
struct Pack: @unchecked Sendable {
  let index: UnsafeRawBufferPointer
  let bytes: UnsafeRawBufferPointer
  /// Of objects.
  let count: Int
  /// Nobody writes into them, and they stay as long as this does.
  private let files: (MappedFile, MappedFile)

  /// Nil for what is no pack of version 2 with an index of version 2.
  init?(index indexPath: String) {
    guard let indexFile = MappedFile(indexPath),
      let packFile = MappedFile(String(indexPath.dropLast(3)) + "pack")
    else { return nil }
    files = (indexFile, packFile)
    index = indexFile.bytes
    bytes = packFile.bytes
    guard index.count >= 8 + 1024 + 40, Pack.number(index, at: 0) == 0xFF74_4F63,
      Pack.number(index, at: 4) == 2, bytes.count >= 32,
      Pack.number(bytes, at: 0) == 0x5041_434B, Pack.number(bytes, at: 4) == 2
    else { return nil }
    count = Int(Pack.number(index, at: 8 + 255 * 4))
    guard index.count >= 8 + 1024 + count * 28 + 40 else { return nil }
  }

  /// The packs in a folder.
  static func all(in folder: String) -> [Pack] {
    indices(in: folder).compactMap { Pack(index: $0) }
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

  /// The id of an object, by its number in their order.
  func id(number: Int) -> ObjectID { ObjectID(index, at: 8 + 1024 + number * 20) }

  /// Where an object is in the pack, nil when it is in another one.
  func place(of id: ObjectID) -> Int? {
    let first = id.firstByte
    var low = first == 0 ? 0 : Int(Pack.number(index, at: 8 + (first - 1) * 4))
    var high = Int(Pack.number(index, at: 8 + first * 4))
    guard low <= high, high <= count else { return nil }
    while low < high {
      let middle = (low + high) / 2
      // Two ids hardly ever begin with the same eight bytes.
      let word = UInt64(
        bigEndian: index.loadUnaligned(
          fromByteOffset: 8 + 1024 + middle * 20, as: UInt64.self))
      let isBefore: Bool
      if word == id.firstWord {
        let other = self.id(number: middle)
        if other == id { return place(number: middle) }
        isBefore = other < id
      } else {
        isBefore = word < id.firstWord
      }
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  func place(number: Int) -> Int? {
    let places = 8 + 1024 + count * 24
    let place = Int(Pack.number(index, at: places + number * 4))
    guard place & 0x8000_0000 != 0 else { return place }
    let far = places + count * 4 + (place & 0x7FFF_FFFF) * 8
    guard far + 8 <= index.count - 40 else { return nil }
    let high = Int(Pack.number(index, at: far)) << 32
    return high | Int(Pack.number(index, at: far + 4))
  }
}
