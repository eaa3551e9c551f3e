#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What can be told of an index to come before the objects of a change are written: all but the ids and the status of
/// its own files. Another thread can work it out in the meantime, to which it belongs until that is joined.
public final class IndexSketch: @unchecked Sendable {
  /// As far as they are known.
  let changes: [IndexChange]
  /// A file that is changed after that must not look older than the index.
  private(set) var begun: time_t = 0
  /// Nil where the index was not there, or where only git can tell.
  let image: IndexImage?
  private let indexPath: String
  private let workTree: String
  private let edits: [IndexEdit]
  private var patch: IndexPatch?
  /// With all that stays.
  private(set) var copy: IndexCopy?

  fileprivate init(
    _ changes: [IndexChange], of image: IndexImage?, _ repository: borrowing Repository,
    where willBeThere: (String) -> Bool
  ) throws(GitError) {
    self.changes = changes
    self.image = image
    indexPath = repository.indexPath
    workTree = repository.workTree
    edits = try changes.map { change throws(GitError) in
      try IndexEdit(change, willBeThere: willBeThere(change.path))
    }
  }

  /// Does the work; where it fails, it is done anew when the sketch is made use of.
  public func draw() { patch = try? makePatch() }

  /// Whether the index is the one that this is a sketch of.
  func isStill() -> Bool {
    if let image { return image.isStill(at: indexPath) }
    return access(indexPath, F_OK) != 0 && errno == ENOENT
  }

  /// - Throws: `unsupportedIndex` for one that git has to change.
  fileprivate func makePatch() throws(GitError) -> IndexPatch {
    begun = time(nil)
    var patch = try IndexPatch(image, path: indexPath, edits: edits)
    for entry in patch.racy where try hasChangedUnseen(entry, of: patch) { patch.smudge(entry) }
    copy = try IndexCopy(of: patch, for: indexPath)
    patch.beginChecksum()
    return patch
  }

  /// What was drawn, where it was for these changes; to be called once.
  fileprivate func take(for changes: [IndexChange]) -> IndexPatch? {
    guard var patch, changes.count == self.changes.count,
      zip(changes, self.changes).allSatisfy({ $0.isLike($1) })
    else { return nil }
    // What is held twice is copied when it is changed.
    self.patch = nil
    for case .set(let path, let id, let mode) in changes { patch.set(id, mode: mode, at: path) }
    return patch
  }

  /// Whether a file changed within the second in which the old index was written, and looks unchanged: once the
  /// index is newer, nothing else would tell (racy-git, in git's Documentation/technical).
  private func hasChangedUnseen(
    _ entry: IndexPatch.Racy, of patch: IndexPatch
  ) throws(GitError) -> Bool {
    let file = workTree + "/" + entry.path
    guard let there = try fileStatus(file) else { return false }
    let (known, id) = patch.status(of: entry)
    let status = FileStatus(there)
    // The least careful git, built without nanoseconds or told `core.checkStat=minimal`, looks at no more.
    guard known.mtime == status.mtime, known.size == status.size else { return false }
    // What a link says is left to git.
    guard there.st_mode & S_IFMT == S_IFREG else { return true }
    return try !isContent(of: file, there, named: id)
  }
}

extension IndexChange {
  /// Whether two are about the same path in the same way.
  fileprivate func isLike(_ other: IndexChange) -> Bool {
    switch (self, other) {
    case (.set(let path, _, _), .set(let otherPath, _, _)),
      (.remove(let path), .remove(let otherPath)):
      path.utf8.elementsEqual(otherPath.utf8)
    default: self == other
    }
  }
}

/// The index as a look at the work tree found it last, for the change that follows.
final class LastIndex {
  fileprivate var image: IndexImage?

  func remember(_ image: IndexImage) { self.image = image }

  /// What a change smudges in it is nobody else's business.
  fileprivate func take(from path: String) -> IndexImage? {
    defer { image = nil }
    return image.flatMap { $0.isStill(at: path) ? $0 : nil }
  }
}

extension Repository {
  /// Begins a sketch of the index that a change of files leads to; nil where it has to wait for the change itself.
  ///
  /// - Returns: What is to be drawn, and given to ``draftIndex(after:from:where:)`` then.
  public func beginIndexSketch(for files: [FileContent]) -> IndexSketch? {
    guard let image = lastIndex.take(from: indexPath) else { return nil }
    let changes = files.map { file in
      file.content == nil
        ? IndexChange.remove(path: file.path) : .set(path: file.path, id: .zero, mode: .file)
    }
    return try? IndexSketch(changes, of: image, self, where: { _ in true })
  }

  /// The patch for some changes of the index as it is now.
  ///
  /// - Throws: `unsupportedIndex`.
  func indexPatch(
    _ changes: [IndexChange], from sketch: IndexSketch?, where willBeThere: (String) -> Bool
  ) throws(GitError) -> (IndexPatch, IndexSketch) {
    if let sketch, sketch.isStill(),
      let patch = sketch.take(for: changes)
    {
      return (patch, sketch)
    }
    var image = lastIndex.take(from: indexPath)
    if image == nil, try fileStatus(indexPath) != nil {
      image = IndexImage(indexPath)
      guard image != nil else {
        throw .unsupportedIndex(path: indexPath, feature: "that is no regular file")
      }
    }
    guard format == .sha1 else { throw .unsupportedIndex(path: indexPath, feature: "of \(format)") }
    let sketch = try IndexSketch(changes, of: image, self, where: willBeThere)
    return (try sketch.makePatch(), sketch)
  }
}
