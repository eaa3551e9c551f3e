import Platform

/// Writes the blobs of many files with few git processes, each blob as git would write it alone. A filter must get
/// the same arguments, attributes and working directory as with `git add`, and must never be bypassed.
///
/// - Files without conversion are read from temporary files of any name.
/// - Files that already have this content in the work tree are read there.
/// - Files with a filter that does not depend on the name are read from temporary files too, if git reports the same
///   attributes for those.
/// - All others take one process each.
struct ConvertedBlobs {
  /// Its working directory is the top of the work tree.
  let git: GitProgram
  let environment: [String: String?]

  struct File {
    let path: String
    let content: [UInt8]
    let isConverted: Bool
  }

  /// Writes the blobs and returns their ids, in the same order.
  func write(
    _ files: [File], in repository: borrowing Repository
  ) throws(GitError) -> [ObjectID] {
    let attributes = try ResolvedAttributes(
      of: files.filter(\.isConverted).map(\.path), in: repository)
    var ids = [ObjectID?](repeating: nil, count: files.count)
    var plain: [Int] = []
    var inPlace: [String: [Int]] = [:]
    var elsewhere: [String: [Int]] = [:]
    for (number, file) in files.enumerated() {
      let line = attributes.line(of: file.path)
      if !file.isConverted {
        plain.append(number)
      } else if try stands(file, in: repository) {
        inPlace[line, default: []].append(number)
      } else if try attributes.isFilteredByContent(file.path, in: repository) {
        elsewhere[line, default: []].append(number)
      }
    }
    func run(
      _ options: [String], _ numbers: [Int], _ paths: [String]
    ) throws(GitError) {
      let found = try self.ids(of: paths, options)
      for (number, id) in zip(numbers, found) { ids[number] = id }
    }
    try holding(plain.map { files[$0].content }, in: repository) { paths throws(GitError) in
      try run(["hash-object", "--no-filters"], plain, paths)
    }
    for numbers in inPlace.values {
      try attributes.telling(of: files[numbers[0]].path) { options throws(GitError) in
        try run(options + ["hash-object"], numbers, numbers.map { files[$0].path })
      }
    }
    for (line, numbers) in elsewhere where numbers.count > 1 {
      try holding(numbers.map { files[$0].content }, in: repository) { paths throws(GitError) in
        let top = repository.workTree.utf8.count + 1
        let paths = paths.map { String(decoding: $0.utf8.dropFirst(top), as: UTF8.self) }
        try attributes.telling(of: files[numbers[0]].path) { options throws(GitError) in
          let there = try ResolvedAttributes(of: paths, in: repository, options)
          guard paths.allSatisfy({ there.line(of: $0) == line }) else { return }
          try run(options + ["hash-object"], numbers, paths)
        }
      }
    }
    var written: [ObjectID] = []
    for (file, id) in zip(files, ids) {
      if let id {
        written.append(id)
      } else {
        written.append(
          try attributes.id(
            of: file.content, at: file.path, isWritten: true, by: git, environment: environment))
      }
    }
    return written
  }

  private func stands(
    _ file: File, in repository: borrowing Repository
  ) throws(GitError) -> Bool {
    let path = repository.workTree + "/" + file.path
    guard let status = try fileStatus(path), status.st_mode & S_IFMT == S_IFREG,
      status.st_size == file.content.count
    else { return false }
    return try readFileIfThere(path) == file.content
  }

  /// Writes contents to temporary files in the git directory for the duration of a call.
  private func holding(
    _ contents: [[UInt8]], in repository: borrowing Repository,
    _ body: (_ paths: [String]) throws(GitError) -> Void
  ) throws(GitError) {
    guard !contents.isEmpty else { return }
    var paths: [String] = []
    defer { for path in paths { unlink(path) } }
    for (number, content) in contents.enumerated() {
      let path = "\(repository.gitDirectory)/tasks-commit.\(getpid()).content\(number)"
      paths.append(path)
      try writeFile(path, content)
    }
    try body(paths)
  }

  private func ids(
    of paths: [String], _ arguments: [String]
  ) throws(GitError) -> [ObjectID] {
    let said = try git.check(
      arguments + ["-w", "--stdin-paths"],
      input: paths.flatMap { GitProgramBackend.quoted($0) + [0x0A] },
      environment: environment)
    let ids = said.split(separator: 0x0A).compactMap { ObjectID(hex: $0) }
    guard ids.count == paths.count else {
      throw .programFailed(
        command: "git hash-object", status: 0, output: String(decoding: said, as: UTF8.self))
    }
    return ids
  }
}
