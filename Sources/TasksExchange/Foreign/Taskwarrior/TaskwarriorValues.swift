import TasksCore

/// The values of the attributes of a task.
struct TaskwarriorValues {
  let json: JSONValue
  let context: ForeignContext

  /// Why a task cannot be read.
  struct Failure: Error { let reason: String }

  // MARK: Texts

  /// The texts of an array, or of one text with commas, as before Taskwarrior 2.6.
  func list(_ name: Text) -> [Text] {
    switch json[name] {
    case .array(let elements):
      elements.compactMap { element in
        element.text ?? element.number.map { Text($0.shortestDecimal) }
      }
    case .string(let text):
      text.bytes.split(separator: 0x2C).map { Text(bytes: $0.trimmingBlanks) }
    default: []
    }
  }

  /// The texts of a JSON array in a text.
  func texts(_ name: Text) -> [Text] {
    value(in: name).elements.compactMap(\.text)
  }

  /// The JSON in a text; null if there is none.
  func value(in name: Text) -> JSONValue {
    json[name].text.flatMap { try? JSONValue($0.bytes) } ?? .null
  }

  /// An attribute that is a text with something in it.
  func text(_ name: Text) -> Text? {
    json[name].text.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Dates

  /// - Parameter json: Whose date it is, if not that of the task itself.
  func date(_ name: Text, in json: JSONValue? = nil) throws(Failure) -> TaskwarriorDate? {
    let value = (json ?? self.json)[name]
    if value == .null || value == .string(.empty) { return nil }
    guard let date = TaskwarriorDate(value, context) else {
      throw Failure(reason: "its \(name) is no date: \(ControlCharacters.escaped(value.printed))")
    }
    return date
  }

  /// A moment, or what it was exactly if the attribute is as written.
  func moment(_ name: Text, exact: Text) throws(Failure) -> Timestamp? {
    let date = try date(name)
    guard let words = text(exact)?.string.split(separator: " ") else { return date?.moment }
    if words == ["-"] { return nil }
    let isWritten = words.first == "-" || words.first.map { Text(String($0)) } == date?.text
    return isWritten ? words.last.flatMap { Timestamp(iso: String($0)) } : date?.moment
  }

  /// The date of an attribute, with what is kept of it beside: exactly that if the attribute is as written, else moved.
  func plan(
    _ name: Text, exact: Text, at current: JSONValue?
  ) throws(Failure) -> Planning? {
    let date = try date(name, in: current)
    let text = text(exact)?.string ?? ""
    let written = text.prefix { $0 != " " }
    let kept = Planning(fieldText: String(text.dropFirst(written.count + 1)))
    guard let date else { return written == "-" ? kept : nil }
    guard let kept else { return Planning(date.planned) }
    return Text(String(written)) == date.text ? kept : kept.moved(to: date.planned)
  }
}
