import Clibgit2
import TestSupport
import Platform

import Git

/// What must hold for the bytes of any tree; libgit2 is the judge.
package enum TreeLaws {
  nonisolated(unsafe) private static let judge = Libgit2Objects()
  nonisolated(unsafe) private static let place = GuardedBytes()
  nonisolated(unsafe) private static let otherPlace = GuardedBytes()

  private struct Entry: Equatable {
    let name: [UInt8]
    let mode: FileMode
    let id: ObjectID
  }

  package static func check(_ bytes: [UInt8]) {
    _ = entries(bytes, .sha256)
    let found = entries(bytes, .sha1)
    // What is no tree at some place is found to be none, and nothing else happens.
    compare(bytes, Array(bytes.dropFirst(bytes.count / 2)))
    compare(bytes, Array(bytes.dropLast()))
    guard let found, let tree = StoredTree(bytes, .sha1) else {
      return Law.require(StoredTree(bytes, .sha1) == nil, "what cannot be walked is no tree")
    }
    let theirs = judge.withTree(bytes, entriesOfLibgit2)
    Law.require(theirs != nil, "libgit2 reads the tree: \(Libgit2Objects.complaint)")
    Law.require(theirs == found, "libgit2 reads the same entries\n  \(found)\n  \(theirs ?? [])")
    if isSound(found) { checkEdits(tree, found) }
  }

  private static func entries(_ bytes: [UInt8], _ format: ObjectFormat) -> [Entry]? {
    place.with(bytes) { bytes in
      let tree = TreeBytes(bytes, format)
      return tree.starts?.compactMap { start in
        guard let (entry, _) = tree.entry(at: start) else { return nil }
        return Entry(name: Array(entry.name), mode: entry.mode, id: entry.id)
      }
    }
  }

  private static func entriesOfLibgit2(_ tree: OpaquePointer) -> [Entry] {
    (0..<git_tree_entrycount(tree)).compactMap { number in
      guard let entry = git_tree_entry_byindex(tree, number), let name = git_tree_entry_name(entry),
        let id = git_tree_entry_id(entry)
      else { return nil }
      return Entry(
        name: Array(bytes(name)),
        mode: FileMode(UInt32(git_tree_entry_filemode_raw(entry).rawValue)),
        id: ObjectID(id.pointee))
    }
  }

  /// What differs between two trees, and whether both could be read.
  @discardableResult
  private static func compare(
    _ old: [UInt8], _ new: [UInt8]
  ) -> (isRead: Bool, found: [(name: [UInt8], old: ObjectID?, new: ObjectID?)]) {
    place.with(old) { old in
      otherPlace.with(new) { new in
        let found = TreeBytes.differences(
          TreeBytes(old, .sha1), TreeBytes(new, .sha1), prefix: "")
        return (found != nil, (found ?? []).map { (Array($0.path.utf8), $0.old, $0.new) })
      }
    }
  }

  /// Whether git would write it: sorted, each name once, and names in UTF-8, by which entries are asked for.
  private static func isSound(_ entries: [Entry]) -> Bool {
    func key(_ entry: Entry) -> [UInt8] {
      entry.mode == .tree ? entry.name + [UInt8(ascii: "/")] : entry.name
    }
    return zip(entries, entries.dropFirst()).allSatisfy {
      key($0).lexicographicallyPrecedes(key($1))
    }
      && Set(entries.map(\.name)).count == entries.count
      && entries.allSatisfy { entry in
        Array(String(decoding: entry.name, as: UTF8.self).utf8) == entry.name
          && !entry.name.contains(UInt8(ascii: "/"))
      }
  }

  /// A name set anew, one taken away and one that comes: found in the tree written, and as the differences.
  private static func checkEdits(_ tree: StoredTree, _ entries: [Entry]) {
    func text(_ entry: Entry) -> String { String(decoding: entry.name, as: UTF8.self) }
    let id = ObjectID.ofBlob(Array("new".utf8), .sha1)
    var places: [ByteName: TreeEntry?] = [:]
    for entry in entries {
      Law.require(
        tree.entry(named: text(entry))
          == TreeEntry(path: text(entry), id: entry.id, mode: entry.mode),
        "an entry is found by its name \(text(entry))")
    }
    let added = (entries.last.map(text) ?? "") + "0"
    places[ByteName(added)] = .some(TreeEntry(path: added, id: id, mode: .file))
    if let first = entries.first { places[ByteName(text(first))] = .some(nil) }
    if entries.count > 1 {
      let middle = entries[(entries.count + 1) / 2]
      places[ByteName(text(middle))] = .some(
        TreeEntry(path: text(middle), id: id, mode: middle.mode))
    }
    var expected: [[UInt8]: ObjectID] = [:]
    for entry in entries { expected[entry.name] = entry.id }
    for (name, entry) in places { expected[Array(name.text.utf8)] = entry?.id }
    let bytes = tree.replacing(places)
    let written = self.entries(bytes, .sha1)
    Law.require(written.map(isSound) == true, "the tree written is one that git would write")
    Law.require(
      Dictionary(uniqueKeysWithValues: (written ?? []).map { ($0.name, $0.id) }) == expected,
      "the tree written has the entries that were set, and those that stay")
    let (isRead, found) = compare(tree.bytes, bytes)
    let differ = places.filter { name, entry in
      entries.first { $0.name == Array(name.text.utf8) }?.id != entry?.id
    }
    Law.require(
      isRead && Set(found.map(\.name)) == Set(differ.keys.map { Array($0.text.utf8) })
        && found.count == differ.count, "what differs is what was set: \(found)")
  }
}

/// The bytes of a text that ends with a NUL.
func bytes(_ text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: text, count: strlen(text))
}
