import Platform

package struct CommittedFile: Hashable, Sendable {
  package let path: String
  package let id: ObjectID

  package init(path: String, id: ObjectID) {
    self.path = path
    self.id = id
  }
}

extension Repository {
  /// Returns the work tree content of those files that git converts at checkout (git-crypt, LFS, line endings). For
  /// all other files it equals the blob.
  ///
  /// - Throws: `noSuchObject`; `programFailed` when a required filter fails.
  package func convertedContents(
    of files: [CommittedFile]
  ) throws(GitError) -> [CommittedFile: [UInt8]] {
    let paths = try convertedPaths(among: files.map(\.path))
    guard !paths.isEmpty else { return [:] }
    let files = Set(files.filter { paths.contains($0.path) })
    for file in files where try !contains(file.id) {
      throw .noSuchObject(id: file.id, kind: "file")
    }
    let attributes = try ResolvedAttributes(of: Array(paths), in: self)
    var contents: [CommittedFile: [UInt8]] = [:]
    // A line feed in a name would end the line of input.
    for file in files where file.path.utf8.contains(0x0A) {
      contents[file] = try attributes.telling(of: file.path) { options throws(GitError) in
        try GitProgram(folder: workTree).check(
          options + ["cat-file", "--filters", "--path=\(file.path)", file.id.hex])
      }
    }
    let others = files.filter { contents[$0] == nil }
    for alike in Dictionary(grouping: others, by: { attributes.line(of: $0.path) }).values {
      guard let path = alike.first?.path else { continue }
      let read = try attributes.telling(of: path) { options throws(GitError) in
        try batch(alike, options)
      }
      contents.merge(read) { _, new in new }
    }
    return contents
  }

  /// Reads the converted contents of many files with one git process. git reports sizes from before the conversion,
  /// so a random marker line separates the contents.
  private func batch(
    _ files: [CommittedFile], _ options: [String]
  ) throws(GitError) -> [CommittedFile: [UInt8]] {
    var generator = SystemRandomNumberGenerator()
    let mark = "file-" + (0..<2).map { _ in String(generator.next(), radix: 16) }.joined()
    let said = try GitProgram(folder: workTree).check(
      options + ["cat-file", "--batch=\(mark)", "--filters"],
      input: files.flatMap { Array("\($0.id.hex) \($0.path)\n".utf8) })
    let line = Array((mark + "\n").utf8)
    var contents: [CommittedFile: [UInt8]] = [:]
    var rest = said[...]
    guard rest.starts(with: line) else {
      throw .libgit2(doing: "read old files", code: -1, message: "git cat-file said something else")
    }
    rest = rest.dropFirst(line.count)
    for file in files {
      let next = rest.firstRange(of: [0x0A] + line)
      let end = next?.lowerBound ?? rest.endIndex - 1
      guard end >= rest.startIndex else { break }
      contents[file] = Array(rest[..<end])
      rest = next.map { rest[$0.upperBound...] } ?? []
    }
    return contents
  }

  /// Returns the id of the blob that `git add` would make of a file with this content.
  package func idToCommit(_ content: [UInt8], at path: String) throws(GitError) -> ObjectID {
    var isConverted = try !convertedPaths(among: [path]).isEmpty
    if !isConverted, content.contains(0x0D) {
      // git may convert line ends on the way in only.
      let file = FileContent(path: path, content: content)
      isConverted = try CommitRoute.conversions(of: [file], in: self) != [nil]
    }
    guard isConverted else { return id(ofBlob: content) }
    return try ResolvedAttributes(of: [path], in: self)
      .id(of: content, at: path, isWritten: false, by: GitProgram(folder: workTree))
  }

  /// Whether git may convert files that lie directly in these folders (`""` is the top of the work tree). False is
  /// certain: no attribute or setting in effect converts any.
  package func mayConvertFiles(in folders: [String]) throws(GitError) -> Bool {
    let known = try AttributeSources(for: folders.map { $0 + "/file" }, in: self)
    let (names, convertsAll) = try conversions(known)
    return convertsAll || names.contains { known.mayGive($0) }
  }

  /// Returns the paths whose files git may convert between work tree and commit.
  package func convertedPaths(among paths: [String]) throws(GitError) -> Set<String> {
    let paths = Array(Set(paths))
    let known = try AttributeSources(for: paths, in: self)
    let (names, convertsAll) = try conversions(known)
    let attributes = try attributes(names, of: paths, saidBy: known)
    var found: Set<String> = []
    for (path, attributes) in zip(paths, attributes) {
      let isBinary = attributes["text"] == "unset"
      let isSet = attributes.contains { name, value in
        value != "unset" && !(isBinary && ["text", "eol", "crlf"].contains(name))
      }
      if isSet || convertsAll && !isBinary { found.insert(path) }
    }
    return found
  }

  /// Returns the attributes that make git convert a file, and whether it converts line endings of all files without
  /// any.
  private func conversions(
    _ known: AttributeSources
  ) throws(GitError) -> (names: [String], convertsAll: Bool) {
    let names = ["filter", "working-tree-encoding", "ident"]
    let convertsAll = try string("core.autocrlf").map { $0 != "false" } ?? false
    let lineEnd = try string("core.eol")
    guard convertsAll || lineEnd != nil || known.mayGive("eol") || known.mayGive("crlf") else {
      return (names, false)
    }
    return (names + ["text", "eol", "crlf"], convertsAll)
  }
}
