/// How a piece of text looks: an attribute, or what it is, for which the theme has a colour.
package enum Look: UInt8, CaseIterable {
  case bold, dim, italic, underline, strike
  // What can be seen in lists, each a setting `color.NAME`.
  case id, state, urgent, overdue, today, date, done, tag, list, mark, heading
  // The days of a habit.
  case habitClear, habitReady, habitAlert, habitOverdue
  // What can be seen in notes.
  case bullet, code, link

  /// The name in settings, where case plays no part: `habit-clear`.
  var name: String {
    "\(self)".map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
  }
}
