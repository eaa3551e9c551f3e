import Testing

@testable import TasksCore

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
  let inputs: [[UInt8]]

  init(base: Task?, _ ours: TaskMerge.Version, _ theirs: TaskMerge.Version) {
    self.base = base
    sides = [ours, theirs].compactMap { $0.document?.task }
    inputs = [ours.bytes, theirs.bytes]
  }

  /// What went wrong, in words; nothing when all is well.
  func faults(in merged: [UInt8]) -> [String] {
    guard let document = MergeCases.document(merged) else { return ["no task"] }
    let task = document.task
    var faults: [String] = []
    if let own = sides.first(where: \.hasOwnID), task.id != own.id { faults.append("id") }
    for side in sides {
      for field in Field.all(in: [side, task] + [base].compactMap { $0 }, format: .org) {
        faults += self.faults(field, side, task)
      }
    }
    return faults + markerFaults(merged)
  }

  private func faults(_ field: Field, _ side: Task, _ task: Task) -> [String] {
    switch field.rule {
    case .rank: return []
    case .local, .box:
      let value = field.value(in: side)
      guard value != base.map({ field.value(in: $0) }) ?? .nothing else { return [] }
      if value == field.value(in: task) || hasDropped(field.name, value.text, task) { return [] }
      if field.name == "deleted", task.isDeleted { return [] }
      return ["\(field.name) \(value)"]
    case .set, .log:
      guard case .list(let members) = field.value(in: side) else { return [] }
      let known = Set(base.map { list(field.value(in: $0)) } ?? [])
      let kept = Set(list(field.value(in: task)))
      return members.filter {
        !known.contains($0) && !kept.contains($0) && $0 != .text("ARCHIVE")
          && !droppedText(task).contains($0.text ?? .empty)
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

  /// Without marks and counts, which follow the boxes.
  private func lines(_ notes: Text?) -> [[UInt8]] {
    (notes ?? .empty).lines.map { line in
      var bytes = Cookie.removing(from: line.bytes[...])
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
    task.log.contains { entry in
      guard case .dropped(let name, let text) = entry.kind else { return false }
      return name.isSameName(as: field) && text == value
    }
  }

  private func droppedText(_ task: Task) -> [Text] {
    task.log.compactMap { if case .dropped("notes", let value) = $0.kind { value } else { nil } }
  }

  private func markerFaults(_ merged: [UInt8]) -> [String] {
    let markers: [StaticString] = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
    func markerLines(_ bytes: [UInt8]) -> Set<[UInt8]> {
      Set(
        ByteLines(bytes[...]).map { bytes[$0] }.filter { line in
          markers.contains { line.hasPrefix($0) }
        }.map { Array($0) })
    }
    let known = inputs.reduce(into: Set<[UInt8]>()) { $0.formUnion(markerLines($1)) }
    return markerLines(merged).subtracting(known).map { "marker \(Text(bytes: $0))" }
  }
}
