import Clibgit2
import TestSupport
import Platform

import Git

/// What must hold for the bytes of any index; libgit2 is the judge.
package enum IndexLaws {
  nonisolated(unsafe) private static let place = GuardedBytes()
  private static let file = ScratchFile()
  private static let isStarted = git_libgit2_init() > 0

  package static func check(_ input: [UInt8]) {
    // libgit2 1.5 reads none with these ids.
    _ = place.with(input) { IndexRow.all(in: $0, .sha256) }
    // libgit2 verifies the checksum, which no change of a byte would survive.
    guard isStarted, let bytes = sealed(input) else { return }
    guard let (rows, end) = place.with(bytes, { IndexRow.all(in: $0, .sha1) }) else { return }
    let index = bytes.withUnsafeBytes { try? Index($0, .sha1, path: "index", writtenAt: 0) }
    Law.require(index?.entries.count == rows.count, "both readers take the index")
    compare(rows, bytes, end: end)
    IndexPatchLaws.check(bytes, rows, file)
  }

  /// With the checksum of what comes before it.
  private static func sealed(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 32 else { return nil }
    let content = bytes.dropLast(20)
    return content + Array(content).withUnsafeBytes { SHA1.digest($0, after: []) }
  }

  private static func isOdd(_ path: [UInt8]) -> Bool {
    path.prefix { $0 != 0 }.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .contains { name in
        let text = String(decoding: name, as: UTF8.self)
        return ["", ".", ".."].contains(text) || TreeName.isOfGit(text)
      }
  }

  /// - Parameter end: Where the last entry ends.
  static func compare(_ rows: [IndexRow], _ bytes: [UInt8], end: Int) {
    // Unlike git, libgit2 reads no path that it would not check out, nor, in version 4, one as long as this.
    if rows.contains(where: { isOdd($0.name) || bytes[7] == 4 && $0.name.count >= 4096 }) { return }
    file.write(bytes)
    var theirs = IndexRow.readByLibgit2(file.path)
    if theirs == nil, let bare = sealed(bytes[..<end] + [UInt8](repeating: 0, count: 20)) {
      // Unlike git, libgit2 reads no index with an extension that it cannot read.
      file.write(bare)
      theirs = IndexRow.readByLibgit2(file.path)
    }
    Law.require(theirs != nil, "libgit2 reads the index: \(Libgit2Objects.complaint)")
    // To git, the flags say where a name of versions 2 and 3 ends; to libgit2, a NUL does.
    let ours = rows.map { row in
      var row = row
      row.name = Array(row.name.prefix { $0 != 0 })
      return row
    }
    Law.require(ours == theirs, "libgit2 reads the same entries\n  \(ours)\n  \(theirs ?? [])")
  }
}
