import Platform

/// What standard output can show.
struct Terminal: Sendable {
  /// True if colours and emphasis are on.
  let hasColor: Bool
  /// The width in cells, to which lines are cut or wrapped; nil if stdout is not a terminal.
  let width: Int?

  init(hasColor: Bool, width: Int?) {
    self.hasColor = hasColor
    self.width = width
  }

  /// The terminal of this process. `NO_COLOR` turns colours off, `CLICOLOR_FORCE` turns them on, else they are on if
  /// stdout is a terminal.
  init(variable: (String) -> String?) {
    let isTerminal = isatty(1) == 1
    func isSet(_ name: String) -> Bool { variable(name).map { !$0.isEmpty } ?? false }
    hasColor =
      if isSet("NO_COLOR") {
        false
      } else if isSet("CLICOLOR_FORCE"), variable("CLICOLOR_FORCE") != "0" {
        true
      } else {
        isTerminal && variable("TERM") != "dumb"
      }
    width = isTerminal ? Terminal.columns(variable("COLUMNS")) : nil
  }

  private static func columns(_ setting: String?) -> Int {
    if let set = setting.flatMap({ Int($0) }), set > 0 { return set }
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// A text attribute with its code (ECMA-48, SGR).
enum Look: Int {
  case bold = 1
  case dim, italic, underline
  case strike = 9
  case red = 31
  case green, yellow, blue
  case cyan = 36
}
