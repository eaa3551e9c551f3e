import TasksCore

/// A line of text with looks, for the terminal.
package struct StyledLine {
  package struct Piece {
    package fileprivate(set) var text: String
    package let looks: [Look]
    /// True if the line must not be broken inside this piece, not even at a blank.
    var isSolid = false
  }

  package private(set) var pieces: [Piece] = []
  /// The width in cells, not counting looks.
  package private(set) var width = 0

  package init() {}

  package init(_ text: String, _ looks: [Look] = []) { add(text, looks) }

  package mutating func add(_ text: String, _ looks: [Look] = [], isSolid: Bool = false) {
    guard !text.isEmpty else { return }
    width += CellWidth.of(text)
    append(text, looks, isSolid)
  }

  private mutating func append(_ text: String, _ looks: [Look], _ isSolid: Bool) {
    if let last = pieces.last, last.looks == looks, last.isSolid == isSolid {
      pieces[pieces.count - 1].text += text
    } else {
      pieces.append(Piece(text: text, looks: looks, isSolid: isSolid))
    }
  }

  mutating func add(_ other: StyledLine) {
    width += other.width
    for piece in other.pieces { append(piece.text, piece.looks, piece.isSolid) }
  }

  package static func + (first: StyledLine, second: StyledLine) -> StyledLine {
    var line = first
    line.add(second)
    return line
  }

  var hasTabs: Bool { pieces.contains { $0.text.utf8.contains(0x09) } }

  // MARK: Wrapping

  /// Wraps the line to `width` cells: breaks at blanks and around wide characters, which are written without blanks
  /// between words. A word wider than `width` is not broken.
  func wrapped(to width: Int) -> [StyledLine] {
    var wrapping = Wrapping(width: width)
    for piece in pieces { wrapping.add(piece) }
    return wrapping.lines
  }

  /// Wraps the line with `head` before the first line and `rest` before the others. Without a width it stays one
  /// line.
  package func filling(_ width: Int?, behind head: StyledLine, rest: StyledLine) -> [StyledLine] {
    guard let width else { return [head + self] }
    let room = max(10, width - max(head.width, rest.width))
    return wrapped(to: room).enumerated().map { ($0 == 0 ? head : rest) + $1 }
  }

  /// The smallest width at which no word is too long.
  var narrowest: Int {
    var (most, word) = (0, 0)
    for piece in pieces {
      let isCounted = piece.text.utf8.withContiguousStorageIfAvailable { bytes in
        for byte in bytes {
          if byte >= 0x80 { return false }
          word = !piece.isSolid && (byte == 0x20 || byte == 0x09) ? 0 : word + 1
          most = max(most, word)
        }
        return true
      }
      // Each wide character is a word, and some characters take no cell.
      if isCounted != true { return wrapped(to: 0).reduce(0) { max($0, $1.width) } }
    }
    return most
  }

  private struct Wrapping {
    let width: Int
    private var done: [StyledLine] = []
    private var line = StyledLine()
    /// The blanks after the line, and the word after those.
    private var gap = StyledLine()
    private var word = StyledLine()
    private var isAfterWide = false

    init(width: Int) { self.width = width }

    mutating func add(_ piece: Piece) {
      let isPlain = piece.text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } }
      guard isPlain == true, !isAfterWide, !piece.isSolid else {
        for character in piece.text { add(character, of: piece) }
        return
      }
      // Lines do not break inside ASCII words.
      var rest = piece.text[...]
      while let first = rest.utf8.first {
        if first == 0x20 || first == 0x09 {
          addBlank(piece)
          rest.removeFirst()
          continue
        }
        let end = rest.utf8.firstIndex { $0 == 0x20 || $0 == 0x09 } ?? rest.endIndex
        word.add(String(rest[..<end]), piece.looks)
        rest = rest[end...]
      }
    }

    private mutating func addBlank(_ piece: Piece) {
      endWord()
      // A tab is written as one space, because its width would depend on the text before it.
      gap.add(" ", piece.looks)
      isAfterWide = false
    }

    private mutating func add(_ character: Character, of piece: Piece) {
      if !piece.isSolid, character == " " || character == "\t" { return addBlank(piece) }
      let cells = CellWidth.of(character)
      let isWide = cells == 2
      if isWide || isAfterWide, !piece.isSolid, !Wrapping.isClosing(character) { endWord() }
      word.add(String(character), piece.looks, isSolid: piece.isSolid)
      isAfterWide = isWide
    }

    /// Adds the word to the line if it fits, else starts a new line with it.
    private mutating func endWord() {
      guard word.width > 0 else { return }
      if line.width > 0, line.width + gap.width + word.width > width {
        done.append(line)
        line = word
      } else {
        line.add(gap)
        line.add(word)
      }
      (gap, word) = (StyledLine(), StyledLine())
    }

    var lines: [StyledLine] {
      var rest = self
      rest.endWord()
      return rest.done + [rest.line]
    }

    /// Returns true for characters that must not begin a line.
    private static func isClosing(_ character: Character) -> Bool {
      "、。，．！？）」』】〉》〕］｝：；ー".contains(character) || character.isASCII && character.isPunctuation
    }
  }
}
