/// One of the two versions that a merge brings together.
public enum Side: Hashable, Sendable {
  case ours
  case theirs

  public var other: Side { self == .ours ? .theirs : .ours }
}

/// Three versions of one value: what both sides had in common, and what each has made of it.
public struct ThreeWay<Value> {
  /// Nil where the two have nothing in common.
  public var base: Value?
  public var ours: Value
  public var theirs: Value

  public init(base: Value?, ours: Value, theirs: Value) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  public subscript(_ side: Side) -> Value { side == .ours ? ours : theirs }

  /// The same three with the sides changed over.
  public var swapped: ThreeWay { ThreeWay(base: base, ours: theirs, theirs: ours) }

  public func map<Other>(_ transform: (Value) -> Other) -> ThreeWay<Other> {
    ThreeWay<Other>(base: base.map(transform), ours: transform(ours), theirs: transform(theirs))
  }
}

extension ThreeWay: Sendable where Value: Sendable {}
extension ThreeWay: Equatable where Value: Equatable {}

extension ThreeWay where Value: Equatable {
  /// Whose value counts, and whether that drops the other's.
  public struct Decision: Hashable, Sendable {
    public var side: Side
    public var isConflict: Bool
  }

  /// What only one side changed is that side's; what both changed alike is that; what they changed apart is
  /// the local side's, or with no local side the one whose text is greater byte by byte (merge.md, "One
  /// task: fields").
  ///
  /// Law: the value decided on does not depend on which side is called ours, as long as `local` names the
  /// same version.
  public func decision(local: Side?, text: (Value) -> Text) -> Decision {
    if ours == theirs || theirs == base { return Decision(side: .ours, isConflict: false) }
    if ours == base { return Decision(side: .theirs, isConflict: false) }
    let greater: Side = text(ours) < text(theirs) ? .theirs : .ours
    return Decision(side: local ?? greater, isConflict: true)
  }

  /// The merged value, and the one it drops, if any.
  public func merged(local: Side?, text: (Value) -> Text) -> (value: Value, dropped: Value?) {
    let decision = decision(local: local, text: text)
    return (self[decision.side], decision.isConflict ? self[decision.side.other] : nil)
  }
}

extension ThreeWay {
  /// Members of a set: what both have, and what either has added (merge.md, "One task: fields"). In the
  /// order of ours, then what theirs adds in its own; each once.
  static func members<Member: Hashable>(
    base: [Member], ours: [Member], theirs: [Member]
  ) -> [Member] where Value == [Member] {
    let (isKnown, isKept, isOurs) = (containing(base), containing(theirs), containing(ours))
    let own = ours.filter { isKept($0) || !isKnown($0) }
    return own.uniqued() + theirs.filter { !isOurs($0) && !isKnown($0) }.uniqued()
  }

  /// Whether a list has a member. A set is a type that each process has to make first, which takes longer than a whole
  /// merge of two short lists.
  private static func containing<Member: Hashable>(_ members: [Member]) -> (Member) -> Bool {
    if members.count <= 16 { return { members.contains($0) } }
    let set = Set(members)
    return { set.contains($0) }
  }
}

extension Array where Element: Hashable {
  /// Each once, where it stands first.
  fileprivate func uniqued() -> [Element] {
    if count < 2 { return self }
    if count <= 16 { return indices.filter { !self[..<$0].contains(self[$0]) }.map { self[$0] } }
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
