import TasksCore

package struct PatchChange: Hashable, Sendable {
  /// The name of the field: a key of the task's JSON, or `KEY.MEMBER` for `repeat`, `warning` and `properties`.
  package let field: Text
  package let change: ValueChange<JSONValue>

  /// Returns the changes that turn one version of a task into another; nil for no task.
  ///
  /// Law: applied to the fields of `old` they give those of `new`, apart from the order of properties.
  package static func changes(from old: TaskFields?, to new: TaskFields?) -> [PatchChange] {
    var changes: [PatchChange] = []
    TaskFields.differences(from: old, to: new) { name, form, before, after in
      changes.append(PatchChange(name, form, before, after))
    }
    return completed(changes) { (old?[$0] ?? .null, new?[$0] ?? .null) }
  }

  /// As above, for fields that patches have given.
  ///
  /// - Parameter stated: Fields that are told in any case.
  package static func changes(
    from old: PatchedFields, to new: PatchedFields, stating stated: [Text] = []
  ) -> [PatchChange] {
    let changes = (old.differences(to: new) + stated).uniqued().map { name in
      PatchChange(name, PatchField.form(name), old[name], new[name])
    }
    return completed(changes) { (old[$0], new[$0]) }
  }

  /// Adds what belongs to the units of changed fields.
  private static func completed(
    _ changes: [PatchChange], _ values: (Text) -> (old: JSONValue, new: JSONValue)
  ) -> [PatchChange] {
    var changes = changes
    for unit in PatchField.units {
      guard changes.contains(where: { unit.contains($0.field) }) else { continue }
      for name in unit where !changes.contains(where: { $0.field == name }) {
        let (old, new) = values(name)
        let isListed = name == unit[0] || !PatchField.isNothing(old) || !PatchField.isNothing(new)
        if isListed { changes.append(PatchChange(name, .plain, old, new)) }
      }
    }
    return changes
  }

  private init(_ name: Text, _ form: TaskKey.Form, _ old: JSONValue, _ new: JSONValue) {
    field = name
    guard form == .set || form == .log else {
      change = .value(old: old, new: new)
      return
    }
    let members = ValueChange(members: old.elements, to: new.elements)
    // Members in an unusual order, or twice, are told as a whole.
    let isExact = PatchChange.applying(members, to: old.elements, form) == new.elements
    change = isExact ? members : .value(old: old, new: new)
  }

  package init(_ field: Text, _ change: ValueChange<JSONValue>) {
    (self.field, self.change) = (field, change)
  }

  /// Returns the value of the field after the change.
  ///
  /// - Parameter value: The value before it, which is another one than the change names if a change of another device
  ///   came between.
  func applied(to value: JSONValue) -> JSONValue {
    let form = PatchField.form(field)
    var change = change
    if case .value(let old, let new) = change {
      guard form == .set || form == .log, old.elements != value.elements else { return new }
      change = ValueChange(members: old.elements, to: new.elements)
    }
    return .array(PatchChange.applying(change, to: value.elements, form))
  }

  private static func applying(
    _ change: ValueChange<JSONValue>, to members: [JSONValue], _ form: TaskKey.Form
  ) -> [JSONValue] {
    guard case .members(let add, let remove) = change else { return members }
    let gone = Set(remove)
    var left = gone.isEmpty ? members : members.filter { !gone.contains($0) }
    let known = Set(left)
    let new = add.filter { !known.contains($0) }
    guard form == .log else { return left + new }
    for item in new.reversed() {
      let time = time(of: item)
      let place = left.firstIndex { other in
        time.map { time in PatchChange.time(of: other).map { $0 <= time } ?? false } ?? true
      }
      left.insert(item, at: place ?? left.endIndex)
    }
    return left
  }

  /// The time of an entry or of a clock's start, whose texts are in the order of time.
  private static func time(of item: JSONValue) -> Text? { item["at"].text ?? item["start"].text }
}
