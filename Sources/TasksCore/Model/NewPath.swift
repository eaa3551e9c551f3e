/// Where the files of new tasks go and how they are named: the setting `new.path`, such as `Tasks/{title}.md`.
///
/// `{title}` is the title as a file name, `{id}` the id, `{date}` the day and `{month}` the month of creation.
package struct NewPath: Hashable, Sendable {
  package let format: Format
  private let text: String

  /// Returns nil for a path that no file of a task can have, and for one that has the same name for all.
  package init?(_ text: String) {
    guard let format = Format(path: text) else { return nil }
    (self.text, self.format) = (text, format)
    let name = text.lastIndex(of: "/").map { text[$0...] } ?? text[...]
    let sample = filled(title: "x", id: "x", CivilDate(dayNumber: 0))
    guard ["{title}", "{id}"].contains(where: name.contains), TaskPath.isPlace(sample, format),
      !sample.contains("{"), !sample.contains("\\")
    else { return nil }
  }

  /// Returns the path of a new task; the second of a name gets ` 2`.
  ///
  /// - Parameter isTaken: Whether a path in the store is used, in upper or lower case.
  package func path(
    title: Text, id: TaskID, on day: CivilDate, isTaken: (String) -> Bool
  ) -> String {
    let path = filled(title: NewPath.name(title, format), id: id.text.string, day)
    let stem = path.dropLast(format.rawValue.utf8.count + 1)
    var number = 1
    var free = path
    while isTaken(free) {
      number += 1
      free = "\(stem) \(number).\(format.rawValue)"
    }
    return free
  }

  private func filled(title: String, id: String, _ day: CivilDate) -> String {
    text.replacing("{month}", with: day.iso.prefix(7)).replacing("{date}", with: day.iso)
      .replacing("{id}", with: id).replacing("{title}", with: title)
  }

  /// The most bytes of a title in a name: file systems take 255.
  private static let longestName = 180

  /// Returns the title as the name of a file, without the signs that a file system forbids or that mean something in a
  /// link of Obsidian.
  private static func name(_ title: Text, _ format: Format) -> String {
    var name = ""
    for scalar in Markup.words(ofTitle: title, format).string.unicodeScalars {
      switch scalar {
      case "/", "\\", ":", "|": name += "-"
      case "<", ">", "\"", "?", "*", "#", "^", "[", "]", "{", "}", "`": continue
      default:
        if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
          name += " "
        } else {
          name.unicodeScalars.append(scalar)
        }
      }
      if name.utf8.count > longestName { break }
    }
    name = name.split(separator: " ").joined(separator: " ")
    name = String(name.drop { $0 == "." || $0 == " " })
    while let last = name.last, last == "." || last == " " { name.removeLast() }
    return name.isEmpty ? "Task" : name
  }
}
