import TasksCore

/// The patches of one task, and what they make of it.
///
/// Each patch has a stamp, greater than those of all patches that it follows and near to its time (a hybrid logical
/// clock: Kulkarni and others, Logical Physical Clocks, 2014). The fields before some patches are what all patches up
/// to them give, applied in the order of their stamps; a removal that did not know of another device's edit is left
/// out.
///
/// Laws:
/// - The result depends on the set of patches alone.
/// - If no patch follows two others, it is what the last one has written.
/// - Where devices changed different fields, or members of a set, all changes are in it; where they changed one field,
///   the later change is.
///
/// Whoever exports a history states in the patch of a merge each field that this rule does not give, so the fields after
/// a patch are exactly those of the task in its commit.
package struct TaskPatches: Sendable {
  private let patches: [Patch]
  /// For each patch, the places of those that it follows.
  private let parents: [[Int]]
  private let stamps: [Int64]
  /// Places in the order of stamps, without patches that follow themselves.
  private let order: [Int]
  /// The ids that patches follow, and that are not there; those of patches that follow themselves.
  package let missing: [Text]

  /// - Parameter patches: All of one task, each once, in any order.
  package init(_ patches: [Patch]) {
    let patches = patches.ordered { $0.id < $1.id }
    let places = Dictionary(
      patches.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let parents = patches.map { $0.after.compactMap { places[$0] } }
    var missing = Set(patches.flatMap(\.after).filter { places[$0] == nil })
    var stamps = patches.map(\.time)
    // Parents first (Kahn, Topological sorting of large networks, 1962).
    var waiting = parents.map(\.count)
    var children = [[Int]](repeating: [], count: patches.count)
    for (child, list) in parents.enumerated() {
      for parent in list { children[parent].append(child) }
    }
    var ready = patches.indices.filter { waiting[$0] == 0 }
    var order: [Int] = []
    while let place = ready.popLast() {
      order.append(place)
      for child in children[place] {
        // A forged time may be as great as there are.
        stamps[child] = max(stamps[child], stamps[place] &+ 1)
        waiting[child] -= 1
        if waiting[child] == 0 { ready.append(child) }
      }
    }
    if order.count < patches.count {
      for place in patches.indices where waiting[place] > 0 { missing.insert(patches[place].id) }
    }
    order.sort { (stamps[$0], $0) < (stamps[$1], $1) }
    (self.patches, self.parents, self.stamps, self.order) = (patches, parents, stamps, order)
    self.missing = missing.sorted()
  }

  /// The fields after all patches; nil for a task that is removed.
  package var fields: PatchedFields? { fields(of: order) }

  /// The fields after some patches and all that they follow; nil for a task that is removed.
  package func fields(after ids: [Text]) -> PatchedFields? {
    let ends = Set(ids)
    let before = ancestors(of: order.filter { ends.contains(patches[$0].id) })
    return fields(of: order.filter { before[$0] })
  }

  /// - Parameter places: Patches with all that they follow, in the order of stamps.
  private func fields(of places: [Int]) -> PatchedFields? {
    let skipped = overruledRemovals(among: places)
    var fields: PatchedFields?
    for place in places where !skipped.contains(place) {
      let patch = patches[place]
      if patch.operation == .remove {
        fields = nil
      } else {
        var changed = fields ?? PatchedFields()
        changed.apply(patch.body)
        fields = changed
      }
    }
    return fields
  }

  /// For each patch, whether it is one of these or one that they follow.
  private func ancestors(of places: [Int]) -> [Bool] {
    var found = [Bool](repeating: false, count: patches.count)
    var rest = places
    while let place = rest.popLast() {
      if found[place] { continue }
      found[place] = true
      rest += parents[place]
    }
    return found
  }

  /// The removals that another device's edit, which they did not know of, overrules (merge.md: "purged on one side,
  /// edited on the other: the file stays").
  private func overruledRemovals(among places: [Int]) -> Set<Int> {
    let removals = places.filter { patches[$0].operation == .remove }
    let isLine = zip(places, places.dropFirst()).allSatisfy { parents[$1].contains($0) }
    guard !removals.isEmpty, !isLine else { return [] }
    return Set(
      removals.filter { removal in
        let before = ancestors(of: [removal])
        var follows = [Bool](repeating: false, count: patches.count)
        follows[removal] = true
        for place in places where parents[place].contains(where: { follows[$0] }) {
          follows[place] = true
        }
        return places.contains {
          !before[$0] && !follows[$0] && patches[$0].operation != .remove
        }
      })
  }

  // MARK: Several last patches

  /// What stands for a removal among ``undecided``.
  package static let purge: Text = "purge"

  /// The fields that devices have changed to different values with no patch that decides between them; `purge` if one
  /// has removed the task.
  package var undecided: [Text] {
    let followed = Set(order.flatMap { parents[$0] })
    return undecided(among: order.filter { !followed.contains($0) })
  }

  /// The same of some patches, which a merge brings together.
  package func undecided(after ids: [Text]) -> [Text] {
    let ids = Set(ids)
    return undecided(among: order.filter { ids.contains(patches[$0].id) })
  }

  private func undecided(among ends: [Int]) -> [Text] {
    guard ends.count > 1 else { return [] }
    let before = ends.map { ancestors(of: [$0]) }
    let versions = ends.map { end in fields(after: [patches[end].id]) }
    let isShared = patches.indices.map { place in before.allSatisfy { $0[place] } }
    var values: [Text: Set<JSONValue>] = [:]
    for (number, version) in versions.enumerated() {
      guard let version else { continue }
      let own = order.filter { before[number][$0] && !isShared[$0] }
      for field in Set(own.flatMap { patches[$0].body }.map(\.field)) {
        values[field, default: []].insert(version[field])
      }
    }
    let names = values.filter { name, values in
      values.count > 1 && name != "rank" && PatchField.form(name) == .plain
    }.keys.sorted()
    let isPurged = versions.contains { $0 == nil } && versions.contains { $0 != nil }
    return names + (isPurged ? [TaskPatches.purge] : [])
  }
}
