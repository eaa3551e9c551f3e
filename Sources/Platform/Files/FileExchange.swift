import CPlatform

/// Renames that replace no file unseen, each in one step.
package enum FileExchange {
  /// Exchanges the files at two paths.
  ///
  /// - Returns: False, with nothing changed, if one of them does not exist or the file system does not support it.
  package static func exchange(_ one: String, _ other: String) -> Bool {
    #if canImport(Darwin)
      renamex_np(one, other, UInt32(RENAME_SWAP)) == 0
    #else
      platform_exchange(one, other) == 0
    #endif
  }

  /// Renames a file to a name that is free, and replaces nothing.
  ///
  /// - Returns: False, with nothing changed, if the name is taken, the file does not exist, or the file system does not
  ///   support it.
  package static func rename(_ path: String, toFree name: String) -> Bool {
    #if canImport(Darwin)
      renamex_np(path, name, UInt32(RENAME_EXCL)) == 0
    #else
      platform_rename_to_free(path, name) == 0
    #endif
  }
}

/// Derives the names of temporary files from the files they lie next to.
package enum SiblingPath {
  /// The longest file name in bytes (NAME_MAX of limits.h).
  private static let longest = 255
  private static let digits = 16

  /// Returns a path with a prefix and a suffix added to its last component.
  ///
  /// If the new name would be too long, it is truncated and a hash of the whole name is appended: names of notes
  /// written elsewhere may have any length.
  package static func path(_ path: String, beginning: String = "", ending: String) -> String {
    let start = path.lastSlash.map { path.utf8.index(after: $0) } ?? path.startIndex
    let name = path.utf8[start...]
    let room = longest - beginning.utf8.count - ending.utf8.count
    // A name that is too long by itself stays too long: it must fail before anything is written.
    guard name.count > room, name.count <= longest else {
      return "\(path[..<start])\(beginning)\(path[start...])\(ending)"
    }
    var end = name.index(start, offsetBy: room - digits - 1)
    while name[end] & 0xC0 == 0x80 { name.formIndex(before: &end) }
    return "\(path[..<start])\(beginning)\(path[start..<end]).\(hash(of: path[start...]))\(ending)"
  }

  /// Computes the 64-bit FNV-1a hash (Fowler, Noll and Vo) of a text, in hexadecimal digits.
  package static func hash(of text: some StringProtocol) -> String {
    let sum = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { sum, byte in
      (sum ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let text = String(sum, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
