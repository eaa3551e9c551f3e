/// A QR code of a text in bytes, with the error correction level L, up to version 10 (ISO/IEC 18004).
package struct QRCode: Sendable {
  /// How many modules a side has.
  package private(set) var side: Int
  /// The modules by rows; true for a dark one.
  private var modules: [Bool]
  /// The modules that have a fixed meaning.
  private var isFixed: [Bool]

  /// What a version can hold: its codewords, those for the correction of a block, its blocks, and where the alignment
  /// patterns are.
  private static let versions: [(codewords: Int, correction: Int, blocks: Int, alignment: [Int])] =
    [
      (26, 7, 1, []), (44, 10, 1, [6, 18]), (70, 15, 1, [6, 22]), (100, 20, 1, [6, 26]),
      (134, 26, 1, [6, 30]), (172, 18, 2, [6, 34]), (196, 20, 2, [6, 22, 38]),
      (242, 24, 2, [6, 24, 42]), (292, 30, 2, [6, 26, 46]), (346, 18, 4, [6, 28, 50]),
    ]

  /// Nil for a text that is longer than 271 bytes.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    func capacity(_ version: Int) -> Int {
      let row = QRCode.versions[version - 1]
      return row.codewords - row.correction * row.blocks
    }
    func head(_ version: Int) -> Int { version < 10 ? 12 : 20 }
    guard
      let version = (1...10).first(where: { head($0) + 8 * bytes.count <= 8 * capacity($0) })
    else { return nil }
    side = 17 + 4 * version
    modules = Array(repeating: false, count: side * side)
    isFixed = modules
    drawPatterns(version)
    let data = QRCode.codewords(bytes, capacity: capacity(version), lengthBits: head(version) - 4)
    place(QRCode.interleaved(data, version))
    self = (0..<8).map(masked).min { $0.penalty < $1.penalty } ?? self
  }

  /// Whether a module is dark; those around the code are not.
  package subscript(x: Int, y: Int) -> Bool {
    (0..<side).contains(x) && (0..<side).contains(y) && modules[y * side + x]
  }

  /// Lines of text with two rows of modules each, and a margin of two modules.
  ///
  /// - Parameter isLight: Whether the characters that are drawn are the light modules, for a dark screen.
  package func lines(isLight: Bool) -> [String] {
    stride(from: -2, to: side + 2, by: 2).map { y in
      (-2..<side + 2).map { x in
        switch (self[x, y] != isLight, self[x, y + 1] != isLight) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
    }
  }

  // MARK: Patterns

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard (0..<side).contains(x), (0..<side).contains(y) else { return }
    modules[y * side + x] = isDark
    isFixed[y * side + x] = true
  }

  private mutating func drawPatterns(_ version: Int) {
    for place in 0..<side {
      set(6, place, place % 2 == 0)
      set(place, 6, place % 2 == 0)
    }
    for (left, top) in [(0, 0), (side - 7, 0), (0, side - 7)] {
      for y in -1...7 {
        for x in -1...7 {
          let ring = max(abs(x - 3), abs(y - 3))
          set(left + x, top + y, ring != 2 && ring != 4)
        }
      }
    }
    let centers = QRCode.versions[version - 1].alignment
    for y in centers {
      for x in centers {
        // The finder patterns stand there.
        if [(6, 6), (6, side - 7), (side - 7, 6)].contains(where: { $0 == (x, y) }) { continue }
        for dy in -2...2 {
          for dx in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
      }
    }
    drawFormat(mask: 0)
    guard version >= 7 else { return }
    let bits = QRCode.remainder(version, generator: 0x1F25, bits: 12)
    for place in 0..<18 {
      let isDark = bits >> place & 1 == 1
      set(side - 11 + place % 3, place / 3, isDark)
      set(place / 3, side - 11 + place % 3, isDark)
    }
  }

  /// Draws the level and the mask beside the finder patterns (7.9).
  private mutating func drawFormat(mask: Int) {
    // Level L is 01.
    let bits = QRCode.remainder(0b01 << 3 | mask, generator: 0x537, bits: 10) ^ 0x5412
    for place in 0..<15 {
      let isDark = bits >> place & 1 == 1
      switch place {
      case 0...5: set(8, place, isDark)
      case 6...7: set(8, place + 1, isDark)
      case 8: set(7, 8, isDark)
      default: set(14 - place, 8, isDark)
      }
      if place < 8 { set(side - 1 - place, 8, isDark) } else { set(8, side - 15 + place, isDark) }
    }
    set(8, side - 8, true)
  }

  /// Returns a value followed by the remainder of its division by a polynomial over two elements.
  private static func remainder(_ value: Int, generator: Int, bits: Int) -> Int {
    var rest = value
    for _ in 0..<bits { rest = rest << 1 ^ (rest >> (bits - 1) & 1) * generator }
    return value << bits | rest
  }

  // MARK: Data

  /// The text with its mode, its length and its padding.
  private static func codewords(_ bytes: [UInt8], capacity: Int, lengthBits: Int) -> [UInt8] {
    var bits: [Bool] = []
    func add(_ value: Int, _ count: Int) {
      for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
    }
    add(0b0100, 4)
    add(bytes.count, lengthBits)
    for byte in bytes { add(Int(byte), 8) }
    add(0, min(4, capacity * 8 - bits.count))
    add(0, (8 - bits.count % 8) % 8)
    var words = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    while words.count < capacity {
      words.append(words.count % 2 == bits.count / 8 % 2 ? 0xEC : 0x11)
    }
    return words
  }

  /// Parts the data into blocks, adds the correction of each, and interleaves them (7.6).
  private static func interleaved(_ data: [UInt8], _ version: Int) -> [UInt8] {
    let row = versions[version - 1]
    let short = data.count / row.blocks
    let longOnes = data.count % row.blocks
    var blocks: [(data: ArraySlice<UInt8>, correction: [UInt8])] = []
    var rest = data[...]
    for number in 0..<row.blocks {
      let part = rest.prefix(short + (number >= row.blocks - longOnes ? 1 : 0))
      rest = rest.dropFirst(part.count)
      blocks.append((part, correction(of: part, count: row.correction)))
    }
    var words: [UInt8] = []
    for place in 0...short {
      for block in blocks where place < block.data.count {
        words.append(block.data[block.data.startIndex + place])
      }
    }
    for place in 0..<row.correction { words += blocks.map { $0.correction[place] } }
    return words
  }

  /// The Reed-Solomon codewords of a block.
  private static func correction(of data: ArraySlice<UInt8>, count: Int) -> [UInt8] {
    var divisor = [UInt8](repeating: 0, count: count - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      for place in 0..<count {
        divisor[place] = product(divisor[place], root)
        if place + 1 < count { divisor[place] ^= divisor[place + 1] }
      }
      root = product(root, 2)
    }
    var rest = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for place in 0..<count { rest[place] ^= product(divisor[place], factor) }
    }
    return rest
  }

  /// The product in the field of 256 elements modulo x⁸ + x⁴ + x³ + x² + 1.
  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    var result: UInt8 = 0
    for place in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7 == 1 ? 0x1D : 0)
      if b >> UInt8(place) & 1 == 1 { result ^= a }
    }
    return result
  }

  /// Places the codewords in columns of two from the right, upwards and downwards in turn (7.7.3).
  private mutating func place(_ words: [UInt8]) {
    var bit = 0
    var right = side - 1
    var isUpward = true
    while right > 0 {
      if right == 6 { right = 5 }
      for step in 0..<side {
        let y = isUpward ? side - 1 - step : step
        for x in [right, right - 1] where !isFixed[y * side + x] && bit < words.count * 8 {
          modules[y * side + x] = words[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
          bit += 1
        }
      }
      isUpward.toggle()
      right -= 2
    }
  }

  // MARK: Masks

  /// The code with a mask (7.8.2).
  private func masked(_ mask: Int) -> QRCode {
    var code = self
    for y in 0..<side {
      for x in 0..<side where !isFixed[y * side + x] {
        let turns =
          switch mask {
          case 0: (x + y) % 2 == 0
          case 1: y % 2 == 0
          case 2: x % 3 == 0
          case 3: (x + y) % 3 == 0
          case 4: (x / 3 + y / 2) % 2 == 0
          case 5: x * y % 2 + x * y % 3 == 0
          case 6: (x * y % 2 + x * y % 3) % 2 == 0
          default: ((x + y) % 2 + x * y % 3) % 2 == 0
          }
        if turns { code.modules[y * side + x].toggle() }
      }
    }
    code.drawFormat(mask: mask)
    return code
  }

  /// How hard the code is to read: long runs and blocks of one color, and too many dark modules (7.8.3).
  private var penalty: Int {
    var sum = 0
    for isColumn in [false, true] {
      for line in 0..<side {
        var run = 0
        var last: Bool?
        for place in 0..<side {
          let isDark = isColumn ? self[line, place] : self[place, line]
          run = isDark == last ? run + 1 : 1
          last = isDark
          if run == 5 { sum += 3 } else if run > 5 { sum += 1 }
        }
      }
    }
    for y in 0..<side - 1 {
      for x in 0..<side - 1 {
        let color = self[x, y]
        if self[x + 1, y] == color, self[x, y + 1] == color, self[x + 1, y + 1] == color {
          sum += 3
        }
      }
    }
    let dark = modules.count { $0 }
    return sum + abs(dark * 20 - modules.count * 10) / modules.count * 10
  }
}
