import StoreTestSupport
import Foundation
import Git
import TasksCore
import TasksStore
import TestSupport
import Testing

@Suite struct RebaseStateTests {
  @Test func aRebaseThatStops() throws {
    let world = try StoreWorld()
    func commit(_ text: String) throws -> String {
      try world.write(text, to: "a")
      try world.git("add", "a")
      try world.git("commit", "-qm", text)
      return try world.git("rev-parse", "HEAD")
    }
    _ = try commit("0")
    try world.git("checkout", "-qb", "side")
    let onto = try commit("theirs")
    try world.git("checkout", "-q", "main")
    let picks = try [commit("1"), commit("2"), commit("3")]
    let folder = world.repository + "/.git"
    #expect(RebaseState(gitDirectory: folder) == nil)
    func git(_ arguments: String...) throws {
      _ = try world.world.run(
        "git", ["-c", "core.editor=true"] + arguments, in: "repo")
    }
    func full(_ state: RebaseState) throws -> [String] {
      try (state.picks ?? ["none"]).map { try world.git("rev-parse", $0) }
    }
    try git("rebase", "side")
    let first = try #require(RebaseState(gitDirectory: folder))
    #expect(first.onto == onto && first.originalHead == picks[2])
    #expect(try full(first) == [picks[0]])
    #expect(!first.isLastPick)
    try git("rebase", "--skip")
    try git("rebase", "--skip")
    let last = try #require(RebaseState(gitDirectory: folder))
    #expect(try full(last) == picks)
    #expect(last.isLastPick)
    try git("rebase", "--abort")
    #expect(RebaseState(gitDirectory: folder) == nil)
    try git("-c", "sequence.editor=sed -i.bak '1s/^pick/edit/'", "rebase", "-i", "side")
    let edited = try #require(RebaseState(gitDirectory: folder))
    #expect(edited.picks == nil && !edited.isLastPick)
  }
}

/// Files that are no tasks merge as git merges them.
@Suite struct TreeMergeTests {
  private struct Generator {
    var random: SeededGenerator
    var fresh = 0

    mutating func line() -> String {
      fresh += 1
      return "\(fresh) \(random.next()) \(random.next())\n"
    }

    mutating func text() -> [String] { (0..<8).map { _ in line() } }

    /// Paths with their modes and lines; changes never make one file similar to another.
    mutating func changed(_ old: [String: (String, [String])]) -> [String: (String, [String])] {
      var files = old
      for path in old.keys.sorted() {
        switch Int.random(in: 0..<25, using: &random) {
        case 0: files[path] = nil
        case 1: files[path]?.0 = "100755"
        case 2...5: files[path]?.1[Int.random(in: 0..<8, using: &random)] = line()
        default: break
        }
      }
      for name in 0..<2 where Int.random(in: 0..<4, using: &random) == 0 {
        files["added/\(name + Int.random(in: 0..<3, using: &random)).txt"] = ("100644", text())
      }
      return files
    }
  }

  /// - Returns: The three commits.
  private func commits(_ seed: UInt64, in world: StoreWorld) throws -> [String] {
    var generator = Generator(random: SeededGenerator(seed: seed))
    var base: [String: (String, [String])] = [:]
    for number in 0..<14 { base["\(number % 4)/\(number).txt"] = ("100644", generator.text()) }
    let versions = [base, generator.changed(base), generator.changed(base)]
    var script = ""
    for (number, files) in versions.enumerated() {
      script += "commit refs/heads/v\(seed)-\(number)\nmark :\(number + 1)\n"
      script += "committer Ann <ann@example.org> 1700000000 +0000\ndata 1\nm\n"
      if number > 0 { script += "from :1\n" }
      script += "deleteall\n"
      for (path, file) in files.sorted(by: { $0.key < $1.key }) {
        let text = file.1.joined()
        script += "M \(file.0) inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
      }
      script += "\n"
    }
    try world.git("fast-import", "--quiet", "--force", input: script)
    return try (0..<3).map { try world.git("rev-parse", "v\(seed)-\($0)") }
  }

  @Test func randomTreesMergeAsGitMergesThem() throws {
    let world = try StoreWorld()
    let store = try world.create()
    var conflicted = 0
    for seed in UInt64(100)..<125 {
      let ids = try commits(seed, in: world).compactMap { ObjectID(hex: $0) }
      let trees = try ids.map { try store.repository.tree(ofCommit: $0) }
      let merge = try TreeMerge(
        MergeTrees(
          ThreeWay(base: trees[0], ours: trees[1], theirs: trees[2]), in: store),
        local: .ours, ordersLists: true)
      let judge = try world.world.git(
        "merge-tree", "--write-tree", "-z", "--no-messages", ids[1].hex, ids[2].hex, in: "repo")
      try #require(judge.status < 2, "\(judge.errors)")
      let said = judge.output.split(separator: "\0").map(String.init)
      var stages: [String] = []
      for conflict in merge.conflicts.sorted(by: { $0.path < $1.path }) {
        let versions = [conflict.base, conflict.ours, conflict.theirs]
        for (stage, entry) in zip(1..., versions) {
          guard let entry else { continue }
          let mode = String(entry.mode.rawValue, radix: 8)
          stages.append("\(mode) \(entry.id) \(stage)\t\(entry.path)")
        }
      }
      #expect(stages == Array(said.dropFirst()), "seed \(seed)")
      if merge.conflicts.isEmpty {
        #expect(try merge.trees.write(merge).tree.hex == said.first, "seed \(seed)")
      }
      conflicted += merge.conflicts.isEmpty ? 0 : 1
    }
    #expect((3...22).contains(conflicted), "both kinds must come up: \(conflicted)")
    #expect(try world.git("fsck", "--strict", "--no-dangling") == "")
  }

  /// What .gitattributes says of other files holds in our merge too.
  @Test func attributesThatNameADriverOfGit() throws {
    let world = try StoreWorld()
    let store = try world.create()
    try world.write("*.log merge=union\n*.raw -merge\n*.bin merge=binary\n", to: ".gitattributes")
    let names = ["a.log", "b.raw", "c.bin", "d.txt"]
    var trees: [ObjectID] = []
    for (branch, line) in [("main", "1"), ("ours", "2"), ("theirs", "3")] {
      if branch != "main" { try world.git("checkout", "-qb", branch, "main") }
      for name in names { try world.write("top\n\(line)\nend\n", to: name) }
      try world.git("add", "-A")
      try world.git("commit", "-qm", line)
      trees.append(try #require(ObjectID(hex: try world.git("rev-parse", "HEAD^{tree}"))))
    }
    let merge = try TreeMerge(
      MergeTrees(
        ThreeWay(base: trees[0], ours: trees[1], theirs: trees[2]), in: store),
      local: .ours, ordersLists: true)
    let judge = try world.world.git(
      "merge-tree", "--write-tree", "-z", "--no-messages", "--name-only", "ours", "theirs",
      in: "repo")
    let said = judge.output.split(separator: "\0").map(String.init)
    #expect(merge.conflicts.map(\.path).sorted() == Array(said.dropFirst()))
    #expect(said.dropFirst() == ["b.raw", "c.bin", "d.txt"])
    let union = try #require(merge.files["a.log"]?.entry)
    #expect(
      try world.git("cat-file", "blob", union.id.hex)
        == world.git("cat-file", "blob", "\(said[0]):a.log"))
    let raw = try #require(merge.conflicts.first { $0.path == "b.raw" }?.content)
    #expect(
      String(decoding: raw, as: UTF8.self)
        == (try world.git("cat-file", "blob", "\(said[0]):b.raw")) + "\n")
  }

  private func merge(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ favour: TreeMerge.Favour? = nil,
    in store: TaskStore
  ) throws -> GitMergeFile {
    try GitMergeFile(
      base: base, ours: ours, theirs: theirs, favour: favour, folder: store.ownFolder)
  }

  @Test func linesInConflictCarryMarkers() throws {
    let world = try StoreWorld()
    let store = try world.create()
    let (base, ours, theirs) = (
      Array("a\nb\nc\n".utf8), Array("a\nB\nc\n".utf8), Array("a\nX\nc\n".utf8)
    )
    let plain = try merge(base, ours, theirs, in: store)
    #expect(!plain.isClean)
    #expect(
      String(decoding: plain.bytes, as: UTF8.self)
        == "a\n<<<<<<< HEAD\nB\n=======\nX\n>>>>>>> theirs\nc\n")
    let favoured = try merge(base, ours, theirs, .theirs, in: store)
    #expect(favoured.isClean && favoured.bytes == theirs)
  }

  /// git cannot merge them, and leaves one side whole.
  @Test func filesThatAreNoText() throws {
    let world = try StoreWorld()
    let store = try world.create()
    let (base, ours, theirs): ([UInt8], [UInt8], [UInt8]) = ([0, 1], [0, 2], [0, 3])
    let plain = try merge(base, ours, theirs, in: store)
    #expect(!plain.isClean && plain.bytes == ours)
    let own = try merge(base, ours, theirs, .ours, in: store)
    #expect(own.isClean && own.bytes == ours)
    let other = try merge(base, ours, theirs, .theirs, in: store)
    #expect(other.isClean && other.bytes == theirs)
  }
}
