import Git
import Platform
import TasksCore

/// Many files are read and merged side by side: each merge follows from three files alone. Where the rest of the work
/// comes to them, it finds them done.
extension TreeMerge {
  /// Starting a thread takes as long as merging a few files.
  private static let worthAThread = 16

  /// What becomes of these files, by their paths; of none where they are few.
  func mergedAhead(
    _ changes: [Side: [String: FileChange]]
  ) throws -> [String: TaskMerge.Outcome] {
    // That asks the history about each.
    guard latest == nil else { return [:] }
    let shared = shared(changes)
    guard shared.count >= TreeMerge.worthAThread else { return [:] }
    let files = try shared.map { entries in
      (
        entries: entries, base: try entries.base.map { try contents.blob($0.id) },
        ours: try contents.blob(entries.ours.id), theirs: try contents.blob(entries.theirs.id)
      )
    }
    let (reader, local) = (contents.reader, local)
    let merged = ParallelHalves.halves(of: files) { half in
      half.map { file -> Ahead in
        let (ours, theirs) = (
          reader.version(file.ours, at: file.entries.ours.path),
          reader.version(file.theirs, at: file.entries.theirs.path)
        )
        let base = file.entries.base.flatMap { entry in
          file.base.map { reader.version($0, at: entry.path) }
        }
        return Ahead(
          outcome: TaskMerge.merge(base: base, ours: ours, theirs: theirs, local: local),
          isChanged: base.map { (ours.isChanged(since: $0), theirs.isChanged(since: $0)) })
      }
    }
    var outcomes: [String: TaskMerge.Outcome] = [:]
    for (entries, merged) in zip(shared, merged) {
      outcomes[entries.ours.path] = merged.outcome
      guard let base = entries.base, let isChanged = merged.isChanged else { continue }
      contents.note(entries.ours, isChanged: isChanged.ours, since: base)
      contents.note(entries.theirs, isChanged: isChanged.theirs, since: base)
    }
    return outcomes
  }

  /// What follows from the versions of a file, which are not kept.
  private struct Ahead {
    let outcome: TaskMerge.Outcome
    /// Nil where base does not have it.
    let isChanged: (ours: Bool, theirs: Bool)?
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
