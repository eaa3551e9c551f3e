import Platform

/// An object told by its difference to another one (gitformat-pack(5), Deltified representation).
enum PackDelta {
  /// Nil for a delta that is damaged or of another object, or whose object is larger than asked for.
  static func apply(
    _ delta: UnsafeRawBufferPointer, to base: [UInt8], largest: Int
  ) -> [UInt8]? {
    var position = 0
    guard size(delta, &position) == base.count, let size = size(delta, &position), size <= largest
    else { return nil }
    var isSound = true
    let result = base.withUnsafeBytes { base in
      [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        isSound = fill(UnsafeMutableRawBufferPointer(buffer), delta, position, base, size)
        filled = isSound ? size : 0
      }
    }
    return isSound ? result : nil
  }

  private static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ delta: UnsafeRawBufferPointer, _ start: Int,
    _ base: UnsafeRawBufferPointer, _ size: Int
  ) -> Bool {
    var position = start
    var filled = 0
    func copy(_ source: UnsafeRawBufferPointer, _ from: Int, _ count: Int) -> Bool {
      guard from + count <= source.count, count <= size - filled else { return false }
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + count)])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from..<(from + count)]))
      filled += count
      return true
    }
    while position < delta.count {
      let order = Int(delta[position])
      position += 1
      if order & 0x80 == 0 {
        // So many bytes that follow here; none is reserved.
        guard order > 0, copy(delta, position, order) else { return false }
        position += order
        continue
      }
      // A stretch of the base: those bytes of its start and its length that are not 0.
      var numbers = 0
      for bit in 0..<7 where order & 1 << bit != 0 {
        guard position < delta.count else { return false }
        numbers |= Int(delta[position]) << (bit * 8)
        position += 1
      }
      let count = numbers >> 32
      guard copy(base, numbers & 0xFFFF_FFFF, count == 0 ? 0x10000 : count) else { return false }
    }
    return filled == size
  }

  private static func size(_ delta: UnsafeRawBufferPointer, _ position: inout Int) -> Int? {
    var size = 0
    var shift = 0
    while position < delta.count, shift < 56 {
      let byte = Int(delta[position])
      position += 1
      size |= (byte & 0x7F) << shift
      if byte & 0x80 == 0 { return size }
      shift += 7
    }
    return nil
  }
}
