/// One field of a task: its name, its value, how it is merged, and how its value is carried from one task to
/// another (merge.md, "One task: fields"). All there are stand in one table.
public struct Field: Sendable {
  public enum Rule: Hashable, Sendable {
    /// What both changed apart is the local side's, and what that drops is logged.
    case local
    /// The same, and not logged: the list pass has the last word.
    case rank
    /// What both have and what either added.
    case set
    case log
    case clocks
    /// Each box by itself.
    case box
    /// Three-way by lines.
    case lines
  }

  /// As JSON has it; `property NAME` and `checkbox "TEXT"` for what JSON names no other way.
  public let name: Text
  public let rule: Rule
  /// The name of a property that is no field by another name.
  let property: Text?
  private let read: @Sendable (Task) -> FieldValue
  private let compared: (@Sendable (Task) -> FieldValue)?
  private let carry: @Sendable (Task, inout Task) -> Void
  private let parse: @Sendable (Text?, Task, Workflow) -> [Edit]?

  /// - Parameters:
  ///   - read: The value that is shown and logged.
  ///   - compared: What decides whether two tasks say the same, where that is more than the value.
  ///   - carry: Gives the second task the first one's value.
  ///   - parse: The edits that give a task a value written as text; nil when it cannot be read.
  init(
    _ name: Text, _ rule: Rule = .local, property: Text? = nil,
    read: @escaping @Sendable (Task) -> FieldValue,
    compared: (@Sendable (Task) -> FieldValue)? = nil,
    carry: @escaping @Sendable (Task, inout Task) -> Void,
    parse: @escaping @Sendable (Text?, Task, Workflow) -> [Edit]?
  ) {
    self.name = name
    self.rule = rule
    self.property = property
    self.read = read
    self.compared = compared
    self.carry = carry
    self.parse = parse
  }

  public func value(in task: Task) -> FieldValue { read(task) }

  /// What a task says in the place of a value as "Merge dropped" wrote it: of its clocks the one that began
  /// at the same time.
  public func value(in task: Task, besides text: Text?) -> Text? {
    guard rule == .clocks else { return value(in: task).text }
    let start = text.flatMap { Clock(fieldText: $0.string)?.start }
    return task.clocks.first { $0.start == start }.map { Text($0.fieldText) }
  }

  /// What is compared in a merge: the value with all that is one unit with it.
  func unit(of task: Task) -> FieldValue { (compared ?? read)(task) }

  public func isSame(_ a: Task, _ b: Task) -> Bool { unit(of: a) == unit(of: b) }

  /// Gives `target` the value that `source` has.
  func copy(from source: Task, to target: inout Task) { carry(source, &target) }

  /// The edits that give `target` the value that `source` has; none when it has it.
  public func edits(giving source: Task, to target: Task) -> [Edit] {
    guard !isSame(source, target) else { return [] }
    var wanted = target
    carry(source, &wanted)
    return wanted.edits(from: target)
  }

  /// The edits that give the task a value as "Merge dropped" wrote it, nil standing for `nothing`; nil when
  /// the text cannot be read.
  ///
  /// A finished state comes without CLOSED: who takes one back finishes the task by
  /// ``Task/changing(to:workflow:now:note:)``, which knows the time.
  public func edits(reading value: Text?, into task: Task, workflow: Workflow) -> [Edit]? {
    parse(value, task, workflow)
  }

  /// Whether dropping one value for another is worth a word in the log: a CLOSED or DELETED stamp by itself
  /// is not, nor a rank.
  func isLogged(kept: Task, dropped: Task) -> Bool {
    guard rule != .rank else { return false }
    let (left, right) = (value(in: kept), value(in: dropped))
    return name == "deleted" ? left.isNothing != right.isNothing : left != right
  }

  /// The field of that name, as the log or a command names it: a date is not the same in both formats.
  public static func named(_ name: Text, in format: Format) -> Field? {
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

  /// The fields that tasks of this format have, and each property that is not the same in all of these tasks: there
  /// may be thousands of others, which are nobody's change.
  static func all(in tasks: [Task], format: Format) -> [Field] {
    // As with nearly all merges.
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
  /// True when both say the same, field by field, wherever they lie and however they are written: a task
  /// whose fields differ from base is dirty (merge.md, "Words").
  public func hasSameFields(as other: Task) -> Bool {
    Field.all(in: [self, other], format: format).allSatisfy { $0.isSame(self, other) }
  }
}
