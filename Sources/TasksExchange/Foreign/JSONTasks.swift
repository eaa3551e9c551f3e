import TasksCore

/// The tasks of `list --json`, as an export writes them: without `short` and `sync`, which belong to one clone.
struct JSONTasks: ForeignFormat {
  static let name = "json"
  static let ending = ".json"
  static let traits: Set<ForeignTrait> = [.tellsAll, .tellsRepeaters, .isOneDocument]
  private let lines: JSONLineTasks

  init(_ context: ForeignContext) { lines = JSONLineTasks(context) }

  func print(_ tasks: [Task]) -> [UInt8] {
    JSONWriter.document(kind: "tasks") { writer in
      writer.array(tasks) { writer, task in TaskJSON.write(exported: task, to: &writer) }
    }
  }

  func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    let json: JSONValue
    do {
      json = try JSONValue(bytes)
    } catch {
      return [.bad(line: JSONLineTasks.line(of: error.offset, in: bytes), reason: "it is no JSON")]
    }
    let value = json["tasks"] == .null ? json : json["tasks"]
    guard case .array(let tasks) = value else {
      return [.bad(line: 1, reason: "it holds no array of tasks")]
    }
    return tasks.enumerated().map { lines.record($1, line: 1, number: $0 + 1) }
  }

  /// All of a task is there.
  func told(_ tasks: [Task]) -> [Task] { tasks }
}

/// A task a line, as `list --jsonl` prints them.
struct JSONLineTasks: ForeignFormat {
  static let name = "jsonl"
  static let ending = ".jsonl"
  static let traits: Set<ForeignTrait> = [.tellsAll, .tellsRepeaters]
  private let context: ForeignContext

  init(_ context: ForeignContext) { self.context = context }

  func print(_ tasks: [Task]) -> [UInt8] {
    var writer = JSONWriter()
    for task in tasks {
      TaskJSON.write(exported: task, to: &writer)
      writer.endLine()
    }
    return writer.bytes
  }

  func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        let isBlank = line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
        if isBlank { return nil }
        guard let json = try? JSONValue(Array(line)) else {
          return .bad(line: index + 1, reason: "it is no JSON")
        }
        return record(json, line: index + 1, number: nil)
      }
  }

  func told(_ tasks: [Task]) -> [Task] { tasks }

  /// - Parameter number: Which of the tasks of a line it is, from 1; nil if there is one only.
  func record(_ json: JSONValue, line: Int, number: Int?) -> ForeignRecord {
    let name = number.map { "task \($0): " } ?? ""
    do {
      guard case .object(let members) = json else {
        return .bad(line: line, reason: name + "it is no object")
      }
      // What has an id may say other keys only.
      let title = JSONValue.Member(name: "title", value: .string(.empty))
      let isUntitled = json["title"] == .null && json["id"] != .null
      let object = isUntitled ? JSONValue.object(members + [title]) : json
      let base = context.task(nil, title: .empty)
      var task = try TaskJSONReader.task(object, base: base)
      task.hasOwnID = task.id != .none
      task.state = context.state(task.state.keyword) ?? task.state
      var said =
        TaskJSONReader.hasAllKeys(json) ? nil : JSONLineTasks.columns(of: members)
      if json["state"] == .null, json["done"] == .bool(true) || task.closed != nil {
        task.state = context.done
        said?.insert("state")
      }
      let unknown = TaskJSONReader.unknownKeys(in: json).map { ControlCharacters.escaped($0) }
      return .task(
        ForeignTask(
          line: line, task: task,
          remarks: unknown.isEmpty
            ? [] : ["left out what is no key of a task: \(unknown.joined(separator: ", "))"],
          said: said))
    } catch {
      return .bad(line: line, reason: name + error.message)
    }
  }

  /// The columns and properties that the keys of an object stand for.
  private static func columns(of members: [JSONValue.Member]) -> Set<String> {
    Set(
      members.flatMap { member in
        if member.name == "properties" { return member.value.members.map(\.name.string) }
        let columns = TaskColumn.all.filter { $0.key == member.name }.map(\.name)
        return columns.isEmpty ? [member.name.string] : columns
      })
  }

  static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    1 + bytes.prefix(offset).count { $0 == 0x0A }
  }
}
