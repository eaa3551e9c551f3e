import Platform

package enum FileMode: UInt32, Hashable, Sendable {
  case tree = 0o040000
  case file = 0o100644
  case executable = 0o100755
  case link = 0o120000
  /// A commit of another repository (gitlink): a submodule.
  case commit = 0o160000

  /// Normalizes a mode as git does; old versions of git wrote others.
  package init(_ raw: UInt32) {
    switch raw & 0o170000 {
    case 0o040000: self = .tree
    case 0o120000: self = .link
    case 0o160000: self = .commit
    default: self = raw & 0o100 != 0 ? .executable : .file
    }
  }
}

package struct TreeEntry: Hashable, Sendable {
  /// Relative to the tree, with slashes.
  package let path: String
  package let id: ObjectID
  package let mode: FileMode

  package init(path: String, id: ObjectID, mode: FileMode) {
    self.path = path
    self.id = id
    self.mode = mode
  }
}

extension Repository {
  /// Returns the file or folder at a path in a tree; nil if there is none.
  ///
  /// - Throws: `noSuchObject` if a tree on the way is missing.
  package func entry(_ path: String, inTree tree: ObjectID) throws(GitError) -> TreeEntry? {
    // Reads one tree after another, so that git fetches a tree that a partial clone lacks.
    var tree = tree
    var names = path.names()[...]
    while let name = names.popFirst() {
      guard let found = try source.tree(tree).entry(named: name) else { return nil }
      if names.isEmpty { return TreeEntry(path: path, id: found.id, mode: found.mode) }
      guard found.mode == .tree else { return nil }
      tree = found.id
    }
    return nil
  }

  /// Lists all files in a tree at or under a path (`""`: all), without folders, in git's order. Bytes of names that
  /// are not UTF-8 become U+FFFD.
  package func files(inTree tree: ObjectID, under path: String = "") throws(GitError) -> [TreeEntry]
  {
    var found: [TreeEntry] = []
    let path = withoutSlash(path)
    if path.isEmpty {
      try collect(tree, "", into: &found)
    } else if let entry = try entry(path, inTree: tree) {
      if entry.mode == .tree {
        try collect(entry.id, path + "/", into: &found)
      } else {
        found.append(entry)
      }
    }
    return found
  }

  private func collect(
    _ tree: ObjectID, _ prefix: String, into found: inout [TreeEntry]
  ) throws(GitError) {
    for entry in try entries(ofTree: tree, prefix: prefix) {
      if entry.mode == .tree {
        try collect(entry.id, entry.path + "/", into: &found)
      } else {
        found.append(entry)
      }
    }
  }

  /// Lists the entries of one tree in git's order, with `prefix` before each name. Bytes of names that are not UTF-8
  /// become U+FFFD.
  package func entries(ofTree tree: ObjectID, prefix: String = "") throws(GitError) -> [TreeEntry] {
    try source.tree(tree).entries(prefix: prefix)
  }
}

/// Recognises names that git takes for `.git` on some system, and refuses to check out (verify_path in git's
/// read-cache.c). If a repository contains such a name already, it must be possible to remove it.
package enum TreeName {
  package static func isOfGit(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    // Fast path: nearly all names are ASCII and start with another letter.
    let mayBeGit = [UInt8(ascii: "."), UInt8(ascii: "g"), UInt8(ascii: "G")].contains(first)
    if !mayBeGit, name.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) { return false }
    return isGitOnWindows(name) || isGitOnMacOS(name)
  }

  /// Whether NTFS treats a name as `.git`: it ignores spaces and dots at the end and all after a colon, a backslash
  /// is a separator, and `git~1` is the short name of `.git`.
  private static func isGitOnWindows(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "\\")).contains { part in
      let stem = part.prefix { $0 != UInt8(ascii: ":") }
      let blanks = stem.reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ".") }
      let text = String(decoding: stem.dropLast(blanks.count), as: UTF8.self).lowercased()
      return text == ".git" || text == "git~1"
    }
  }

  /// Whether HFS+ treats a name as `.git`: it ignores zero-width characters (next_hfs_char in git's utf8.c).
  private static func isGitOnMacOS(_ name: String) -> Bool {
    let unseen: [ClosedRange<UInt32>] = [
      0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF...0xFEFF,
    ]
    var seen = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !unseen.contains(where: { $0 ~= scalar.value }) {
      seen.append(scalar)
    }
    return String(seen).lowercased() == ".git"
  }
}

/// A folder as git stores it: for each entry its mode in octal, a blank, its name, a NUL and the bytes of
/// its id.
package struct TreeBytes {
  private let bytes: UnsafeRawBufferPointer
  private let format: ObjectFormat
  /// Of an id.
  private let size: Int
  private var position = 0

  package init(_ bytes: UnsafeRawBufferPointer, _ format: ObjectFormat) {
    self.bytes = bytes
    self.format = format
    size = format.size
  }

  package struct Entry {
    package let mode: FileMode
    package let name: UnsafeRawBufferPointer
    package let id: ObjectID

    /// Where it stands to another one, as git sorts.
    func order(_ other: Entry) -> Int { order(other.name, isFolder: other.mode == .tree) }

    func order(_ other: UnsafeRawBufferPointer, isFolder: Bool) -> Int {
      TreeBytes.order(name, other, end: TreeBytes.end(mode), isFolder ? UInt8(ascii: "/") : 0)
    }

    /// - Parameter prefix: Before the name, which is repaired where it is not UTF-8.
    func value(prefix: String) -> TreeEntry {
      let name = String(decoding: name, as: UTF8.self)
      return TreeEntry(path: prefix.isEmpty ? name : prefix + name, id: id, mode: mode)
    }
  }

  /// What git takes to stand behind a name where it sorts.
  static func end(_ mode: FileMode) -> UInt8 { mode == .tree ? UInt8(ascii: "/") : 0 }

  /// Where one name stands to another: below 0 for before.
  static func order(
    _ name: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, end: UInt8, _ otherEnd: UInt8
  ) -> Int {
    let count = min(name.count, other.count)
    if count > 0, let one = name.baseAddress, let two = other.baseAddress {
      let order = memcmp(one, two, count)
      if order != 0 { return Int(order) }
    }
    func byte(_ name: UnsafeRawBufferPointer, _ end: UInt8) -> Int {
      Int(name.count > count ? name[count] : end)
    }
    let order = byte(name, end) - byte(other, otherEnd)
    // A longer one may go on with a byte that git takes for the end.
    return order == 0 ? name.count - other.count : order
  }

  private var isAtEnd: Bool { position >= bytes.count }

  /// Where the entry at a position ends; nil when it is cut off.
  private func end(at position: Int) -> Int? {
    guard position < bytes.count, let base = bytes.baseAddress,
      let nul = memchr(base + position, 0, bytes.count - position)
    else { return nil }
    let end = base.distance(to: UnsafeRawPointer(nul)) + 1 + size
    return end <= bytes.count ? end : nil
  }

  /// The entry at a place; nil when it is damaged, or none.
  package func entry(at position: Int) -> (entry: Entry, end: Int)? {
    guard let end = end(at: position) else { return nil }
    var mode: UInt32 = 0
    var start = position
    let nameEnd = end - size - 1
    while start < nameEnd, bytes[start] != UInt8(ascii: " ") {
      let digit = bytes[start] ^ UInt8(ascii: "0")
      guard digit < 8, mode < 0o20000 else { return nil }
      mode = mode << 3 | UInt32(digit)
      start += 1
    }
    // Neither is empty.
    guard start > position, start + 1 < nameEnd else { return nil }
    let name = UnsafeRawBufferPointer(rebasing: bytes[(start + 1)..<nameEnd])
    let id = ObjectID(bytes, at: end - size, format)
    return (Entry(mode: FileMode(mode), name: name, id: id), end)
  }

  /// Where the entries begin; nil when one is damaged.
  package var starts: [Int]? {
    var starts: [Int] = []
    var position = 0
    while position < bytes.count {
      guard let end = entry(at: position)?.end else { return nil }
      starts.append(position)
      position = end
    }
    return starts
  }

  /// The entries that differ, in git's order and with `prefix` before each name; nil if one of the two is damaged. Bytes
  /// of names that are not UTF-8 become U+FFFD.
  package static func differences(_ old: TreeBytes, _ new: TreeBytes, prefix: String)
    -> [FileChange]?
  {
    var (old, new) = (old, new)
    var found: [FileChange] = []
    while !old.isAtEnd || !new.isAtEnd {
      let one = old.isAtEnd ? nil : old.entry(at: old.position)
      let two = new.isAtEnd ? nil : new.entry(at: new.position)
      if !old.isAtEnd && one == nil || !new.isAtEnd && two == nil { return nil }
      let order: Int =
        if let one, let two { one.entry.order(two.entry) } else { one == nil ? 1 : -1 }
      let before = order <= 0 ? one : nil
      let after = order >= 0 ? two : nil
      if let before { old.position = before.end }
      if let after { new.position = after.end }
      guard let any = before ?? after,
        before?.entry.id != after?.entry.id || before?.entry.mode != after?.entry.mode
      else { continue }
      found.append(
        FileChange(
          path: any.entry.value(prefix: prefix).path, old: before?.entry.id, new: after?.entry.id,
          oldMode: before?.entry.mode, newMode: after?.entry.mode))
    }
    return found
  }
}
