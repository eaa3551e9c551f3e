import TasksCore

/// What a merge has decided itself of the fields that differ from one of its parents.
package enum MergeDecision {
  /// Returns what is left of changes against one parent when what another parent has is taken away: of a set, the members
  /// that neither has or both have; of notes, nothing if each line is there on a side; of any other field, the change if
  /// the other parent has another value too.
  package static func fields(_ changes: [FieldChange], against others: [FieldChange])
    -> [FieldChange]
  {
    changes.compactMap { change in
      others.first { $0.field == change.field }.flatMap { part(of: change, against: $0) }
    }
  }

  private static func part(of change: FieldChange, against other: FieldChange) -> FieldChange? {
    switch (change.change, other.change) {
    case (.members(let add, let remove), .members(let otherAdd, let otherRemove)):
      let (added, removed) = (Set(otherAdd), Set(otherRemove))
      let (add, remove) = (add.filter(added.contains), remove.filter(removed.contains))
      if add.isEmpty, remove.isEmpty { return nil }
      return FieldChange(change.field, .members(add: add, remove: remove))
    case (.value(let one, let new), .value(let two, _)) where change.field == "notes":
      let (own, its, merged) = (lines(one), lines(two), lines(new))
      let isUnion =
        merged.isSubset(of: own.union(its)) && own.intersection(its).isSubset(of: merged)
      return isUnion ? nil : change
    default: return change
    }
  }

  private static func lines(_ notes: FieldValue) -> Set<Text> {
    guard let text = notes.text else { return [] }
    return Set(text.lines.filter { !$0.bytes[...].isBlankLine })
  }
}
