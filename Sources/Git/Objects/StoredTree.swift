import Platform

/// A tree object as git stores it, with the offset of each entry.
package struct StoredTree {
  package let bytes: [UInt8]
  private let format: ObjectFormat
  private let starts: [Int]

  /// Parses a tree object; nil if the bytes are not one.
  package init?(_ bytes: [UInt8], _ format: ObjectFormat) {
    guard let starts = bytes.withUnsafeBytes({ TreeBytes($0, format).starts }) else { return nil }
    (self.bytes, self.format, self.starts) = (bytes, format, starts)
  }

  /// Makes an empty tree.
  init(_ format: ObjectFormat) { (bytes, self.format, starts) = ([], format, []) }

  /// Returns the entries in git's order, with `prefix` before each name. Bytes that are not UTF-8 become U+FFFD.
  package func entries(prefix: String) -> [TreeEntry] {
    bytes.withUnsafeBytes { bytes in
      let tree = TreeBytes(bytes, format)
      return starts.compactMap { tree.entry(at: $0)?.entry.value(prefix: prefix) }
    }
  }

  package func entry(named name: String) -> TreeEntry? {
    var name = name
    return name.withUTF8 { name in
      let name = UnsafeRawBufferPointer(name)
      return bytes.withUnsafeBytes { bytes in
        let tree = TreeBytes(bytes, format)
        return entry(named: name, isFolder: false, tree) ?? entry(named: name, isFolder: true, tree)
      }
    }
  }

  /// Searches for an entry. git sorts a folder as if its name ended with a slash, so folders and files need a search
  /// each.
  private func entry(
    named name: UnsafeRawBufferPointer, isFolder: Bool, _ tree: TreeBytes
  ) -> TreeEntry? {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      guard let entry = tree.entry(at: starts[middle])?.entry else { return nil }
      let order = entry.order(name, isFolder: isFolder)
      if order == 0 { return entry.value(prefix: "") }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns the bytes of a tree in which some names are set or removed (nil); all other entries are copied
  /// unchanged.
  package func replacing(_ places: [ByteName: TreeEntry?]) -> [UInt8] {
    let names = Set(places.keys.map { Array($0.text.utf8) })
    // Entries with what git sorts them by: a folder's name ends with a slash there.
    var entries: [(key: [UInt8], bytes: [UInt8])] = []
    func add(_ name: [UInt8], _ mode: FileMode, _ bytes: [UInt8]) {
      entries.append((mode == .tree ? name + [UInt8(ascii: "/")] : name, bytes))
    }
    bytes.withUnsafeBytes { bytes in
      let tree = TreeBytes(bytes, format)
      for start in starts {
        guard let (entry, end) = tree.entry(at: start) else { continue }
        let name = Array(entry.name)
        if !names.contains(name) { add(name, entry.mode, Array(bytes[start..<end])) }
      }
    }
    for case let new? in places.values {
      let (name, mode) = (Array(new.path.utf8), String(new.mode.rawValue, radix: 8))
      add(name, new.mode, Array("\(mode) ".utf8) + name + [0] + new.id.bytes)
    }
    entries.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return Array(entries.map(\.bytes).joined())
  }
}
