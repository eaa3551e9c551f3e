import StoreTestSupport
import Git
import TasksCore
import TasksStore
import TestSupport
import Testing

/// Few tasks that two sides put anywhere on few paths: however they cross each other's ways, each is there once.
@Suite struct PlacesOfTasksTests {
  private static let names = ["a", "b", "c"]
  private static let paths = ["p.org", "q.org", "r.org"]

  /// Where tasks lie on a side, and what that side has added to their notes.
  private typealias Places = [String: (name: String, words: String)]

  private func file(_ name: String, _ words: String) -> [UInt8] {
    let id = String(repeating: name, count: 16)
    return Array("* TODO task \(name)\n:PROPERTIES:\n:ID: \(id)\n:END:\n\(words)".utf8)
  }

  private func places(_ side: String, _ random: inout SeededGenerator) -> Places {
    let count = Int.random(in: 0...3, using: &random)
    let names = Self.names.shuffled(using: &random).prefix(count)
    var places: Places = [:]
    for (path, name) in zip(Self.paths.shuffled(using: &random), names) {
      places[path] = (name, Bool.random(using: &random) ? side + "\n" : "")
    }
    return places
  }

  private func tree(_ places: Places, in store: TaskStore) throws -> ObjectID {
    let changes = try places.sorted { $0.key < $1.key }.map { path, task in
      TreeChange.write(
        path: path, id: try store.repository.writeBlob(file(task.name, task.words)), mode: .file)
    }
    return try store.repository.updating(tree: nil, changes).id
  }

  /// merge.md: what a side has purged is gone unless the other has changed it, and to be moved is to be changed.
  private func expected(_ base: Places, _ ours: Places, _ theirs: Places) -> Set<String> {
    func state(_ name: String, _ places: Places) -> [String]? {
      places.first { $0.value.name == name }.map { [$0.key, $0.value.words] }
    }
    return Set(
      Self.names.filter { name in
        let (old, own, other) = (state(name, base), state(name, ours), state(name, theirs))
        guard let old else { return own != nil || other != nil }
        return own != nil && other != nil || own != nil && own != old
          || other != nil && other != old
      })
  }

  @Test(arguments: [UInt64(1), 2, 3]) func eachIsThereOnce(seed: UInt64) throws {
    let world = try StoreWorld()
    let store = try world.create()
    var random = SeededGenerator(seed: seed)
    for number in 0..<400 {
      let base = Bool.random(using: &random) ? places("", &random) : [:]
      let ours = places("by us", &random)
      let theirs = places("by them", &random)
      let local = [Side.ours, .theirs, nil].randomElement(using: &random) ?? nil
      let trees = ThreeWay<ObjectID>(
        base: try tree(base, in: store), ours: try tree(ours, in: store),
        theirs: try tree(theirs, in: store))
      let merge = try TreeMerge(
        MergeTrees(trees, in: store), local: local, ordersLists: local != nil)
      let comment: Comment = "seed \(seed), case \(number): \(base), \(ours), \(theirs)"
      #expect(merge.conflicts.isEmpty, comment)
      var found: [String] = []
      var words: [String: String] = [:]
      for entry in try store.repository.files(inTree: try merge.trees.write(merge).tree) {
        let bytes = try store.repository.blob(entry.id)
        guard let task = store.version(bytes, at: entry.path).document?.task else { continue }
        let name = String(task.id.text.string.prefix(1))
        found.append(name)
        words[name, default: ""] += String(decoding: bytes, as: UTF8.self)
      }
      #expect(found.sorted() == expected(base, ours, theirs).sorted(), comment)
      for task in [ours, theirs].flatMap(\.values) where found.contains(task.name) {
        #expect(words[task.name]?.contains(task.words) ?? false || task.words.isEmpty, comment)
      }
    }
  }
}
