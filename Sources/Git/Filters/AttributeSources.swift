import Platform

/// The files that can give some paths attributes. They are not understood, only searched for words: what a line
/// means, git alone says.
struct AttributeSources {
  /// Where gits of various makers look for the file of the whole machine.
  private static let system = [
    "/etc/gitattributes", "/usr/local/etc/gitattributes", "/opt/homebrew/etc/gitattributes",
  ]

  private var contents: [[UInt8]] = []
  /// Whether there is something in force that was not read.
  private var isUnsure = false

  init(for paths: [String], in repository: borrowing Repository) throws(GitError) {
    // Both name a tree to read them from.
    let tree = try repository.string("attr.tree")
    isUnsure = tree != nil || environment("GIT_ATTR_SOURCE") != nil
    for path in AttributeSources.system { read(path) }
    if let path = try AttributeSources.ofUser(repository) { read(path) }
    read(repository.commonDirectory + "/info/attributes")
    var seen: Set<ByteName> = []
    let head = try repository.head().id
    let treeOfHead: ObjectID? = if let head { try repository.tree(ofCommit: head) } else { nil }
    for path in paths {
      var folder = path[...]
      repeat {
        folder = folder.lastSlash.map { folder[..<$0] } ?? ""
        // Two folders may look the same to Swift and be two to git.
        guard seen.insert(ByteName(String(folder))).inserted else { break }
        let file = folder.isEmpty ? ".gitattributes" : "\(folder)/.gitattributes"
        if read(repository.workTree + "/" + file) { continue }
        // git reads it from the index where a sparse checkout has left it out.
        if let treeOfHead, try repository.entry(file, inTree: treeOfHead) != nil {
          isUnsure = true
        }
      } while !folder.isEmpty
    }
  }

  /// `core.attributesFile`, or what stands for it.
  private static func ofUser(_ repository: borrowing Repository) throws(GitError) -> String? {
    if let path = try repository.path("core.attributesFile") { return path }
    if let folder = environment("XDG_CONFIG_HOME"), !folder.isEmpty {
      return folder + "/git/attributes"
    }
    return environment("HOME").map { $0 + "/.config/git/attributes" }
  }

  /// - Returns: Whether there is such a file.
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

  /// False where no path has the attribute, for nothing in force says its name. A macro holds the name too, but for
  /// git's own `binary`.
  func mayGive(_ name: String) -> Bool {
    isUnsure || holds(name) || ["text", "diff", "merge"].contains(name) && holds("binary")
  }

  private func holds(_ word: String) -> Bool {
    contents.contains { content in content.withUnsafeBytes { $0.holds(word) } }
  }
}
