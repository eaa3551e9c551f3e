import TasksCore
import TasksTerminal
import TasksUI
import TestSupport
import Testing

/// What is written turns the screen that a terminal shows into the next one.
@Suite struct ScreenTests {
  static var palette: Palette { Palette(Terminal(hasColor: true, width: 80)) }

  @Test func aDifferenceMakesTheNewScreenOfTheOldOne() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let (columns, rows) = (1 + generator.below(30), 1 + generator.below(8))
      var shown: Screen?
      var terminal = PaintedTerminal(columns: columns, rows: rows)
      for step in 0..<6 {
        let next = ScreenTests.random(columns, rows, like: shown, &generator)
        terminal.read(Difference.bytes(from: shown, to: next, ScreenTests.palette))
        #expect(terminal.faults == [], "seed \(seed), step \(step)")
        #expect(
          terminal.cells == next.cells.map(PaintedTerminal.Cell.init), "seed \(seed), step \(step)")
        #expect(terminal.place == next.cursor, "seed \(seed), step \(step)")
        #expect(Difference.bytes(from: next, to: next, ScreenTests.palette) == [])
        shown = next
      }
    }
  }

  private static func random(
    _ columns: Int, _ rows: Int, like old: Screen?, _ generator: inout SeededGenerator
  ) -> Screen {
    var screen =
      old.flatMap { generator.chance(70) ? $0 : nil } ?? Screen(columns: columns, rows: rows)
    for _ in 0..<generator.below(8) {
      let text = (0..<generator.below(12)).map { _ in
        generator.pick(["a", "b", " ", "日", "e\u{301}", "❤️", "👨‍👩‍👧", "ש", "\u{200B}", "…", "\u{7}"])
      }.joined()
      let looks = Looks((0..<generator.below(3)).map { _ in generator.pick(Look.allCases) })
      screen.put(text, looks, row: generator.below(rows), column: generator.below(columns))
    }
    screen.cursor = (generator.below(rows), generator.below(columns))
    screen.showsCursor = generator.chance(50)
    return screen
  }

  @Test func textIsCutWhereTheRowEnds() {
    var screen = Screen(columns: 5, rows: 1)
    #expect(screen.put("ab日本", row: 0, column: 0) == 5)
    #expect(screen.text == "ab日\n")
    // Half of a wide character is none.
    screen.put("x", row: 0, column: 3)
    #expect(screen.text == "ab x\n")
    screen.put("y", row: 7, column: 0)
  }

  @Test func aStepIsShort() {
    func list(at selected: Int) -> Screen {
      var screen = Screen(columns: 80, rows: 24)
      for row in 0..<20 {
        screen.put("  k7m  A  Call Bob about invoice \(row)", row: row, column: 0)
        screen.put("@office +phone", Looks(.tag), row: row, column: 50)
        screen.put("today 9:00", Looks(.today), row: row, column: 68)
      }
      screen.add(Looks(.selected), row: selected)
      screen.cursor = (selected, 10)
      return screen
    }
    let bytes = Difference.bytes(from: list(at: 4), to: list(at: 5), ScreenTests.palette)
    #expect(bytes.count <= 600)
    let first = Difference.bytes(from: nil, to: list(at: 4), ScreenTests.palette)
    #expect(first.starts(with: Array("\u{1B}[?2026h".utf8)) || first.count <= 1000)
  }

  @Test func withoutColoursSomeLooksStay() {
    let plain = Palette(Terminal(hasColor: false, width: 80))
    #expect(plain.opening([Looks(.selected), Looks(.overdue)]) == Array("\u{1B}[0;7m".utf8))
    #expect(plain.opening(Looks(.tag)) == Array("\u{1B}[m".utf8))
  }
}

/// A terminal that knows what ``Difference`` may send, and nothing else.
struct PaintedTerminal {
  struct Cell: Equatable {
    let text: String
    let codes: String

    init(text: String, codes: String) { (self.text, self.codes) = (text, codes) }

    init(_ cell: Screen.Cell) {
      let opening = String(decoding: ScreenTests.palette.opening(cell.looks), as: UTF8.self)
      self.init(text: cell.text, codes: opening)
    }
  }

  private static let plain = "\u{1B}[m"

  let columns: Int
  let rows: Int
  private(set) var cells: [Cell]
  private(set) var place: (row: Int, column: Int) = (0, 0)
  private(set) var faults: [String] = []
  private var codes = PaintedTerminal.plain

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Cell(text: "?", codes: "?"), count: columns * rows)
  }

  mutating func read(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let first = rest.unicodeScalars.first {
      guard first == "\u{1B}" else {
        // A cluster never grows by what is written after it, since the cursor is placed anew.
        write(rest.removeFirst())
        continue
      }
      let end = rest.dropFirst(2).firstIndex { $0.isLetter } ?? rest.index(before: rest.endIndex)
      obey(String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end]), rest[end])
      if rest[end] == "m" { codes = String(rest[...end]) }
      rest = rest[rest.index(after: end)...]
    }
  }

  private mutating func write(_ character: Character) {
    let width = CellWidth.of(character)
    guard width > 0, place.column + width <= columns else {
      return faults.append("\(character) at \(place)")
    }
    for offset in 0..<width {
      part(place.row * columns + place.column + offset)
      cells[place.row * columns + place.column + offset] = Cell(
        text: offset == 0 ? String(character) : "", codes: codes)
    }
    // Lines do not wrap.
    place.column = min(columns - 1, place.column + width)
  }

  /// Terminals blank the other half of a wide character that is written over.
  private mutating func part(_ index: Int) {
    let blank = Cell(text: " ", codes: PaintedTerminal.plain)
    if cells[index].text.isEmpty { cells[index - 1] = blank }
    if index % columns + 1 < columns, cells[index + 1].text.isEmpty { cells[index + 1] = blank }
  }

  private mutating func obey(_ parameters: String, _ final: Character) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    let blank = Cell(text: " ", codes: PaintedTerminal.plain)
    switch final {
    case "H": place = (numbers[0] - 1, numbers[1] - 1)
    case "G": place.column = numbers[0] - 1
    case "J":
      if codes != PaintedTerminal.plain { faults.append("ED in looks") }
      cells = cells.map { _ in blank }
    case "K":
      if codes != PaintedTerminal.plain { faults.append("EL in looks") }
      for column in place.column..<columns { cells[place.row * columns + column] = blank }
    case "m", "h", "l": break
    default: faults.append("\(parameters)\(final)")
    }
  }
}
