import Git
import Platform
import TasksCore

/// How far the history was looked through, and what was found.
struct ConflictScanCache: Equatable {
  var tree: ObjectID?
  /// The index that had no conflicts.
  var index: String?
  var marked: [String]

  init(tree: ObjectID?, index: String?, marked: [String]) {
    self.tree = tree
    self.index = index
    self.marked = marked
  }

  /// What is looked for has a number: a note of before says nothing of it. The last line shows that none was
  /// cut off.
  private static let (first, last) = ("looked for 4", "end")

  /// Of a file; it may vanish at any moment, or be damaged.
  init(at path: String) { self.init((try? StoreFile.read(path)) ?? []) }

  private init(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }[...]
    marked = []
    guard lines.popFirst() == ConflictScanCache.first, lines.popLast() == "",
      lines.popLast() == ConflictScanCache.last,
      let tree = lines.popFirst().flatMap({ ObjectID(hex: $0) }), let index = lines.popFirst()
    else { return }
    self.tree = tree
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
    add(tree?.hex ?? "")
    add(index ?? "")
    for path in marked { add(path) }
    add(ConflictScanCache.last)
    return bytes
  }
}

extension TaskStore {
  var checkedPath: String { notesFolder + "/checked" }

  /// Where the note was of what a change came upon, it holds for what the change has made, too: whoever comes next need
  /// not look through all of it again. A merge is not made this way, and what may hold its markers is looked at.
  ///
  /// - Parameters:
  ///   - commit: Of the change.
  ///   - index: That came with it.
  func carryCheck(over commit: PreparedCommit, _ index: IndexTransaction, _ files: [FileEdit]) {
    guard let old = commit.old, let replaced = index.replaced, let placed = index.placed,
      !files.contains(where: { $0.content.content?.holdsMarker ?? false })
    else { return }
    var note = ConflictScanCache(at: checkedPath)
    guard note.index == FileStamp.text(replaced), let tree = try? repository.tree(ofCommit: old),
      note.tree == tree
    else { return }
    note.tree = commit.tree
    note.index = FileStamp.text(placed)
    note.write(to: checkedPath)
  }
}

extension [UInt8] {
  /// Whether a conflict marker may stand in it, of however many signs (`conflict-marker-size`, gitattributes(5)).
  fileprivate var holdsMarker: Bool {
    indices.dropLast().contains { self[$0] == 0x3C && self[$0 + 1] == 0x3C }
  }
}
