import Platform

extension Repository {
  /// The value of an attribute for a path, as `git check-attr` says it: `set`, `unset`, or a word;
  /// nil when it is unspecified.
  public func attribute(named name: String, path: String) throws(GitError) -> String? {
    try attributes([name], of: [path]).first?[name]
  }

  /// As `attribute`, of several names for several paths, in their order; those unspecified are left out.
  ///
  /// git itself is asked, once for all of them: libgit2 has its own view of quoted patterns, of upper and lower
  /// case, and of lines with something wrong in them. Where no file in force says a word of them, nobody is asked.
  public func attributes(
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

  /// - Parameter options: For git.
  func attributes(
    _ names: [String], of paths: [String], _ options: [String]
  ) throws(GitError) -> [[String: String]] {
    var found = [[String: String]](repeating: [:], count: paths.count)
    guard !paths.isEmpty else { return found }
    let said = try GitProgram(folder: workTree).check(
      options + ["check-attr", "-z", "--stdin"] + names,
      input: paths.flatMap { Array($0.utf8) + [0] })
    // For each path, and each name: the path, the name, the value.
    let words = said.split(separator: 0, omittingEmptySubsequences: false)
    for number in 0..<paths.count * names.count where number * 3 + 2 < words.count {
      let value = String(decoding: words[number * 3 + 2], as: UTF8.self)
      guard value != "unspecified" else { continue }
      found[number / names.count][names[number % names.count]] = value
    }
    return found
  }
}
