/// The signs of a list. `tasks.glyphs = ascii` in the user's settings is for fonts and terminals without the others.
package struct Glyphs: Sendable {
  enum Name: String, CaseIterable { case unicode, ascii }

  package let scheduled: String
  let hidden: String
  let repeating: String
  let notes: String
  let blocked: String
  let clock: String
  let waiting: String
  /// A task of a day in a bar.
  package let bar: String
  let effort: String
  /// Whether the terminal shows more than ASCII.
  let isWhole: Bool

  static let unicode = Glyphs(
    scheduled: "▸", hidden: "◌", repeating: "↻", notes: "✎", blocked: "⛔", clock: "▶", waiting: "↑",
    bar: "▪", effort: "≈", isWhole: true)
  static let ascii = Glyphs(
    scheduled: ">", hidden: "z", repeating: "~", notes: "*", blocked: "#", clock: "!", waiting: "^",
    bar: "=",
    effort: "=", isWhole: false)
}
