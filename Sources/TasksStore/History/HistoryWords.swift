import TasksCore

/// A field of a task and its values as people name them.
package struct FieldWords {
  /// `deadline`, `repeat until`, `VENDOR` for `property VENDOR`, `milk` for a checkbox of this text.
  package let label: String
  let isBox: Bool
  private let name: Text
  private let kind: FieldKind
  private let dates: RelativeDate
  private let reading: StoreReading

  /// - Parameter name: As in ``Field/name``.
  package init(_ name: Text, in format: Format, _ reading: StoreReading, now: Timestamp) {
    (self.name, self.reading, dates) = (name, reading, RelativeDate(now: now))
    let field = Field.named(name, in: format)
    kind = field?.kind ?? .text
    isBox = field?.rule == .box
    let box = isBox ? try? JSONValue(Array(name.bytes.dropFirst("checkbox ".utf8.count))).text : nil
    let text = ControlCharacters.escaped(box ?? name)
    label =
      text.hasPrefix("property ")
      ? String(text.dropFirst(9)) : isBox ? text : text.replacing("_", with: " ")
  }

  /// A value as a "Merge dropped" entry has it; nil for none.
  package func shown(_ text: Text?) -> String? {
    text.map { shown(kind.value(fromText: $0) ?? .text($0)) }
  }

  func shown(_ value: FieldValue) -> String {
    if let moment = value.moment { return dates.near(moment) }
    if case .list(let members) = value { return members.map(shown).joined(separator: ", ") }
    if isBox { return value == .flag(true) ? "ticked" : "not ticked" }
    if name == "deadline" || name == "scheduled", let text = value.text,
      let plan = Planning(fieldText: text.string)
    {
      let repeats = plan.repeater.map { ", " + $0.interval.inWords(on: nil) }
      return dates.near(plan.start) + (repeats ?? "")
    }
    return kind.shown(value) { id in
      ControlCharacters.escaped(reading.task(withID: id)?.title ?? id.text)
    }
  }
}

extension HistoryEntry {
  /// What the change did, in short sentences: `done, again on Fri 4 Dec`, `deadline: Fri → Mon 7 Dec`, `tag +phone`. The
  /// lines of the notes are told by ``FieldChange/noteLines``.
  package func words(_ reading: StoreReading, now: Timestamp) -> [String] {
    guard let old = change.old else { return ["added"] }
    guard let new = change.new else { return ["deleted for good"] }
    var words = operation == "undo" ? ["taken back"] : []
    var silent: Set<Text> = ["rank", "path", "closed", "log", "clocks", PlainField.lastRepeat.name]
    switch change.kind {
    case .deleted, .restored:
      words.append(change.kind.rawValue)
      silent.insert("deleted")
    case .finished where new.isOpen:
      let next = (new.deadline ?? new.scheduled).map { RelativeDate(now: now).dated($0.start) }
      words.append("done" + (next.map { ", again on \($0)" } ?? ""))
      silent.formUnion(["state", "deadline", "scheduled", PlainField.reminders.name])
    case .finished, .reopened:
      words.append(new.isDone ? new.state.keyword.string.lowercased() : "reopened")
      silent.insert("state")
    default: break
    }
    func named(_ field: Text) -> FieldWords { FieldWords(field, in: new.format, reading, now: now) }
    let (before, after) = (MergeLoss.all(in: old), MergeLoss.all(in: new))
    for loss in fields.contains(where: { $0.field == "log" }) ? before + after : []
    where !before.contains(loss) || !after.contains(loss) {
      let field = named(loss.field)
      let verb = before.contains(loss) ? "settled" : isMerge ? "Merge put aside" : "put aside"
      words.append(
        "\(verb) the \(field.label)" + (field.shown(loss.value).map { " “\($0)”" } ?? ""))
    }
    if fields.contains(where: { $0.field == "clocks" }) {
      let minutes = [new, old].map { $0.clocks.compactMap(\.minutes).reduce(0, +) }
      let isStart = new.log.runningClocks.count > old.log.runningClocks.count
      let isGone = new.clocks.count < old.clocks.count
      let clocked = isGone ? "clock removed" : "clocked \(Effort.brief(minutes[0] - minutes[1]))"
      words.append(isStart ? "clock started" : clocked)
    }
    for field in fields where !silent.contains(field.field) {
      words += field.words(named(field.field))
    }
    if words.isEmpty, change.kind == .moved { return ["moved"] }
    let isTold = !words.isEmpty || fields.contains { $0.noteLines?.isEmpty == false }
    return isTold ? words : ["changed"]
  }
}

extension FieldChange {
  /// The change in words; none for notes whose lines are told.
  fileprivate func words(_ named: FieldWords) -> [String] {
    switch change {
    case .value where field == "notes": return noteLines == nil ? [summary.string] : []
    case .value(_, let new) where named.isBox:
      return ["\(new == .flag(true) ? "ticked" : "cleared"): \(named.label)"]
    case .value(_, .nothing): return ["\(named.label) removed"]
    case .value(let old, let new):
      let (before, after) = (named.shown(old), named.shown(new))
      // What people seldom set, such as how early a deadline is announced.
      if before == after { return ["\(named.label) changed"] }
      return ["\(named.label): \(old.isNothing ? "" : "\(before) → ")\(after)"]
    case .members(let added, let removed):
      let label = field == "tags" ? "tag" : named.label
      return added.map { "\(label) +\(named.shown($0))" }
        + removed.map { "\(label) -\(named.shown($0))" }
    }
  }
}
