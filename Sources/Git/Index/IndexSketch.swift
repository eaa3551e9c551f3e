import Platform

/// What can be told of an index to come before the objects of a change are written: all but the ids and the status of
/// its own files. It is drawn in a thread of its own meanwhile.
public final class IndexSketch {
  /// As far as they are known.
  private let changes: [IndexChange]
  private let drawer: Drawer
  private let thread: BackgroundThread<Attempt<DrawnIndex, GitError>>

  fileprivate init(_ changes: [IndexChange], _ drawer: Drawer) {
    (self.changes, self.drawer) = (changes, drawer)
    thread = BackgroundThread { drawer.result }
  }

  /// What was drawn, where it was for these changes and of the index that is there now; to be called once.
  fileprivate func take(for changes: [IndexChange]) -> DrawnIndex? {
    guard changes.count == self.changes.count,
      zip(changes, self.changes).allSatisfy({ $0.isLike($1) }),
      var drawn = try? thread.result().get(), drawn.isStill()
    else { return nil }
    for case .set(let path, let id, let mode) in changes {
      drawn.patch.set(id, mode: mode, at: path)
    }
    return drawn
  }
}

/// A new index as far as it was drawn, and what of it is in a file already.
struct DrawnIndex {
  var patch: IndexPatch
  /// With all that stays.
  let copy: IndexCopy
  /// A file that is changed after that must not look older than the index.
  let begun: time_t
  /// Nil where the index was not there.
  let image: MappedIndex?
  fileprivate let indexPath: String

  /// Whether the index is the one that this was drawn of.
  func isStill() -> Bool {
    if let image { return image.isStill(at: indexPath) }
    return access(indexPath, F_OK) != 0 && errno == ENOENT
  }
}

/// Draws a new index; the thread that does has it to itself.
private struct Drawer: @unchecked Sendable {
  let image: MappedIndex?
  let indexPath: String
  let workTree: String
  let edits: [IndexEdit]

  init(
    _ changes: [IndexChange], of image: MappedIndex?, _ repository: borrowing Repository,
    where willBeThere: (String) -> Bool
  ) throws(GitError) {
    self.image = image
    indexPath = repository.indexPath
    workTree = repository.workTree
    edits = try changes.map { change throws(GitError) in
      try IndexEdit(change, willBeThere: willBeThere(change.path))
    }
  }

  var result: Attempt<DrawnIndex, GitError> {
    Attempt { () throws(GitError) in try draw() }
  }

  /// - Throws: `unsupportedIndex` for one that git has to change.
  func draw() throws(GitError) -> DrawnIndex {
    let begun = time(nil)
    var patch = try IndexPatch(image, path: indexPath, edits: edits)
    for entry in patch.racy where try hasChangedUnseen(entry, of: patch) { patch.smudge(entry) }
    let copy = try IndexCopy(of: patch, for: indexPath)
    patch.beginChecksum()
    return DrawnIndex(patch: patch, copy: copy, begun: begun, image: image, indexPath: indexPath)
  }

  /// Whether a file changed within the second in which the old index was written, and looks unchanged: once the
  /// index is newer, nothing else would tell (racy-git, in git's Documentation/technical).
  private func hasChangedUnseen(
    _ entry: IndexPatch.Racy, of patch: IndexPatch
  ) throws(GitError) -> Bool {
    let file = workTree + "/" + entry.path
    let found: stat?
    do { found = try fileStatus(file) } catch { return true }
    guard let there = found else { return false }
    let (known, id) = patch.status(of: entry)
    let status = FileStatus(there)
    // The least careful git, built without nanoseconds or told `core.checkStat=minimal`, looks at no more.
    guard known.mtime == status.mtime, known.size == status.size else { return false }
    // What a link says is left to git.
    guard there.st_mode & S_IFMT == S_IFREG else { return true }
    // What cannot be read may have changed.
    return (try? isContent(of: file, there, named: id)) != true
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
  fileprivate var image: MappedIndex?

  func remember(_ image: MappedIndex) { self.image = image }

  /// What a change smudges in it is nobody else's business.
  fileprivate func take(from path: String) -> MappedIndex? {
    defer { image = nil }
    return image.flatMap { $0.isStill(at: path) ? $0 : nil }
  }
}

extension Repository {
  /// Begins a sketch of the index that a change of files leads to; nil where it has to wait for the change itself.
  ///
  /// - Returns: What is to be given to ``draftIndex(after:from:where:)``.
  public func beginIndexSketch(for files: [FileContent]) -> IndexSketch? {
    guard let image = lastIndex.take(from: indexPath) else { return nil }
    let changes = files.map { file in
      file.content == nil
        ? IndexChange.remove(path: file.path) : .set(path: file.path, id: .zero, mode: .file)
    }
    guard let drawer = try? Drawer(changes, of: image, self, where: { _ in true }) else {
      return nil
    }
    return IndexSketch(changes, drawer)
  }

  /// Draws what some changes make of the index as it is now.
  ///
  /// - Throws: `unsupportedIndex`.
  func drawIndex(
    _ changes: [IndexChange], from sketch: IndexSketch?, where willBeThere: (String) -> Bool
  ) throws(GitError) -> DrawnIndex {
    if let drawn = sketch?.take(for: changes) { return drawn }
    var image = lastIndex.take(from: indexPath)
    if image == nil, try fileStatus(indexPath) != nil {
      image = MappedIndex(indexPath)
      guard image != nil else {
        throw .unsupportedIndex(path: indexPath, feature: "that is no regular file")
      }
    }
    guard format == .sha1 else { throw .unsupportedIndex(path: indexPath, feature: "of \(format)") }
    return try Drawer(changes, of: image, self, where: willBeThere).draw()
  }
}
