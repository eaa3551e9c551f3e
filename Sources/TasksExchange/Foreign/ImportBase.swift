import TasksCore

/// What the last import of each source read, a record a task: when the source is read again, the base of a merge of what
/// changed there with what changed here.
///
/// A file of the store for each format, so that each clone has it (``ImportRecords``). Of a task as JSON the notes stand
/// apart; before the rest stand the occurrences that were finished, and of a record without an id the one before it
/// (``ForeignIdentity``). A record may be known in several versions.
package struct ImportBase: Sendable {
  package struct Record: Hashable, Sendable {
    package var notes: [UInt8] = []
    package var rest: [UInt8] = []
  }

  package static let attributes = (
    path: "\(ImportRecords.folder)/.gitattributes", text: "* merge=union -text\n"
  )

  package static func path(of format: String) -> String { "\(ImportRecords.folder)/\(format)" }

  private let bytes: [UInt8]
  private let records: ImportRecords

  package init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
    records = ImportRecords(bytes)
  }

  /// - Parameters:
  ///   - isSecret: Whether the notes of the task are encrypted here.
  ///   - before: The record before it among the parts of a task, ``TaskID/none`` for the first; nil for a record with an id.
  package static func record(
    of record: ForeignTask, isSecret: Bool, after before: TaskID? = nil
  ) -> Record {
    var task = record.task
    task.path = ""
    task.notes = .empty
    var (notes, rest) = (JSONWriter(), JSONWriter())
    if !isSecret, !record.task.notes.isEmpty { notes.string(record.task.notes) }
    TaskJSON.write(exported: task, to: &rest)
    let finished = Array(record.finished.map(\.iso).joined(separator: ",").utf8)
    let place = before.map { [0x40] + $0.text.bytes } ?? []
    return Record(notes: notes.bytes, rest: finished + place + [0x09] + rest.bytes)
  }

  func knows(_ id: TaskID) -> Bool { records.lines[id] != nil }

  func has(_ record: Record, of id: TaskID) -> Bool {
    records.lines[id]?.contains { $0.notes == record.notes && $0.rest == record.rest } ?? false
  }

  /// The task of a record as it was read last.
  func task(_ id: TaskID, _ context: ForeignContext) -> Task? {
    guard let line = records.lines[id]?.last, let tab = line.rest.firstIndex(of: 0x09),
      let json = try? JSONValue(Array(line.rest[(tab + 1)...])),
      case .task(let known) = JSONLineTasks(context).record(json, line: 1, number: nil)
    else { return nil }
    var task = known.task
    if let notes = try? JSONValue(line.notes).text { task.notes = notes }
    return task
  }

  /// The record before the one of a task when it was read last; nil if that is not known.
  func before(_ id: TaskID) -> TaskID? {
    guard let head = records.lines[id]?.last?.rest.prefix(while: { $0 != 0x09 }),
      let sign = head.firstIndex(of: 0x40)
    else { return nil }
    return TaskID(Text(bytes: head[(sign + 1)...])) ?? TaskID.none
  }

  /// All sources that have tasks.
  var sources: Set<String> {
    Set(records.lines.values.flatMap { $0.map(\.source.string) }.filter { !$0.isEmpty })
  }

  /// The source from which a task was read last.
  func source(of id: TaskID) -> String? { records.lines[id]?.last?.source.string }

  func tasks(of sources: Set<String>) -> Set<TaskID> {
    Set(
      records.lines.filter { _, lines in lines.contains { sources.contains($0.source.string) } }
        .keys)
  }

  /// The file once the records of an import are remembered.
  ///
  /// - Parameter gone: Tasks that their sources no longer have; they may come back.
  func bytes(
    adding new: [(id: TaskID, source: String, record: Record)], without gone: Set<TaskID>
  ) -> [UInt8] {
    if new.isEmpty, gone.isEmpty { return bytes }
    var records = records
    for id in gone {
      for place in records.lines[id, default: []].indices {
        records.lines[id]?[place].source = .empty
      }
    }
    for (id, source, record) in new {
      let source = Text(ControlCharacters.escaped(Text(source)))
      records.lines[id] = [.init(source: source, notes: record.notes, rest: record.rest)]
    }
    return records.bytes
  }
}
