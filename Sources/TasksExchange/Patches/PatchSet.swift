import TasksCore

/// Patches as they arrive: in any order, several times, from several devices.
package struct PatchSet: Sendable {
  private var patches: [Text: Patch] = [:]

  package init() {}

  /// How many different patches there are.
  package var count: Int { patches.count }

  /// Adds a patch. Adding it again changes nothing.
  ///
  /// - Returns: False for another patch with the id of one that is there, which would leave the result to the order of
  ///   arrival.
  package mutating func add(_ patch: Patch) -> Bool {
    guard let known = patches[patch.id] else {
      patches[patch.id] = patch
      return true
    }
    return known == patch
  }

  /// The tasks with their patches, in the order of their ids.
  package var tasks: [(id: TaskID, patches: TaskPatches)] {
    Dictionary(grouping: patches.values, by: \.task).ordered { $0.key < $1.key }
      .map { ($0.key, TaskPatches($0.value)) }
  }
}
