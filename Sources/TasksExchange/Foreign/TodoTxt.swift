import TasksCore

/// A task a line, as todo.txt has them (todotxt.org), with the keys of topydo.
///
/// There are no escapes: a title with words that are read as fields loses them in an empty store, and keeps them in
/// the one it comes from.
package struct TodoTxt: ForeignFormat {
  package static let name = "todotxt"
  package static let ending = ".txt"
  /// todo.sh moves a line from one file to another when it is done.
  package static let traits: Set<ForeignTrait> = [.movesRecords]
  package static let options: Set<ForeignOption> = [.projectAs]
  private let context: ForeignContext

  package init(_ context: ForeignContext) { self.context = context }

  package static func places(_ machine: ForeignMachine) -> ForeignPlaces? {
    .paths(machine.todoFiles)
  }

  // MARK: Printing

  package func print(_ tasks: [Task]) -> [UInt8] {
    Array(tasks.map { line($0) + "\n" }.joined().utf8)
  }

  private func line(_ task: Task) -> String {
    var words: [String] = []
    if task.isDone {
      words.append("x")
      // topydo cannot list a finished task without both dates.
      let day = (task.closed ?? task.created ?? context.now).date
      words += [day.iso, (task.created?.date ?? day).iso]
    } else {
      if let priority = task.priority { words.append("(\(priority.text))") }
      if let created = task.created { words.append(created.date.iso) }
    }
    words.append(ControlCharacters.escaped(task.title))
    for tag in task.tags {
      let word = TodoTxt.word(tag)
      words.append(word.first == "@" ? word : "+" + word)
    }
    if let list = task.list { words.append("list:" + TodoTxt.word(list)) }
    if let wait = task.wait { words.append("wait:" + wait.iso) }
    if let scheduled = task.scheduled { words.append("t:" + scheduled.start.date.iso) }
    if let deadline = task.deadline { words.append("due:" + deadline.start.date.iso) }
    if let repeater = task.deadline?.repeater ?? task.scheduled?.repeater {
      let recurrence = TodoTxt.recurrence(repeater, task.repeats.days)
      if let recurrence { words.append("rec:" + recurrence) }
      let read = recurrence.flatMap(TodoTxt.repeater)
      if read?.repeater != repeater || read?.days != task.repeats.days {
        words.append("repeat:" + TodoTxt.word(Text(task.repeats.typed(repeater))))
      }
      if let until = task.repeats.until { words.append("until:" + until.date.iso) }
      if let times = task.repeats.times { words.append("times:\(times)") }
    }
    if task.isDone, let priority = task.priority { words.append("pri:" + priority.text) }
    if task.state != (task.isDone ? context.done : context.open) {
      words.append("state:" + task.state.keyword.string)
    }
    for field in context.fields.all where !TodoTxt.keys.contains(field.name.string) {
      let value = field.kind.typed(field.value(in: task))
      if let value { words.append("\(field.name):" + TodoTxt.word(Text(value))) }
    }
    words.append("uid:" + task.id.text.string)
    return words.joined(separator: " ")
  }

  /// The keys by which no field of the store's own is written: topydo's and ours.
  private static let keys = ["t", "rec", "repeat", "uid", "id", "p", "pri", "state"]

  /// A value has no blanks.
  private static func word(_ text: Text) -> String {
    String(text.string.map { $0.isWhitespace ? "_" : $0 })
  }

  /// topydo counts from the date with a plus, else from the day on which the task is done. Of days it has the working
  /// days alone, `1b`.
  private static func recurrence(_ repeater: Repeater, _ days: RepeatDays?) -> String? {
    if repeater.interval.unit == .hour { return nil }
    let isOfWork = days == .workdays && repeater.interval == Interval(1, .day)
    guard days == nil || isOfWork else { return nil }
    return (repeater.kind == .restart ? "" : "+") + (isOfWork ? "1b" : repeater.interval.text)
  }

  private static func repeater(_ recurrence: String) -> RepeaterReader.Result? {
    let isFromDate = recurrence.hasPrefix("+")
    let text = String(isFromDate ? recurrence.dropFirst() : recurrence[...])
    let isOfWork = text == "1b"
    guard let interval = isOfWork ? Interval(1, .day) : Interval(text), interval.count > 0 else {
      return nil
    }
    return (Repeater(isFromDate ? .cumulate : .restart, interval), isOfWork ? .workdays : nil)
  }

  // MARK: Reading

  package func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // The first project of a line is its list, or a tag like the others.
    let projectIsList = context.options.contains(.projectAs)
    var names: [String: Int] = [:]
    var records: [ForeignRecord] = []
    let relations = TodoTxtRelations(bytes)
    for (index, line) in lines.enumerated() {
      let line = line.last == 0x0D ? line.dropLast() : line
      if line.allSatisfy(\.isBlank) { continue }
      let text = String(decoding: line, as: UTF8.self)
      var reader = TodoTxtLine(text, relations, context: context)
      reader.read()
      if reader.task.title.isEmpty {
        records.append(.bad(line: index + 1, reason: "it has no title"))
        continue
      }
      if projectIsList, reader.task.list == nil,
        let project = reader.task.tags.firstIndex(where: { $0.bytes.first != 0x40 })
      {
        reader.task.list = reader.task.tags.remove(at: project)
      }
      if let name = reader.name { names[name] = index + 1 }
      records.append(
        .task(ForeignTask(line: index + 1, task: reader.task, parentName: reader.parentName)))
    }
    return records.map { record in
      guard case .task(var task) = record, let parent = task.parentName else { return record }
      task.parentLine = names[parent]
      return .task(task)
    }
  }

  private struct TodoTxtLine {
    var task: Task
    /// topydo's names of a task for its subtasks, and of the task that this one is part of.
    private(set) var name: String?
    private(set) var parentName: String?
    private let relations: TodoTxtRelations
    private let context: ForeignContext
    private var words: [Substring]
    private var recurrence: String?
    private var shadow: RepeaterReader.Result?

    init(_ line: String, _ relations: TodoTxtRelations, context: ForeignContext) {
      (self.relations, self.context) = (relations, context)
      task = context.task(nil, title: .empty)
      words = line.trimmingBlanks.split(separator: " ", omittingEmptySubsequences: false)
    }

    mutating func read() {
      let isDone = words.first == "x" && words.count > 1
      if isDone {
        words.removeFirst()
        task.state = context.done
      }
      takePriority()
      if let first = takeDate() {
        if isDone {
          task.closed = Timestamp(first)
          // Some keep the priority of a finished task, before the dates or between them.
          if task.priority == nil { takePriority() }
          task.created = takeDate().map { Timestamp($0) }
        } else {
          task.created = Timestamp(first)
        }
      }
      var title: [Substring] = []
      for word in words where !takeField(word) { title.append(word) }
      task.title = Text(title.joined(separator: " ").trimmingBlanks)
      setRepeater()
    }

    private mutating func takePriority() {
      guard let word = words.first, word.utf8.count == 3, word.first == "(", word.last == ")",
        let letter = word.dropFirst().first, letter.isASCII, letter.isUppercase, words.count > 1
      else { return }
      task.priority = Priority(String(letter))
      words.removeFirst()
    }

    private mutating func takeDate() -> CivilDate? {
      guard let word = words.first, word.utf8.count == 10, words.count > 1,
        let date = Timestamp(iso: String(word))?.date
      else { return nil }
      words.removeFirst()
      return date
    }

    /// Returns true for a word that is a field; what it says is noted.
    private mutating func takeField(_ word: Substring) -> Bool {
      if word.first == "+" || word.first == "@" { return takeTag(word) }
      guard let colon = word.firstIndex(of: ":") else { return false }
      let value = String(word[word.index(after: colon)...])
      if value.isEmpty { return false }
      switch word[..<colon] {
      case "due":
        guard let date = day(value) else { return false }
        task.deadline = Planning(date)
      case "t":
        guard let date = day(value) else { return false }
        task.scheduled = Planning(date)
      case "wait":
        guard let date = Timestamp(iso: value) else { return false }
        task.wait = date
      case "rec":
        guard TodoTxt.repeater(value) != nil else { return false }
        recurrence = value
      case "repeat":
        guard let read = RepeatRule.read(typed: value.replacing("_", with: " ")) else {
          return false
        }
        shadow = read
      case "until":
        guard let date = day(value) else { return false }
        task.repeats.until = date
      case "times":
        guard let times = Int(value), times > 0 else { return false }
        task.repeats.times = times
      case "uid":
        guard let id = context.id(foreign: Text(value)) else { return false }
        (task.id, task.hasOwnID) = (id, true)
      case "list": task.list = Text(value)
      case "pri":
        guard let priority = Priority(value) else { return false }
        task.priority = priority
      case "state":
        guard let state = context.state(named: value, isDone: task.isDone) else { return false }
        // The other program's cross at the beginning counts.
        if state.isDone == task.isDone { task.state = state }
      case "id" where relations.parents.contains(value): name = value
      case "p" where relations.names.contains(value): parentName = value
      default: return takeOwn(String(word[..<colon]), value)
      }
      return true
    }

    /// A field of the store's own; a low line in a word may stand for a blank.
    private mutating func takeOwn(_ key: String, _ value: String) -> Bool {
      guard let field = context.fields[Text(key)] else { return false }
      let texts = field.choices.isEmpty ? [value] : [value, value.replacing("_", with: " ")]
      guard let text = texts.map({ Text($0) }).first(where: { field.read($0) != nil }) else {
        return false
      }
      task.properties.append(Task.Property(field.name, text))
      return true
    }

    private func day(_ value: String) -> Timestamp? {
      value.utf8.count == 10 ? Timestamp(iso: value) : nil
    }

    /// As topydo: a sign, then anything without blanks that ends in a letter, a digit or a low line.
    private mutating func takeTag(_ word: Substring) -> Bool {
      let name = word.dropFirst()
      guard let last = name.last, last.isLetter || last.isNumber || last == "_",
        name.first != "@", name.first != "+"
      else { return false }
      let tag = Text(String(word.first == "@" ? word : name))
      if !task.tags.contains(tag) { task.tags.append(tag) }
      return true
    }

    private mutating func setRepeater() {
      guard let read = recurrence.flatMap(TodoTxt.repeater) ?? shadow else { return }
      // The exact repeater holds if the other program has not changed what stands for it.
      let isExact = shadow.map { TodoTxt.recurrence($0.repeater, $0.days) == recurrence } ?? false
      let wanted = isExact ? shadow ?? read : read
      if task.deadline == nil, task.scheduled == nil, let recurrence {
        // Nothing repeats without a date.
        task.title = Text("\(task.title) rec:\(recurrence)")
      }
      task.deadline?.repeater = wanted.repeater
      task.scheduled?.repeater = wanted.repeater
      if task.isRepeating { task.repeats.days = wanted.days }
    }
  }
}

/// topydo's names of tasks in a file: what only looks like one, `id:4711`, is a word of the title.
private struct TodoTxtRelations {
  /// What `p:` and `id:` name.
  private(set) var parents: Set<String> = []
  private(set) var names: Set<String> = []

  init(_ bytes: [UInt8]) {
    for word in bytes.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }) {
      if word.starts(with: "p:".utf8) {
        parents.insert(String(decoding: word.dropFirst(2), as: UTF8.self))
      } else if word.starts(with: "id:".utf8) {
        names.insert(String(decoding: word.dropFirst(3), as: UTF8.self))
      }
    }
  }
}

extension ForeignMachine {
  /// `todo.txt` and `done.txt`, as the environment says, else as the settings of todo.sh say, else in the home folder.
  fileprivate var todoFiles: [String] {
    let places = [
      variable("TODOTXT_CFG_FILE"), "\(home)/.todo/config", "\(home)/todo.cfg",
      "\(home)/.todo.cfg", "\(config)/todo/config", "/etc/todo/config",
    ]
    let settings = places.compactMap(\.self).lazy.compactMap(read).first ?? []
    var values: [String: String] = [:]
    func value(_ name: String) -> String? { variable(name) ?? values[name] }
    for line in String(decoding: settings, as: UTF8.self).split(whereSeparator: \.isNewline) {
      var words = line.drop { $0.isWhitespace }
      if words.hasPrefix("export ") { words = words.dropFirst(7).drop { $0.isWhitespace } }
      guard let sign = words.firstIndex(of: "="), words.first != "#" else { continue }
      var text = words[words.index(after: sign)...]
      if let quote = text.first, quote == "\"" || quote == "'" {
        text = text.dropFirst().prefix { $0 != quote }
      } else {
        text = text.prefix { !$0.isWhitespace }
      }
      values[String(words[..<sign])] = expanded(text, value)
    }
    let folder = value("TODO_DIR") ?? home
    return [
      value("TODO_FILE") ?? folder + "/todo.txt", value("DONE_FILE") ?? folder + "/done.txt",
    ]
  }

  /// Replaces `~`, `$NAME` and `${NAME}`, as the shell does that reads the settings.
  private func expanded(_ text: Substring, _ value: (String) -> String?) -> String {
    var (out, rest) = text.hasPrefix("~/") ? (home, text.dropFirst()) : ("", text)
    while let sign = rest.firstIndex(of: "$") {
      out += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      let isBraced = rest.first == "{"
      let name = rest.drop { $0 == "{" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest[name.endIndex...]
      if isBraced { rest = rest.drop { $0 != "}" }.dropFirst() }
      out += name == "HOME" ? home : value(String(name)) ?? ""
    }
    return out + rest
  }
}

extension StringProtocol {
  fileprivate var trimmingBlanks: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = drop(while: isBlank)
    let end = start.reversed().prefix(while: isBlank).count
    return String(start.dropLast(end))
  }
}
