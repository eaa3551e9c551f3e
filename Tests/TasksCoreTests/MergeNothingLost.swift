import CoreTestSupport
import TasksCore
import Testing

func bytes(_ outcome: TaskMerge.Outcome) -> [UInt8]? {
  switch outcome {
  case .merged(let bytes, _), .unreadable(let bytes): bytes
  case .differentIDs, .notATask: nil
  }
}

func text(_ outcome: TaskMerge.Outcome) -> String {
  switch outcome {
  case .merged(let bytes, _): Text(bytes: bytes).string
  case .unreadable(let bytes): "unreadable " + Text(bytes: bytes).string
  case .differentIDs: "different ids"
  case .notATask: "not a task"
  }
}

/// What both sides wrote must be in the merged task or in its log (merge.md, "Laws").
struct MergeNothingLost {
  let base: Task?
  let sides: [Task]
  let format: Format

  init(
    base: Task?, _ ours: TaskMerge.Version, _ theirs: TaskMerge.Version, _ format: Format = .org
  ) {
    self.base = base
    self.format = format
    sides = [ours, theirs].compactMap { $0.document?.task }
  }

  /// What went wrong, in words; nothing when all is well.
  func faults(in task: Task) -> [String] {
    var faults: [String] = []
    if let own = sides.first(where: \.hasOwnID), task.id != own.id { faults.append("id") }
    for side in sides {
      for field in Field.all(in: [side, task] + [base].compactMap { $0 }, format: format) {
        faults += self.faults(field, side, task)
      }
    }
    return faults
  }

  /// Properties that other programs set at each change, by the names that merge.md lists.
  static func isStamp(_ field: Field) -> Bool {
    [
      "updated", "updated_at", "updated_date", "updatedat", "modified", "datemodified",
      "last_modified", "lastmodified", "version",
    ].contains(field.property?.string.lowercased())
  }

  private func faults(_ field: Field, _ side: Task, _ task: Task) -> [String] {
    if Self.isStamp(field) { return [] }
    switch field.rule {
    case .rank: return []
    case .local, .box:
      let value = field.value(in: side)
      guard value != base.map({ field.value(in: $0) }) ?? .nothing else { return [] }
      if value == field.value(in: task) || hasDropped(field.name, value.text, task) { return [] }
      if field.name == "deleted", task.isDeleted { return [] }
      if isFinishedOnce, isEarlier(field, side, task) { return [] }
      // Of two devices that made one task, the first did.
      if field.name == "created", base == nil, let kept = task.created,
        sides.allSatisfy({ $0.created.map { kept <= $0 } ?? false })
      {
        return []
      }
      if field.name == "repeat", hasRepeaters(of: side, task) { return [] }
      return ["\(field.name) \(value)"]
    case .set, .log:
      guard case .list(let members) = field.value(in: side) else { return [] }
      let known = Set(base.map { list(field.value(in: $0)) } ?? [])
      let kept = Set(list(field.value(in: task)))
      return members.filter {
        !known.contains($0) && !kept.contains($0) && $0 != .text("ARCHIVE")
          && !hasDropped(field.name, $0.text, task) && !isSaidEarlier($0, side, task)
      }.map { "\(field.name) \($0)" }
    case .clocks:
      let starts = Set(task.clocks.map(\.start))
      return side.clocks.filter { clock in
        !starts.contains(clock.start) && base?.clocks.contains(clock) != true
      }.map { "clock \($0.fieldText)" }
    case .lines:
      let old = Set(lines(base?.notes))
      let kept = Set(lines(task.notes) + droppedText(task).flatMap(lines))
      return lines(side.notes).filter {
        !old.contains($0) && !kept.contains($0) && !$0.allSatisfy(\.isBlank)
      }.map { "line \(Text(bytes: $0))" }
    }
  }

  /// Whether both sides have finished an occurrence of a task that repeats.
  private var isFinishedOnce: Bool {
    guard let base, base.isRepeating else { return false }
    return sides.allSatisfy { side in
      side.entries.contains { entry in
        if case .state = entry.kind { !base.entries.contains(entry) } else { false }
      }
    }
  }

  /// Whether the value of a side is an earlier date than that of the merged task, which the other side has.
  private func isEarlier(_ field: Field, _ side: Task, _ task: Task) -> Bool {
    let moment: (Task) -> Timestamp? =
      switch field.name {
      case "scheduled": { $0.scheduled?.start }
      case "deadline": { $0.deadline?.start }
      case "property LAST_REPEAT": { $0.lastRepeat }
      default: { _ in nil }
      }
    guard let own = moment(side), let kept = moment(task) else { return false }
    return own < kept && sides.contains { moment($0) == kept }
  }

  /// Whether the merged task says the same of an earlier time.
  private func isSaidEarlier(_ member: FieldValue, _ side: Task, _ task: Task) -> Bool {
    guard isFinishedOnce, let entry = side.entries.first(where: { .text($0.fieldText) == member }),
      case .state = entry.kind, let at = entry.at
    else { return false }
    return task.entries.contains { other in
      other.kind == entry.kind && other.note == entry.note && other.at.map { $0 < at } == true
    }
  }

  /// A repeater goes with its date.
  private func hasRepeaters(of side: Task, _ task: Task) -> Bool {
    [\Task.scheduled, \Task.deadline].allSatisfy { date in
      let repeater = side[keyPath: date]?.repeater
      return repeater == base?[keyPath: date]?.repeater
        || repeater == task[keyPath: date]?.repeater
    }
  }

  /// Without marks and counts, which follow the boxes.
  private func lines(_ notes: Text?) -> [[UInt8]] {
    (notes ?? .empty).lines.map { line in
      var bytes = StatisticsCookie.removing(from: line.bytes[...])
      for index in bytes.indices.dropLast(2)
      where bytes[index] == 0x5B && bytes[index + 2] == 0x5D {
        if [0x58, 0x78, 0x2D].contains(bytes[index + 1]) { bytes[index + 1] = 0x20 }
      }
      return bytes
    }
  }

  private func list(_ value: FieldValue) -> [FieldValue] {
    if case .list(let members) = value { members } else { [] }
  }

  private func hasDropped(_ field: Text, _ value: Text?, _ task: Task) -> Bool {
    task.entries.contains { entry in
      guard case .dropped(let name, let text) = entry.kind else { return false }
      // Where a value became one that cannot be read, that one is what was dropped.
      return name.isSameName(as: field) && (text == value || value == nil)
    }
  }

  private func droppedText(_ task: Task) -> [Text] {
    task.entries.compactMap {
      if case .dropped("notes", let value) = $0.kind { value } else { nil }
    }
  }

  /// Lines that are conflict markers, and in no input.
  static func markers(in merged: [UInt8], _ inputs: [[UInt8]]) -> [Text] {
    let markers: [StaticString] = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
    func markerLines(_ bytes: [UInt8]) -> Set<[UInt8]> {
      Set(
        ByteLines(bytes[...]).map { bytes[$0] }.filter { line in
          markers.contains { line.hasPrefix($0) }
        }.map { Array($0) })
    }
    let known = inputs.reduce(into: Set<[UInt8]>()) { $0.formUnion(markerLines($1)) }
    return markerLines(merged).subtracting(known).map { Text(bytes: $0) }
  }
}
