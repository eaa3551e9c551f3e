import Git
import Platform
import TasksCore

/// The three trees of a merge in the repository: reads what the merge asks for, and writes its result.
package struct MergeTrees {
  let ids: ThreeWay<ObjectID>
  package let contents: MergeContents
  /// Set if the later change is preferred. Then there is no local side and no list pass: a rank merges like any other
  /// field, so that both devices compute the same.
  let latest: LatestChange?
  /// The folder that is merged, with a slash at its end; empty for all of the trees.
  private let folder: String
  private let store: TaskStore

  var tools: MergeTools { store.mergeTools }

  package init(
    _ ids: ThreeWay<ObjectID>, latest: LatestChange? = nil, in store: TaskStore,
    within folder: String = ""
  ) {
    (self.ids, self.latest, self.store, self.folder) = (ids, latest, store, folder)
    contents = MergeContents(store)
  }

  // MARK: Reading

  /// Returns what each side changed, by path; what a partial clone lacks of it is fetched.
  ///
  /// - Throws: ``MergeRefusal`` for names that are equal as Swift strings but not as bytes, and for names that are not
  ///   UTF-8; git merges those.
  func changes() throws -> [Side: [String: FileChange]] {
    var changes: [Side: [String: FileChange]] = [:]
    var paths: [String: String] = [:]
    for side in [Side.ours, .theirs] {
      for change in try store.repository.changes(
        from: ids.base, to: ids[side], in: .under(folder))
      {
        guard change.hasNameInUTF8 else { throw MergeRefusal.noText(change.path) }
        let other = paths.updateValue(change.path, forKey: change.path)
        if let other, !other.utf8.elementsEqual(change.path.utf8) {
          throw MergeRefusal.alike(change.path)
        }
        changes[side, default: [:]][change.path] = change
      }
    }
    let all = changes.values.flatMap(\.values)
    try store.repository.fetchPromised(
      all.compactMap { $0.oldMode == .commit ? nil : $0.old }
        + all.compactMap { $0.newMode == .commit ? nil : $0.new })
    return changes
  }

  /// - Parameter side: Nil for base.
  func entry(_ path: String, on side: Side?) throws -> TreeEntry? {
    let tree = side.map { ids[$0] } ?? ids.base
    return try tree.flatMap { try store.repository.entry(path, inTree: $0) }
  }

  func files(on side: Side, under folder: String = "") throws -> [TreeEntry] {
    try store.repository.files(inTree: ids[side], under: folder)
  }

  func tasks(of tree: ObjectID) throws -> StoreTree { try StoreTree(tree, contents, in: store) }

  /// Merges a file that is not a task by lines, as git does.
  func lines(
    _ entries: ThreeWay<TreeEntry>, favour: TreeMerge.Favour?
  ) throws -> GitMergeFile {
    try GitMergeFile(
      base: try entries.base.map { try contents.blob($0.id) } ?? [],
      ours: try contents.blob(entries.ours.id), theirs: try contents.blob(entries.theirs.id),
      favour: favour,
      attribute: try store.repository.attribute(named: "merge", path: entries.ours.path),
      folder: store.ownFolder)
  }

  /// Returns a task in another format; nil if that cannot hold it.
  func converted(_ document: any TaskDocument, to format: Format) -> Conversion? {
    try? store.converting(document, to: format)
  }

  func id(of bytes: [UInt8]) -> ObjectID { store.repository.id(ofBlob: bytes) }

  // MARK: Writing

  /// Writes the merged tree and its new files to git; returns the tree and all objects written.
  package func write(_ merge: TreeMerge) throws -> (tree: ObjectID, written: [ObjectID]) {
    var written: [ObjectID] = []
    let changes = try merge.files.values.map { file -> TreeChange in
      guard let entry = file.entry else { return .remove(path: file.path) }
      if let bytes = merge.made[entry.id] {
        contents.keep(bytes, as: entry.id)
        written.append(try store.repository.writeBlob(bytes))
      }
      return .write(path: file.path, id: entry.id, mode: entry.mode)
    }
    let updated = try store.repository.updating(tree: ids.ours, changes)
    return (updated.id, written + updated.written)
  }
}

extension TaskStore {
  /// Returns the tree that two commits have in common: that of their merge base, or a merge of several.
  ///
  /// In a criss-cross no base is better than another. They are merged without a local side, so that every device
  /// computes the same (merge.md, "Words").
  package func baseTree(_ bases: [ObjectID], depth: Int = 0) throws -> ObjectID? {
    // git and libgit2 return several bases in different orders.
    let bases = bases.ordered { $0.hex < $1.hex }
    guard let first = bases.first else { return nil }
    var tree = try repository.tree(ofCommit: first)
    for other in bases.dropFirst() {
      let older = depth < 20 ? try repository.mergeBases(first, other) : []
      let base = try baseTree(older, depth: depth + 1)
      let merge = try TreeMerge(
        MergeTrees(
          ThreeWay(base: base, ours: tree, theirs: try repository.tree(ofCommit: other)), in: self),
        local: nil, ordersLists: false)
      tree = try merge.trees.write(merge.withMarkers).tree
    }
    return tree
  }
}

/// Three versions of a file that is not a task, merged by `git merge-file`.
package struct GitMergeFile {
  package let bytes: [UInt8]
  package let isClean: Bool

  /// - Parameters:
  ///   - attribute: The path's `merge` attribute; of git's own drivers `union` and `binary` are supported.
  ///   - folder: A folder for the temporary files that git reads.
  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], favour: TreeMerge.Favour?,
    attribute: String? = nil, folder: String
  ) throws {
    if attribute == "unset" || attribute == "binary" {
      bytes = favour == .theirs ? theirs : ours
      isClean = favour != nil
      return
    }
    let names = ["ours", "base", "theirs"].map { folder + "/merge-" + $0 }
    for (name, content) in zip(names, [ours, base, theirs]) {
      try StoreFile.write(content, to: name, durable: false)
    }
    defer { for name in names { try? StoreFile.remove(name) } }
    let option: [String] =
      switch favour {
      case .ours: ["--ours"]
      case .theirs: ["--theirs"]
      case nil: attribute == "union" ? ["--union"] : []
      }
    let outcome = try GitProgram(folder: folder).run(
      ["merge-file", "-p", "-L", "HEAD", "-L", "base", "-L", "theirs"] + option + names)
    // git exits with the number of conflicts, at most 127, or with 255 for a binary file, of which one side is kept.
    if outcome.status.code > 127 {
      bytes = favour == .theirs ? theirs : ours
      isClean = favour != nil
    } else {
      bytes = outcome.output
      isClean = outcome.status.code == 0
    }
  }
}

extension TaskMerge {
  /// Merges texts as `git merge-file` does, in this process.
  @Sendable static func linesAsInGit(_ texts: ThreeWay<[UInt8]>) -> [UInt8]? {
    CleanMerge.merged(base: texts.base ?? [], ours: texts.ours, theirs: texts.theirs)
  }
}
