import Platform

/// What a commit changes under names that are not UTF-8, of which no text of ours can speak.
enum UnnamedChanges {
  /// Lines for `git update-index -z --index-info`.
  ///
  /// - Parameter paths: Those that are wanted, with their names repaired.
  static func read(
    of commit: ObjectID, among paths: Set<String>, _ git: GitProgram
  ) throws(GitError) -> [UInt8] {
    guard !paths.isEmpty else { return [] }
    // `:100644 100644 1111… 2222… M`, a NUL, the name and another NUL (git-diff-tree(1), "Raw output format").
    let output = try git.check(
      [
        "diff-tree", "-r", "-z", "--root", "--no-commit-id", "--no-renames", "--no-abbrev",
        commit.hex,
      ])
    let parts = output.split(separator: 0)
    var lines: [UInt8] = []
    for (status, name) in zip(parts, parts.dropFirst())
    where status.first == UInt8(ascii: ":") && paths.contains(String(decoding: name, as: UTF8.self))
    {
      let words = status.split(separator: UInt8(ascii: " "))
      guard words.count == 5 else { continue }
      lines += [Array(words[1]), [0x20], Array(words[3]), [0x09], Array(name), [0]].joined()
    }
    return lines
  }
}

extension FileChange {
  /// Whether the path stands for one that is not UTF-8 (or says so itself).
  var hasRepairedPath: Bool { path.unicodeScalars.contains("\u{FFFD}") }
}
