import Foundation
import FuzzGitLaws
import Git
import Platform
import TestSupport
import Testing

/// Bytes that the fuzzer found, each with the law they broke; and the seeds, which git itself has written.
@Suite struct FuzzFindingTests {
  /// A mode is octal digits, 16 bits of them at most, and a name has a byte.
  @Test(arguments: [
    "10064\u{17} a", "1x0644 a", " a", "1000000 a", "37777777777100644 a", "100644 ", "100644",
  ])
  func whatIsNoEntryIsNoTree(entry: String) {
    let id = [UInt8](repeating: 1, count: 20)
    #expect(StoredTree(Array("100644 a\0".utf8) + id, .sha1)?.entries(prefix: "").count == 1)
    #expect(StoredTree(Array("\(entry)\0".utf8) + id, .sha1) == nil)
  }

  @Test(arguments: [
    ("1764000000 +0130", 1_764_000_000, 90), ("1764000000 -0130", 1_764_000_000, -90),
    ("1 -9223372036854775808", 1, 0), ("9223372036854775808 +0100", 0, 60),
    ("9223372036854775807 +0000", Int64.max, 0), ("1 +1501", 1, 0),
  ])
  func numbersOfASignatureMayBeTooLarge(end: String, time: Int64, offset: Int) throws {
    let line = Array("A <a@example.org> \(end)".utf8)
    let signature = line.withUnsafeBytes { Signature(line: $0) }
    #expect(signature.time == time)
    #expect(signature.offset == offset)
  }

  /// Adding to it would overflow.
  @Test func aCacheTreeHasNoMoreEntriesThanAnIndexCan() {
    func cacheTree(_ count: String) -> CacheTree? {
      (Array("\0\(count) 0\n".utf8) + [UInt8](repeating: 1, count: 20)).withUnsafeBytes {
        CacheTree($0)
      }
    }
    #expect(cacheTree("7") != nil)
    #expect(cacheTree("\(Int.max)") == nil)
  }

  /// The flags say that the name is longer than they can say, and it is not.
  @Test func aNameIsAsLongAsItsFlagsSay() throws {
    let name = String(repeating: "n", count: 5000)
    var bytes: [UInt8] = Array("DIRC".utf8)
    for word in [2, 1] as [UInt32] { bytes.append(word: word) }
    for word in FileStatus.unseen.words(mode: .file) { bytes.append(word: word) }
    bytes += ObjectID.ofBlob([], .sha1).bytes
    bytes.append(half: 0xFFF)
    bytes += Array(name.utf8)
    bytes += [UInt8](repeating: 0, count: 8 - (62 + 5000) % 8 + 20)
    #expect(try Index(bytes, .sha1, path: "index", writtenAt: 0).entries.map(\.path) == [name])
    bytes[12 + 62 + 100] = 0
    #expect(throws: GitError.unsupportedIndex(path: "index", feature: "damaged")) {
      _ = try Index(bytes, .sha1, path: "index", writtenAt: 0)
    }
  }

  /// What git wrote is read, however odd it is, and keeps the laws; so does what long runs found.
  @Test func theSeedsAreRead() throws {
    func format(_ name: String) -> ObjectFormat { name.hasPrefix("sha256") ? .sha256 : .sha1 }
    func seeds(_ kind: String, isRead: (String, [UInt8]) throws -> Bool) throws -> [[UInt8]] {
      for (name, bytes) in try FuzzSeeds.written(kind) {
        #expect(try isRead(name, bytes), "\(name)")
      }
      return try FuzzSeeds.all(kind)
    }
    try seeds("index") { name, bytes in
      let index = try Index(bytes, format(name), path: name, writtenAt: 0)
      return index.entries.isEmpty == name.contains("empty")
    }.forEach(IndexLaws.check)
    try seeds("tree") { StoredTree($1, format($0)) != nil }.forEach(TreeLaws.check)
    try seeds("commit") { name, bytes in
      bytes.withUnsafeBytes { CommitInfo(.zero, $0) }?.tree.format == format(name)
    }.forEach(CommitLaws.check)
    try seeds("config") { try !ConfigFile(bytes: $1, path: $0).entries.isEmpty }
      .forEach(ConfigLaws.check)
  }
}
