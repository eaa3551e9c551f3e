import Platform

/// The cache tree of an index: the ids of the trees that its folders would be written as, so that `git status` and
/// `git commit` need not compute them (gitformat-index(5), "Cache tree").
package struct CacheTree {
  private let name: [UInt8]
  /// The number of index entries in and below the folder; -1 if the folder is invalidated and has no id.
  private var count: Int
  private var id: ObjectID?
  private var folders: [CacheTree] = []

  /// The cache tree of an index without entries.
  static let empty = CacheTree(name: [], count: 0, id: nil)

  init(name: [UInt8], count: Int, id: ObjectID?, folders: [CacheTree] = []) {
    self.name = name
    self.count = count
    self.id = id
    self.folders = folders
  }

  /// Parses the extension `TREE`; nil if it is damaged, since git works without it.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    self.init(bytes, &position, depth: 0)
    guard position == bytes.count else { return nil }
  }

  private init?(_ bytes: UnsafeRawBufferPointer, _ position: inout Int, depth: Int) {
    guard depth < 1000, let end = bytes[position...].firstIndex(of: 0) else { return nil }
    name = Array(bytes[position..<end])
    position = end + 1
    guard let count = CacheTree.number(bytes, &position, endedBy: UInt8(ascii: " ")),
      let inner = CacheTree.number(bytes, &position, endedBy: 0x0A)
    else { return nil }
    // An index has no more: git keeps the number in 32 bits.
    guard count <= Int32.max else { return nil }
    self.count = count
    if count >= 0 {
      guard position + 20 <= bytes.count else { return nil }
      id = ObjectID(bytes, at: position)
      position += 20
    }
    for _ in 0..<max(inner, 0) {
      guard let folder = CacheTree(bytes, &position, depth: depth + 1) else { return nil }
      folders.append(folder)
    }
  }

  private static func number(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int, endedBy mark: UInt8
  ) -> Int? {
    guard position < bytes.count, let end = bytes[position...].firstIndex(of: mark) else {
      return nil
    }
    defer { position = end + 1 }
    return Int(String(decoding: bytes[position..<end], as: UTF8.self))
  }

  /// Returns the tree of a folder, given as path components; nil if it is invalidated.
  package func id(of folder: ArraySlice<[UInt8]>) -> ObjectID? {
    guard let name = folder.first else { return count >= 0 ? id : nil }
    return folders.first { $0.name == name }?.id(of: folder.dropFirst())
  }

  /// The content of the extension `TREE`.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    bytes += name + [0]
    bytes += Array("\(count) \(folders.count)\n".utf8)
    if count >= 0 { bytes += id?.bytes ?? CacheTree.emptyTree }
    for folder in folders { folder.write(to: &bytes) }
  }

  private static let emptyTree = SHA1.digest(
    UnsafeRawBufferPointer(start: nil, count: 0), after: Array("tree 0\0".utf8))

  /// Updates the cache tree after changes of the index.
  ///
  /// A folder that had the tree in `old` gets the tree in `new`; all other changed folders are invalidated, and so
  /// are all if no trees are given.
  ///
  /// - Parameter folder: Returns the subtree with a name in a tree; nil if there is none.
  package mutating func follow(
    _ changes: FolderTally, from old: ObjectID?, to new: ObjectID?,
    folder: (_ name: [UInt8], _ tree: ObjectID) throws(GitError) -> ObjectID?
  ) throws(GitError) {
    let isKnown =
      count >= 0 && id == old && new != nil && !changes.hasConflict
      && count + changes.difference > 0
    if isKnown {
      count += changes.difference
      id = new
    } else {
      count = -1
      id = nil
      // A file has replaced the folder, or it is gone.
      for name in changes.files {
        folders.removeAll { $0.name.elementsEqual(name.text.utf8) }
      }
    }
    for (key, inner) in changes.folders {
      let name = Array(key.text.utf8)
      var before: ObjectID?
      var after: ObjectID?
      if let old { before = try folder(name, old) }
      if let new { after = try folder(name, new) }
      guard let place = folders.firstIndex(where: { $0.name == name }) else {
        guard isKnown, before == nil, after != nil else { continue }
        var added = CacheTree(name: name, count: 0, id: nil)
        try added.follow(inner, from: nil, to: after, folder: folder)
        folders.append(added)
        continue
      }
      if isKnown, after == nil {
        folders.remove(at: place)
      } else {
        try folders[place].follow(inner, from: before, to: after, folder: folder)
      }
    }
  }
}

/// How many entries each folder of an index has gained or lost.
package struct FolderTally {
  private(set) var difference = 0
  /// Whether there is a conflict, which cannot be written as a tree.
  private(set) var hasConflict = false
  /// The names of files that were set or removed in this folder.
  private(set) var files: Set<ByteName> = []
  private(set) var folders: [ByteName: FolderTally] = [:]

  /// Adds a change of the entry count at a path.
  ///
  /// - Parameter path: The path relative to this folder.
  mutating func add(_ path: ArraySlice<UInt8>, _ count: Int, isConflict: Bool) {
    difference += count
    if isConflict { hasConflict = true }
    guard let slash = path.firstIndex(of: UInt8(ascii: "/")) else {
      files.insert(ByteName(path))
      return
    }
    folders[ByteName(path[..<slash]), default: FolderTally()].add(
      path[(slash + 1)...], count, isConflict: isConflict)
  }
}
