import Platform

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
    file = "\(repository.gitDirectory)/tasks-commit.\(getpid()).attributes"
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
