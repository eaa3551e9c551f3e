import Platform

extension Repository {
  /// Reads a blob.
  ///
  /// - Throws: `noSuchObject`.
  package func blob(_ id: ObjectID) throws(GitError) -> [UInt8] { try source.object(id, .blob) }

  /// Writes a blob without applying filters, and returns its id. It is not synced to the disk; see ``diskSync``.
  package func writeBlob(_ content: [UInt8]) throws(GitError) -> ObjectID {
    try source.write(content, as: .blob)
  }

  func writeBlobs(_ contents: [[UInt8]]) throws(GitError) -> [ObjectID] {
    try source.write(blobs: contents)
  }

  /// Computes the id of a blob with this content; nothing is written.
  package func id(ofBlob content: [UInt8]) -> ObjectID { ObjectID.ofBlob(content, source.format) }

  /// Reads a commit.
  ///
  /// - Throws: `noSuchObject`.
  package func commit(_ id: ObjectID) throws(GitError) -> CommitInfo {
    let bytes = try source.object(id, .commit)
    guard let info = bytes.withUnsafeBytes({ CommitInfo(id, $0) }) else {
      throw .libgit2(doing: "read the commit \(id)", code: -1, message: "it is damaged")
    }
    return info
  }

  /// Returns the tree of a commit.
  ///
  /// - Throws: `noSuchObject`.
  package func tree(ofCommit id: ObjectID) throws(GitError) -> ObjectID {
    let bytes = try source.object(id, .commit)
    guard let tree = bytes.withUnsafeBytes({ CommitBytes($0)?.tree }) else {
      throw .noSuchObject(id: id, kind: "tree of commit")
    }
    return tree
  }

  /// Resolves `HEAD~3`, an abbreviated id, a branch or a tag to a commit; nil if it names none, or is ambiguous.
  package func resolve(_ revision: String) throws(GitError) -> ObjectID? {
    try source.resolve(revision)
  }

  /// Resolves a revision to a tree, of a commit or by the tree's own id; nil if there is none.
  package func resolveTree(_ revision: String) throws(GitError) -> ObjectID? {
    if let commit = try resolve(revision) { return try tree(ofCommit: commit) }
    guard let id = ObjectID(hex: revision), (try? entries(ofTree: id)) != nil else { return nil }
    return id
  }

  /// Whether an object of any type exists.
  package func contains(_ id: ObjectID) throws(GitError) -> Bool { try source.contains(id) }

  /// Writes a commit object and returns its id; no reference moves. The message is not cleaned up.
  package func writeCommit(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
  ) throws(GitError) -> ObjectID {
    var bytes = Array("tree \(tree)\n".utf8)
    for parent in parents { bytes += Array("parent \(parent)\n".utf8) }
    bytes += Array("author \(author.gitText)\n".utf8)
    bytes += Array("committer \(committer.gitText)\n\n".utf8)
    // git ends a message at a NUL.
    bytes += message.utf8.prefix { $0 != 0 }
    return try source.write(bytes, as: .commit)
  }
}

/// A cache of the trees that were parsed last: most are used again at once.
package struct StoredTrees {
  // An array: a search in it takes less time than reading a tree, and a dictionary's generic type would have to be
  // instantiated in each process.
  private var trees: [(id: ObjectID, tree: StoredTree)] = []
  private var size = 0
  private static let (maxTrees, maxBytes) = (512, 4 << 20)

  subscript(id: ObjectID) -> StoredTree? { trees.first { $0.id == id }?.tree }

  mutating func keep(_ tree: StoredTree, _ id: ObjectID) {
    size += tree.bytes.count
    while let oldest = trees.first,
      trees.count == StoredTrees.maxTrees || size > StoredTrees.maxBytes
    {
      size -= oldest.tree.bytes.count
      trees.removeFirst()
    }
    trees.append((id, tree))
  }
}

extension RepositoryBackend {
  /// Reads a tree, from the cache if it is there.
  ///
  /// - Throws: `noSuchObject`.
  func tree(_ id: ObjectID) throws(GitError) -> StoredTree {
    if let known = trees[id] { return known }
    guard let tree = StoredTree(try object(id, .tree), format) else {
      throw .libgit2(doing: "read the tree \(id)", code: -1, message: "it is damaged")
    }
    trees.keep(tree, id)
    return tree
  }

  /// Returns the entries that differ between two trees (nil: the empty tree), in git's order, with `prefix` before
  /// each name. Subtrees are compared by id only.
  ///
  /// - Throws: `noSuchObject`.
  func differences(
    from old: ObjectID?, to new: ObjectID?, prefix: String
  ) throws(GitError) -> [FileChange] {
    let before = if let old { try tree(old).bytes } else { [UInt8]() }
    let after = if let new { try tree(new).bytes } else { [UInt8]() }
    return before.withUnsafeBytes { before in
      after.withUnsafeBytes { after in
        // Trees are checked when they are read.
        TreeBytes.differences(TreeBytes(before, format), TreeBytes(after, format), prefix: prefix)
          ?? []
      }
    }
  }
}

/// A tree object as git stores it, with the offset of each entry.
package struct StoredTree {
  package let bytes: [UInt8]
  private let format: ObjectFormat
  private let starts: [Int]

  /// Parses a tree object; nil if the bytes are not one.
  package init?(_ bytes: [UInt8], _ format: ObjectFormat) {
    guard let starts = bytes.withUnsafeBytes({ TreeBytes($0, format).starts }) else { return nil }
    (self.bytes, self.format, self.starts) = (bytes, format, starts)
  }

  init(_ format: ObjectFormat) { (bytes, self.format, starts) = ([], format, []) }

  /// Returns the entries in git's order, with `prefix` before each name. Bytes that are not UTF-8 become U+FFFD.
  package func entries(prefix: String) -> [TreeEntry] {
    bytes.withUnsafeBytes { bytes in
      let tree = TreeBytes(bytes, format)
      return starts.compactMap { tree.entry(at: $0)?.entry.value(prefix: prefix) }
    }
  }

  package func entry(named name: String) -> TreeEntry? {
    var name = name
    return name.withUTF8 { name in
      let name = UnsafeRawBufferPointer(name)
      return bytes.withUnsafeBytes { bytes in
        let tree = TreeBytes(bytes, format)
        return entry(named: name, isFolder: false, tree) ?? entry(named: name, isFolder: true, tree)
      }
    }
  }

  /// Searches for an entry. git sorts a folder as if its name ended with a slash, so folders and files need a search
  /// each.
  private func entry(
    named name: UnsafeRawBufferPointer, isFolder: Bool, _ tree: TreeBytes
  ) -> TreeEntry? {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      guard let entry = tree.entry(at: starts[middle])?.entry else { return nil }
      let order = entry.order(name, isFolder: isFolder)
      if order == 0 { return entry.value(prefix: "") }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns the bytes of a tree in which some names are set or removed (nil); all other entries are copied
  /// unchanged.
  package func replacing(_ places: [ByteName: TreeEntry?]) -> [UInt8] {
    let names = Set(places.keys.map { Array($0.text.utf8) })
    // Entries with what git sorts them by: a folder's name ends with a slash there.
    var entries: [(key: [UInt8], bytes: [UInt8])] = []
    func add(_ name: [UInt8], _ mode: FileMode, _ bytes: [UInt8]) {
      entries.append((mode == .tree ? name + [UInt8(ascii: "/")] : name, bytes))
    }
    bytes.withUnsafeBytes { bytes in
      let tree = TreeBytes(bytes, format)
      for start in starts {
        guard let (entry, end) = tree.entry(at: start) else { continue }
        let name = Array(entry.name)
        if !names.contains(name) { add(name, entry.mode, Array(bytes[start..<end])) }
      }
    }
    for case let new? in places.values {
      let (name, mode) = (Array(new.path.utf8), String(new.mode.rawValue, radix: 8))
      add(name, new.mode, Array("\(mode) ".utf8) + name + [0] + new.id.bytes)
    }
    entries.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return Array(entries.map(\.bytes).joined())
  }
}
