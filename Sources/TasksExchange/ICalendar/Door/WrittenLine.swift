import TasksCore

/// A content line as a client wrote it, without its folds.
struct WrittenLine: Hashable {
  let text: String
  /// The same for all spellings of the line: parameters in any order, quoted or not, and lengths of time in any units.
  let meaning: String
  let line: ContentLine

  /// The longest line that is kept, and how much of a task's lines is, in bytes.
  static let longest = 4 * 1024
  static let most = 16 * 1024

  /// Nil if the text is no content line.
  init?(_ text: String) {
    let clean = CalendarText.cleaned(text)
    guard let line = ContentLine(Array(clean.utf8), line: 0) else { return nil }
    (self.text, self.line) = (clean, line)
    var parameters = line.parameters.map { "\($0.name)=\($0.value)" }.sorted()
    var value = line.text.string
    if line.name == "TRIGGER" {
      parameters = line["RELATED"].map { ["RELATED=\($0.uppercased())"] } ?? []
      if let length = CalendarDuration(line.value) {
        value = "\(length.days * 86_400 + length.seconds)"
      }
    }
    meaning = ([line.name] + parameters).joined(separator: ";") + ":" + value
  }

  /// Whether it holds a file.
  var isInlineFile: Bool {
    line.name == "ATTACH"
      && (line["VALUE"]?.uppercased() == "BINARY" || line["ENCODING"]?.uppercased() == "BASE64"
        || line.value.lowercased().hasPrefix("data:"))
  }

  // MARK: Properties

  /// The value of a property of the line's kind: what follows the name, and of a line without parameters what follows
  /// the colon. If it would not be read back, all of the line as a string of JSON.
  private func value(isNameTold: Bool) -> Text {
    let rest = text.utf8.dropFirst(line.name.utf8.count)
    let bare = rest.dropFirst()
    let isBare = rest.first == 0x3A && bare.first.map { ![0x22, 0x3A, 0x3B].contains($0) } == true
    let value = Text(bytes: Array(isBare ? bare : rest))
    let isHeld = !value.bytes.contains(0x09) && value.string.trimmedBlanks == value.string
    return isNameTold && isHeld ? value : Text(bytes: JSONWriter.text { $0.string(text) })
  }

  func add(to task: inout Task) -> Bool {
    let (kind, isTold) = DoorNames.kind(ofLine: line.name)
    return text.utf8.count <= WrittenLine.longest
      && task.add(value(isNameTold: isTold), ofKind: kind)
  }

  /// The line that a property keeps; nil if it keeps none.
  init?(_ property: Task.Property) {
    guard let name = DoorNames.lineName(property.name) else { return nil }
    switch property.value.bytes.first {
    case 0x22:
      guard let text = (try? JSONValue(property.value.bytes))?.text else { return nil }
      self.init(text.string)
    case 0x3A, 0x3B: self.init(name + property.value.string)
    default: self.init("\(name):\(property.value.string)")
    }
  }

  /// Changes the lines that a task keeps by what a client says otherwise than it was told.
  ///
  /// - Returns: The names of the lines that are left out, because they are too long or too many.
  static func change(
    _ task: inout Task, from told: [WrittenLine], to new: [WrittenLine], isRewritten: Bool
  ) -> [String] {
    var left: [String] = []
    for name in (told + new).map(\.line.name).uniqued() {
      var gone = told.filter { $0.line.name == name }
      var added: [WrittenLine] = []
      let said = new.filter { $0.line.name == name }
      if said.isEmpty, isRewritten { continue }
      for line in said {
        if let place = gone.firstIndex(where: { $0.meaning == line.meaning }) {
          gone.remove(at: place)
        } else {
          added.append(line)
        }
      }
      for line in gone {
        let place = task.properties.lastIndex {
          WrittenLine($0)?.meaning == line.meaning
        }
        guard let place else { continue }
        task.properties.remove(at: place)
      }
      for line in added where !line.add(to: &task) { left.append(name) }
    }
    return left
  }
}

extension JSONWriter {
  static func text(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    write(&json)
    return json.bytes
  }

  mutating func lines(_ lines: [WrittenLine]) {
    array { for line in lines { $0.string(line.text) } }
  }
}

extension JSONValue {
  var lines: [WrittenLine] { elements.compactMap { $0.text.flatMap { WrittenLine($0.string) } } }
}
