import TasksCore

/// A line of text with looks, on its way to the terminal.
struct StyledLine {
  struct Piece {
    var text: String
    var looks: [Style.Look]
    /// True where the line may not end, not even at a blank.
    var isSolid = false
  }

  private(set) var pieces: [Piece] = []

  init() {}

  init(_ text: String, _ looks: [Style.Look] = []) { add(text, looks) }

  mutating func add(_ text: String, _ looks: [Style.Look] = [], isSolid: Bool = false) {
    guard !text.isEmpty else { return }
    if let last = pieces.last, last.looks == looks, last.isSolid == isSolid {
      pieces[pieces.count - 1].text += text
    } else {
      pieces.append(Piece(text: text, looks: looks, isSolid: isSolid))
    }
  }

  mutating func add(_ other: StyledLine) {
    for piece in other.pieces { add(piece.text, piece.looks, isSolid: piece.isSolid) }
  }

  static func + (first: StyledLine, second: StyledLine) -> StyledLine {
    var line = first
    line.add(second)
    return line
  }

  /// In cells; looks take none.
  var width: Int { pieces.reduce(0) { $0 + CellWidth.of($1.text) } }

  func drawn(in style: Style) -> String {
    pieces.map { style.draw($0.text, $0.looks) }.joined()
  }

  // MARK: Wrapping

  /// The lines it makes on a terminal so many cells wide: broken at blanks and around wide characters, which
  /// are written without blanks. A word that is wider than the terminal stays whole.
  func wrapped(to width: Int) -> [StyledLine] {
    var wrapping = Wrapping(width: width)
    for piece in pieces {
      for character in piece.text { wrapping.add(character, of: piece) }
    }
    return wrapping.lines
  }

  /// The same behind a head, `rest` being the head of all but the first; one line where there is no limit.
  func filling(_ width: Int?, behind head: StyledLine, rest: StyledLine) -> [StyledLine] {
    guard let width else { return [head + self] }
    let room = max(10, width - max(head.width, rest.width))
    return wrapped(to: room).enumerated().map { ($0 == 0 ? head : rest) + $1 }
  }

  /// The width below which a word would stand out.
  var narrowest: Int { wrapped(to: 0).reduce(0) { max($0, $1.width) } }

  private struct Wrapping {
    let width: Int
    private var done: [StyledLine] = []
    private var line = StyledLine()
    private var lineWidth = 0
    /// The blanks behind the line, and the word behind these.
    private var gap = StyledLine()
    private var gapWidth = 0
    private var word = StyledLine()
    private var wordWidth = 0
    private var isAfterWide = false

    init(width: Int) { self.width = width }

    mutating func add(_ character: Character, of piece: Piece) {
      let isBlank = !piece.isSolid && (character == " " || character == "\t")
      if isBlank {
        endWord()
        // How wide a tab is depends on what stands before it.
        gap.add(" ", piece.looks)
        gapWidth += 1
        isAfterWide = false
        return
      }
      let cells = CellWidth.of(character)
      let isWide = cells == 2
      if isWide || isAfterWide, !piece.isSolid, !Wrapping.isClosing(character) { endWord() }
      word.add(String(character), piece.looks, isSolid: piece.isSolid)
      wordWidth += cells
      isAfterWide = isWide
    }

    /// The word goes on the line if there is room, else it begins the next.
    private mutating func endWord() {
      guard wordWidth > 0 else { return }
      if lineWidth > 0, lineWidth + gapWidth + wordWidth > width {
        done.append(line)
        (line, lineWidth) = (word, wordWidth)
      } else {
        line.add(gap)
        line.add(word)
        lineWidth += gapWidth + wordWidth
      }
      (gap, gapWidth, word, wordWidth) = (StyledLine(), 0, StyledLine(), 0)
    }

    var lines: [StyledLine] {
      var rest = self
      rest.endWord()
      return rest.done + [rest.line]
    }

    /// What no line begins with.
    private static func isClosing(_ character: Character) -> Bool {
      "、。，．！？）」』】〉》〕］｝：；ー".contains(character) || character.isASCII && character.isPunctuation
    }
  }
}
