/// One field of a task: its name, its value, its merge rule, and how its value is copied to another task (merge.md,
/// "One task: fields"). `table(for:)` lists all fields.
package struct Field: Sendable {
  package enum Rule: Hashable, Sendable {
    /// If both sides changed the field to different values, the local side wins and the other value is logged.
    case local
    /// Like `local`, but not logged, because the list pass has the last word.
    case rank
    /// A set: members that both sides have and members that either side added.
    case set
    case log
    case clocks
    /// A checkbox.
    case box
    /// A three-way merge by lines.
    case lines
  }

  /// The name as in JSON. Fields that JSON does not name are called `property NAME` and `checkbox "TEXT"`.
  package let name: Text
  package let kind: FieldKind
  package let rule: Rule
  /// The property's name if the field is a property without a field name of its own.
  package let property: Text?
  // Closures instead of key paths, because each process has to instantiate a key path at run time, which takes as
  // long as a merge.
  private let read: @Sendable (Task) -> FieldValue
  private let write: @Sendable (inout Task, FieldValue) -> Void
  private let edit: @Sendable (Task) -> Edit
  private let compared: (@Sendable (Task) -> FieldValue)?
  private let carry: (@Sendable (Task, inout Task) -> Void)?
  private let parse: (@Sendable (Text?, Task, Workflow) -> [Edit]?)?

  /// - Parameters:
  ///   - get: Returns the value that is shown and logged.
  ///   - set: Sets a value of the kind, or `nothing`.
  ///   - edit: Returns the edit that gives a task the value of this one.
  ///   - compared: Returns the value by which tasks are compared, if that is more than `get` returns.
  ///   - carry: Copies the value from the first task to the second, if `set` is not enough.
  ///   - parse: Returns the edits that set a value given as text, if that is more than ``FieldKind/value(fromText:)``; nil
  ///     if the text cannot be parsed.
  init(
    _ name: Text, _ kind: FieldKind, rule: Rule = .local, property: Text? = nil,
    get: @escaping @Sendable (Task) -> FieldValue,
    set: @escaping @Sendable (inout Task, FieldValue) -> Void = { _, _ in },
    edit: @escaping @Sendable (Task) -> Edit,
    compared: (@Sendable (Task) -> FieldValue)? = nil,
    carry: (@Sendable (Task, inout Task) -> Void)? = nil,
    parse: (@Sendable (Text?, Task, Workflow) -> [Edit]?)? = nil
  ) {
    (self.name, self.kind, self.rule, self.property) = (name, kind, rule, property)
    (read, write, self.edit) = (get, set, edit)
    (self.compared, self.carry, self.parse) = (compared, carry, parse)
  }

  package func value(in task: Task) -> FieldValue { read(task) }

  /// Sets a value of the field's kind, or clears it with `nothing`.
  package func set(_ value: FieldValue, in task: inout Task) { write(&task, value) }

  /// Returns the task's present value that corresponds to a dropped value. For clocks, this is the clock with the
  /// same start.
  ///
  /// - Parameter text: The dropped value, as the "Merge dropped" entry has it.
  package func value(in task: Task, besides text: Text?) -> Text? {
    guard rule == .clocks else { return value(in: task).text }
    let start = text.flatMap { Clock(fieldText: $0.string)?.start }
    return task.clocks.first { $0.start == start }.map { Text($0.fieldText) }
  }

  /// Returns the value that a merge compares, including anything merged as one unit with it, such as CLOSED with
  /// the state. The order of a set is no value.
  package func unit(of task: Task) -> FieldValue {
    if let compared { return compared(task) }
    let value = read(task)
    switch rule {
    case .set, .log, .clocks:
      return .list(Set(value.members).ordered { ($0.text ?? .empty) < ($1.text ?? .empty) })
    case .local, .rank, .box, .lines: return value
    }
  }

  package func isSame(_ a: Task, _ b: Task) -> Bool { unit(of: a) == unit(of: b) }

  func copy(from source: Task, to target: inout Task) {
    if let carry { carry(source, &target) } else { set(read(source), in: &target) }
  }

  /// Returns the edits that give `target` the value of `source`; empty if the values are equal.
  package func edits(giving source: Task, to target: Task) -> [Edit] {
    guard !isSame(source, target) else { return [] }
    var wanted = target
    copy(from: source, to: &wanted)
    return wanted.edits(from: target)
  }

  /// Returns the edits that set a value as a "Merge dropped" entry has it, nil for `nothing`. Returns nil if the
  /// text cannot be parsed.
  ///
  /// A done state comes without CLOSED. To restore one, use ``Task/changing(to:workflow:now:note:)``, which knows
  /// the time.
  package func edits(reading value: Text?, into task: Task, workflow: Workflow) -> [Edit]? {
    if let parse { return parse(value, task, workflow) }
    var (wanted, new) = (task, FieldValue.nothing)
    if let value {
      guard let parsed = kind.value(fromText: value) else { return nil }
      // A dropped member is added to a set.
      new = rule == .set ? .list((read(task).members + parsed.members).uniqued()) : parsed
    }
    set(new, in: &wanted)
    return [edit(wanted)]
  }

  /// Returns whether the loss of a value is logged: a rank is not, nor a CLOSED or DELETED stamp by itself.
  func isLogged(kept: Task, dropped: Task) -> Bool {
    guard rule != .rank else { return false }
    let (left, right) = (value(in: kept), value(in: dropped))
    return name == "deleted" ? left.isNothing != right.isNothing : left != right
  }

  /// Returns the field with a name used in the log or in a command. The format matters because a date includes its
  /// repeater in Org, but not in Markdown.
  package static func named(_ name: Text, in format: Format) -> Field? {
    let all = table(for: format) + [closed]
    if let field = all.first(where: { $0.name.isSameName(as: name) }) { return field }
    let bytes = name.bytes[...]
    if bytes.hasPrefix("property "), bytes.count > 9 {
      return property(Text(bytes: bytes.dropFirst(9)))
    }
    if case .dropped("checkbox", let text?)? = LogEntry.Kind(dropped: bytes) {
      return checkbox(text)
    }
    return nil
  }

  /// Returns the fields of the format, and the properties that differ between the given tasks. Equal properties, of
  /// which there may be thousands, are left out.
  package static func all(in tasks: [Task], format: Format) -> [Field] {
    // Nearly all merges return here.
    if tasks.dropFirst().allSatisfy({ $0.properties == tasks[0].properties }) {
      return table(for: format)
    }
    let values = tasks.map { PropertyValues($0.properties) }
    var seen: Set<[UInt8]> = [Text("ID").foldedName]
    let names = tasks.flatMap(\.properties).map(\.name).filter { name in
      guard seen.insert(name.foldedName).inserted else { return false }
      return values.dropFirst().contains { $0[name] != values[0][name] }
    }
    return table(for: format) + names.map { property($0) }
  }
}

extension Task {
  /// Returns true if the fields of both tasks are equal, regardless of path and spelling. A task whose fields
  /// differ from base is dirty (merge.md, "Words").
  package func hasSameFields(as other: Task) -> Bool {
    Field.all(in: [self, other], format: format).allSatisfy { $0.isSame(self, other) }
  }
}
