import TasksCore

/// What a phone has written for a task that is not there yet.
package struct PhoneCapture: Sendable {
  /// The text of its file.
  package let text: [UInt8]
  package let format: Format
  /// What two captures that say the same have in common, however they are printed: all but the state, which a phone may
  /// set while the capture still stands in its inbox.
  package let key: [UInt8]
  package let title: Text
  package let state: Text
  /// Its own id.
  package let id: TaskID?

  /// - Returns: Nil for a text that is no task.
  init?(_ text: [UInt8], format: Format, workflow: Workflow) {
    let path = "inbox." + format.rawValue
    let read = try? TaskReader.read(text, path: path, workflow: workflow)
    guard let task = (read ?? nil)?.task else { return nil }
    (self.text, self.format) = (text, format)
    (title, state) = (task.title, task.state.keyword)
    id = task.hasOwnID ? task.id : nil
    key = PhoneCapture.key(task)
  }

  private static func key(_ task: Task) -> [UInt8] {
    var parts: [[UInt8]] = [words(task.title.bytes)]
    parts.append(Array(task.tags.sorted().map(\.bytes).joined(separator: [0x3A])))
    parts.append(Array((task.priority?.text ?? "").utf8))
    parts += [task.scheduled, task.deadline].map { Array(($0?.fieldText ?? "").utf8) }
    let properties = task.properties.filter {
      !$0.name.isSameName(as: Text(PhoneAgendaFile.property))
    }
    .map { $0.name.foldedName + [0x3D] + words($0.value.bytes) }
    parts += properties.ordered { $0.lexicographicallyPrecedes($1) }
    parts += task.notes.lines.map { words($0.bytes) }.filter { !$0.isEmpty && !isOfDrawer($0) }
    return Array(parts.joined(separator: [0x0A]))
  }

  /// Whether a line is one of a drawer, from which a merge may have taken its end.
  private static func isOfDrawer(_ line: [UInt8]) -> Bool {
    guard line.first == 0x3A, let end = line.dropFirst().firstIndex(of: 0x3A) else { return false }
    return end > 1 && line[1..<end].allSatisfy { $0.isASCIILetter || $0.isDigit || $0 == 0x5F }
  }

  /// Whether this is another capture without some of its lines. Git moves lines that two headings have in common from
  /// one to the other where it merges them.
  package func isPart(of other: PhoneCapture) -> Bool {
    let own = key.split(separator: 0x0A, omittingEmptySubsequences: false)
    let all = other.key.split(separator: 0x0A, omittingEmptySubsequences: false)
    return own.first == all.first && Set(own).isSubset(of: all)
  }

  /// The words with one blank between two.
  private static func words(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.split { $0.isBlank || $0 == 0x0D }.joined(separator: [0x20]))
  }
}
