import Platform

/// What git says of the attributes of paths, for those of its programs that look for them in the work tree alone:
/// where a sparse checkout, or somebody, has taken a `.gitattributes` away, `git add` reads it from the index, and
/// `git hash-object` and `git cat-file` would leave a file unfiltered.
struct ResolvedAttributes {
  /// Those that say what becomes of a file on its way into a commit (gitattributes(5), "Effects").
  private static let names = ["text", "crlf", "eol", "filter", "ident", "working-tree-encoding"]

  private var lines: [String: String] = [:]
  private var known: [String: [String: String]] = [:]
  private let file: String

  init(of paths: [String], in repository: borrowing Repository) throws(GitError) {
    try self.init(paths, repository, repository.attributes(ResolvedAttributes.names, of: paths))
  }

  /// - Parameter options: For git, which is asked whatever the files in force say.
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

  /// What is known of a path, as a line of such a file for all paths.
  func line(of path: String) -> String { lines[path] ?? "" }

  /// Whether it makes no difference to what becomes of a file what it is called and where it lies, as far as git is
  /// told: it has a filter that is given nothing but the content, and line ends, which go by what the index has, are
  /// left alone.
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

  /// Runs git with options that tell it what is known of a path, and holds for all paths of which the same is known.
  func telling<Result>(
    of path: String, _ run: (_ options: [String]) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    // What stands in a nearer place says the same.
    try writeFile(file, Array(line(of: path).utf8))
    defer { unlink(file) }
    return try run(["-c", "core.attributesFile=\(file)"])
  }

  /// The id of the blob that git makes of a file's content.
  ///
  /// - Parameter isWritten: Whether the blob is written, too.
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
