import Platform

/// Inflates short texts (RFC 1950, RFC 1951), of which zlib takes most of its time to get ready. What is in any way
/// out of the ordinary is left to zlib, which also tells what is damaged.
struct QuickInflater: ~Copyable {
  /// Longer ones are not short any more.
  static let largest = 4_096

  /// How much is written at once, and may be written behind the end of a text.
  static let room = 8

  private let literals = HuffmanTable()
  private let distances = HuffmanTable()
  private let lengths = HuffmanTable()
  private let fixedLiterals = HuffmanTable()
  private let fixedDistances = HuffmanTable()
  private let entries = UnsafeMutablePointer<HuffmanTable.Entry>.allocate(
    capacity: HuffmanTable.mostSymbols)
  /// The lengths of the codes of lengths, and the order in which they come: the last are often left out.
  private let lengthLengths = UnsafeMutablePointer<UInt8>.allocate(capacity: 19)
  private let lengthOrder = UnsafeMutablePointer<UInt8>.allocate(capacity: 19)

  init() {
    entries.initialize(repeating: 0, count: HuffmanTable.mostSymbols)
    lengthLengths.initialize(repeating: 0, count: 19)
    let order: [UInt8] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for (place, symbol) in order.enumerated() { (lengthOrder + place).initialize(to: symbol) }
    for symbol in 0..<288 {
      let length = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8
      entries[symbol] = UInt16(symbol << 6 | length)
    }
    _ = fixedLiterals.take(entries, count: 288)
    for symbol in 0..<32 { entries[symbol] = UInt16(symbol << 6 | 5) }
    _ = fixedDistances.take(entries, count: 32)
  }

  deinit {
    entries.deallocate()
    lengthLengths.deallocate()
    lengthOrder.deallocate()
  }

  /// Fills all of a buffer, behind which there is some room, with what was deflated to the bytes from `start` on;
  /// false when that cannot be done quickly, or not at all.
  func inflate(
    _ bytes: UnsafeRawBufferPointer, at start: Int, into buffer: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var bits = BitReader(bytes, at: start)
    guard bits.refill(), bits.isHeaderOfZlib() else { return false }
    var filled = 0
    while true {
      guard bits.refill() else { return false }
      let isLast = bits.take(1) == 1
      switch bits.take(2) {
      case 0:
        guard bits.takeStored(into: buffer, &filled) else { return false }
      case 1:
        guard
          QuickInflater.run(&bits, fixedLiterals.code, fixedDistances.code, into: buffer, &filled)
        else { return false }
      case 2:
        guard takeCodes(&bits),
          QuickInflater.run(&bits, literals.code, distances.code, into: buffer, &filled)
        else { return false }
      default: return false
      }
      if isLast { break }
    }
    return filled == buffer.count && bits.takeSum() == BitReader.sum(UnsafeRawBufferPointer(buffer))
  }

  /// The two codes at the beginning of a block (3.2.7).
  private func takeCodes(_ bits: inout BitReader) -> Bool {
    let literalCount = Int(bits.take(5)) + 257
    let distanceCount = Int(bits.take(5)) + 1
    let lengthCount = Int(bits.take(4)) + 4
    guard literalCount <= 286, distanceCount <= 30, takeLengthCode(&bits, lengthCount) else {
      return false
    }
    guard let found = takeLengths(&bits, count: literalCount + distanceCount) else { return false }
    // The distances come behind the literals, as if they were more of them.
    var foundLiterals = found
    while foundLiterals > 0, entries[foundLiterals - 1] >> 6 >= literalCount {
      foundLiterals -= 1
      entries[foundLiterals] -= UInt16(literalCount << 6)
    }
    return literals.take(entries, count: foundLiterals)
      && distances.take(entries + foundLiterals, count: found - foundLiterals)
  }

  /// The symbols that have a code, with its length; how many they are.
  private func takeLengths(_ reader: inout BitReader, count: Int) -> Int? {
    let lengths = lengths.code
    var bits = reader
    defer { reader = bits }
    var (symbol, found) = (0, 0)
    var last: UInt16 = 0
    while symbol < count {
      if bits.count < 7 + 7, !bits.refill() { return nil }
      let entry = lengths[bits.bits]
      bits.drop(entry)
      let length = entry >> 6
      if length < 16 {
        last = length
        // One without a code is written over: nobody can foretell which those are, the machine neither.
        entries[found] = UInt16(truncatingIfNeeded: symbol) << 6 | length
        found &+= length > 0 ? 1 : 0
        symbol &+= 1
        continue
      }
      // The last one some times more, or none.
      if length > 16 { last = 0 }
      if length == 16, symbol == 0 { return nil }
      let times =
        length == 16
        ? 3 + Int(bits.take(2)) : length == 17 ? 3 + Int(bits.take(3)) : 11 + Int(bits.take(7))
      guard symbol + times <= count else { return nil }
      if last > 0 {
        for symbol in symbol..<(symbol + times) {
          entries[found] = UInt16(truncatingIfNeeded: symbol) << 6 | last
          found += 1
        }
      }
      symbol += times
    }
    return found
  }

  private func takeLengthCode(_ bits: inout BitReader, _ count: Int) -> Bool {
    lengthLengths.update(repeating: 0, count: 19)
    for place in 0..<count {
      if place % 16 == 0, !bits.refill() { return false }
      lengthLengths[Int(lengthOrder[place])] = UInt8(truncatingIfNeeded: bits.take(3))
    }
    var found = 0
    for symbol in 0..<19 where lengthLengths[symbol] > 0 {
      entries[found] = UInt16(symbol) << 6 | UInt16(lengthLengths[symbol])
      found += 1
    }
    return lengths.take(entries, count: found)
  }

  /// Reads on to the end of a block.
  private static func run(
    _ reader: inout BitReader, _ literals: HuffmanTable.Code,
    _ distances: HuffmanTable.Code, into buffer: UnsafeMutableRawBufferPointer,
    _ filled: inout Int
  ) -> Bool {
    guard let start = buffer.baseAddress else { return false }
    let end = buffer.count
    // Copies, which need not be in memory all the time.
    var bits = reader
    var place = filled
    defer { (reader, filled) = (bits, place) }
    while true {
      // As much as a length and a distance take: two codes, 5 and 13 bits.
      if bits.count < 2 * HuffmanTable.longest + 18, !bits.refill() { return false }
      let entry = literals[bits.bits]
      bits.drop(entry)
      let symbol = Int(entry >> 6)
      if symbol < 256 {
        guard place < end else { return false }
        start.storeBytes(
          of: UInt8(truncatingIfNeeded: symbol), toByteOffset: place, as: UInt8.self)
        place += 1
        continue
      }
      if symbol == 256 { return true }
      guard let count = length(symbol - 257, &bits) else { return false }
      let far = distances[bits.bits]
      bits.drop(far)
      guard let distance = distance(Int(far >> 6), &bits), distance <= place,
        count <= end - place
      else { return false }
      repeatBytes(start + place, from: distance, count: count)
      place += count
    }
  }

  /// Says again what was said so far back; that may reach into what is said again.
  private static func repeatBytes(
    _ place: UnsafeMutableRawPointer, from distance: Int, count: Int
  ) {
    if distance >= room {
      for offset in stride(from: 0, to: count, by: room) {
        let word = (place + offset - distance).loadUnaligned(as: UInt64.self)
        (place + offset).storeBytes(of: word, as: UInt64.self)
      }
    } else {
      for offset in 0..<count {
        let byte = (place + offset - distance).load(as: UInt8.self)
        (place + offset).storeBytes(of: byte, as: UInt8.self)
      }
    }
  }

  /// How much is repeated (3.2.5): from 3 on, in fours for each number of further bits.
  private static func length(_ symbol: Int, _ bits: inout BitReader) -> Int? {
    if symbol < 8 { return symbol + 3 }
    if symbol >= 28 { return symbol == 28 ? 258 : nil }
    let more = symbol / 4 - 1
    return (4 + symbol % 4) << more + 3 + Int(bits.take(more))
  }

  /// How far back it is: from 1 on, in twos for each number of further bits.
  private static func distance(_ symbol: Int, _ bits: inout BitReader) -> Int? {
    if symbol < 4 { return symbol + 1 }
    guard symbol < 30 else { return nil }
    let more = symbol / 2 - 1
    return (2 + symbol % 2) << more + 1 + Int(bits.take(more))
  }
}
