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
    let known = Set(base)
    let kept = Set(theirs)
    var seen: Set<Member> = []
    let own = ours.filter { (kept.contains($0) || !known.contains($0)) && seen.insert($0).inserted }
    let mine = Set(ours)
    return own
      + theirs.filter { !mine.contains($0) && !known.contains($0) && seen.insert($0).inserted }
  }
}
