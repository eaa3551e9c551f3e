import TasksTerminal

/// The bytes that turn what a terminal shows into another screen: CUP, CHA, SGR, EL and ED alone (ECMA-48).
package struct Difference {
  private let palette: Palette
  private let columns: Int
  private var bytes: [UInt8] = []
  /// The looks that are set; nil if they are not known. Each difference ends without any.
  private var looks: Looks?
  /// Where the terminal's cursor stands; nil if it is not known.
  private var place: (row: Int, column: Int)?

  /// Returns the bytes, none if nothing differs.
  ///
  /// - Parameter old: Nil if it is not known what the terminal shows.
  package static func bytes(from old: Screen?, to new: Screen, _ palette: Palette) -> [UInt8] {
    if old == new { return [] }
    var difference = Difference(palette, columns: new.columns)
    var before = Screen(columns: new.columns, rows: new.rows)
    if let old, old.columns == new.columns, old.rows == new.rows {
      before = old
      difference.looks = []
    } else {
      difference.set([])
      difference.add("\u{1B}[2J")
    }
    if before.showsCursor, !new.showsCursor { difference.add("\u{1B}[?25l") }
    for row in 0..<new.rows where before.row(row) != new.row(row) {
      difference.write(row, Array(before.row(row)), Array(new.row(row)))
    }
    difference.set([])
    difference.go(to: new.cursor)
    if new.showsCursor, old?.showsCursor != true { difference.add("\u{1B}[?25h") }
    return difference.framed
  }

  private init(_ palette: Palette, columns: Int) {
    (self.palette, self.columns) = (palette, columns)
  }

  /// A terminal shows more than a kilobyte at once if it is told so (synchronized output, mode 2026).
  private var framed: [UInt8] {
    guard bytes.count > 1000 else { return bytes }
    return Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
  }

  private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ row: Int, _ old: [Screen.Cell], _ new: [Screen.Cell]) {
    // What is blank to the end of the row is cleared at once.
    let end = (new.lastIndex { $0 != .blank } ?? -1) + 1
    let isCleared = old[end...].count { $0 != .blank } > 3
    var column = 0
    var isForced = false
    while column < (isCleared ? end : new.count) {
      let cell = new[column]
      let width = max(1, cell.width)
      defer { column += width }
      let isSame = old[column..<column + width] == new[column..<column + width]
      guard !isSame || isForced, cell.width > 0 else { continue }
      go(to: (row, column))
      set(cell.looks)
      let isSeveral = cell.text.unicodeScalars.count > 1
      if isSeveral, width == 2 {
        // Terminals differ in how wide it is: nothing old may be left in it or after it.
        add("  ")
        place = nil
        go(to: (row, column))
        isForced = true
      }
      add(cell.text)
      place = isSeveral || column + width >= columns ? nil : (row, column + width)
    }
    guard isCleared else { return }
    go(to: (row, end))
    set([])
    add("\u{1B}[K")
  }

  private mutating func go(to target: (row: Int, column: Int)) {
    if let place, place == target { return }
    if lastRow == target.row {
      add("\u{1B}[\(target.column + 1)G")
    } else {
      add("\u{1B}[\(target.row + 1);\(target.column + 1)H")
    }
    lastRow = target.row
    place = target
  }

  /// The row of the cursor, which writing does not change, since lines do not wrap.
  private var lastRow: Int?

  private mutating func set(_ new: Looks) {
    if looks == new { return }
    bytes.append(contentsOf: palette.opening(new))
    looks = new
  }
}

/// How looks are told to the terminal.
package final class Palette {
  private let terminal: Terminal
  private var known: [Looks: [UInt8]] = [:]

  package init(_ terminal: Terminal) { self.terminal = terminal }

  /// The bytes that set looks in place of all others.
  package func opening(_ looks: Looks) -> [UInt8] {
    if let bytes = known[looks] { return bytes }
    let codes = ([""] + looks.all.flatMap { terminal.codes(of: $0) }).joined(separator: ";")
    let bytes = Array("\u{1B}[\(codes.isEmpty ? "" : "0" + codes)m".utf8)
    known[looks] = bytes
    return bytes
  }
}

/// The looks of a cell, together.
package struct Looks: OptionSet, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package init(_ looks: [Look]) { rawValue = looks.reduce(0) { $0 | 1 << UInt32($1.rawValue) } }

  package init(_ look: Look) { self.init([look]) }

  package var all: [Look] { Look.allCases.filter { contains(Looks($0)) } }
}
