import TasksCore
import TasksTerminal

/// What the terminal shows: cells in rows, and where its cursor is.
package struct Screen: Equatable {
  /// A place as wide as one column: a cluster of characters, or the second half of a wide one.
  package struct Cell: Equatable {
    package static let blank = Cell(text: " ", looks: [], width: 1)

    package var text: String
    package var looks: Looks
    /// The columns that the text takes: 1 or 2; 0 for the second half of the cell before.
    package var width: Int
  }

  package let columns: Int
  package let rows: Int
  package private(set) var cells: [Cell]
  /// Where the cursor stands, seen or not: readers of screens speak of its line.
  package var cursor: (row: Int, column: Int) = (0, 0)
  package var showsCursor = false

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(0, columns), max(0, rows))
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  package static func == (a: Screen, b: Screen) -> Bool {
    a.columns == b.columns && a.rows == b.rows && a.cursor == b.cursor
      && a.showsCursor == b.showsCursor && a.cells == b.cells
  }

  package subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  package func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  /// Writes text from a column on, cut where the row ends, and returns the column after it. Control characters and marks
  /// without a character before them are left out.
  @discardableResult
  package mutating func put(_ text: String, _ looks: Looks = [], row: Int, column: Int) -> Int {
    guard (0..<rows).contains(row), column >= 0 else { return column }
    var column = column
    for character in text where CellWidth.of(character) > 0 {
      let parts = CellWidth.parts(of: character)
      for part in parts {
        let width = parts.count == 1 ? CellWidth.of(character) : CellWidth.of(part)
        guard column + width <= columns else { return columns }
        let place = row * columns + column
        self.part(place)
        self.part(place + width - 1)
        cells[place] = Cell(text: part, looks: looks, width: width)
        if width == 2 { cells[place + 1] = Cell(text: "", looks: looks, width: 0) }
        column += width
      }
    }
    return column
  }

  /// Makes blanks of both halves of the wide character that a cell is part of.
  private mutating func part(_ place: Int) {
    if cells[place].width == 0 {
      cells[place - 1] = .blank
      cells[place] = .blank
    } else if cells[place].width == 2 {
      cells[place] = .blank
      cells[place + 1] = .blank
    }
  }

  /// Writes a line with looks, and returns the column after it.
  @discardableResult
  package mutating func put(_ line: StyledLine, _ looks: Looks = [], row: Int, column: Int) -> Int {
    line.pieces.reduce(column) {
      put($1.text, looks.union(Looks($1.looks)), row: row, column: $0)
    }
  }

  /// Writes text that ends at a column.
  package mutating func put(_ text: String, _ looks: Looks = [], row: Int, endingAt end: Int) {
    put(text, looks, row: row, column: max(0, end - CellWidth.of(text)))
  }

  /// Adds looks to a row, or to some of its columns.
  package mutating func add(_ looks: Looks, row: Int, columns part: Range<Int>? = nil) {
    guard (0..<rows).contains(row) else { return }
    for column in part?.clamped(to: 0..<columns) ?? 0..<columns {
      cells[row * columns + column].looks.formUnion(looks)
    }
  }

  /// Adds looks where a word in lower case stands, in some columns of a row.
  mutating func add(_ looks: Looks, row: Int, where word: String, _ part: Range<Int>) {
    guard (0..<rows).contains(row), !word.isEmpty else { return }
    let shown = part.clamped(to: 0..<columns).filter { self[row, $0].width > 0 }
    let texts = shown.map { self[row, $0].text.lowercased() }
    let letters = word.map { String($0) }
    for start in texts.indices.dropLast(letters.count - 1)
    where texts[start] == letters[0] && texts[start..<start + letters.count].elementsEqual(letters)
    {
      for column in shown[start..<start + letters.count] {
        cells[row * columns + column].looks.formUnion(looks)
      }
    }
  }

  mutating func clear(row: Int) {
    guard (0..<rows).contains(row) else { return }
    for place in row * columns..<(row + 1) * columns { cells[place] = .blank }
  }

  /// Puts plain signs in place of those of the layout, for terminals that have no others.
  mutating func makePlain() {
    let signs = [
      "↑": "^", "↓": "v", "←": "<", "┴": "-",
      "─": "-", "│": "|", "…": "~", "·": ".", "→": ">", "×": "x", "–": "-",
    ]
    for place in cells.indices where !cells[place].text.utf8.allSatisfy({ $0 < 0x80 }) {
      if let plain = signs[cells[place].text] { cells[place].text = plain }
    }
  }

  /// The text of the rows, without blanks at their ends.
  package var text: String {
    (0..<rows).map { row in
      let line = self.row(row).map(\.text).joined()
      return String(
        line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
    }.joined(separator: "\n") + "\n"
  }
}
