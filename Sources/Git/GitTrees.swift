/// Trees as they were read last: most are asked for again at once.
struct GitTrees {
  private var known: [ObjectID: GitTree] = [:]
  private static let most = 256

  subscript(id: ObjectID) -> GitTree? { known[id] }

  mutating func keep(_ tree: GitTree, _ id: ObjectID) {
    if known.count >= GitTrees.most { known.removeAll(keepingCapacity: true) }
    known[id] = tree
  }
}

/// A tree, read.
struct GitTree {
  struct Entry {
    let name: [UInt8]
    /// As it stands there.
    let mode: UInt32
    let id: ObjectID

    func value(prefix: String) -> TreeEntry {
      TreeEntry(
        path: prefix + String(decoding: name, as: UTF8.self), id: id, mode: FileMode(mode))
    }

    /// As git sorts: a folder as if a slash ended its name.
    func precedes(_ other: Entry) -> Bool {
      let count = min(name.count, other.name.count)
      for index in 0..<count where name[index] != other.name[index] {
        return name[index] < other.name[index]
      }
      return byte(at: count) < other.byte(at: count)
    }

    private func byte(at index: Int) -> UInt8 {
      index < name.count ? name[index] : FileMode(mode) == .tree ? UInt8(ascii: "/") : 0
    }
  }

  let bytes: [UInt8]
  private(set) var entries: [Entry] = []
  private var places: [[UInt8]: Int] = [:]

  /// Nil for bytes that are no tree.
  init?(_ bytes: [UInt8], _ format: ObjectFormat) {
    self.bytes = bytes
    var entries: [Entry] = []
    let isSound = bytes.withUnsafeBytes { bytes in
      TreeBytes(bytes, format).forEach { entry in
        entries.append(Entry(name: Array(entry.name), mode: entry.rawMode, id: entry.id))
      }
    }
    guard isSound else { return nil }
    self.entries = entries
    for (place, entry) in entries.enumerated() { places[entry.name] = place }
  }

  func entry(named name: String) -> Entry? { places[Array(name.utf8)].map { entries[$0] } }
}

extension GitAccess {
  func entry(named name: String, inTree tree: ObjectID) throws(GitError) -> TreeEntry? {
    try self.tree(tree).entry(named: name)?.value(prefix: "")
  }

  func entries(ofTree tree: ObjectID, prefix: String) throws(GitError) -> [TreeEntry] {
    try self.tree(tree).entries.map { $0.value(prefix: prefix) }
  }

  func differences(
    from old: ObjectID?, to new: ObjectID?, prefix: String
  ) throws(GitError) -> [FileChange] {
    let before = if let old { try tree(old).bytes } else { [UInt8]() }
    let after = if let new { try tree(new).bytes } else { [UInt8]() }
    var found: [FileChange] = []
    _ = before.withUnsafeBytes { before in
      after.withUnsafeBytes { after in
        TreeBytes.differences(TreeBytes(before, format), TreeBytes(after, format)) {
          found.append($0.fileChange(prefix))
        }
      }
    }
    return found
  }

  func draft(of tree: ObjectID?) throws(GitError) -> any TreeDraft {
    GitTreeDraft(self, try tree.map { id throws(GitError) in try self.tree(id) }?.entries ?? [])
  }

  private func tree(_ id: ObjectID) throws(GitError) -> GitTree {
    if let known = trees[id] { return known }
    guard let tree = GitTree(try object(id, .tree), format) else {
      throw .libgit2(doing: "read the tree \(id)", code: -1, message: "it is damaged")
    }
    trees.keep(tree, id)
    return tree
  }
}

private final class GitTreeDraft: TreeDraft {
  private let source: GitAccess
  private var entries: [[UInt8]: GitTree.Entry]

  init(_ source: GitAccess, _ entries: [GitTree.Entry]) {
    self.source = source
    self.entries = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
  }

  var isEmpty: Bool { entries.isEmpty }

  func place(of name: String) -> TreePlace {
    guard let there = entries[Array(name.utf8)] else { return .nothing }
    return FileMode(there.mode) == .tree ? .folder(there.id) : .other
  }

  func set(_ name: String, _ id: ObjectID, _ mode: FileMode) {
    let name = Array(name.utf8)
    entries[name] = GitTree.Entry(name: name, mode: mode.rawValue, id: id)
  }

  func remove(_ name: String) { entries[Array(name.utf8)] = nil }

  func write() throws(GitError) -> ObjectID {
    var bytes: [UInt8] = []
    for entry in entries.values.sorted(by: { $0.precedes($1) }) {
      bytes += Array("\(String(entry.mode, radix: 8)) ".utf8) + entry.name + [0] + entry.id.bytes
    }
    return try source.write(bytes, as: .tree)
  }
}
