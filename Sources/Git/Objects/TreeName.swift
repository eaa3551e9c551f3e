import Platform

/// Names that some git, on some system, takes for that of its own folder, and does not check out (verify_path of its
/// read-cache.c). Where such a name is in a repository already, it must be possible to take it away.
public enum TreeName {
  public static func isOfGit(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    // Nearly all names are plain, and begin with another letter.
    let mayBeGit = [UInt8(ascii: "."), UInt8(ascii: "g"), UInt8(ascii: "G")].contains(first)
    if !mayBeGit, name.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) { return false }
    return isGitOnWindows(name) || isGitOnMacOS(name)
  }

  /// NTFS passes over blanks and dots at the end, and what follows a colon; a backslash ends a name there, and `git~1`
  /// is the short name of `.git`.
  private static func isGitOnWindows(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "\\")).contains { part in
      let stem = part.prefix { $0 != UInt8(ascii: ":") }
      let blanks = stem.reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ".") }
      let text = String(decoding: stem.dropLast(blanks.count), as: UTF8.self).lowercased()
      return text == ".git" || text == "git~1"
    }
  }

  /// HFS+ passes over characters that are not seen (next_hfs_char of git's utf8.c).
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
