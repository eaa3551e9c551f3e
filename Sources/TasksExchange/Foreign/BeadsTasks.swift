import TasksCore

/// The issues of beads, a JSON object a line (`.beads/issues.jsonl`), which tbd reads and prints, too.
package struct BeadsTasks: ForeignReader {
  package static let name = "beads"
  private let context: ForeignContext

  package init(_ context: ForeignContext) { self.context = context }

  /// Of two lines with one id, the one that was updated later counts, or else the later one.
  package func read(_ bytes: [UInt8]) -> [ForeignRecord] {
    var issues: [(line: Int, json: JSONValue)] = []
    var places: [Text: Int] = [:]
    var bad: [(line: Int, reason: String)] = []
    for (index, text) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      let (line, bytes) = (index + 1, text.last == 0x0D ? text.dropLast() : text)
      if bytes.isBlankLine { continue }
      if BeadsTasks.isMarker(bytes) {
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

  private static func isMarker(_ line: ArraySlice<UInt8>) -> Bool {
    [0x3C, 0x3D, 0x3E, 0x7C].contains { line.prefix(7).elementsEqual(repeatElement($0, count: 7)) }
  }
}
