import Git
import Platform
import TasksCore

/// Reads and merges many files on two threads before the rest of the merge needs them; each merge depends on three
/// files alone.
extension TreeMerge {
  /// From this many files on a second thread pays: starting it takes as long as merging a few files.
  private static let worthAThread = 16

  /// What becomes of these files, by their paths; of none where they are few.
  func mergedAhead(
    _ changes: [Side: [String: FileChange]]
  ) throws -> [String: TaskMerge.Outcome] {
    // Preferring the later change reads the history for each file.
    guard trees.latest == nil else { return [:] }
    let (contents, shared) = (trees.contents, shared(changes))
    guard shared.count >= TreeMerge.worthAThread else { return [:] }
    let files = try shared.map { entries in
      (
        entries: entries, base: try entries.base.map { try contents.blob($0.id) },
        ours: try contents.blob(entries.ours.id), theirs: try contents.blob(entries.theirs.id)
      )
    }
    let (reader, local, tools) = (contents.reader, local, trees.tools)
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
          outcome: TaskMerge.merge(
            base: base, ours: ours, theirs: theirs, local: local,
            with: tools),
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

  /// What is kept of a file's versions.
  private struct Ahead {
    let outcome: TaskMerge.Outcome
    /// Nil if base does not have the file.
    let isChanged: (ours: Bool, theirs: Bool)?
  }

  /// Returns the files that both sides have and changed in different ways.
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
