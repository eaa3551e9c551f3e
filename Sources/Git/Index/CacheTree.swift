import Platform

/// The trees that the folders of an index would be written as, which the index keeps so that `git status` and
/// `git commit` need not compute them (gitformat-index(5), "Cache tree").
struct CacheTree {
  private let name: [UInt8]
  /// Entries of the index in the folder and below; -1: not known, and nor is the id.
  private var count: Int
  private var id: ObjectID?
  private var folders: [CacheTree] = []

  /// Of an index without entries.
  static let empty = CacheTree(name: [], count: 0, id: nil)

  init(name: [UInt8], count: Int, id: ObjectID?, folders: [CacheTree] = []) {
    self.name = name
    self.count = count
    self.id = id
    self.folders = folders
  }

  /// Nil for what cannot be read, which git does without.
  init?(_ bytes: UnsafeRawBufferPointer) {
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

  /// The tree of a folder by the names that lead to it; nil when it is not known.
  func id(of folder: ArraySlice<[UInt8]>) -> ObjectID? {
    guard let name = folder.first else { return count >= 0 ? id : nil }
    return folders.first { $0.name == name }?.id(of: folder.dropFirst())
  }

  /// The content of the extension.
  var bytes: [UInt8] {
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

  /// Takes over changes of the index.
  ///
  /// A folder that was as `old` has it is as `new` has it afterwards; of any other nothing is known then, as it
  /// is where no trees are given.
  ///
  /// - Parameter folder: Finds the folder of a name in a tree.
  mutating func follow(
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
      // A file stands there now, or nothing.
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

/// How many entries the folders of an index have gained or lost, and where.
struct FolderTally {
  private(set) var difference = 0
  /// A conflict cannot be written as a tree.
  private(set) var hasConflict = false
  /// The names of files that were set or removed.
  private(set) var files: Set<ByteName> = []
  private(set) var folders: [ByteName: FolderTally] = [:]

  /// - Parameter path: From this folder on.
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
