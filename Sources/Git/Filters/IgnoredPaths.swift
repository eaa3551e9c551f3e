extension Repository {
  /// Returns those of some paths in the repository at `workTree` that git ignores, as `git check-ignore` says; a
  /// tracked file never is.
  ///
  /// - Parameters:
  ///   - paths: Relative to `folder`.
  ///   - folder: In the repository, with a slash at its end; empty for the work tree.
  /// - Returns: None if git cannot be asked.
  package static func ignored(
    of paths: [String], under folder: String, at workTree: String
  ) -> Set<String> {
    let said = try? GitProgram(folder: workTree).run(
      ["check-ignore", "-z", "--stdin"],
      input: paths.flatMap { Array((folder + $0).utf8) + [0] })
    guard let output = said?.output else { return [] }
    return Set(
      output.split(separator: 0).map {
        String(decoding: $0.dropFirst(folder.utf8.count), as: UTF8.self)
      })
  }
}
