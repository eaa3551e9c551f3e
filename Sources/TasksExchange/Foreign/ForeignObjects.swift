import TasksCore

/// The JSON objects of a file, in an array or one after the other, with the lines on which they begin.
///
/// Each is read for itself, so that one that is no JSON does not hide the others.
struct ForeignObjects: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// How many arrays are open.
  private var arrays = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Returns: Nil for the value if the text there is no object.
  mutating func next() -> (line: Int, json: JSONValue?)? {
    while position < bytes.count {
      let start = line
      switch bytes[position] {
      case 0x7B:
        let object = object()
        let isText = String(validating: object, as: UTF8.self) != nil
        return (start, isText ? try? JSONValue(object) : nil)
      case 0x0A: line += 1
      case 0x5B: arrays += 1
      case 0x5D: arrays -= 1
      case 0x20, 0x09, 0x0D, 0x2C: break
      default:
        position = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
        return (start, nil)
      }
      position += 1
    }
    // A file that was cut off.
    if arrays > 0 {
      arrays = 0
      return (line, nil)
    }
    return nil
  }

  /// Takes the bytes up to the closing brace. In texts, control characters become escapes, which Taskwarrior leaves out,
  /// and what it makes of the surrogates of a character, three bytes of each, becomes one U+FFFD.
  private mutating func object() -> [UInt8] {
    var out: [UInt8] = []
    var (depth, isText) = (0, false)
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x0A { line += 1 }
      if let length = surrogates(at: position) {
        out += [0xEF, 0xBF, 0xBD]
        position += length
        continue
      }
      position += 1
      if isText, byte < 0x20 {
        out += Array((byte < 0x10 ? "\\u000" : "\\u00").utf8)
        out += Array(String(byte, radix: 16).utf8)
        continue
      }
      out.append(byte)
      if isText, byte == 0x5C, position < bytes.count {
        out.append(bytes[position])
        position += 1
      } else if byte == 0x22 {
        isText.toggle()
      } else if !isText {
        if byte == 0x7B || byte == 0x5B { depth += 1 }
        if byte == 0x7D || byte == 0x5D { depth -= 1 }
        if depth == 0 { break }
      }
    }
    return out
  }

  /// The length of a surrogate in the form of UTF-8, or of a pair of them (Unicode Technical Report 26).
  private func surrogates(at start: Int) -> Int? {
    func isHalf(_ start: Int, _ second: ClosedRange<UInt8>) -> Bool {
      start + 2 < bytes.count && bytes[start] == 0xED && second.contains(bytes[start + 1])
        && (0x80...0xBF).contains(bytes[start + 2])
    }
    guard bytes[start] == 0xED, isHalf(start, 0xA0...0xBF) else { return nil }
    return isHalf(start, 0xA0...0xAF) && isHalf(start + 3, 0xB0...0xBF) ? 6 : 3
  }
}

/// Imported tasks that wait for each other, or are part of each other, in a circle: none of them could be begun.
struct ForeignCycles {
  private let new: [TaskID: Task]
  private let existing: (TaskID) -> Task?
  /// Why a task cannot come in, by its id.
  private(set) var reasons: [TaskID: String] = [:]

  /// - Parameters:
  ///   - tasks: The imported tasks as they would be.
  ///   - existing: Returns a task of the store.
  init(_ tasks: [Task], existing: @escaping (TaskID) -> Task?) {
    new = Dictionary(tasks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.existing = existing
    find(in: tasks, "it waits for itself", "a dependency") { $0.blockers }
    find(in: tasks, "it is part of itself", "a parent") { $0.parent.map { [$0] } ?? [] }
  }

  private mutating func find(
    in tasks: [Task], _ fault: String, _ what: String, _ next: (Task) -> [TaskID]
  ) {
    // Walks in depth; a task that is on the way already closes a circle. Repeated without the circles found, since one
    // walk sees each task once.
    var isNew = true
    while isNew {
      isNew = false
      var seen: Set<TaskID> = []
      for task in tasks where reasons[task.id] == nil && !next(task).isEmpty {
        guard let circle = circle(from: task, next, &seen) else { continue }
        let titles = (circle + [circle[0]]).map { "'\(ControlCharacters.escaped($0.title))'" }
        let reason = "\(fault): \(titles.joined(separator: " → ")); remove \(what) there"
        for task in circle where new[task.id] != nil {
          reasons[task.id] = reason
          isNew = true
        }
      }
    }
  }

  private func circle(
    from start: Task, _ next: (Task) -> [TaskID], _ seen: inout Set<TaskID>
  ) -> [Task]? {
    var way: [(task: Task, rest: [TaskID])] = [(start, next(start))]
    guard seen.insert(start.id).inserted else { return nil }
    while let id = way.last?.rest.last {
      way[way.count - 1].rest.removeLast()
      if let place = way.firstIndex(where: { $0.task.id == id }) {
        return way[place...].map(\.task)
      }
      if reasons[id] == nil, let task = new[id] ?? existing(id), seen.insert(id).inserted {
        way.append((task, next(task)))
      }
      while let last = way.last, last.rest.isEmpty, way.count > 1 { way.removeLast() }
    }
    return nil
  }
}

/// What a format that is only read says of a task of the store.
extension ForeignContext {
  /// Returns the task with nothing but what all formats have: its title, its notes and a state that they have.
  ///
  /// The log and the properties are empty, although readers fill them: the other program never saw those of the store,
  /// so that what its file lacks was not removed there.
  ///
  /// - Parameter canCancel: Whether the format tells canceled from done.
  func reduced(_ task: Task, canCancel: Bool = false) -> Task {
    var told = self.task(task.id, title: ForeignProperty.line(task.title), state: open)
    if task.isDone {
      told.state = canCancel && task.state == canceled ? canceled : done
    } else if task.state == started || task.state == waiting {
      told.state = task.state
    }
    told.format = task.format
    told.notes = task.notes
    told.created = task.created
    told.tags = task.tags
    told.blockers = task.blockers
    if ["A", "B", "C"].contains(task.priority?.text) { told.priority = task.priority }
    return told
  }

  /// The date of a moment in UTC that stands for a day at midnight, there or here.
  func planned(_ seconds: Int64) -> Timestamp {
    let (here, there) = (local(seconds), ForeignContext.civil(seconds))
    return there.minute == 0
      ? Timestamp(there.date)
      : here.minute == 0 ? Timestamp(here.date) : here
  }
}
