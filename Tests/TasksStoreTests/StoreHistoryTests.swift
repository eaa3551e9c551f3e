import Foundation
import Git
import TasksStore
import TestSupport
import Testing

/// Whatever happens to a history, what is remembered of it tells what git tells.
struct StoreHistoryTests {
  /// A repository whose commits are made at random: merges, several roots, files that come, go, move and become
  /// folders.
  private final class Place {
    let world: World
    let prefix: String
    var folder = "repo"
    private var random: SeededGenerator
    private var count = 0

    init(seed: UInt64, prefix: String) throws {
      print("seed \(seed)")
      random = SeededGenerator(seed: seed)
      self.prefix = prefix
      world = try World()
      try git("init", "-q", "-b", "main", ".")
    }

    @discardableResult
    func git(_ arguments: String..., input: String = "") throws -> String {
      try FileManager.default.createDirectory(
        atPath: world.path(folder), withIntermediateDirectories: true)
      let outcome = try world.run("git", arguments, in: folder, input: input)
      try #require(outcome.status == 0, "git \(arguments): \(outcome.errors)")
      return outcome.output.trimmingCharacters(in: .newlines)
    }

    var paths: [String] {
      (0..<3).flatMap { month in (0..<4).map { "\(prefix)2025-0\(month)/\($0).org" } }
        + ["\(prefix)top.md", "\(prefix)2025-00", "other/file", "\(prefix)2025-01/deep/er.org"]
    }

    /// Adds commits, each on one that is there already, and moves main to the last.
    func commit(_ more: Int) throws {
      var script = ""
      for number in (count + 1)...(count + more) {
        let message = "commit \(number)"
        script += "commit refs/heads/c\(number)\nmark :\(number)\n"
        script += "committer Ann <ann@example.org> \(1_700_000_000 + number * 10) +0100\n"
        script += "data \(message.utf8.count)\n\(message)\n"
        func before(_ reach: Int) -> String {
          let parent = max(1, number - Int.random(in: 1...reach, using: &random))
          return parent > count ? ":\(parent)" : "refs/heads/c\(parent)^0"
        }
        if number > 1, number % 50 != 0 {
          let (one, two) = (before(3), before(9))
          script += "from \(one)\n"
          if number % 4 == 0, one != two { script += "merge \(two)\n" }
          let three = before(20)
          if number % 8 == 0, three != one, three != two { script += "merge \(three)\n" }
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let path = paths.randomElement(using: &random) ?? ""
          let text = "\(Int.random(in: 0..<4, using: &random))"
          switch Int.random(in: 0..<6, using: &random) {
          case 0: script += "D \(path)\n"
          case 1: script += "M 100755 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
          default: script += "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
          }
        }
        script += "\n"
      }
      count += more
      try git("fast-import", "--quiet", "--force", input: script)
      try git("update-ref", "refs/heads/main", "c\(count)")
    }

    func moveHead() throws {
      try git("update-ref", "refs/heads/main", "c\(Int.random(in: 1...count, using: &random))")
    }

    var cachePath: String { world.path("history") }
    var cache: Data? { FileManager.default.contents(atPath: cachePath) }

    /// Changes a byte of the cache, cuts it, or takes it away.
    func damage() throws {
      guard var bytes = cache, !bytes.isEmpty else { return }
      let url = URL(fileURLWithPath: cachePath)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1
      case 1: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
      default: return try FileManager.default.removeItem(at: url)
      }
      try bytes.write(to: url)
    }

    func history(at path: String? = nil) throws -> StoreHistory {
      let repository = try Repository(at: world.path(folder))
      return try #require(
        try StoreHistory(
          of: repository, prefix: prefix, path: path ?? cachePath, allowance: 0))
    }

    private func visits(_ history: StoreHistory, _ selection: PathSelection) throws -> [String] {
      var visits: [String] = []
      try history.walk(selection) { visit throws(GitError) in
        let changes = visit.changes.map {
          "\($0.path) \($0.old?.hex.prefix(7) ?? "") \($0.new?.hex.prefix(7) ?? "")"
        }
        visits.append(([visit.id.hex] + visit.parents.map(\.hex) + changes).joined(separator: "\n"))
        return .goOn
      }
      return visits
    }

    func told() throws -> [String] { try told(history()) }

    func told(_ history: StoreHistory) throws -> [String] { try visits(history, .under(prefix)) }

    /// What git says: each commit with its parents and its changes against the first of them.
    private func wanted(_ isWanted: (String) -> Bool) throws -> [String] {
      let log = try git(
        "log", "--date-order", "--format=%x00%H %P", "--diff-merges=first-parent", "--raw",
        "--abbrev=40", "--no-renames", "--root")
      return log.split(separator: "\0").compactMap { record in
        let lines = record.split(separator: "\n").map(String.init)
        let changes = lines.dropFirst().compactMap { line -> String? in
          let parts = line.split(separator: "\t")
          guard parts.count == 2, isWanted(String(parts[1])) else { return nil }
          let ids = parts[0].split(separator: " ")[2...3].map {
            $0.allSatisfy { $0 == "0" } ? "" : String($0.prefix(7))
          }
          return "\(parts[1]) \(ids[0]) \(ids[1])"
        }
        guard !changes.isEmpty else { return nil }
        return (lines[0].split(separator: " ").map(String.init) + changes).joined(separator: "\n")
      }
    }

    /// With the cache, once more with what that left behind, and without.
    func check(_ hint: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let one = paths[Int.random(in: 0..<paths.count, using: &random)]
      for path in [cachePath, cachePath, "/nowhere/history"] {
        let history = try history(at: path)
        #expect(
          try visits(history, .under(prefix)) == wanted { $0.hasPrefix(prefix) }, "\(hint)",
          sourceLocation: sourceLocation)
        for path in [one, prefix + "none"] {
          #expect(
            try visits(history, .exactly([path])) == wanted { $0 == path && $0.hasPrefix(prefix) },
            "\(hint), \(path)", sourceLocation: sourceLocation)
        }
        let moment = 1_700_000_000 + Int.random(in: 0...(count + 1), using: &random) * 10
        let tree = try git("log", "-1", "--first-parent", "--before=\(moment)", "--format=%T")
        #expect(
          (history.tree(at: Int64(moment))?.hex ?? "") == tree, "\(hint), \(moment)",
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test(arguments: [(UInt64(51), ""), (52, "todo/"), (53, "deep/er/")])
  func whatIsRememberedIsWhatGitTells(seed: UInt64, prefix: String) throws {
    let place = try Place(seed: seed, prefix: prefix)
    try place.commit(60)
    try place.check("first")
    #expect(place.cache != nil)
    for turn in 0..<6 {
      try place.commit(turn * 7 + 1)
      try place.check("turn \(turn), more commits")
      try place.moveHead()
      try place.check("turn \(turn), HEAD elsewhere")
      try place.damage()
      try place.check("turn \(turn), damaged")
    }
    try place.git("gc", "-q")
    try place.damage()
    try place.check("packed")
    try place.git("repack", "-qadf", "--depth=3", "--window=20")
    try place.git("commit-graph", "write", "--reachable")
    try place.commit(9)
    try place.damage()
    try place.check("with a graph of some of the commits")
  }

  /// Their commits are read in two threads beforehand.
  @Test func manyCommitsInAPack() throws {
    let place = try Place(seed: 57, prefix: "todo/")
    try place.commit(500)
    try place.check("many")
    try place.git("commit-graph", "write", "--reachable")
    try place.damage()
    try place.check("with a graph")
  }

  /// A commit that is in several packs is read from each.
  @Test func manyCommitsInSeveralPacks() throws {
    let place = try Place(seed: 60, prefix: "todo/")
    try place.commit(500)
    try place.commit(300)
    try place.git("repack", "-qad", "--keep-unreachable", "--max-pack-size=1m")
    try place.commit(200)
    let packs = place.world.path(place.folder) + "/.git/objects/pack"
    try place.git("pack-objects", "-q", "--all", packs + "/pack", input: "")
    let indices = try FileManager.default.contentsOfDirectory(atPath: packs)
      .filter { $0.hasSuffix(".idx") }
    #expect(indices.count > 1)
    try place.check("several")
  }

  /// Their changes, too, are read in two threads: in a history that was read before, and where the older ones are in
  /// no pack that they know.
  @Test func manyCommitsOnTopOfOthers() throws {
    let place = try Place(seed: 58, prefix: "todo/")
    // So few that git leaves them loose.
    try place.commit(20)
    #expect(try place.git("count-objects", "-v").contains("packs: 0"))
    try place.commit(300)
    try place.check("on loose ones")
    try place.commit(230)
    try place.check("on those that are known")
    try place.git("clone", "-q", "--shared", place.world.path("repo"), place.world.path("clone"))
    place.folder = "clone"
    try place.damage()
    try place.check("borrowed from another repository")
  }

  /// Every place of the file is damaged now and then, and it is cut everywhere.
  @Test func damagedTables() throws {
    let place = try Place(seed: 59, prefix: "todo/")
    try place.commit(40)
    let wanted = try place.told()
    let good = try #require(place.cache)
    let url = URL(fileURLWithPath: place.cachePath)
    var random = SeededGenerator(seed: 60)
    for turn in 0..<200 {
      var bad = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let byte = turn < 64 ? turn : Int.random(in: 0..<bad.count, using: &random)
        bad[byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      try bad.write(to: url)
      #expect(try place.told() == wanted, "turn \(turn)")
    }
    for size in stride(from: 0, to: good.count, by: 37) {
      try good.prefix(size).write(to: url)
      #expect(try place.told() == wanted, "cut to \(size)")
      #expect(place.cache?.count == good.count, "made anew")
    }
    try (good + [0]).write(to: url)
    #expect(try place.told() == wanted, "longer")
  }

  /// Two names that only differ in how an accent is written are two folders.
  @Test func namesAreBytes() throws {
    let place = try Place(seed: 61, prefix: "")
    let names = ["e\u{301}", "\u{E9}"]
    try place.commit(1)
    for (number, name) in names.enumerated() {
      let commit = """
        commit refs/heads/main
        committer Ann <ann@example.org> \(1_800_000_000 + number) +0100
        data 1
        x
        from refs/heads/main^0
        M 100644 inline \(name)/a.org
        data 1
        \(number)

        """
      try place.git("fast-import", "--quiet", "--force", input: commit)
    }
    for turn in 0..<2 {
      let history = try place.history()
      var paths: [[UInt8]] = []
      try history.walk(.under("")) { visit throws(GitError) in
        paths += visit.changes.map { Array($0.path.utf8) }
        return .goOn
      }
      #expect(
        Array(paths.prefix(2)) == names.reversed().map { Array("\($0)/a.org".utf8) },
        "turn \(turn)")
    }
  }

  /// What is damaged is told as it was or not at all, and then its commit is named.
  @Test func damagedPacks() throws {
    let place = try Place(seed: 62, prefix: "todo/")
    try place.commit(260)
    try place.git("repack", "-qad")
    let wanted = try place.told()
    let packs = place.world.path("repo/.git/objects/pack")
    let files = try FileManager.default.contentsOfDirectory(atPath: packs).filter {
      $0.hasSuffix(".pack") || $0.hasSuffix(".idx")
    }
    var random = SeededGenerator(seed: 63)
    var failures = 0
    for turn in 0..<60 {
      let url = URL(fileURLWithPath: packs + "/" + files[turn % files.count])
      let whole = try Data(contentsOf: url)
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
      if turn % 6 == 5 { bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)) }
      try FileManager.default.removeItem(at: url)
      try bytes.write(to: url)
      try? FileManager.default.removeItem(atPath: place.cachePath)
      do {
        let history = try place.history()
        let told = try place.told(history)
        if !history.damaged.isEmpty { failures += 1 }
        #expect(
          history.damaged.isEmpty ? told == wanted : wanted.count >= told.count, "turn \(turn)")
        #expect(Set(told).isSubset(of: wanted), "turn \(turn)")
      } catch is GitError {
        failures += 1
      }
      try FileManager.default.removeItem(at: url)
      try whole.write(to: url)
    }
    #expect(failures > 5 && failures < 60)
  }

  /// A commit that another one stands for, and one that is given other parents, are told as git tells them; and what
  /// was remembered before that is forgotten.
  @Test func anAlteredHistory() throws {
    let place = try Place(seed: 64, prefix: "todo/")
    try place.commit(80)
    try place.check("as it is")
    let (tip, other) = try (place.git("rev-parse", "main~2"), place.git("rev-parse", "main~9"))
    let cut = try place.git("rev-parse", "main~3")
    try place.git("replace", "--graft", cut)
    try place.check("replaced")
    try place.git("pack-refs", "--all")
    try place.check("packed")
    try place.git("config", "core.useReplaceRefs", "false")
    try place.check("not heeded")
    try place.git("config", "core.useReplaceRefs", "true")
    try place.git("replace", tip, other)
    try place.check("another tree")
    try place.git("replace", "-d", cut, tip)
    try place.check("as it was")
  }

  /// A shallow clone begins where it was cut, and forgets what it knew when it gets more.
  @Test func aShallowCloneThatGetsMore() throws {
    let place = try Place(seed: 54, prefix: "")
    try place.commit(80)
    let source = "file://" + place.world.path(place.folder)
    try place.git("clone", "-q", "--depth", "5", source, place.world.path("clone"))
    place.folder = "clone"
    try place.check("shallow")
    try place.git("fetch", "-q", "--deepen", "7")
    try place.check("deeper")
    try place.git("fetch", "-q", "--unshallow")
    try place.check("whole")
  }

  @Test func fewNewCommitsAreNotWritten() throws {
    let place = try Place(seed: 55, prefix: "")
    try place.commit(30)
    let repository = try Repository(at: place.world.path(place.folder))
    func read() throws {
      let history = try #require(
        try StoreHistory(of: repository, prefix: "", path: place.cachePath, allowance: 10))
      try history.walk(.under("")) { _ in .goOn }
    }
    try read()
    let first = try #require(place.cache)
    try place.commit(1)
    try read()
    #expect(place.cache == first)
    try place.commit(30)
    try read()
    #expect(place.cache != first)
  }

  @Test func aTableThatIsGoneIsWrittenAgain() throws {
    let place = try Place(seed: 59, prefix: "")
    try place.commit(30)
    _ = try place.history()
    let whole = try #require(place.cache?.count)
    try FileManager.default.removeItem(atPath: place.cachePath)
    _ = try place.history()
    #expect(place.cache?.count == whole)
  }

  @Test func ofOneMomentTheFirstThatCame() {
    var random = SeededGenerator(seed: 56)
    var waiting = NewestFirst()
    var wanted: [(time: Int64, number: UInt32)] = []
    for number in 0..<500 {
      let time = Int64.random(in: 0..<40, using: &random)
      waiting.insert(UInt32(number), time: time)
      wanted.append((time, UInt32(number)))
      guard number % 3 == 0 else { continue }
      wanted.sort { $0.time == $1.time ? $0.number < $1.number : $0.time > $1.time }
      #expect(waiting.next() == wanted.removeFirst().number)
    }
    wanted.sort { $0.time == $1.time ? $0.number < $1.number : $0.time > $1.time }
    for one in wanted { #expect(waiting.next() == one.number) }
    #expect(waiting.next() == nil)
  }
}
