import Git

extension TaskStore {
  /// Takes new files out of the work tree again that a sparse checkout leaves out, as after a merge of git's own. Where
  /// that cannot be done they are only there though nobody wants them, and stay as they are.
  func leaveOutUnwantedFiles(of changes: [FileChange]) {
    do throws(GitError) {
      guard changes.contains(where: { $0.old == nil }),
        try repository.bool("core.sparseCheckout") == true
      else { return }
      try GitProgram(folder: repository.workTree).check(["sparse-checkout", "reapply"])
    } catch {
      context.explain("the sparse checkout was not brought up to date: \(error)")
    }
  }
}
