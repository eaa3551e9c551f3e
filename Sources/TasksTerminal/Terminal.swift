import Platform
import TasksCore

/// What standard output can show.
package struct Terminal: Sendable {
  /// True if colours and emphasis are on.
  package let hasColor: Bool
  /// The width in cells, to which lines are cut or wrapped; nil if stdout is not a terminal.
  package let width: Int?

  /// The number of lines on the screen; nil if stdout is not a terminal.
  package let height: Int?
  let theme: Theme
  /// Whether text may be bold, underlined or reversed.
  private let hasEmphasis: Bool
  package let glyphs: Glyphs

  /// What the user's settings say about the terminal.
  package struct Settings {
    /// The names of a theme and of glyphs; nil for the usual ones.
    package let theme: String?
    package let glyphs: String?
    /// The settings `color.NAME`.
    package let colors: [(name: String, value: String)]

    package init(theme: String?, glyphs: String?, colors: [(name: String, value: String)]) {
      (self.theme, self.glyphs, self.colors) = (theme, glyphs, colors)
    }
  }

  package init(hasColor: Bool, width: Int?) {
    self.hasColor = hasColor
    self.width = width
    height = nil
    theme = .dark
    hasEmphasis = true
    glyphs = .unicode
  }

  /// The terminal of this process. `NO_COLOR` turns colours off, `CLICOLOR_FORCE` turns them on, else they are on if
  /// stdout is a terminal.
  ///
  /// - Parameter settings: Reads the user's settings; it is called only for a terminal or for colours.
  /// - Throws: ``TerminalError/badSetting(_:)``, and what `settings` throws.
  package init(variable: (String) -> String?, settings: () throws -> Settings) throws {
    let isTerminal = isatty(1) == 1
    func isSet(_ name: String) -> Bool { variable(name).map { !$0.isEmpty } ?? false }
    let wantsColor =
      if isSet("NO_COLOR") {
        false
      } else if isSet("CLICOLOR_FORCE"), variable("CLICOLOR_FORCE") != "0" {
        true
      } else {
        isTerminal && variable("TERM") != "dumb"
      }
    width = isTerminal ? Terminal.size(variable("COLUMNS")) { $0.ws_col } ?? 80 : nil
    height = isTerminal ? Terminal.size(variable("LINES")) { $0.ws_row } : nil
    guard isTerminal || wantsColor else {
      hasColor = false
      hasEmphasis = false
      theme = .dark
      glyphs = .unicode
      return
    }
    let settings = try settings()
    let isLight = Terminal.isLight(variable("COLORFGBG"))
    let name =
      try Terminal.choice("theme", settings.theme, Theme.Name.self) ?? (isLight ? .light : .dark)
    theme = try Theme(name, colors: settings.colors)
    hasColor = wantsColor && name != .none
    hasEmphasis = name != .none
    glyphs =
      switch try Terminal.choice("glyphs", settings.glyphs, Glyphs.Name.self)
        ?? Terminal.glyphs(variable)
      {
      case .unicode: .unicode
      case .ascii: .ascii
      }
  }

  /// The SGR parameters of a look on a screen that a program paints (`tasks ui`). Without colours it keeps what is bold,
  /// underlined or reversed.
  package func codes(of look: Look) -> [String] {
    let codes = theme.code(look).split(separator: ";").map(String.init)
    return hasColor ? codes : hasEmphasis ? codes.filter { ["1", "4", "7"].contains($0) } : []
  }

  /// Plain signs for a locale that is named and has not all characters, and for terminals whose fonts lack them.
  private static func glyphs(_ variable: (String) -> String?) -> Glyphs.Name {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    let name = locale?.lowercased() ?? "utf-8"
    let hasAll = name.contains("utf-8") || name.contains("utf8")
    let terminal = variable("TERM") ?? ""
    return hasAll && terminal != "linux" && !terminal.hasPrefix("vt") ? .unicode : .ascii
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, _ value: String?, _ type: Choice.Type
  ) throws -> Choice? where Choice.RawValue == String {
    guard let value else { return nil }
    guard let choice = Choice(rawValue: value) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw TerminalError.badSetting(
        "tasks.\(key) in your settings is '\(value)'; it can be \(choices)")
    }
    return choice
  }

  /// Reads `COLORFGBG`, in which some terminals tell their colours: `0;15` is black on white.
  private static func isLight(_ colors: String?) -> Bool {
    ["7", "15"].contains(colors?.split(separator: ";").last)
  }

  private static func size(_ setting: String?, _ part: (winsize) -> UInt16) -> Int? {
    if let set = setting.flatMap({ Int($0) }), set > 0 { return set }
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, part(size) > 0 else { return nil }
    return Int(part(size))
  }
}

/// A failure of what prints.
package enum TerminalError: ReportedError {
  /// A setting of the user's cannot be used.
  case badSetting(String)
  /// The result could not be written; the number is of `errno`.
  case notWritten(Int32)

  package var kind: ErrorKind {
    if case .badSetting = self { .usage } else { .failed }
  }

  package var message: String {
    switch self {
    case .badSetting(let message): message
    case .notWritten(let code):
      "the result could not be written: \(String(cString: strerror(code)))"
    }
  }
}
