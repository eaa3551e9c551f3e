import TasksCore

/// The issues of beads, a JSON object a line (`.beads/issues.jsonl`), which tbd reads and prints, too.
package struct BeadsTasks: ForeignReader {
  package static let name = "beads"
  package static let ending = ".beads/issues.jsonl"
  private let context: ForeignContext

  package init(_ context: ForeignContext) { self.context = context }

  package static func places(_ machine: ForeignMachine) -> ForeignPlaces? {
    .above([ending, ".beads/beads.jsonl", ".tbd/issues.jsonl"])
  }

  /// Of two lines with one id, the one that was updated later counts, or else the later one.
  package func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    var issues: [(line: Int, json: JSONValue)] = []
    var places: [Text: Int] = [:]
    var bad: [(line: Int, reason: String)] = []
    for (index, text) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      let (line, bytes) = (index + 1, text.last == 0x0D ? text.dropLast() : text)
      if bytes.isBlankLine { continue }
      if MarkedText.isMarker(bytes) {
        bad.append((line, "a merge of git has left its mark here; resolve the conflict first"))
        continue
      }
      guard let json = try? JSONValue(Array(bytes)), case .object = json else {
        bad.append((line, "it is no JSON object"))
        continue
      }
      guard let id = json["id"].text, let place = places[id] else {
        if let id = json["id"].text { places[id] = issues.count }
        issues.append((line, json))
        continue
      }
      if updated(json) >= updated(issues[place].json) { issues[place] = (line, json) }
    }
    let read = issues.map { line, json in (line, record(json, line: line)) }
    let all = read + bad.map { ($0.line, ForeignRecord.bad(line: $0.line, reason: $0.reason)) }
    return all.ordered { $0.0 < $1.0 }.map(\.1)
  }

  package func told(_ tasks: [Task]) -> [Task] {
    tasks.map { task in
      var told = context.reduced(task, canCancel: true)
      told.closed = task.isDone ? task.closed : nil
      told.scheduled = task.scheduled.map { Planning($0.start) }
      told.deadline = task.deadline.map { Planning($0.start) }
      told.parent = task.parent
      told.effort = task.effort
      return told
    }
  }

  private func record(_ json: JSONValue, line: Int) -> ForeignRecord {
    guard let title = json["title"].text, !ForeignProperty.line(title).isEmpty else {
      return .bad(line: line, reason: "it has no title")
    }
    var reader = BeadsReader(json, context)
    var record = reader.record(title)
    record.line = line
    return .task(record)
  }

  private func updated(_ json: JSONValue) -> Int64 {
    json["updated_at"].text.flatMap { ForeignContext.seconds(utc: $0.string) } ?? .min
  }
}

struct BeadsReader {
  private let json: JSONValue
  private let context: ForeignContext
  private var remarks: [String] = []

  init(_ json: JSONValue, _ context: ForeignContext) {
    (self.json, self.context) = (json, context)
  }

  /// Keys that are fields. When it was last changed follows from the history here.
  private static let known: Set<Text> = [
    "id", "title", "status", "priority", "created_at", "updated_at", "closed_at", "due_at",
    "defer_until", "estimated_minutes", "labels", "dependencies", "comments", "description",
    "design", "acceptance_criteria", "notes",
  ]

  mutating func record(_ title: Text) -> ForeignTask {
    let line = ForeignProperty.line(title)
    if title.lines.count > 1 { remarks.append("the line breaks of its title became blanks") }
    var task = context.task(json["id"].text.flatMap { context.id(foreign: $0) }, title: line)
    task.format = .markdown
    readState(into: &task)
    readPriority(into: &task)
    task.created = seconds("created_at").map(context.local)
    task.deadline = seconds("due_at").map { Planning(context.planned($0)) }
    task.scheduled = seconds("defer_until").map { Planning(context.planned($0)) }
    if let minutes = json["estimated_minutes"].number.flatMap({ Int(exactly: $0) }), minutes > 0 {
      task.effort = minutes
    }
    task.tags = json["labels"].elements.compactMap(\.text).map { ForeignProperty.line($0) }
      .filter { !$0.isEmpty }.uniqued()
    task.notes = notes
    readDependencies(into: &task)
    readComments(into: &task)
    if case .object(let members) = json {
      for member in members where !BeadsReader.known.contains(member.name) {
        keep(member.name, member.value, in: &task)
      }
    }
    return ForeignTask(line: 0, task: task, remarks: remarks)
  }

  private mutating func readState(into task: inout Task) {
    switch json["status"].text {
    case "open", nil: break
    case "in_progress": task.state = context.started
    case "blocked", "deferred": task.state = context.waiting
    case "closed":
      task.state = context.done
      task.closed = seconds("closed_at").map(context.local)
    case "tombstone":
      task.state = context.canceled
      task.closed = seconds("deleted_at").map(context.local)
    default: keep("status", json["status"], in: &task)
    }
  }

  /// From 0, the most urgent, to 4.
  private mutating func readPriority(into task: inout Task) {
    switch json["priority"] {
    case .number(0), .number(1): task.priority = Priority("A")
    case .number(2): task.priority = Priority("B")
    case .number(3), .number(4): task.priority = Priority("C")
    default: keep("priority", json["priority"], in: &task)
    }
  }

  /// The texts, each but the first below a heading.
  private var notes: Text {
    let parts: [(key: Text, heading: Text)] = [
      ("description", ""), ("design", "Design"), ("acceptance_criteria", "Acceptance criteria"),
      ("notes", "Notes"),
    ]
    let texts = parts.compactMap { key, heading -> [UInt8]? in
      let text = json[key].text?.withoutReturns.trimmingBlankLines ?? .empty
      if text.isEmpty { return nil }
      return heading.isEmpty ? text.bytes : Array("## \(heading)\n\n".utf8) + text.bytes
    }
    return Text(bytes: Array(texts.joined(separator: [0x0A, 0x0A])))
  }

  private mutating func readDependencies(into task: inout Task) {
    var others: [(type: Text, ids: [Text])] = []
    for dependency in json["dependencies"].elements {
      guard let other = dependency["depends_on_id"].text, let id = context.id(foreign: other),
        let type = dependency["type"].text
      else { continue }
      if id == task.id {
        remarks.append("left out that it depends on itself")
      } else if type == "parent-child", task.parent == nil {
        task.parent = id
      } else if type == "blocks" {
        task.blockers.append(id)
      } else if let place = others.firstIndex(where: { $0.type == type }) {
        others[place].ids.append(other)
      } else {
        others.append((type, [other]))
      }
    }
    task.blockers = task.blockers.uniqued()
    for (type, ids) in others {
      let text = Text(bytes: Array(ids.map(\.bytes).joined(separator: [0x20])))
      keep(type, .string(text), in: &task)
    }
  }

  /// Newest first. The author stands before the text.
  private func readComments(into task: inout Task) {
    let notes = json["comments"].elements.compactMap { comment -> LogEntry? in
      guard let text = comment["text"].text?.withoutReturns else { return nil }
      let author = comment["author"].text.flatMap { $0.isEmpty ? nil : "\($0): " as Text }
      let seconds = BeadsReader.seconds(comment["created_at"])
      let entry = LogEntry(
        .note, at: seconds.map(context.local),
        note: Text(bytes: (author?.bytes ?? []) + text.bytes))
      return entry.note == nil ? nil : entry
    }
    let newest = notes.enumerated().ordered {
      let (one, other) = ($0.element.at, $1.element.at)
      if let one, let other, one != other { return one > other }
      return $0.offset > $1.offset
    }
    task.log = newest.map { .entry($0.element) }
  }

  private func seconds(_ key: Text) -> Int64? { BeadsReader.seconds(json[key]) }

  /// The zero of Go stands for no time.
  private static func seconds(_ json: JSONValue) -> Int64? {
    json.text.flatMap { ForeignContext.seconds(utc: $0.string) }.flatMap {
      ForeignContext.civil($0).date.year > 1 ? $0 : nil
    }
  }

  private mutating func keep(_ key: Text, _ value: JSONValue, in task: inout Task) {
    guard let new = ForeignProperty(key, json: value, of: BeadsTasks.name) else { return }
    if new.isChanged {
      remarks.append("line breaks of \(ControlCharacters.escaped(key)) became blanks")
    }
    task.properties.append(foreign: new)
  }
}
