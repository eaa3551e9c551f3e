import Foundation
import Git
import Platform
import TestSupport
import Testing

/// A random history with merges, criss-crosses, several roots and clocks that go wrong.
private struct RandomHistory {
  let world: TestRepository
  let tips: [String]

  init(seed: UInt64, commits: Int, skew: Int, format: ObjectFormat = .sha1) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    world = try TestRepository(format: format)
    var script = ""
    for number in 1...commits {
      let time = 1_700_000_000 + number * 100 + Int.random(in: -skew...0, using: &random)
      let message = "commit \(number)"
      script += "commit refs/heads/c\(number)\nmark :\(number)\n"
      script += "committer Ann <ann@example.org> \(time) +0100\n"
      script += "data \(message.utf8.count)\n\(message)\n"
      if number > 1, number % 40 != 0 {
        let parent = max(1, number - Int.random(in: 1...4, using: &random))
        let other = max(1, number - Int.random(in: 1...9, using: &random))
        script += "from :\(parent)\n"
        if number % 3 == 0, other != parent { script += "merge :\(other)\n" }
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let path =
          "\(Int.random(in: 0..<3, using: &random))/\(Int.random(in: 0..<5, using: &random))"
        let text = "\(number % 7)"
        if Int.random(in: 0..<5, using: &random) == 0 {
          script += "D \(path)\n"
        } else {
          script += "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
        }
      }
      script += "\n"
    }
    try GitProgram(folder: world.path)
      .check(["fast-import", "--quiet", "--force"], input: Array(script.utf8))
    tips = (0..<8).map { "c\(commits - $0)" }
    try world.git("reset", "-q", "--hard", tips[0])
  }
}

@Suite struct HistoryTests {
  private func walked(
    _ history: History, in repository: borrowing Repository
  ) throws -> [(id: String, paths: [String])] {
    var found: [(String, [String])] = []
    try repository.walk(history) { commit, changes throws(GitError) in
      found.append((commit.id.hex, changes.map(\.path)))
      return .goOn
    }
    return found
  }

  @Test(arguments: [(UInt64(1), 0), (2, 0), (3, 50), (4, 900)])
  func theWalkIsThatOfGitLog(seed: UInt64, skew: Int) throws {
    let random = try RandomHistory(seed: seed, commits: 120, skew: skew)
    let repository = try random.world.open()
    func listed(_ arguments: String...) throws -> [String] {
      try random.world.git(["log", "--format=%H", "--date-order"] + arguments, in: nil)
        .split(separator: "\n").map(String.init)
    }
    for (tip, hidden) in zip(random.tips, random.tips.reversed()) {
      let start = try #require(try repository.resolve(tip))
      let before = try #require(try repository.resolve(hidden))
      // Commits of one second may come either way round.
      let all = try walked(History(from: start), in: repository).map(\.id)
      let wanted = try listed(tip)
      if skew == 0 { #expect(all == wanted) } else { #expect(Set(all) == Set(wanted)) }
      #expect(
        try walked(History(from: start, firstParentOnly: true), in: repository).map(\.id)
          == listed("--first-parent", tip))
      #expect(
        Set(try walked(History(from: start, hiding: [before]), in: repository).map(\.id))
          == Set(try listed(tip, "^" + hidden)))
    }
  }

  /// The judge lists what each commit changed against its first parent; the paths are picked here.
  @Test(arguments: [UInt64(5), 6], ObjectFormat.allCases)
  func theWalkWithPathsIsThatOfGitLog(seed: UInt64, format: ObjectFormat) throws {
    let random = try RandomHistory(seed: seed, commits: 100, skew: 0, format: format)
    let repository = try random.world.open()
    let start = try #require(try repository.resolve(random.tips[0]))
    let log = try random.world.git(
      "log", "--date-order", "--format=%x00%H", "--diff-merges=first-parent", "--name-only",
      "--no-renames", random.tips[0])
    let commits = log.split(separator: "\0").map { record in
      let lines = record.split(separator: "\n").map(String.init)
      return (id: lines[0], paths: Array(lines.dropFirst()))
    }
    let selections: [(PathSelection, (String) -> Bool)] = [
      (.under(""), { _ in true }), (.under("1"), { $0.hasPrefix("1/") }),
      (.under("1/"), { $0.hasPrefix("1/") }), (.under("2/3"), { $0 == "2/3" }),
      (.exactly(["0/1", "2/4"]), { ["0/1", "2/4"].contains($0) }), (.exactly([]), { _ in false }),
    ]
    for (selection, isWanted) in selections {
      let found = try walked(History(from: start, touching: selection), in: repository)
      let wanted = commits.map { ($0.id, $0.paths.filter(isWanted)) }.filter { !$0.1.isEmpty }
      #expect(found.map(\.id) == wanted.map(\.0))
      #expect(found.map(\.paths) == wanted.map(\.1))
    }
  }

  @Test(arguments: [UInt64(7), 8], ObjectFormat.allCases)
  func mergeBasesAndAheadBehind(seed: UInt64, format: ObjectFormat) throws {
    let random = try RandomHistory(seed: seed, commits: 100, skew: 60, format: format)
    let repository = try random.world.open()
    let tips = random.tips + ["c40", "c20"]
    for (one, two) in zip(tips, tips.dropFirst()) {
      let first = try #require(try repository.resolve(one))
      let second = try #require(try repository.resolve(two))
      let outcome = try GitProgram(folder: random.world.path)
        .run(["merge-base", "--all", one, two])
      let wanted = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
      #expect(
        Set(try repository.mergeBases(first, second).map(\.hex)) == Set(wanted.map(String.init)))
      let count = try repository.aheadBehind(local: first, upstream: second)
      #expect(
        try random.world.git("rev-list", "--left-right", "--count", "\(one)...\(two)")
          == "\(count.ahead)\t\(count.behind)")
    }
  }

  @Test(arguments: ObjectFormat.allCases) func aCrissCrossHasSeveralBases(format: ObjectFormat)
    throws
  {
    let world = try TestRepository(format: format)
    try world.commitAll("root")
    let repository = try world.open()
    let root = try #require(try repository.head().id)
    let tree = try repository.tree(ofCommit: root)
    func commit(_ parents: [ObjectID], _ text: String) throws -> ObjectID {
      try repository.writeCommit(
        tree: tree, parents: parents, author: ann, committer: ann, message: text)
    }
    let (a, b) = (try commit([root], "a"), try commit([root], "b"))
    let (ab, ba) = (try commit([a, b], "ab"), try commit([b, a], "ba"))
    #expect(Set(try repository.mergeBases(ab, ba)) == [a, b])
    #expect(try repository.mergeBases(a, ab) == [a])
    #expect(try repository.mergeBases(ab, try commit([], "other root")) == [])
  }

  @Test(arguments: ObjectFormat.allCases) func upstreamAndRemotes(format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    try world.commitAll()
    try world.git("clone", "-q", "--origin", "far.away", world.path, world.root + "/clone")
    let clone = world.root + "/clone"
    let repository = try Repository(at: clone)
    let head = try #require(try repository.head().id)
    #expect(
      try repository.upstream(ofBranch: "refs/heads/main")
        == Upstream(
          ref: "refs/remotes/far.away/main", remote: "far.away", remoteRef: "refs/heads/main",
          id: head))
    #expect(try repository.remotes() == ["far.away"])
    // libgit2's own function keeps 20 KB of each setting that is no address.
    let before = try Self.residentPages()
    for _ in 0..<300 { _ = try repository.remotes() }
    #expect(try Self.residentPages() - before < 10_000)
    try world.git(["checkout", "-q", "-b", "new/one"], in: clone)
    #expect(try repository.upstream(ofBranch: "refs/heads/new/one") == nil)
    try world.git(["branch", "-q", "--set-upstream-to=main"], in: clone)
    #expect(try repository.upstream(ofBranch: "refs/heads/new/one")?.remote == ".")
    try world.git(["update-ref", "-d", "refs/remotes/far.away/main"], in: clone)
    #expect(try repository.upstream(ofBranch: "refs/heads/main")?.id == nil)
  }

  /// How many pages of memory this process has.
  private static func residentPages() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try #require(Int(text.split(separator: " ")[1]))
  }

  @Test(arguments: ObjectFormat.allCases) func revisions(format: ObjectFormat) throws {
    let world = try TestRepository(format: format)
    try world.commitAll("one")
    try world.commitAll("two")
    try world.git("tag", "-a", "-m", "tag", "v1")
    let repository = try world.open()
    let head = try #require(try repository.head().id)
    for word in ["HEAD", "v1", "main", head.hex, String(head.hex.prefix(8)), "HEAD^{commit}"] {
      #expect(try repository.resolve(word) == head, "\(word)")
    }
    #expect(try repository.resolve("HEAD~1")?.hex == world.git("rev-parse", "HEAD~1"))
    for word in ["HEAD~2", "none", "..", String(repeating: "0", count: 40), "HEAD:"] {
      #expect(try repository.resolve(word) == nil, "\(word)")
    }
  }

  @Test(arguments: [
    "subject\n\nA: 1\nB-c: two words \n", "subject\n\nbody\n\nA: 1\n", "A: 1\n", "s\n\nbody\n",
    "s\n\nA: folded\n  on\n", "s\n\nA: 1\n\nno trailer\n", "s\n\nA: 1\nA: 2\n\n\n", "s\n\nA:\n",
  ])
  func trailersAreThoseOfGit(message: String) throws {
    let world = try TestRepository()
    let said = try GitProgram(folder: world.path).check(
      ["interpret-trailers", "--parse"], input: Array(message.utf8))
    let wanted = String(decoding: said, as: UTF8.self).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(
      CommitInfo.trailers(in: message)
        .map { "\($0.name): \($0.value)".trimmingCharacters(in: .whitespaces) } == wanted)
  }

  @Test func trailersAreFoundByNameWithoutCase() throws {
    let world = try TestRepository()
    try world.save(
      [("a", "1")], message: "s\n\nTasks-Undoes: 1\ntasks-undoes: 2\nX: 3\n", in: try world.open())
    let repository = try world.open()
    let commit = try repository.commit(try #require(try repository.head().id))
    #expect(commit.subject == "s")
    #expect(commit.trailers(named: "TASKS-undoes") == ["1", "2"])
    #expect(commit.trailers(named: "none") == [])
  }
}
