import Platform

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
