import Git
import Platform
import TasksCore

/// Takes bundles of other devices over.
struct BundleIntake {
  /// The branch of this clone, `refs/heads/main`.
  let branch: String
  let store: TaskStore

  static let isForeign = "is of another store"

  /// Takes a bundle over.
  ///
  /// - Parameter name: What keeps it, under `refs/tasks/`.
  /// - Returns: Its commit; or why that cannot be taken over now, as the end of a sentence about the file.
  func take(_ file: String, as name: String) throws -> Attempt<ObjectID, String> {
    guard let bundle = BundleFile(file) else {
      return .failure("is not complete, or no bundle of git")
    }
    guard let head = bundle.references[branch] else {
      return .failure("has no branch \(branch.dropFirst("refs/heads/".count))")
    }
    let ref = "refs/tasks/\(name)"
    if try !store.repository.contains(head) {
      for id in bundle.needs where try !store.repository.contains(id) {
        return .failure("waits for another file of its device")
      }
      let outcome = try GitProgram(folder: store.root).run(
        ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", file, "+\(branch):\(ref)"])
      guard outcome.succeeded else { return .failure("is not complete, or damaged") }
    } else if let own = try store.repository.head().id,
      try !store.repository.isAncestor(head, of: own), try store.repository.reference(ref) != head
    {
      // git is to find it by its name if a merge of it has to be made by hand.
      let old = try store.repository.reference(ref)
      try store.locked {
        try store.repository.updateReference(ref, to: head, from: old, message: "tasks sync")
      }
    }
    if let own = try store.repository.head().id, try !store.repository.isAncestor(head, of: own),
      try store.repository.mergeBases(own, head).isEmpty
    {
      return .failure(BundleIntake.isForeign)
    }
    return .success(head)
  }

  /// Writes a bundle of the branch beside its place and then in it.
  ///
  /// - Parameter start: Whoever takes it over has this commit; nil for all of the history.
  /// - Returns: What went wrong.
  func write(_ file: String, after start: ObjectID? = nil) throws -> String? {
    let start = start.map { ["^\($0.hex)"] } ?? []
    // Through memory: git would leave a lock beside the file if it were killed. At the top, since elsewhere git 2.39 takes
    // `-` for the name of a file.
    let outcome = try GitProgram(folder: store.repository.workTree).run(
      ["bundle", "create", "--quiet", "-", "HEAD", branch] + start)
    guard outcome.succeeded else { return outcome.said }
    do throws(SystemError) {
      try PlacedFile.write(outcome.output, to: file)
      return nil
    } catch {
      return error.description
    }
  }
}
