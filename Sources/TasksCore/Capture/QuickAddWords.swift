/// Fields as a line that is edited and read again.
extension QuickAdd {
  /// The fields of a task as they are typed, values with blanks in double quotes.
  package static func words(of task: Task, _ fields: OwnFields) -> String {
    let words = values(of: task, fields).map { key, value in
      value.contains { $0 == " " || $0 == "\t" } ? "\(key):\"\(value)\"" : "\(key):\(value)"
    }
    return (words + task.tags.map { $0.bytes.first == 0x40 ? "\($0)" : "+\($0)" })
      .joined(separator: " ")
  }

  /// The fields of a task that have a value, but for its tags, by the keys and with the values that are typed.
  package static func values(
    of task: Task, _ fields: OwnFields
  ) -> [(key: String, value: String)] {
    var values: [(key: String, value: String)] = []
    func add(_ key: String, _ value: String?) {
      if let value, !value.isEmpty { values.append((key, value)) }
    }
    add("pri", task.priority?.text)
    add("due", task.deadline?.start.iso)
    add("sched", task.scheduled?.start.iso)
    let repeater = task.deadline?.repeater ?? task.scheduled?.repeater
    add("every", repeater.map { task.repeats.typed($0) })
    for field in PlainField.listed {
      add(QuickAddKey.field(field).name, field.kind.typed(field.value(in: task)))
    }
    for field in fields.all { add(field.name.string, field.kind.typed(field.value(in: task))) }
    return values
  }

  /// Splits a line of changes at its blanks, as a shell does.
  package static func split(_ line: String) -> [String] {
    line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" }).map(String.init)
  }

  /// The words of `modify` that turn the fields of one line, as ``words(of:_:)`` has them, into those of another.
  package static func changes(from old: String, to new: String) -> [String] {
    let (old, new) = (words(in: old), words(in: new))
    let gone = old.filter { !new.contains($0) }
    let keys = Set(new.compactMap { key(of: $0) })
    let cleared = gone.compactMap { word -> String? in
      guard let key = key(of: word) else {
        return "-" + (word.hasPrefix("+") ? word.dropFirst() : word[...])
      }
      return keys.contains(key) ? nil : key
    }
    return new.filter { !old.contains($0) } + cleared
  }

  /// The words of a line; a value in double quotes is one word with its key.
  private static func words(in line: String) -> [String] {
    var words: [String] = []
    var isQuoted = false
    for part in split(line) {
      if isQuoted { words[words.count - 1] += " " + part } else { words.append(part) }
      if part.count(where: { $0 == "\"" }) % 2 == 1 { isQuoted.toggle() }
    }
    return words
  }

  /// The key of a word with its colon; nil for a tag.
  private static func key(of word: String) -> String? {
    guard !word.hasPrefix("+"), !word.hasPrefix("@") else { return nil }
    return word.firstIndex(of: ":").map { String(word[...$0]) }
  }
}
