import Git
import TasksCore

/// Many files are read and merged side by side: each merge follows from three files alone. Where the rest of the work
/// comes to them, it finds them done.
extension TreeMerge {
  /// Starting a thread takes as long as merging a few files.
  private static let worthAThread = 16

  /// Reads the files that both sides have changed.
  func readAhead(_ changes: [Side: [String: FileChange]]) {
    let files = shared(changes).flatMap { [$0.base, $0.ours, $0.theirs].compactMap { $0 } }
    guard files.count >= TreeMerge.worthAThread else { return }
    contents.read(files)
  }

  /// What becomes of these files, by their paths; of none where they are few.
  func mergedAhead(
    _ changes: [Side: [String: FileChange]]
  ) throws -> [String: TaskMerge.Outcome] {
    // That asks the history about each.
    guard latest == nil else { return [:] }
    let shared = shared(changes)
    guard shared.count >= TreeMerge.worthAThread else { return [:] }
    let versions = try shared.map { entries in
      (
        base: try entries.base.map(version), ours: try version(entries.ours),
        theirs: try version(entries.theirs)
      )
    }
    let local = local
    let outcomes = TwoThreads.halves(of: versions) { half in
      half.map { TaskMerge.merge(base: $0.base, ours: $0.ours, theirs: $0.theirs, local: local) }
    }
    return Dictionary(
      uniqueKeysWithValues: zip(shared, outcomes).map { ($0.ours.path, $1) })
  }

  /// The files that both sides have, each as it was changed there.
  private func shared(_ changes: [Side: [String: FileChange]]) -> [ThreeWay<TreeEntry>] {
    guard let ours = changes[.ours], let theirs = changes[.theirs] else { return [] }
    return ours.compactMap { path, change in
      guard let other = theirs[path], change.new != other.new,
        let own = TreeEntry(path, change.new, change.newMode), own.isFile,
        let their = TreeEntry(path, other.new, other.newMode), their.isFile
      else { return nil }
      let base = TreeEntry(path, other.old, other.oldMode)
      return base?.isFile == false ? nil : ThreeWay(base: base, ours: own, theirs: their)
    }
  }
}
