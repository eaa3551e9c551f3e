import Platform

/// The contents of all files that can give attributes to some paths. They are only searched for words, not parsed:
/// git alone determines which attributes a path has.
struct AttributeSources {
  /// The locations of the system-wide attributes file in various builds of git.
  private static let system = [
    "/etc/gitattributes", "/usr/local/etc/gitattributes", "/opt/homebrew/etc/gitattributes",
  ]

  private var contents: [[UInt8]] = []
  /// Whether a source in effect could not be read.
  private var isUnsure = false

  init(for paths: [String], in repository: borrowing Repository) throws(GitError) {
    // Both select a tree to read the attributes from.
    let tree = try repository.string("attr.tree")
    isUnsure = tree != nil || environment("GIT_ATTR_SOURCE") != nil
    for path in AttributeSources.system { read(path) }
    if let path = try AttributeSources.ofUser(repository) { read(path) }
    read(repository.commonDirectory + "/info/attributes")
    // An array, since there are few: a set's generic type has to be instantiated in each process.
    var seen: [ByteName] = []
    let head = try repository.head().id
    let treeOfHead: ObjectID? = if let head { try repository.tree(ofCommit: head) } else { nil }
    for path in paths {
      var folder = path[...]
      repeat {
        folder = folder.lastSlash.map { folder[..<$0] } ?? ""
        // Two folders may be equal as Swift strings and differ in git.
        let name = ByteName(String(folder))
        if seen.contains(name) { break }
        seen.append(name)
        let file = folder.isEmpty ? ".gitattributes" : "\(folder)/.gitattributes"
        if read(repository.workTree + "/" + file) { continue }
        // If a sparse checkout has left the file out, git reads it from the index.
        if let treeOfHead, try repository.entry(file, inTree: treeOfHead) != nil {
          isUnsure = true
        }
      } while !folder.isEmpty
    }
  }

  /// Returns the path of the user's attributes file: `core.attributesFile`, or its default.
  private static func ofUser(_ repository: borrowing Repository) throws(GitError) -> String? {
    if let path = try repository.path("core.attributesFile") { return path }
    if let folder = environment("XDG_CONFIG_HOME"), !folder.isEmpty {
      return folder + "/git/attributes"
    }
    return environment("HOME").map { $0 + "/.config/git/attributes" }
  }

  /// Reads a file, if it exists.
  ///
  /// - Returns: Whether it exists.
  @discardableResult
  private mutating func read(_ path: String) -> Bool {
    do throws(GitError) {
      guard let bytes = try readFileIfThere(path) else { return false }
      contents.append(bytes)
    } catch {
      isUnsure = true
    }
    return true
  }

  /// Whether any path may have the attribute; false is certain, since no source contains its name. The definition of
  /// a macro contains the name too, except for git's built-in macro `binary`.
  func mayGive(_ name: String) -> Bool {
    isUnsure || holds(name) || ["text", "diff", "merge"].contains(name) && holds("binary")
  }

  private func holds(_ word: String) -> Bool {
    contents.contains { content in content.withUnsafeBytes { $0.holds(word) } }
  }
}
