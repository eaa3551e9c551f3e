/// The SGR parameters (ECMA-48) of each look: a theme's, or those that the user's settings give.
struct Theme: Sendable {
  enum Name: String, CaseIterable {
    /// For a dark and for a light background.
    case dark, light
    /// No colours and no emphasis.
    case none
  }

  /// Parallel to ``Look/allCases``.
  private var codes: [String]
  /// The bytes before a piece in each look, parallel to ``Look/allCases``.
  private(set) var openings: [[UInt8]] = []

  static let dark = Theme(.dark)

  init(_ name: Name) {
    codes = Look.allCases.map { Theme.code($0, isLight: name == .light) }
    openings = codes.map(Theme.opening)
  }

  /// Makes a theme in which some looks have colours of the user's.
  ///
  /// - Throws: ``TerminalError/badSetting(_:)`` for a colour that there is not.
  init(_ name: Name, colors: [(name: String, value: String)]) throws {
    self.init(name)
    for (name, value) in colors {
      guard let look = Look.allCases.first(where: { $0.name == name }) else {
        let names = Look.allCases.map(\.name).joined(separator: " ")
        throw TerminalError.badSetting(
          "your settings have a color.\(name), which nothing is drawn in; the names are \(names)")
      }
      guard let code = Theme.code(words: value) else {
        throw TerminalError.badSetting(
          "color.\(name) in your settings is '\(value)', which is not a colour; write a name such as "
            + "red or bright-blue, or a number from 0 to 255, and bold, dim, italic, underline or strike"
        )
      }
      codes[Int(look.rawValue)] = code
      openings[Int(look.rawValue)] = Theme.opening(code)
    }
  }

  private static func opening(_ code: String) -> [UInt8] { Array("\u{1B}[\(code)m".utf8) }

  func code(_ look: Look) -> String { codes[Int(look.rawValue)] }

  private static func code(_ look: Look, isLight: Bool) -> String {
    switch look {
    case .bold, .urgent, .marked: "1"
    case .dim, .done, .border: "2"
    case .italic: "3"
    case .underline, .match: "4"
    case .selected: "7"
    case .strike: "9"
    case .id, .bullet: "36"
    case .overdue, .error: "31"
    // Yellow cannot be read on white.
    case .today, .state: isLight ? "35" : "33"
    case .tag, .link: "34"
    case .code: "32"
    case .habitClear: "97;44"
    case .habitReady: "30;42"
    case .habitAlert: "30;43"
    case .habitOverdue: "97;41"
    case .date, .list, .mark, .heading: "2"
    }
  }

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// Returns the parameters of words such as `bold red on-white` or `208`; nil if one is not a look.
  private static func code(words: String) -> String? {
    var codes: [String] = []
    for word in words.lowercased().split(separator: " ") {
      switch word {
      case "bold": codes.append("1")
      case "dim": codes.append("2")
      case "italic": codes.append("3")
      case "underline": codes.append("4")
      case "strike": codes.append("9")
      case "default", "none": codes.append("39")
      default:
        let isBehind = word.hasPrefix("on-")
        let color = isBehind ? word.dropFirst(3) : word
        let isBright = color.hasPrefix("bright-")
        let name = isBright ? color.dropFirst(7) : color
        if let number = names.firstIndex(of: String(name)) {
          codes.append("\((isBright ? 90 : 30) + (isBehind ? 10 : 0) + number)")
        } else if let number = Int(word), (0...255).contains(number) {
          codes.append("38;5;\(number)")
        } else {
          return nil
        }
      }
    }
    return codes.isEmpty ? nil : codes.joined(separator: ";")
  }
}

/// How a piece of text looks: an attribute, or what it is, for which the theme has a colour.
package enum Look: UInt8, CaseIterable {
  case bold, dim, italic, underline, strike
  // What can be seen in lists, each a setting `color.NAME`.
  case id, state, urgent, overdue, today, date, done, tag, list, mark, heading
  // The days of a habit.
  case habitClear, habitReady, habitAlert, habitOverdue
  // What can be seen in notes.
  case bullet, code, link
  // What can be seen on the screen of `tasks ui`.
  case selected, marked, match, error, border

  /// The name in settings, where case plays no part: `habit-clear`.
  var name: String {
    "\(self)".map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
  }
}

/// The signs of a list. `tasks.glyphs = ascii` in the user's settings is for fonts and terminals without the others.
package struct Glyphs: Sendable {
  enum Name: String, CaseIterable { case unicode, ascii }

  package let scheduled: String
  let hidden: String
  let repeating: String
  let notes: String
  let blocked: String
  package let clock: String
  package let waiting: String
  /// A task of a day in a bar.
  package let bar: String
  let effort: String
  /// Whether the terminal shows more than ASCII.
  package let isWhole: Bool

  /// The signs of lists, and what they mean.
  package var legend: [(sign: String, words: String)] {
    [
      (notes, "has notes"), (blocked, "waits for another task"), (clock, "its clock runs"),
      (waiting, "is not pushed yet"), (scheduled, "when it begins"), (hidden, "hidden until then"),
      (repeating, "repeats"), (effort, "how long it takes"),
    ]
  }

  static let unicode = Glyphs(
    scheduled: "▸", hidden: "◌", repeating: "↻", notes: "✎", blocked: "⛔", clock: "▶", waiting: "↑",
    bar: "▪", effort: "≈", isWhole: true)
  package static let ascii = Glyphs(
    scheduled: ">", hidden: "z", repeating: "~", notes: "*", blocked: "#", clock: "!", waiting: "^",
    bar: "=",
    effort: "=", isWhole: false)
}
