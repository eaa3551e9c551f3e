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

/// The attributes of paths as git resolves them, to be passed to git commands that read attributes from the work tree
/// only. If a `.gitattributes` is missing there, because of a sparse checkout or otherwise, `git add` reads it from
/// the index, while `git hash-object` and `git cat-file` would not apply the filter.
struct ResolvedAttributes {
  /// The attributes that determine the conversion of a file when it is committed (gitattributes(5), "Effects").
  private static let names = ["text", "crlf", "eol", "filter", "ident", "working-tree-encoding"]

  private var lines: [String: String] = [:]
  private var known: [String: [String: String]] = [:]
  private let file: String

  init(of paths: [String], in repository: borrowing Repository) throws(GitError) {
    try self.init(paths, repository, repository.attributes(ResolvedAttributes.names, of: paths))
  }

  /// Runs git for all paths, without searching the attribute files first.
  ///
  /// - Parameter options: Options of git before the subcommand.
  init(
    of paths: [String], in repository: borrowing Repository, _ options: [String]
  ) throws(GitError) {
    let found = try repository.attributes(ResolvedAttributes.names, of: paths, options)
    self.init(paths, repository, found)
  }

  private init(
    _ paths: [String], _ repository: borrowing Repository, _ found: [[String: String]]
  ) {
    file = repository.temporaryPath("attributes")
    for (path, attributes) in zip(paths, found) {
      known[path] = attributes
      let words = attributes.sorted { $0.key < $1.key }.map { name, value in
        switch value {
        case "set": name
        case "unset": "-" + name
        default: "\(name)=\(value)"
        }
      }
      lines[path] = (["*"] + words).joined(separator: " ") + "\n"
    }
  }

  /// Returns the attributes of a path as a line of an attributes file with the pattern `*`.
  func line(of path: String) -> String { lines[path] ?? "" }

  /// Whether the conversion of a file does not depend on its path: its filter gets only the content, and line
  /// endings, whose conversion depends on the index, are not converted.
  func isFilteredByContent(
    _ path: String, in repository: borrowing Repository
  ) throws(GitError) -> Bool {
    guard let attributes = known[path], attributes["text"] == "unset",
      let filter = attributes["filter"], !["set", "unset"].contains(filter),
      repository.gitDirectory == repository.workTree + "/.git",
      try repository.string("filter.\(filter).process") == nil
    else { return false }
    return try repository.string("filter.\(filter).clean")?.contains("%f") == false
  }

  /// Calls a closure with options that give git the attributes of a path; they are right for all paths with the same
  /// `line(of:)`.
  func telling<Result>(
    of path: String, _ run: (_ options: [String]) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    // A `.gitattributes` file, which takes precedence, gives the same attributes.
    try writeFile(file, Array(line(of: path).utf8))
    defer { unlink(file) }
    return try run(["-c", "core.attributesFile=\(file)"])
  }

  /// Computes the id of the blob that git makes of a file's content.
  ///
  /// - Parameter isWritten: Whether the blob is also written.
  func id(
    of content: [UInt8], at path: String, isWritten: Bool, by git: GitProgram,
    environment: [String: String?] = [:]
  ) throws(GitError) -> ObjectID {
    let said = try telling(of: path) { options throws(GitError) in
      try git.check(
        options + ["hash-object"] + (isWritten ? ["-w"] : []) + ["--stdin", "--path=\(path)"],
        input: content, environment: environment)
    }
    let text = String(decoding: said.prefix { $0 != 0x0A }, as: UTF8.self)
    guard let id = ObjectID(hex: text) else {
      throw .programFailed(command: "git hash-object", status: 0, output: text)
    }
    return id
  }
}

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
