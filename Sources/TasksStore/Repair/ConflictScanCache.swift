import Git
import Platform

/// The tree and index that were last scanned for conflicts, and what was found.
package struct ConflictScanCache: Equatable {
  /// The commit of the tree, so that it need not be read to know that.
  package var commit: ObjectID?
  package var tree: ObjectID?
  /// The stamp of an index without conflicts.
  package var index: String?
  var marked: [String]

  init(commit: ObjectID?, tree: ObjectID?, index: String?, marked: [String]) {
    self.commit = commit
    self.tree = tree
    self.index = index
    self.marked = marked
  }

  /// The first line has the version of the scan, since an older scan looked for less. The last line shows that the
  /// file is complete.
  private static let (first, last) = ("looked for 5", "end")

  /// Reads the file; a missing or damaged one counts as no scan.
  package init(at path: String) { self.init((try? StoreFile.read(path)) ?? []) }

  private init(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }[...]
    marked = []
    guard lines.popFirst() == ConflictScanCache.first, lines.popLast() == "",
      lines.popLast() == ConflictScanCache.last,
      let commit = lines.popFirst().flatMap({ ObjectID(hex: $0) }),
      let tree = lines.popFirst().flatMap({ ObjectID(hex: $0) }), let index = lines.popFirst()
    else { return }
    (self.commit, self.tree) = (commit, tree)
    self.index = index.isEmpty ? nil : index
    marked = Array(lines)
  }

  func write(to path: String) { File.note(bytes, at: path) }

  private var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ line: String) {
      bytes += line.utf8
      bytes.append(0x0A)
    }
    add(ConflictScanCache.first)
    add(commit?.hex ?? "")
    add(tree?.hex ?? "")
    add(index ?? "")
    for path in marked { add(path) }
    add(ConflictScanCache.last)
    return bytes
  }
}

extension TaskStore {
  package var checkedPath: String { notesFolder + "/checked" }

  /// Carries the result of the last scan over to a change's commit, so that its files are not scanned again. Only if
  /// the scan was of the state before the change. Skipped if a file may hold conflict markers; merges do not come
  /// this way.
  ///
  /// - Parameters:
  ///   - commit: The change's commit.
  ///   - index: The change's index update.
  func carryCheck(over commit: PreparedCommit, _ index: IndexTransaction, _ files: [FileEdit]) {
    guard let old = commit.old, let replaced = index.replaced, let placed = index.placed,
      !files.contains(where: { $0.content.content?.holdsMarker ?? false })
    else { return }
    var note = ConflictScanCache(at: checkedPath)
    guard note.index == FileStamp.text(replaced), note.commit == old else { return }
    (note.commit, note.tree) = (commit.new, commit.tree)
    note.index = FileStamp.text(placed)
    note.write(to: checkedPath)
  }
}

extension [UInt8] {
  /// Whether it may hold a conflict marker, of any length (`conflict-marker-size`, gitattributes(5)).
  fileprivate var holdsMarker: Bool {
    indices.dropLast().contains { self[$0] == 0x3C && self[$0 + 1] == 0x3C }
  }
}
