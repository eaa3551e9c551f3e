/// The line with a checkbox in another file from which a task was imported, and which is ticked when the task is done.
package struct LinkedLine {
  /// The property of the task: the file's path in the store and the text behind the box, `Daily/Friday.md: Call Bob`.
  package static let property: Text = "line"

  package let path: String
  private let text: String

  /// - Parameter text: What stands behind the box; the day on which it was ticked is left out.
  package init(path: String, text: String) {
    let end = LinkedLine.stamps.compactMap { text.firstRange(of: " " + $0)?.lowerBound }.min()
    (self.path, self.text) = (path, String(text[..<(end ?? text.endIndex)]))
  }

  /// What comes before that day.
  private static let stamps = ["✅ ", "❌ ", "[completion:: ", "[cancelled:: "]

  /// - Returns: Nil if the task is of no line.
  package init?(of task: Task) {
    guard let value = task.property(named: LinkedLine.property)?.string,
      let end = value.firstRange(of: ".md: ")
    else { return nil }
    self.init(
      path: value[..<end.lowerBound] + ".md", text: String(value[end.upperBound...]))
  }

  package var value: Text { Text("\(path): \(text)") }

  /// Ticks the line in its file, or clears its box. As Obsidian Tasks does, a line with fields gets the day, too.
  ///
  /// - Parameter state: That of the task.
  /// - Returns: Nil if the line is not there.
  package func updated(_ bytes: [UInt8], to state: State, on day: CivilDate) -> [UInt8]? {
    let file = String(decoding: bytes, as: UTF8.self)
    guard Array(file.utf8) == bytes else { return nil }
    let canceled = state.keyword.string.hasPrefix("CANCEL")
    let mark: Character = !state.isDone ? " " : canceled ? "-" : "x"
    let stamp = state.isDone ? self.stamp(canceled, day) : ""
    var isThere = false
    // A line's end is not one Character with a carriage return before it.
    var lines = file.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    for (number, line) in lines.enumerated() {
      guard let box = line.firstRange(of: "["), line[box.upperBound...].dropFirst().hasPrefix("] "),
        line[..<box.lowerBound].allSatisfy({ " \t>-*+.)".contains($0) || $0.isNumber })
      else { continue }
      let rest = line[box.upperBound...].dropFirst(3)
      let end = rest.hasSuffix("\r") ? "\r" : ""
      let old = rest.dropLast(end.count)
      let isDone = !" /".contains(line[box.upperBound])
      guard old.hasPrefix(text), isStamp(old.dropFirst(text.count)) else { continue }
      if isDone == state.isDone {
        isThere = true
        continue
      }
      lines[number] = line[..<box.upperBound] + "\(mark)] \(text)\(stamp)\(end)"
      return Array(lines.joined(separator: "\n").utf8)
    }
    return isThere ? bytes : nil
  }

  private func stamp(_ isCanceled: Bool, _ day: CivilDate) -> String {
    if text.contains(":: ") { return " [\(isCanceled ? "cancelled" : "completion"):: \(day.iso)]" }
    let hasFields = text.unicodeScalars.contains { "📅🗓⏳⌛🛫➕🔁🔺⏫🔼🔽⏬".unicodeScalars.contains($0) }
    return hasFields ? " \(isCanceled ? "❌" : "✅") \(day.iso)" : ""
  }

  /// Whether what follows the text is nothing but the day on which it was ticked.
  private func isStamp(_ rest: Substring) -> Bool {
    let word = rest.drop { $0 == " " }
    return word.isEmpty
      || LinkedLine.stamps.contains { word.hasPrefix($0) }
  }
}
