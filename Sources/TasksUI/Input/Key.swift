/// A key as a terminal tells it.
package struct Key: Hashable {
  package enum Base: Hashable {
    case character(Character)
    case up, down, left, right, home, end, pageUp, pageDown, insert, delete, backspace
    case tab, backTab, enter, escape
    case function(Int)
  }

  package let base: Base
  package var hasControl = false
  package var hasAlt = false

  package init(_ base: Base, hasControl: Bool = false, hasAlt: Bool = false) {
    (self.base, self.hasControl, self.hasAlt) = (base, hasControl, hasAlt)
  }

  package init(_ character: Character) { self.init(.character(character)) }

  /// What typing it writes; nil for a key that writes nothing.
  package var text: Character? {
    guard case .character(let character) = base, !hasControl, !hasAlt else { return nil }
    return character
  }

  private static let names: [(name: String, base: Base)] = [
    ("Space", .character(" ")), ("↑", .up), ("↓", .down), ("←", .left), ("→", .right),
    ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PgDn", .pageDown), ("Ins", .insert),
    ("Delete", .delete), ("Backspace", .backspace), ("Tab", .tab), ("S-Tab", .backTab),
    ("Enter", .enter), ("Esc", .escape), ("Up", .up), ("Down", .down), ("Left", .left),
    ("Right", .right),
  ]

  /// The key of a name as help has it: `d`, `^D`, `M-↓`, `F1`, `PgDn`; nil for any other text.
  package init?(_ name: String) {
    var rest = name[...]
    var (hasControl, hasAlt) = (false, false)
    if rest.hasPrefix("M-"), rest.count > 2 { (hasAlt, rest) = (true, rest.dropFirst(2)) }
    if rest.hasPrefix("^"), rest.count > 1 { (hasControl, rest) = (true, rest.dropFirst()) }
    if let known = Key.names.first(where: { $0.name == rest }) {
      self.init(known.base, hasControl: hasControl, hasAlt: hasAlt)
    } else if rest.count == 1, let character = rest.first {
      let base = Base.character(hasControl ? Character(character.lowercased()) : character)
      self.init(base, hasControl: hasControl, hasAlt: hasAlt)
    } else if rest.first == "F", let number = Int(rest.dropFirst()) {
      self.init(.function(number), hasControl: hasControl, hasAlt: hasAlt)
    } else {
      return nil
    }
  }

  package var name: String {
    let own: String =
      switch base {
      case .function(let number): "F\(number)"
      case .character(let character) where character != " ":
        hasControl ? character.uppercased() : String(character)
      default: Key.names.first { $0.base == base }?.name ?? ""
      }
    return (hasAlt ? "M-" : "") + (hasControl ? "^" : "") + own
  }
}

/// What a person does at the terminal.
package enum Input: Equatable {
  case key(Key)
  /// Text that was pasted, with its line ends.
  case paste(String)
  /// A button at a cell, counted from 0: 0 is the left one, 64 and 65 are the wheel.
  case mouse(button: Int, row: Int, column: Int)
  case focus(Bool)
}
