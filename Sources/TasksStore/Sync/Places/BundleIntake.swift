import Git
import Platform
import TasksCore

/// Takes bundles of other devices over.
struct BundleIntake {
  /// The branch of this clone, `refs/heads/main`.
  let branch: String
  let store: TaskStore

  /// Takes a bundle over.
  ///
  /// - Parameter name: What keeps it, under `refs/tasks/`.
  /// - Returns: Its commit; or why that cannot be taken over now, as the end of a sentence about the file.
  func take(_ file: String, as name: String) throws -> Attempt<ObjectID, String> {
    guard let bundle = BundleFile(file), let head = bundle.head(of: branch) else {
      return .failure("is not complete, or no bundle of git")
    }
    if try !store.repository.contains(head) {
      for id in bundle.needs where try !store.repository.contains(id) {
        return .failure("waits for another file of its device")
      }
      let ref = bundle.references[branch] == nil ? "HEAD" : branch
      let outcome = try GitProgram(folder: store.root).run(
        [
          "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", file,
          "+\(ref):refs/tasks/\(name)",
        ])
      guard outcome.succeeded else { return .failure("is not complete, or damaged") }
    }
    if let own = try store.repository.head().id, try !store.repository.isAncestor(head, of: own),
      try store.repository.mergeBases(own, head).isEmpty
    {
      return .failure("is of another store")
    }
    return .success(head)
  }

  /// Writes a bundle of the branch beside its place and then in it.
  ///
  /// - Parameter start: Whoever takes it over has this commit; nil for all of the history.
  /// - Returns: What went wrong.
  func write(_ file: String, after start: ObjectID? = nil) throws -> String? {
    let slash = file.lastSlash ?? file.startIndex
    let new = "\(file[...slash]).\(file[slash...].dropFirst()).tasks-new"
    let outcome = try GitProgram(folder: store.root).run(
      ["bundle", "create", "--quiet", new, "HEAD", branch] + (start.map { ["^\($0.hex)"] } ?? []))
    do throws(SystemError) {
      if outcome.succeeded {
        try File.rename(new, to: file)
        return nil
      }
      try? File.remove(new)
      return outcome.said
    } catch {
      try? File.remove(new)
      return error.description
    }
  }
}
