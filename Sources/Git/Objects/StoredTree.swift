import Platform

/// A tree object as git stores it, with the offset of each entry.
struct StoredTree {
  let bytes: [UInt8]
  private let format: ObjectFormat
  private let starts: [Int]

  /// Parses a tree object; nil if the bytes are not one.
  init?(_ bytes: [UInt8], _ format: ObjectFormat) {
    guard let starts = bytes.withUnsafeBytes({ TreeBytes($0, format).starts }) else { return nil }
    (self.bytes, self.format, self.starts) = (bytes, format, starts)
  }

  /// Makes an empty tree.
  init(_ format: ObjectFormat) { (bytes, self.format, starts) = ([], format, []) }

  /// Returns the entries in git's order, with `prefix` before each name. Bytes that are not UTF-8 become U+FFFD.
  func entries(prefix: String) -> [TreeEntry] {
    bytes.withUnsafeBytes { bytes in
      let tree = TreeBytes(bytes, format)
      return starts.compactMap { tree.entry(at: $0)?.entry.value(prefix: prefix) }
    }
  }

  func entry(named name: String) -> TreeEntry? {
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
  func replacing(_ places: [ByteName: TreeEntry?]) -> [UInt8] {
    let names = places.keys.map { Array($0.text.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    let news = places.values.compactMap { $0 }.map(NewEntry.init).sorted { $0.precedes($1) }
    return bytes.withUnsafeBytes { bytes in
      let tree = TreeBytes(bytes, format)
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + news.count * 80)
      // Consecutive unchanged entries are copied as one range.
      var (run, next) = (0, 0)
      for start in starts {
        guard let (entry, end) = tree.entry(at: start) else {
          preconditionFailure("a tree that was read cannot be read")
        }
        let first = next
        while next < news.count, news[next].precedes(entry) { next += 1 }
        let goes = StoredTree.has(entry.name, in: names)
        guard goes || first < next else { continue }
        result += bytes[run..<start]
        for new in news[first..<next] { new.add(to: &result) }
        run = goes ? end : start
      }
      result += bytes[run...]
      for new in news[next...] { new.add(to: &result) }
      return result
    }
  }

  /// Whether a name is in a sorted list.
  ///
  /// - Parameter names: Sorted by their bytes.
  private static func has(_ name: UnsafeRawBufferPointer, in names: [[UInt8]]) -> Bool {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      let order = names[middle].withUnsafeBytes { TreeBytes.order($0, name, end: 0, 0) }
      if order == 0 { return true }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return false
  }
}

/// An entry to insert.
private struct NewEntry {
  let name: [UInt8]
  let id: ObjectID
  let mode: FileMode

  init(_ entry: TreeEntry) {
    (name, id, mode) = (Array(entry.path.utf8), entry.id, entry.mode)
  }

  func precedes(_ other: TreeBytes.Entry) -> Bool {
    name.withUnsafeBytes { other.order($0, isFolder: mode == .tree) } > 0
  }

  func precedes(_ other: NewEntry) -> Bool {
    name.withUnsafeBytes { name in
      other.name.withUnsafeBytes {
        TreeBytes.order(name, $0, end: TreeBytes.end(mode), TreeBytes.end(other.mode))
      }
    } < 0
  }

  func add(to bytes: inout [UInt8]) {
    bytes += Array(String(mode.rawValue, radix: 8).utf8)
    bytes.append(UInt8(ascii: " "))
    bytes += name
    bytes.append(0)
    bytes += id.bytes
  }
}
