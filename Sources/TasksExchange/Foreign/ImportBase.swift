import TasksCore

/// What the last import of each source read, a record a task: when the source is read again, the base of a merge of what
/// changed there with what changed here.
///
/// A file of the store for each format, so that each clone has it. A line holds the id, the source, the occurrences that
/// were finished, and the task as JSON, with tabs between them; the lines are in the order of the ids. The source is
/// empty if it no longer has the task. Where two clones
/// have imported, git keeps the lines of both (`merge=union`), and a record may be known in several versions.
package struct ImportBase: Sendable {
  private struct Line {
    let source: Text
    /// What follows the source.
    let record: [UInt8]
  }

  package static let attributes = (
    path: ".tasks/imports/.gitattributes", text: "* merge=union -text\n"
  )

  /// The path of the file in a store.
  package static func path(of format: String) -> String { ".tasks/imports/\(format)" }

  private var lines: [TaskID: [Line]] = [:]
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
    for line in bytes.split(separator: 0x0A) {
      let parts = line.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let id = TaskID(Text(bytes: parts[0])) else { continue }
      lines[id, default: []].append(Line(source: Text(bytes: parts[1]), record: Array(parts[2])))
    }
  }

  /// What is remembered of a record. Notes of a task whose notes are encrypted here are not.
  package static func text(of record: ForeignTask) -> [UInt8] {
    var task = record.task
    task.path = ""
    if task.tags.contains(Task.cryptTag) { task.notes = .empty }
    var writer = JSONWriter()
    TaskJSON.write(exported: task, to: &writer)
    return Array(record.finished.map(\.iso).joined(separator: ",").utf8) + [0x09] + writer.bytes
  }

  func knows(_ id: TaskID) -> Bool { lines[id] != nil }

  /// Whether a record is one that was read before.
  func has(_ record: [UInt8], of id: TaskID) -> Bool {
    lines[id]?.contains { $0.record == record } ?? false
  }

  /// The task of a record as it was read last.
  func task(_ id: TaskID, _ context: ForeignContext) -> Task? {
    guard let record = lines[id]?.last?.record, let tab = record.firstIndex(of: 0x09),
      let json = try? JSONValue(Array(record[(tab + 1)...])),
      case .task(let known) = JSONLineTasks(context).record(json, line: 1, number: nil)
    else { return nil }
    return known.task
  }

  /// The tasks of some sources.
  func tasks(of sources: Set<String>) -> Set<TaskID> {
    Set(lines.filter { _, lines in lines.contains { sources.contains($0.source.string) } }.keys)
  }

  /// The file once the records of an import are remembered.
  ///
  /// - Parameter gone: Tasks that their sources no longer have; they may come back.
  func bytes(
    adding records: [(id: TaskID, source: String, text: [UInt8])], without gone: Set<TaskID>
  ) -> [UInt8] {
    if records.isEmpty, gone.isEmpty { return bytes }
    var lines = lines
    for id in gone {
      lines[id] = lines[id]?.map { Line(source: .empty, record: $0.record) }
    }
    for (id, source, text) in records {
      lines[id] = [Line(source: Text(ControlCharacters.escaped(Text(source))), record: text)]
    }
    var out: [UInt8] = []
    for (id, lines) in lines.ordered(by: { $0.key.text < $1.key.text }) {
      for line in lines {
        out += id.text.bytes + [0x09] + line.source.bytes + [0x09] + line.record + [0x0A]
      }
    }
    return out
  }
}
