import Foundation
import Git
import Platform
import TestSupport
import Testing

/// Trees are what git makes of the same changes.
@Suite struct TreeTests {
  /// Names that sort in other ways as a folder and as a file, or that look the same.
  private static let names = [
    "a", "a.b", "a-b", "a0", "ab", "b", "b b", "ä", "a\u{308}", "z\u{1}", "日本", "A",
  ]

  @Test(arguments: 1...24) func changedAsGitChangesThem(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let world = try TestRepository(format: seed % 4 == 0 ? .sha256 : .sha1)
    let repository = try world.open()
    let blobs = try (0..<4).map { try repository.writeBlob(Array("blob \($0)".utf8)) }
    var tree: ObjectID?
    var judged: [ByteName: (ObjectID, FileMode)] = [:]
    for _ in 0..<12 {
      var changes: [TreeChange] = []
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        let path = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          Self.names[Int.random(in: 0..<Self.names.count, using: &random)]
        }.joined(separator: "/")
        // What two changes at one place come to is told elsewhere.
        guard !changes.contains(where: { Self.clash($0.path, path) }) else { continue }
        if Bool.random(using: &random) {
          changes.append(.remove(path: path))
          judged[ByteName(path)] = nil
        } else {
          let id = blobs[Int.random(in: 0..<blobs.count, using: &random)]
          let mode = [FileMode.file, .executable, .link][Int.random(in: 0..<3, using: &random)]
          changes.append(.write(path: path, id: id, mode: mode))
          judged = judged.filter { !Self.clash($0.key.text, path) }
          judged[ByteName(path)] = (id, mode)
        }
      }
      let updated = try repository.updating(tree: tree, changes)
      let input = judged.map { path, file in
        "\(String(file.1.rawValue, radix: 8)) \(file.0)\t\(path.text)\0"
      }.joined()
      let index: [String: String?] = ["GIT_INDEX_FILE": world.root + "/judge"]
      try? FileManager.default.removeItem(atPath: world.root + "/judge")
      try world.git(["update-index", "-z", "--index-info"], environment: index, input: input)
      let expected = try world.git(["write-tree"], environment: index)
      #expect(updated.id.hex == expected, "seed \(seed)")
      tree = updated.id
      for (path, file) in judged {
        let entry = try repository.entry(path.text, inTree: updated.id)
        #expect(entry == TreeEntry(path: path.text, id: file.0, mode: file.1), "seed \(seed)")
      }
      #expect(try repository.entry("no/such", inTree: updated.id) == nil)
      let listed = try world.git("ls-tree", "-r", "-z", "--name-only", expected)
      #expect(
        try repository.files(inTree: updated.id).map(\.path)
          == listed.split(separator: "\0").map(String.init))
    }
    #expect(try world.git("fsck", "--strict", "--no-dangling").isEmpty)
  }

  /// Whether two paths are the same, or one is a folder of the other.
  private static func clash(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array((one + "/").utf8), Array((other + "/").utf8))
    return one.starts(with: other) || other.starts(with: one)
  }

  @Test func manyChangesOfOneFolderTakeLinearTime() throws {
    let world = try TestRepository()
    let repository = try world.open()
    let blob = try repository.writeBlob([])
    let files = (0..<20_000).map { "\($0 % 10)/task-\($0).org" }
    let flat = (0..<20_000).map { "task-\($0).org" }
    for paths in [files, flat] {
      let begun = ContinuousClock.now
      let all = try repository.updating(
        tree: nil, paths.map { .write(path: $0, id: blob, mode: .file) })
      for path in paths { #expect(try repository.entry(path, inTree: all.id)?.id == blob) }
      let half = try repository.updating(
        tree: all.id, paths.prefix(10_000).map { .remove(path: $0) })
      #expect(try repository.files(inTree: half.id).count == 10_000)
      // A look through the whole folder for each of them took minutes.
      #expect(ContinuousClock.now - begun < .seconds(60))
    }
  }
}
