import Foundation
import Git
import Platform
import TestSupport
import Testing

/// The index that is patched, with git as the judge.
@Suite struct IndexPatchTests {
  private static let folders = ["", "a/", "a/b/", "a-b/", "ab/", "a.b/c/d/", "ž/", "a/b/c/"]

  /// Thousands of changes of all kinds beside what the user stages, and git finds the index as it would have
  /// made it.
  @Test(arguments: [2, 3, 4], [false, true])
  func randomChangesAreAsGitMakesThem(version: Int, linked: Bool) throws {
    let seed = UInt64(version * 2 + (linked ? 1 : 0)) &* 104_729
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let world = try TestRepository()
    for number in 0..<200 {
      let folder = Self.folders[number % Self.folders.count]
      try world.write("\(folder)\(number % 40).org", "start \(number)")
    }
    try world.commitAll()
    var place = world.path
    if linked {
      place = world.root + "/linked"
      try world.git("worktree", "add", "-q", "-b", "side", place)
    }
    try world.git(["update-index", "--index-version", "\(version)"], in: place)
    if version == 3 {
      try world.write("announced.txt", "x", in: place)
      try world.git(["add", "-N", "announced.txt"], in: place)
    }
    let repository = try Repository(at: place, durable: false)
    var staged: Set<String> = []
    for round in 0..<TestScope.cases(9, all: 18) {
      for _ in 0..<20 {
        try change(in: place, repository, &random, avoiding: staged)
      }
      if round % TestScope.cases(3, all: 1) == 2 % TestScope.cases(3, all: 1) {
        try judge(world, place, "seed \(seed), round \(round)")
      }
      // What the user stages in the midst of the tasks, and takes back some rounds later.
      let path = "\(Self.folders[round % Self.folders.count])staged-\(round % 3).txt"
      if staged.contains(path) {
        try world.git(["rm", "-qf", "--cached", path], in: place)
        staged.remove(path)
      } else {
        try world.write(path, "staged \(round)", in: place)
        try world.git(["add", path], in: place)
        staged.insert(path)
      }
      if round % 7 == 6 {
        // As after a commit of the user's: git knows all trees again.
        try world.git(["commit", "-q", "-m", "the user's"], in: place)
        staged = []
      }
    }
    let header = try Data(contentsOf: URL(fileURLWithPath: repository.indexPath))
    #expect(Int(header[7]) == version)
    #expect(try world.git(["fsck", "--no-dangling", "--no-progress"], in: place) == "")
  }

  /// One commit of a few files, as a command of ours makes it.
  private func change(
    in place: String, _ repository: borrowing Repository, _ random: inout SeededGenerator,
    avoiding staged: Set<String>
  ) throws {
    var files: [String: [UInt8]?] = [:]
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let folder = Self.folders.randomElement(using: &random) ?? ""
      var path = "\(folder)\(Int.random(in: 0..<50, using: &random)).org"
      if Int.random(in: 0..<40, using: &random) == 0 {
        path = folder + String(repeating: "long", count: Int.random(in: 1...40, using: &random))
      }
      if staged.contains(path) { continue }
      files[path] =
        Int.random(in: 0..<3, using: &random) == 0 ? .some(nil) : Array("\(random.next())".utf8)
    }
    let old = try repository.head().id
    let contents = files.sorted { $0.key < $1.key }.map {
      FileContent(path: $0.key, content: $0.value)
    }
    let image = try image(repository, in: place, &random)
    guard
      let prepared = try repository.prepareCommit(
        contents, onto: old, message: "m", author: ann, committer: ann)
    else { return }
    let index = try repository.beginIndex(after: prepared, from: image)
    try repository.moveHead(to: prepared.new, from: old, message: "m")
    for (path, bytes) in files {
      if let bytes {
        try FileManager.default.createDirectory(
          atPath: ((place + "/" + path) as NSString).deletingLastPathComponent,
          withIntermediateDirectories: true)
        try writeFile(place + "/" + path, bytes)
      } else {
        unlink(place + "/" + path)
      }
    }
    try repository.finishIndex(index)
  }

  /// The index as a comparison with the work tree has read it, which another process may have replaced since.
  private func image(
    _ repository: borrowing Repository, in place: String, _ random: inout SeededGenerator
  ) throws -> MappedIndex? {
    let kind = Int.random(in: 0..<4, using: &random)
    guard kind > 0, let image = MappedIndex(repository.indexPath) else { return nil }
    try image.walk(path: repository.indexPath) { _, _ in }
    if Int.random(in: 0..<8, using: &random) == 0 {
      _ = try GitProgram(folder: place).run(["update-index", "-q", "--force-write-index"])
    }
    return image
  }

  /// git reads the index, finds every checksum, tree and status right, and would write the same entries.
  private func judge(_ world: TestRepository, _ place: String, _ comment: String) throws {
    let index = try Repository(at: place).indexPath
    let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: index)))
    #expect(
      whole.dropLast(20).withUnsafeBytes { SHA1.digest($0) } == Array(whole.suffix(20)),
      "\(comment)")
    // The trees that the index claims to know are those of its entries.
    let patched = try world.git(["write-tree"], in: place)
    let copy = world.root + "/copy"
    defer { unlink(copy) }
    let entries = try world.git(["ls-files", "-s", "-z"], in: place)
    let announced = entries.split(separator: "\0").filter { !$0.hasSuffix("\tannounced.txt") }
    _ = try GitProgram(folder: place).check(
      ["update-index", "-z", "--index-info"],
      input: Array((announced.joined(separator: "\0") + "\0").utf8),
      environment: ["GIT_INDEX_FILE": copy])
    #expect(
      try world.git(["write-tree"], in: place, environment: ["GIT_INDEX_FILE": copy]) == patched,
      "\(comment)")
    #expect(
      try world.git(["diff-files", "--name-only"], in: place).replacingOccurrences(
        of: "announced.txt", with: "") == "", "\(comment)")
    #expect(
      try world.git(["diff-index", "--cached", "--name-only", "HEAD"], in: place)
        .split(separator: "\n").allSatisfy { $0.contains("staged-") || $0 == "announced.txt" },
      "\(comment)")
    // What git keeps of each file is what it would write itself.
    let ours = try world.git(["ls-files", "-s", "--debug"], in: place)
    try world.git(["update-index", "-q", "--really-refresh", "--force-write-index"], in: place)
    #expect(try world.git(["ls-files", "-s", "--debug"], in: place) == ours, "\(comment)")
  }

  /// After our commits git need not compute a single tree: it knows them all.
  @Test func theTreesOfFoldersStayKnown() throws {
    let world = try TestRepository()
    let repository = try world.open()
    try world.save([("a/b/c.org", "1"), ("a/d.org", "2"), ("e.org", "3")], in: repository)
    #expect(try known(repository) == 3)
    try world.save([("a/b/c.org", "2"), ("new/x/y.org", "1")], in: repository)
    #expect(try known(repository) == 5)
    try world.save([("a/b/c.org", nil), ("e.org", "4")], in: repository)
    #expect(try known(repository) == 4)
    try world.expectClean()
    // What is staged makes unknown what it touches, and no more.
    try world.write("new/staged.c", "1")
    try world.git("add", "new/staged.c")
    try world.save([("new/x/y.org", "2"), ("a/d.org", "5")], in: repository)
    #expect(try known(repository) == 2)
    try world.git("commit", "-q", "-m", "theirs")
    #expect(try known(repository) == 4)
    try world.save([("new/x/y.org", nil)], in: repository)
    #expect(try known(repository) == 3)
    try world.expectClean()
  }

  /// How many folders the index has the tree of, each being the one HEAD has.
  private func known(_ repository: borrowing Repository) throws -> Int {
    let bytes = try readFile(repository.indexPath)
    let tree = try bytes.withUnsafeBytes { bytes -> [UInt8] in
      var walk = try IndexReader(bytes, path: "index")
      while try walk.next() != nil {}
      let found = try walk.extensions().first { $0.name == "TREE" }
      return found.map { Array($0.content) } ?? []
    }
    #expect(try #require(tree.withUnsafeBytes { CacheTree($0) }).bytes == tree)
    let head = try #require(try repository.head().id)
    let all = try GitProgram(folder: repository.workTree).check(["ls-tree", "-rdt", head.hex])
    var ids = Set(
      String(decoding: all, as: UTF8.self).split(separator: "\n").map {
        String($0.split(separator: "\t")[0].suffix(40))
      })
    ids.insert(try repository.tree(ofCommit: head).hex)
    return ids.count { id in
      ObjectID(hex: id).map { tree.firstRange(of: $0.bytes) != nil } ?? false
    }
  }

  @Test(arguments: ["UNTR", "FSMN", "EOIE", "REUC", "zero checksum"])
  func whatElseAnIndexMayHold(kind: String) throws {
    let world = try TestRepository()
    for number in 0..<20 { try world.write("a/\(number).org", "\(number)") }
    try world.commitAll()
    switch kind {
    case "UNTR":
      try world.git("update-index", "--force-untracked-cache")
      try world.write("untracked.c", "1")
      try world.git("status")
    case "FSMN":
      try world.write(".git/monitor", "#!/bin/sh\nprintf 'token\\0/\\0'\n")
      #expect(chmod(world.path + "/.git/monitor", 0o755) == 0)
      try world.git("config", "core.fsmonitor", world.path + "/.git/monitor")
      try world.git("update-index", "--fsmonitor")
      try world.git("status")
    case "EOIE":
      try world.git("-c", "index.threads=2", "update-index", "--force-write-index")
    case "REUC":
      for (branch, text) in [("side", "x"), ("main", "y")] {
        try world.git(
          "checkout", "-q", branch == "side" ? "-b" : branch, branch == "side" ? branch : "--")
        try world.write("a/1.org", text)
        try world.commitAll(branch)
      }
      _ = try GitProgram(folder: world.path).run(
        ["merge", "side"], environment: TestRepository.environment)
      try world.commitAll("merged")
    default:
      try zeroChecksum(world.path + "/.git/index")
    }
    let index = world.path + "/.git/index"
    func holds(_ name: String) throws -> Bool {
      try readFile(index).firstRange(of: Array(name.utf8)) != nil
    }
    if kind.count == 4 { #expect(try holds(kind)) }
    let repository = try world.open()
    try world.save([("a/1.org", "other")], in: repository)
    if ["UNTR", "FSMN", "REUC"].contains(kind) { #expect(try holds(kind)) }
    if kind == "zero checksum" { #expect(try readFile(index).suffix(20).allSatisfy { $0 == 0 }) }
    // What git has seen as untracked becomes ours.
    try world.save([("untracked.c", "1"), ("a/2.org", nil)], in: repository)
    #expect(try world.git("status", "--porcelain") == "")
    #expect(try world.git("diff-index", "--cached", "HEAD") == "")
    #expect(try world.git("write-tree") == world.git("rev-parse", "HEAD^{tree}"))
  }

  private func zeroChecksum(_ index: String) throws {
    let bytes = try readFile(index)
    try writeFile(index, bytes.dropLast(20) + [UInt8](repeating: 0, count: 20))
  }

  /// Conflicts that are left, taken back, and stand where a folder was.
  @Test func conflictsStandInTheIndex() throws {
    let world = try TestRepository()
    let repository = try world.open()
    try world.save([("a.org", "1"), ("b/c.org", "2")], in: repository)
    let entry = TreeEntry(path: "a.org", id: ObjectID.ofBlob([49], .sha1), mode: .file)
    try repository.updateIndex([
      .conflict(path: "a.org", base: nil, ours: entry, theirs: entry),
      .conflict(path: "b", base: entry, ours: nil, theirs: nil),
    ])
    #expect(
      try world.git("ls-files", "-s")
        == "100644 \(entry.id) 2\ta.org\n100644 \(entry.id) 3\ta.org\n100644 \(entry.id) 1\tb")
    #expect(try repository.unmergedPaths() == ["a.org", "b"])
    try repository.updateIndex([
      .set(path: "a.org", id: entry.id, mode: .file), .remove(path: "b"),
      .set(path: "b/c.org", id: ObjectID.ofBlob([50], .sha1), mode: .file),
    ])
    try world.expectClean()
  }

  /// Git tells them as files that a sparse checkout leaves out, in each version of the index and in one it changes itself.
  @Test(arguments: ["2", "3", "4", "none", "split"])
  func filesLeftOutOfTheWorkTree(kind: String) throws {
    let world = try TestRepository()
    let repository = try world.open()
    if kind != "none" { try world.save([("a.org", "1"), ("b/c.org", "2")], in: repository) }
    if let version = Int(kind) { try world.git("update-index", "--index-version", "\(version)") }
    if kind == "split" { try world.git("update-index", "--split-index") }
    let ids = try ["3", "4"].map { try repository.writeBlob(Array($0.utf8)) }
    try repository.updateIndex([
      .leaveOut(path: "a/x.org", id: ids[0], mode: .file),
      .leaveOut(path: "b/a long name \(kind).org", id: ids[1], mode: .executable),
    ])
    let lines = try world.git("ls-files", "-t").split(separator: "\n").map(String.init)
    let there = kind == "none" ? [] : ["H a.org", "H b/c.org"]
    #expect(lines.sorted() == (there + ["S a/x.org", "S b/a long name \(kind).org"]).sorted())
    #expect(try world.git("diff-files", "--name-only") == "")
    #expect(try world.git("ls-files", "-s", "a").hasPrefix("100644 \(ids[0])"))
    // One that comes into the work tree after all.
    try world.write("a/x.org", "3")
    try repository.updateIndex([.set(path: "a/x.org", id: ids[0], mode: .file)])
    #expect(try world.git("ls-files", "-t", "a") == "H a/x.org")
    #expect(try world.git("diff-files", "--name-only") == "")
    #expect(try world.git("fsck", "--no-dangling", "--no-progress") == "")
  }

  @Test func theHashIsThatOfGit() throws {
    var random = SeededGenerator(seed: 3)
    for length in [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128, 1000, 100_000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let split = length / 3
      bytes.withUnsafeBytes { all in
        let rest = UnsafeRawBufferPointer(rebasing: all[split...])
        let digest = SHA1.digest(rest, after: Array(bytes[..<split]))
        #expect(digest == SHA1.portable(all), "\(length)")
        #expect(digest == SHA1.digest(all), "\(length)")
      }
    }
    #expect(ObjectID.ofBlob([], .sha1).hex == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
    #expect(
      ObjectID.ofBlob(Array("test content\n".utf8), .sha1).hex
        == "d670460b4b4aece5915caf5c68d12f560a9fe3e4")
  }
}
