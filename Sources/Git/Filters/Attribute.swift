import Platform

extension Repository {
  /// Returns the value of an attribute for a path as `git check-attr` reports it: `set`, `unset`, or a string; nil if
  /// it is unspecified.
  package func attribute(named name: String, path: String) throws(GitError) -> String? {
    try attributes([name], of: [path]).first?[name]
  }

  /// Returns the values of several attributes for several paths, in the order of the paths; unspecified attributes
  /// are left out.
  ///
  /// Runs `git check-attr` once for all of them, because libgit2 differs from git in quoted patterns, case, and
  /// malformed lines. If no source in effect contains any of the names, git is not run.
  package func attributes(
    _ names: [String], of paths: [String]
  ) throws(GitError) -> [[String: String]] {
    try attributes(names, of: paths, saidBy: AttributeSources(for: paths, in: self))
  }

  func attributes(
    _ names: [String], of paths: [String], saidBy files: AttributeSources
  ) throws(GitError) -> [[String: String]] {
    let names = names.filter { files.mayGive($0) }
    guard !names.isEmpty else { return [[String: String]](repeating: [:], count: paths.count) }
    return try attributes(names, of: paths, [])
  }

  /// Runs `git check-attr`.
  ///
  /// - Parameter options: Options of git before the subcommand.
  func attributes(
    _ names: [String], of paths: [String], _ options: [String]
  ) throws(GitError) -> [[String: String]] {
    var found = [[String: String]](repeating: [:], count: paths.count)
    guard !paths.isEmpty else { return found }
    let said = try GitProgram(folder: workTree).check(
      options + ["check-attr", "-z", "--stdin"] + names,
      input: paths.flatMap { Array($0.utf8) + [0] })
    // The output is one triple of path, name and value for each path and name.
    let words = said.split(separator: 0, omittingEmptySubsequences: false)
    for number in 0..<paths.count * names.count where number * 3 + 2 < words.count {
      let value = String(decoding: words[number * 3 + 2], as: UTF8.self)
      guard value != "unspecified" else { continue }
      found[number / names.count][names[number % names.count]] = value
    }
    return found
  }
}
