import Foundation
import Git
import StoreTestSupport
import TasksCore
import TasksStore
import TestSupport
import Testing

/// The versions of files, with git as the judge.
struct StoreVersionsTests {
  /// A store that this program, an editor and git change at random.
  private final class Place {
    let world: StoreWorld
    let folder: String
    private var random: SeededGenerator
    private var count = 0
    /// All blobs that were told of each task.
    var told: [TaskID: Set<String>] = [:]
    var trees: [String] = []

    init(seed: UInt64, folder: String, format: String, attributes: String) throws {
      print("seed \(seed)")
      random = SeededGenerator(seed: seed)
      self.folder = folder
      world = try StoreWorld(folder: folder, format: format)
      if attributes == "crlf" {
        try world.git("config", "core.autocrlf", "input")
      } else if !attributes.isEmpty {
        try world.git("config", "filter.turn.clean", "tr a-z n-za-m")
        try world.git("config", "filter.turn.smudge", "tr a-z n-za-m")
        try world.write(attributes + "\n", to: ".gitattributes")
      }
      try world.write("other\n", to: "zoo/other.txt")
      try world.git("add", ".")
      try world.git("commit", "-qm", "first")
      _ = try world.create()
    }

    private func file(_ path: String) -> String { folder.isEmpty ? path : "\(folder)/\(path)" }

    /// Changes something, in the way of one of those who change stores.
    func step() throws {
      let paths = try world.open().read().paths.sorted()
      let path = paths.randomElement(using: &random) ?? ""
      count += 1
      switch paths.count < 3 ? 0 : Int.random(in: 0..<12, using: &random) {
      case 0, 1: try world.add("Task \(count)")
      case 2: try world.edit(path, .title(Text("Title \(count)")))
      case 3, 4, 5:
        try world.write(try world.read(file(path)) + "line \(count)\r\n", to: file(path))
      case 6: try FileManager.default.removeItem(atPath: world.root + "/" + path)
      case 7:
        let name = "2020-0\(count % 9)/" + (path.split(separator: "/").last ?? "")
        try FileManager.default.createDirectory(
          atPath: world.root + "/2020-0\(count % 9)", withIntermediateDirectories: true)
        try FileManager.default.moveItem(
          atPath: world.root + "/" + path, toPath: world.root + "/" + name)
      case 8: try world.git("add", "-A", ".")
      case 9:
        try world.git("add", "-A", ".")
        try world.git("commit", "-qm", "by git", "--allow-empty")
      case 10:
        let text = "* TODO By hand \(count)\n:PROPERTIES:\n:ID: hand\(count)hand\(count)\n:END:\n"
        try world.write(text, to: file("2021-01/by-hand-\(count).org"))
      default:
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: world.root + "/" + path)
      }
    }

    private func git(_ arguments: String..., input: String = "") throws -> String {
      let outcome = try world.world.run(
        "git", arguments, in: "repo", input: input, environment: ["GIT_INDEX_FILE": ".git/judge"])
      try #require(outcome.status == 0, "git \(arguments): \(outcome.errors)")
      return outcome.output.trimmingCharacters(in: .newlines)
    }

    func check() throws {
      let store = try world.open()
      let (reading, versions) = try store.readVersions()
      let tasks = reading.tasks
      let paths = tasks.map { file($0.path) }
      let ids = tasks.compactMap { versions.blob(of: $0.path) }
      for (task, id) in zip(tasks, ids) { told[task.id, default: []].insert(id) }
      let tree = try versions.tree
      let objects = ([tree] + ids).joined(separator: "\n")
      #expect(!(try git("cat-file", "--batch-check", input: objects)).contains("missing"))
      let wanted = try git("hash-object", "--stdin-paths", input: paths.joined(separator: "\n"))
      #expect(ids.joined(separator: "\n") == wanted)
      // Without a status in it, git reads each file.
      _ = try git("read-tree", "HEAD")
      _ = try git("add", "-A", folder.isEmpty ? "." : folder)
      let prefix = folder.isEmpty ? [] : ["--prefix=\(folder)/"]
      let outcome = try world.world.run(
        "git", ["write-tree"] + prefix, in: "repo", environment: ["GIT_INDEX_FILE": ".git/judge"])
      #expect(tree == outcome.output.trimmingCharacters(in: .newlines))
      try FileManager.default.removeItem(atPath: world.repository + "/.git/judge")
      for old in [trees.last, trees.randomElement(using: &random)].compactMap({ $0 }) {
        try check(store, from: old, to: tree)
      }
      trees.append(tree)
    }

    private func check(_ store: TaskStore, from old: String, to new: String) throws {
      let found = try #require(try store.differences(from: old, to: new)).map {
        "\($0.path) \($0.old ?? "") \($0.new ?? "")"
      }
      let lines = try world.git("diff-tree", "-r", "--no-renames", "--raw", "--no-abbrev", old, new)
      let wanted = lines.split(separator: "\n").compactMap { line -> String? in
        let parts = line.split(separator: "\t")
        let ids = parts[0].split(separator: " ")[2...3].map {
          $0.allSatisfy { $0 == "0" } ? "" : String($0)
        }
        return ids[0] == ids[1] ? nil : "\(parts[1]) \(ids[0]) \(ids[1])"
      }
      #expect(found == wanted)
    }
  }

  @Test(arguments: [
    (UInt64(71), "", "sha1", ""), (72, "todo/deep", "sha1", ""), (73, "", "sha256", ""),
    (74, "todo", "sha1", "*.org filter=turn"), (75, "", "sha1", "crlf"),
    (76, "todo", "sha256", "*.org filter=turn"),
  ])
  func isWhatGitSays(seed: UInt64, folder: String, format: String, attributes: String) throws {
    let place = try Place(seed: seed, folder: folder, format: format, attributes: attributes)
    for _ in 0..<(format == "sha1" ? 25 : 10) {
      try place.step()
      try place.check()
    }
    // Whatever was told of a task is a version of it, and of no other.
    let store = try place.world.open()
    let tasks = try store.read().tasks
    for task in tasks {
      for (id, blobs) in place.told {
        for blob in blobs {
          let isOther = place.told.contains { $0.key != id && $0.value.contains(blob) }
          if isOther || id != task.id && blobs.count > 1 { continue }
          #expect(try store.isVersion(blob, of: task.path) == (id == task.id))
          #expect(try store.document(ofVersion: blob, at: task.path)?.task.id == id)
        }
      }
      #expect(try store.isVersion(String(place.trees[0].reversed()), of: task.path) == false)
    }
  }

  @Test func aConflictIsInTheTreeAndNothingIsLost() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("One")
    try world.git("checkout", "-qb", "side")
    try world.write(try world.read(path) + "side\n", to: path)
    try world.git("commit", "-qam", "side")
    try world.git("checkout", "-q", "main")
    try world.write(try world.read(path) + "main\n", to: path)
    try world.git("commit", "-qam", "main")
    _ = try world.world.run(
      "git", ["-c", "merge.tasks.driver=false", "merge", "-sort", "side"], in: "repo")
    let text = try world.read(path) + "<<<<<<< x\n"
    try world.write(text, to: path)
    let store = try world.open()
    let (_, versions) = try store.readVersions()
    #expect(versions.blob(of: path) == (try world.git("hash-object", path)))
    let changes = try #require(
      try store.differences(from: world.git("rev-parse", "HEAD^{tree}"), to: versions.tree))
    #expect(changes.map(\.path) == [path])
  }

  @Test func aPhoneIsNamedAndItsLastVersionIsKnown() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("One")
    let phone = Device(id: "phone-1", name: "phone").using("DAVx5/4.5\n\nTasks-Operation: undo é")
    func change(_ title: String) throws {
      let store = try TaskStore(at: world.root, try world.context(), as: phone)
      _ = try store.write("modify") {
        [.edit(try $0.document(path), [.title(Text(title))])]
      }
    }
    func blob() throws -> String { try world.git("rev-parse", "HEAD:\(path)") }
    #expect(try world.open().lastVersion(of: path, byDevice: "phone-1") == nil)
    try change("Two")
    let own = try blob()
    let message = try world.git("log", "-1", "--format=%B")
    #expect(
      message.hasSuffix(
        """

        Tasks-Device: phone-1
        Tasks-Client: DAVx5/4.5Tasks-Operation: undo
        Tasks-Operation: modify
        """))
    try world.edit(path, .title("Three"))
    #expect(try world.open().lastVersion(of: path, byDevice: "phone-1") == own)
    // An edit by hand that a change of the phone finds is none of the phone.
    try world.write(try world.read(path) + "by hand\n", to: path)
    let edited = try world.git("hash-object", path)
    try change("Four")
    let other = try world.git("rev-parse", "HEAD~:\(path)")
    #expect(other == edited)
    #expect(
      try world.git("log", "-2", "--format=%(trailers:key=Tasks-Device,valueonly,separator=%x2C)")
        == "phone-1\nlaptop-1")
    #expect(try world.open().lastVersion(of: path, byDevice: "phone-1") == blob())
    let store = try world.open()
    #expect(try store.versions(of: path, limit: 2) == [blob(), edited])
    #expect(try store.versions(of: path, limit: 9).count == 5)
    let text = Array(try world.git("cat-file", "-p", own).utf8) + Array("more\n".utf8)
    #expect(try store.nearestVersion(of: path, to: text, limit: 9) == own)
    #expect(
      try store.nearestVersion(of: path, to: Array("Three".utf8), limit: 9) { $0.task.title.bytes }
        == store.versions(of: path, limit: 9)[2])
  }

  @Test func aVersionIsFoundWhereTheFileLayAndInItsFormat() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("One")
    let store = try world.open()
    _ = try store.write("convert") { reading in
      let document = try reading.document(path)
      return [.convert(document, to: try store.converting(document, to: .markdown).document)]
    }
    let new = try #require(try world.open().read().paths.first)
    let old = try world.git("rev-parse", "HEAD~:\(path)")
    #expect(new != path)
    #expect(try store.versions(of: new, limit: 9).last == old)
    #expect(try store.isVersion(old, of: new))
    #expect(try store.document(ofVersion: old, at: new)?.task.format == .org)
    #expect(try store.nearestVersion(of: new, to: [], limit: 9) != nil)
  }

  /// An edit by hand that was told, taken back, and then pruned.
  @Test func whatIsGoneIsNotKnown() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("One")
    let text = try world.read(path)
    try world.write(text + "by hand\n", to: path)
    let (_, told) = try world.open().readVersions()
    let (tree, blob) = (try told.tree, try #require(told.blob(of: path)))
    try world.write(text, to: path)
    let store = try world.open()
    let now = try store.readVersions().versions.tree
    #expect(now == (try world.git("rev-parse", "HEAD^{tree}")))
    #expect(try store.differences(from: tree, to: now)?.map(\.old) == [blob])
    try world.git("gc", "-q", "--prune=now")
    let later = try world.open()
    #expect(try later.differences(from: now, to: now)?.isEmpty == true)
    #expect(try later.document(ofVersion: blob, at: path) == nil)
    #expect(try !later.isVersion(blob, of: path))
    #expect(try !later.hasObject(blob) && later.hasObject(now))
    for other in [tree, blob, "x", "", try world.git("rev-parse", "HEAD"), now + now] {
      #expect(try later.differences(from: other, to: now) == nil)
    }
  }

  /// The remote is away: nobody waits for it, and what is here is told.
  @Test(arguments: ["--depth=1", "--filter=blob:none", "--filter=tree:0"])
  func aCloneOfAPartAsksNobody(option: String) throws {
    let world = try StoreWorld()
    _ = try world.create()
    let path = try world.add("One")
    let old = try world.git("rev-parse", "HEAD:\(path)")
    try world.edit(path, .title("Two"))
    try world.git("config", "uploadpack.allowFilter", "true")
    try world.git("config", "uploadpack.allowAnySHA1InWant", "true")
    let clone = world.world.path("clone")
    try world.git("clone", "-q", option, "file://" + world.repository, clone)
    try world.world.git("config", "tasks.fsync", "false", in: "clone")
    // A helper that never answers: whoever asks the remote hangs.
    try world.world.git("config", "remote.origin.url", "ext::sleep 300", in: "clone")
    try world.world.git("config", "protocol.ext.allow", "always", in: "clone")
    let store = try TaskStore(at: clone, try world.context())
    let (_, versions) = try store.readVersions()
    let now = try world.git("rev-parse", "HEAD:\(path)")
    #expect(versions.blob(of: path) == now)
    #expect(try versions.tree == world.git("rev-parse", "HEAD^{tree}"))
    #expect(try store.document(ofVersion: old, at: path) == nil)
    #expect(try store.document(ofVersion: now, at: path)?.task.title == "Two")
    #expect(try store.isVersion(now, of: path))
    #expect(try store.differences(from: old, to: versions.tree) == nil)
    if option == "--filter=tree:0" { return }
    #expect(try store.isVersion(old, of: path) == (option != "--depth=1"))
    #expect(try store.versions(of: path, limit: 9) == (option == "--depth=1" ? [now] : [now, old]))
    #expect(try store.nearestVersion(of: path, to: [], limit: 9) == now)
    #expect(try store.lastVersion(of: path, byDevice: "phone") == nil)
  }
}
