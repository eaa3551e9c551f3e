/// A file of what the last import of each source read: the lines of `.tasks/imports/FORMAT`.
///
/// A line holds the id of a task, the source, the notes as a JSON string, and the rest of what was read, with tabs between
/// them. The source is empty if it no longer has the task. The lines are in the order of the ids; where two clones have
/// imported, git keeps the lines of both (`merge=union`).
package struct ImportRecords: Sendable {
  package struct Line: Sendable {
    package var source: Text
    /// Empty once the notes of the task are encrypted.
    package var notes: [UInt8]
    /// Empty once the whole task is encrypted.
    package var rest: [UInt8]

    package init(source: Text, notes: [UInt8], rest: [UInt8]) {
      (self.source, self.notes, self.rest) = (source, notes, rest)
    }
  }

  package static let folder = ".tasks/imports"

  package var lines: [TaskID: [Line]] = [:]

  package init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      let parts = line.split(separator: 0x09, maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let id = TaskID(Text(bytes: parts[0])) else { continue }
      lines[id, default: []].append(
        Line(source: Text(bytes: parts[1]), notes: Array(parts[2]), rest: Array(parts[3])))
    }
  }

  /// Forgets the notes of some tasks and all but the ids of others: what is encrypted must not be read here.
  ///
  /// - Returns: Whether anything was known.
  package mutating func forget(notes: Set<TaskID>, tasks: Set<TaskID>) -> Bool {
    var isChanged = false
    for id in notes.union(tasks) {
      guard let known = lines[id] else { continue }
      let left = known.map {
        Line(source: $0.source, notes: [], rest: tasks.contains(id) ? [] : $0.rest)
      }
      isChanged =
        isChanged || zip(known, left).contains { $0.notes != $1.notes || $0.rest != $1.rest }
      lines[id] = left
    }
    return isChanged
  }

  package var bytes: [UInt8] {
    var out: [UInt8] = []
    for (id, lines) in lines.ordered(by: { $0.key.text < $1.key.text }) {
      for line in lines {
        out += id.text.bytes + [0x09] + line.source.bytes + [0x09] + line.notes + [0x09] + line.rest
        out.append(0x0A)
      }
    }
    return out
  }
}
