import Git
import Platform
import TasksCore

/// A copy that a program which carries files makes of one that two devices have changed.
package enum ConflictCopy {
  /// Returns the path of the file of which it is a copy; nil for another file. Syncthing writes
  /// `x.sync-conflict-20261126-221500-ABCDEFG.org`, Dropbox, Nextcloud and Obsidian Sync
  /// `x (Ann's conflicted copy 2026-11-26).org`, ownCloud `x_conflict-20261126-221500.org`.
  package static func original(of path: String) -> String? {
    // Asked about each file that is not in the cache.
    guard path.withCString({ strstr($0, "onflict") != nil }) else { return nil }
    let start = path.lastSlash.map { path.index(after: $0) } ?? path.startIndex
    let name = path[start...]
    guard let dot = name.lastIndex(of: "."), dot > start else { return nil }
    let stem = name[..<dot]
    func original(before end: String.Index) -> String? {
      end > start ? String(path[..<end] + path[dot...]) : nil
    }
    for mark in [".sync-conflict-", "_conflict-"] {
      guard let found = stem.firstRange(of: mark), stem[found.upperBound...].first?.isNumber == true
      else { continue }
      return original(before: found.lowerBound)
    }
    guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "("),
      stem[open...].lowercased().contains("conflicted copy"), open > start
    else { return nil }
    let before = stem.index(before: open)
    return original(before: stem[before] == " " ? before : open)
  }
}

extension TaskStore {
  /// As many earlier contents of a task's file are asked for.
  private static let maxVersions = 100

  /// Returns the earlier contents of a task's file in the store, the latest first.
  package func committedVersions(ofFileAt path: String) throws -> [[UInt8]] {
    let path = prefix + path
    let output = try GitProgram(folder: repository.workTree).run([
      "rev-list", "--max-count=\(Self.maxVersions)", "HEAD", "--", path,
    ]).output
    let contents = OldContents(self)
    return try output.split(separator: 0x0A).compactMap { line in
      guard let id = ObjectID(hex: String(decoding: line, as: UTF8.self)) else { return nil }
      let tree = try repository.tree(ofCommit: id)
      return try contents.bytes(repository.entry(path, inTree: tree)?.id, at: path)
    }
  }
}
