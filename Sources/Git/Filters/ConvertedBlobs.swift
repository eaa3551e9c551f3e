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

  private struct File {
    let path: String
    let content: [UInt8]
    let isConverted: Bool
  }

  /// Writes the blobs of files, of which git converts some.
  ///
  /// - Returns: The id of each, nil for one without content; and the objects that were written without git, which are
  ///   not synced yet.
  func write(
    _ files: [FileContent], in repository: borrowing Repository
  ) throws(GitError) -> (ids: [ObjectID?], written: [ObjectID]) {
    // Files that git does not convert are written directly, without a process for each: there may be thousands.
    let conversions = try CommitRoute.conversions(of: files, in: repository)
    // In a shared repository git must write the objects, to give them the right permissions.
    let isShared = try SharedRepositoryMode(repository) != nil
    var byGit: [File] = []
    var plain: [[UInt8]] = []
    for (file, conversion) in zip(files, conversions) {
      guard let content = file.content else { continue }
      if conversion != nil || isShared {
        byGit.append(File(path: file.path, content: content, isConverted: conversion != nil))
      } else {
        plain.append(content)
      }
    }
    let written = plain.isEmpty ? [] : try repository.writeBlobs(plain)
    var blobs = try write(byGit, in: repository)[...]
    var rest = written[...]
    let ids = zip(files, conversions).map { file, conversion -> ObjectID? in
      guard file.content != nil else { return nil }
      return conversion != nil || isShared ? blobs.popFirst() : rest.popFirst()
    }
    return (ids, written)
  }

  /// Writes the blobs and returns their ids, in the same order.
  private func write(
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
      let path = repository.temporaryPath("content\(number)")
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

extension Repository {
  /// Writes the blobs that `git add` would make of files with these contents, which need not be in the work tree.
  ///
  /// They are not synced to the disk; see ``keep(_:)``.
  ///
  /// - Returns: Their ids, in the same order; none for a file without content.
  package func writeBlobs(of files: [FileContent]) throws(GitError) -> [ObjectID] {
    try ConvertedBlobs(git: GitProgram(folder: workTree), environment: [:]).write(files, in: self)
      .ids.compactMap { $0 }
  }

  /// A path in the git directory for a temporary file, which no other thread gets.
  func temporaryPath(_ name: String) -> String { temporaryFile(name, in: gitDirectory) }
}

func temporaryFile(_ name: String, in gitDirectory: String) -> String {
  "\(gitDirectory)/tasks-commit.\(getpid()).\(UInt32.random(in: 0 ... .max)).\(name)"
}
