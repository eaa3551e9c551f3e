/// One of the two versions that are merged.
package enum Side: Hashable, Sendable {
  case ours
  case theirs

  package var other: Side { self == .ours ? .theirs : .ours }
}

/// Three versions of one value: the common base and what each side made of it.
package struct ThreeWay<Value> {
  /// Nil if the sides have no common base.
  package var base: Value?
  package var ours: Value
  package var theirs: Value

  package init(base: Value?, ours: Value, theirs: Value) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  package subscript(_ side: Side) -> Value { side == .ours ? ours : theirs }

  /// The same versions with ours and theirs exchanged.
  package var swapped: ThreeWay { ThreeWay(base: base, ours: theirs, theirs: ours) }

  func map<Other>(_ transform: (Value) -> Other) -> ThreeWay<Other> {
    ThreeWay<Other>(base: base.map(transform), ours: transform(ours), theirs: transform(theirs))
  }
}

extension ThreeWay: Sendable where Value: Sendable {}
extension ThreeWay: Equatable where Value: Equatable {}

extension ThreeWay where Value: Equatable {
  /// The side whose value wins, and whether a change of the other side is lost by it.
  package struct Decision: Hashable, Sendable {
    package var side: Side
    var isConflict: Bool
  }

  /// Decides which side's value wins (merge.md, "One task: fields"):
  ///
  /// 1. If only one side changed the value, that side.
  /// 2. If both changed it to the same value, that value.
  /// 3. If they changed it to different values, the local side. Without a local side, the value whose text is
  ///   greater byte by byte.
  ///
  /// Law: the value decided on does not depend on which side is called ours, as long as `local` names the same
  /// version.
  package func decision(local: Side?, text: (Value) -> Text) -> Decision {
    if ours == theirs || theirs == base { return Decision(side: .ours, isConflict: false) }
    if ours == base { return Decision(side: .theirs, isConflict: false) }
    let greater: Side = text(ours) < text(theirs) ? .theirs : .ours
    return Decision(side: local ?? greater, isConflict: true)
  }

  /// Returns the merged value, and the value that is lost, if any.
  func merged(local: Side?, text: (Value) -> Text) -> (value: Value, dropped: Value?) {
    let decision = decision(local: local, text: text)
    return (self[decision.side], decision.isConflict ? self[decision.side.other] : nil)
  }
}

extension ThreeWay {
  /// Merges sets: members that both sides have, and members that either side added (merge.md, "One task: fields").
  /// The members of ours come first in their order, then those that theirs added, each member once.
  static func members<Member: Hashable>(
    base: [Member], ours: [Member], theirs: [Member]
  ) -> [Member] where Value == [Member] {
    let (isKnown, isKept, isOurs) = (containing(base), containing(theirs), containing(ours))
    let own = ours.filter { isKept($0) || !isKnown($0) }
    return own.uniqued() + theirs.filter { !isOurs($0) && !isKnown($0) }.uniqued()
  }

  /// Returns a membership test for the list. Short lists are searched linearly, because instantiating the generic
  /// Set takes longer at run time than a whole merge of two short lists.
  private static func containing<Member: Hashable>(_ members: [Member]) -> (Member) -> Bool {
    if members.count <= 16 { return { members.contains($0) } }
    let set = Set(members)
    return { set.contains($0) }
  }
}

/// A task before and after a change.
package struct ChangedTask: Sendable {
  /// Nil for a new task.
  package let old: Task?
  /// Nil for a purged one.
  package let new: Task?

  package init(old: Task?, new: Task?) {
    self.old = old
    self.new = new
  }

  /// The changed fields. A move counts as a change of `path`, unless it is a conversion to the other format.
  package var fields: [FieldChange] {
    let fields = TaskDifference(from: old, to: new).changes
    guard let old, let new, old.path != new.path, TaskPath.twin(of: old.path) != new.path else {
      return fields
    }
    let path = ValueChange<FieldValue>.value(old: .text(Text(old.path)), new: .text(Text(new.path)))
    return [FieldChange("path", path)] + fields
  }

  /// Whether nothing but the path has changed.
  package var isMove: Bool { fields.map(\.field) == ["path"] }

  /// Joins a removed and an added file with the same task into one change: a move, or a conversion.
  package static func joined(_ changes: [ChangedTask]) -> [ChangedTask] {
    let gone = changes.compactMap { $0.new == nil ? $0.old : nil }
    guard !gone.isEmpty else { return changes }
    var left = Dictionary(grouping: gone, by: \.id)
    var moved: Set<String> = []
    let joined = changes.map { change in
      guard change.old == nil, let new = change.new, let tasks = left[new.id] else { return change }
      // With several candidates it is unknown which one was moved.
      let twin = TaskPath.twin(of: new.path)
      guard let before = tasks.first(where: { $0.path == twin }) ?? tasks.onlyOne else {
        return change
      }
      left[new.id] = nil
      moved.insert(before.path)
      return ChangedTask(old: before, new: new)
    }
    return joined.filter { change in
      change.new != nil || change.old.map { !moved.contains($0.path) } ?? true
    }
  }
}

extension Array {
  fileprivate var onlyOne: Element? { count == 1 ? first : nil }
}
