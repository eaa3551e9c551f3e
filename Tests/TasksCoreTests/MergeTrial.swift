import CoreTestSupport
import TasksCore

/// One case put to the laws of merge.md.
struct MergeTrial {
  /// What was broken: the law, and by what.
  struct Fault {
    let law: String
    let detail: String
  }

  private let format: Format
  private let base: TaskMerge.Version?
  private let ours: TaskMerge.Version
  private let theirs: TaskMerge.Version
  private let isByCommand: Bool
  private let edited: Side?

  init(_ one: MergeCase, _ versions: ThreeWay<TaskMerge.Version>) {
    self.init(versions, one.format, isByCommand: one.isByCommand)
  }

  /// - Parameter edited: The side in whose text the merge makes its edits.
  init(
    _ versions: ThreeWay<TaskMerge.Version>, _ format: Format, isByCommand: Bool,
    edited: Side? = nil
  ) {
    self.format = format
    self.isByCommand = isByCommand
    self.edited = edited
    base = versions.base
    ours = versions.ours
    theirs = versions.theirs
  }

  /// The first law that does not hold.
  func fault() -> Fault? {
    if let law = unchangedFault() { return Fault(law: "an unchanged side gives way", detail: law) }
    let mine = merge(.ours)
    let swapped = merge(.theirs, isSwapped: true)
    if text(mine) != text(swapped) {
      return Fault(
        law: "sides may be named either way", detail: "\(text(mine))\nis not\n\(text(swapped))")
    }
    let (one, other) = (merge(nil), merge(nil, isSwapped: true))
    if text(one) != text(other) {
      return Fault(
        law: "without a local side all are alike", detail: "\(text(one))\nis not\n\(text(other))")
    }
    for (outcome, local) in [(mine, Side.ours), (one, nil)] {
      if let fault = resultFault(outcome, local) { return fault }
    }
    return nil
  }

  private func merge(_ local: Side?, isSwapped: Bool = false) -> TaskMerge.Outcome {
    TaskMerge.merge(
      base: base, ours: isSwapped ? theirs : ours, theirs: isSwapped ? ours : theirs, local: local,
      in: isSwapped ? edited?.other : edited, prefer: nil)
  }

  // MARK: Laws

  private func unchangedFault() -> String? {
    for side in [ours, theirs] {
      for local in [Side.ours, .theirs, nil] {
        var results = [
          TaskMerge.merge(base: side, ours: side, theirs: side, local: local),
          TaskMerge.merge(base: base, ours: side, theirs: side, local: local),
        ]
        if let base {
          results.append(TaskMerge.merge(base: base, ours: base, theirs: side, local: local))
          results.append(TaskMerge.merge(base: base, ours: side, theirs: base, local: local))
        }
        for result in results where bytes(result) != side.bytes { return text(result) }
      }
    }
    return nil
  }

  private func resultFault(_ outcome: TaskMerge.Outcome, _ local: Side?) -> Fault? {
    let inputs = [ours.bytes, theirs.bytes]
    if let bytes = bytes(outcome), let marker = MergeNothingLost.markers(in: bytes, inputs).first {
      return Fault(law: "no marker that was none before", detail: "\(marker)")
    }
    let isTrivial = inputs[0] == inputs[1] || inputs.contains { $0 == base?.bytes }
    switch outcome {
    case .differentIDs, .notATask: return nil
    case .unreadable(let bytes):
      let lost = lostLines(in: bytes)
      return lost.isEmpty ? nil : Fault(law: "no line is lost", detail: "\(lost)")
    case .merged(let bytes, let dropped):
      if isByCommand, let refused = dropped.first(where: \.isRefused) {
        return Fault(law: "our own files take what our own edits wrote", detail: "\(refused)")
      }
      guard !isTrivial else { return nil }
      guard let task = MergeCases.document(bytes, format)?.task else {
        return Fault(law: "the result is a task", detail: Text(bytes: bytes).string)
      }
      let lost = MergeNothingLost(base: base?.document?.task, ours, theirs, format).faults(in: task)
      if !lost.isEmpty {
        return Fault(law: "nothing is lost", detail: "\(lost) in\n\(Text(bytes: bytes))")
      }
      if let fault = takingFault(bytes) {
        return Fault(law: "all can be taken back", detail: fault)
      }
      return ruleFault(task, dropped, local).map {
        Fault(law: "each field by its rule", detail: "\($0) in\n\(Text(bytes: bytes))")
      }
    }
  }

  /// Each value that was dropped can be taken, and what is told after that can be kept.
  private func takingFault(_ merged: [UInt8]) -> String? {
    guard let document = MergeCases.document(merged, format) else { return nil }
    let now = Timestamp(CivilDate(dayNumber: 20_777), minute: 600)
    for value in MergeLoss.all(in: document.task) {
      let name = "\(value.field) \(value.value ?? "nothing")"
      guard let taken = value.taken(in: document, now: now) else { return "\(name) is not taken" }
      guard let read = MergeCases.document(taken.bytes, format) else { return "\(name) breaks it" }
      if isByCommand, !says(value, read) {
        return "\(name) is not there: \(Text(bytes: read.bytes))"
      }
      var left: any TaskDocument = read
      for value in MergeLoss.all(in: read.task) {
        guard let next = try? left.applying(value.forgetting(in: left.task)) else {
          return "\(value.field) is not kept"
        }
        left = next
      }
      if left.task.log.contains(where: \.isDroppedValue) { return "\(name) is told for ever" }
    }
    return nil
  }

  /// In its field, or in the notes where no field can hold it.
  private func says(_ value: MergeLoss, _ document: any TaskDocument) -> Bool {
    let task = document.task
    let field = Field.named(value.field, in: format)
    let now = field?.value(in: task, besides: value.value)
    if now == value.value { return true }
    if value.field == MergeLoss.preamble {
      return document.preamble(inPlaceOf: value.value ?? .empty) == value.value
    }
    if case .list(let members)? = field?.value(in: task),
      members.contains(where: { $0.text == value.value })
    {
      return true
    }
    let dropped = value.value?.string ?? "nothing"
    // What it says of a date that the task does not have cannot be written.
    if let field, let now, isFollowing(field, task), dropped.contains(now.string) { return true }
    // A date of Org has its repeater with it.
    return now.map { dropped.hasPrefix($0.string + " ") } ?? false
      || task.notes.string.contains(dropped)
  }

  private func lostLines(in merged: [UInt8]) -> [Text] {
    func lines(_ bytes: [UInt8]) -> Set<Text> {
      Set(ByteLines(bytes[...]).map { Text(bytes: bytes[$0]) })
    }
    let kept = lines(merged).union(lines(base?.bytes ?? []))
    return lines(ours.bytes).union(lines(theirs.bytes)).subtracting(kept)
      .filter { line in !line.bytes.allSatisfy { $0.isBlank || $0 == 0x0D } }.sorted()
  }

  /// A field says what the table decides, or the log says that it could not be written.
  private func ruleFault(
    _ merged: Task, _ dropped: [MergeLoss], _ local: Side?
  ) -> String? {
    guard let own = ours.document?.task, let other = theirs.document?.task else { return nil }
    let tasks = ThreeWay(base: base?.document?.task, ours: own, theirs: other)
    let all = [tasks.base, own, other].compactMap { $0 }
    for field in Field.all(in: all, format: format)
    where field.rule == .local && !MergeNothingLost.isStamp(field) {
      if dropped.contains(where: { $0.field == field.name && $0.isRefused }) { continue }
      // Of two devices that made one task, the first did.
      if field.name == "created", tasks.base == nil, own.created != nil, other.created != nil {
        continue
      }
      let units = ThreeWay(
        base: tasks.base.map { field.unit(of: $0) } ?? .nothing, ours: field.unit(of: own),
        theirs: field.unit(of: other))
      // Sides that agree on the state merge its stamp by itself.
      if field.name == "state", own.state == other.state {
        guard merged.state != own.state || ![own.closed, other.closed].contains(merged.closed)
        else { continue }
      }
      let side = units.decision(local: local) { $0.text ?? .empty }.side
      // An empty value and none are as great.
      let isTie = local == nil && units.ours.text ?? .empty == units.theirs.text ?? .empty
      if field.unit(of: merged) != units[side], !isTie, !isFollowing(field, merged) {
        return "\(field.name): \(field.unit(of: merged)) for \(units[side])"
      }
    }
    return setFault("tags", tasks, \.tags, merged, dropped)
      ?? setFault("blockers", tasks, \.blockers, merged, dropped)
  }

  private func setFault<Member: Hashable>(
    _ name: Text, _ tasks: ThreeWay<Task>, _ path: KeyPath<Task, [Member]>, _ merged: Task,
    _ dropped: [MergeLoss]
  ) -> String? {
    guard !dropped.contains(where: { $0.field == name && $0.isRefused }) else { return nil }
    let wanted = set(tasks, path)
    let found = Set(merged[keyPath: path])
    let hidden = wanted.subtracting(found).filter { merged.isDeleted && "\($0)" == "ARCHIVE" }
    // Where a person has broken a line, what should go may have to stay.
    let isFine = found == wanted.subtracting(hidden) || !isByCommand && found.isSuperset(of: wanted)
    return isFine ? nil : "\(name): \(found) for \(wanted)"
  }

  /// A Markdown repeater needs a date to stand on.
  private func isFollowing(_ field: Field, _ merged: Task) -> Bool {
    field.name == "repeat" && (merged.scheduled == nil || merged.deadline == nil)
  }

  /// (ours ∩ theirs) ∪ ((ours ∪ theirs) − base).
  private func set<Member: Hashable>(
    _ tasks: ThreeWay<Task>, _ path: KeyPath<Task, [Member]>
  ) -> Set<Member> {
    let (own, other) = (Set(tasks.ours[keyPath: path]), Set(tasks.theirs[keyPath: path]))
    return own.intersection(other)
      .union(own.union(other).subtracting(tasks.base?[keyPath: path] ?? []))
  }
}
