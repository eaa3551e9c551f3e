import Platform

/// Colours and emphasis, used only on a terminal that supports them.
struct Style: Sendable {
  let isOn: Bool

  /// The style for stdout: `NO_COLOR` turns colours off, `CLICOLOR_FORCE` turns them on, else they are on if stdout
  /// is a terminal.
  static let standard: Style = {
    func isSet(_ name: String) -> Bool { Session.variable(name).map { !$0.isEmpty } ?? false }
    if isSet("NO_COLOR") { return Style(isOn: false) }
    if isSet("CLICOLOR_FORCE"), Session.variable("CLICOLOR_FORCE") != "0" {
      return Style(isOn: true)
    }
    return Style(isOn: isatty(1) == 1 && Session.variable("TERM") != "dumb")
  }()

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func red(_ text: String) -> String { wrap(text, "31") }
  func green(_ text: String) -> String { wrap(text, "32") }
  func yellow(_ text: String) -> String { wrap(text, "33") }
  func blue(_ text: String) -> String { wrap(text, "34") }
  func cyan(_ text: String) -> String { wrap(text, "36") }

  /// A text attribute with its code (ECMA-48, SGR).
  enum Look: Int {
    case bold = 1
    case dim, italic, underline
    case strike = 9
    case red = 31
    case green, yellow, blue
    case cyan = 36
  }

  /// Appends a text in these looks to `drawn`.
  func draw(_ text: String, _ looks: [Look], into drawn: inout String) {
    guard isOn, !text.isEmpty, let first = looks.first else { return drawn += text }
    drawn += "\u{1B}["
    drawn += String(first.rawValue)
    for look in looks.dropFirst() { drawn += ";\(look.rawValue)" }
    drawn += "m"
    drawn += text
    drawn += "\u{1B}[0m"
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// The terminal's width in cells; nil if stdout is not a terminal.
enum TerminalSize {
  static var columns: Int? {
    guard isatty(1) == 1 else { return nil }
    if let set = Session.variable("COLUMNS").flatMap({ Int($0) }), set > 0 { return set }
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
