import Foundation
import Git
import Platform
import TestSupport
import Testing

/// A repository in a world of its own, and the git program as the judge. Nobody's own config is read.
struct TestRepository {
  private let world: World
  let path: String
  /// Who commits in ``save``.
  let backend: Backend

  /// What the judge sees: no config but the repository's own, and dates that stand still.
  static let environment: [String: String?] = [
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "LC_ALL": "C",
    "GIT_AUTHOR_DATE": "1700000000 +0100", "GIT_COMMITTER_DATE": "1700000000 +0100",
  ]

  /// - Parameters:
  ///   - fresh: whether `git init` has run.
  ///   - format: Another than that of the backend.
  init(fresh: Bool = true, backend: Backend = .libgit2, format: ObjectFormat? = nil) throws {
    self.backend = backend
    let format = format ?? backend.format
    world = try World()
    path = world.path("repo")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    if fresh {
      try git("init", "-q", "-b", "main", "--object-format=\(format)")
      let settings = """
        [user]
        name = Ann Example
        email = ann@example.org
        [commit]
        gpgSign = false

        """
      let config = FileHandle(forWritingAtPath: path + "/.git/config")
      try config?.seekToEnd()
      try config?.write(contentsOf: Data(settings.utf8))
      if backend == .directInStrange { try makeStrange() }
    }
  }

  func open() throws -> Repository {
    try Repository(at: path, durable: false)
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String {
    try git(arguments)
  }

  @discardableResult
  func git(
    _ arguments: [String], in folder: String? = nil, environment: [String: String?] = [:],
    input: String = ""
  ) throws -> String {
    let output = try GitProgram(folder: folder ?? path).check(
      arguments, input: Array(input.utf8),
      environment: Self.environment.merging(environment) { _, given in given })
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// The folder that the repository lies in.
  var root: String { world.folder }

  func write(_ file: String, _ text: String, in folder: String? = nil) throws {
    try world.write(text, to: (folder ?? path) + "/" + file)
  }

  func read(_ file: String) throws -> String { try world.read("repo/" + file) }

  func remove(_ file: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + file)
  }

  /// Gives the repository an extension that git passes over (git's Documentation/technical/repository-version) and
  /// libgit2 refuses.
  func makeStrange(in folder: String? = nil) throws {
    try git(["config", "core.repositoryFormatVersion", "1"], in: folder)
    try git(["config", "extensions.noop-v1", "true"], in: folder)
  }

  /// Commits all there is with the git program.
  func commitAll(_ message: String = "by git") throws {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", message)
  }

  /// What a command of ours does: objects, HEAD, files, index. Nil content removes.
  @discardableResult
  func save(
    _ files: [(String, String?)], message: String = "by us", in repository: borrowing Repository
  ) throws -> PreparedCommit? {
    let contents = files.map { FileContent(path: $0.0, content: $0.1.map { Array($0.utf8) }) }
    let old = try repository.head().id
    guard
      let prepared = try backend.commit.prepare(
        contents, in: repository, onto: old, message: message, author: ann, committer: ann)
    else { return nil }
    let index = try repository.beginIndex(after: prepared)
    try repository.lockIndex(index)
    try repository.moveHead(to: prepared.new, from: old, message: "commit: \(message)")
    for (file, text) in files {
      if let text {
        try write(file, text, in: repository.workTree)
      } else {
        try? FileManager.default.removeItem(atPath: repository.workTree + "/" + file)
      }
    }
    try repository.finishIndex(index)
    return prepared
  }

  /// Written by a child: a file open for writing here would be so in what other tests start, and could not
  /// be run meanwhile.
  func hook(_ name: String, _ script: String) throws {
    let path = self.path + "/.git/hooks/" + name
    let write = ChildProcess(
      "sh", ["-c", "mkdir -p \"${1%/*}\"; cat > \"$1\"; chmod 755 \"$1\"", "sh", path])
    #expect(try write.run(input: Array("#!/bin/sh\n\(script)\n".utf8)).succeeded)
  }

  /// As a command commits: by the route that these paths need.
  @discardableResult
  func saveByRoute(
    _ files: [(String, String?)], message: String = "by us\n", by person: Signature = ann
  ) throws -> (commit: PreparedCommit?, reason: String?) {
    let repository = try open()
    let contents = files.map { FileContent(path: $0.0, content: $0.1.map { Array($0.utf8) }) }
    let route = try CommitRoute(for: contents, in: repository)
    let old = try repository.head().id
    let prepared = try route.prepare(
      contents, in: repository, onto: old, message: message, author: person, committer: person)
    guard let prepared else { return (nil, route.reason) }
    let index = try repository.beginIndex(after: prepared)
    try repository.lockIndex(index)
    try repository.moveHead(to: prepared.new, from: old, message: "commit")
    for (path, text) in files {
      if let text { try write(path, text) } else { try remove(path) }
    }
    try repository.finishIndex(index)
    try route.finish(in: repository)
    return (prepared, route.reason)
  }

  /// git agrees: objects are sound, nothing is changed, and the index is HEAD's tree.
  func expectClean(in folder: String? = nil) throws {
    #expect(try git(["status", "--porcelain"], in: folder) == "")
    #expect(try git(["diff-index", "--cached", "HEAD"], in: folder) == "")
    #expect(try git(["write-tree"], in: folder) == git(["rev-parse", "HEAD^{tree}"], in: folder))
    try expectSound()
  }

  func expectSound() throws {
    #expect(try git("fsck", "--strict", "--no-dangling") == "")
  }
}

let ann = Signature(name: "Ann Example", email: "ann@example.org", time: 1_700_000_100, offset: 60)

/// The ways to commit, of which each must do the same, and the repositories to commit in.
enum Backend: CaseIterable {
  case libgit2
  case git
  /// Where libgit2 cannot.
  case directInSHA256
  case gitInSHA256
  /// In a repository of which libgit2 does not know whether its references are files.
  case directInStrange

  var commit: CommitRoute {
    switch self {
    case .libgit2, .directInSHA256, .directInStrange: CommitRoute(usesGit: false)
    case .git, .gitInSHA256: CommitRoute(usesGit: true)
    }
  }

  var format: ObjectFormat {
    switch self {
    case .libgit2, .git, .directInStrange: .sha1
    case .directInSHA256, .gitInSHA256: .sha256
    }
  }
}

extension ObjectFormat: CaseIterable {
  package static let allCases: [ObjectFormat] = [.sha1, .sha256]
}

extension Index {
  init(
    _ bytes: [UInt8], _ format: ObjectFormat, path: String, writtenAt: UInt32
  ) throws {
    self = try bytes.withUnsafeBytes { try Index($0, format, path: path, writtenAt: writtenAt) }
  }
}
