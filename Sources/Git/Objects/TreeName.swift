import Platform

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
