import TestSupport
import Platform

import Git

/// What must hold for an index that is patched, whatever it was before.
enum IndexPatchLaws {
  private static let new = ObjectID.ofBlob(Array("new".utf8), .sha1)

  static func check(_ bytes: [UInt8], _ rows: [IndexRow], _ file: ScratchFile) {
    check(bytes, rows, [], file)
    var edits = [set("a/new"), remove("none"), remove("folder/")]
    var texts: [String] = []
    for number in [0, rows.count / 2, rows.count - 1] where rows.indices.contains(number) {
      let text = String(decoding: rows[number].name, as: UTF8.self)
      // Only a path that can be asked for.
      if !text.isEmpty, !text.contains("\0"), !text.hasSuffix("/"), !texts.contains(text) {
        texts.append(text)
      }
    }
    if let path = texts.popLast() { edits.append(remove(path)) }
    if let path = texts.popLast() { edits += [set(path), set(path + "/below/it")] }
    if let path = texts.popLast() { edits.append(set(path, stages: [1, 2, 3])) }
    var known: Set<[UInt8]> = []
    check(bytes, rows, edits.filter { known.insert($0.path).inserted }, file)
  }

  private static func set(_ path: String, stages: [Int] = [0]) -> IndexEdit {
    IndexEdit(
      path: Array(path.utf8),
      lines: stages.map { IndexEdit.Line(stage: $0, id: new, mode: .executable) })
  }

  private static func remove(_ path: String) -> IndexEdit {
    IndexEdit(path: Array(path.utf8), lines: [])
  }

  private static func check(
    _ bytes: [UInt8], _ rows: [IndexRow], _ edits: [IndexEdit], _ file: ScratchFile
  ) {
    file.write(bytes)
    guard let image = MappedIndex(file.path) else {
      return Law.require(false, "an index can be mapped")
    }
    guard (try? image.walk(path: "index", { _, _ in })) != nil else {
      return Law.require(false, "an index that was read can be walked over")
    }
    // Refused where an extension cannot be kept.
    guard var patch = try? IndexPatch(image, path: "index", edits: edits) else { return }
    for entry in patch.racy { patch.smudge(entry) }
    var cacheTree = patch.cacheTree
    if cacheTree != nil { follow(&cacheTree, patch.tally) }
    let written = patch.withPieces(cacheTree: cacheTree) { pieces in
      pieces.flatMap { Array($0.bytes) } + patch.checksum(pieces)
    }
    guard let (found, end) = written.withUnsafeBytes({ IndexRow.all(in: $0, .sha1) }) else {
      return Law.require(false, "an index that was patched can be read")
    }
    IndexLaws.compare(found, written, end: end)
    guard isSound(rows) else { return }
    let wanted = expected(rows, edits, writtenAt: image.writtenAt)
    Law.require(found == wanted, "the patched index has what was set\n  \(found)\n  \(wanted)")
  }

  /// The trees of folders follow; what is found of them in other trees is made up.
  private static func follow(_ cacheTree: inout CacheTree?, _ tally: FolderTally) {
    let old = cacheTree?.id(of: [])
    try? cacheTree?.follow(tally, from: old, to: new) { name, tree in
      name.count % 3 == 0 ? nil : ObjectID.ofBlob(tree.bytes + name, .sha1)
    }
    guard let bytes = cacheTree?.bytes else { return }
    let again = bytes.withUnsafeBytes { CacheTree($0) }
    Law.require(again?.bytes == bytes, "a cache tree that was written reads as it was")
  }

  /// Whether git would write it: sorted, each path once or in its stages.
  private static func isSound(_ rows: [IndexRow]) -> Bool {
    zip(rows, rows.dropFirst()).allSatisfy(IndexRow.precedes)
  }

  private static func expected(
    _ rows: [IndexRow], _ edits: [IndexEdit], writtenAt: UInt32
  ) -> [IndexRow] {
    var rows = rows
    for edit in IndexEdit.sorted(edits) {
      rows.removeAll { $0.name == edit.path || edit.isFolder && $0.name.starts(with: edit.path) }
    }
    for number in rows.indices
    where rows[number].stage == 0 && rows[number].status.mtime >= writtenAt {
      rows[number].status.size = 0
    }
    for edit in edits {
      rows += edit.lines.map {
        IndexRow(name: edit.path, stage: $0.stage, id: $0.id, mode: $0.mode, status: .unseen)
      }
    }
    return rows.sorted(by: IndexRow.precedes)
  }
}
