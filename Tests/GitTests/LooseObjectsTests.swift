import Foundation
import Git
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct LooseObjectsTests {
  @Test(arguments: [0, 1, 20, 16_383, 16_384, 100_000, 9 << 20])
  func gitReadsWhatIsWritten(size: Int) throws {
    let world = try TestRepository()
    var random = SeededGenerator(seed: UInt64(size))
    let objects = LooseObjects(in: world.path + "/.git/objects")
    // Some that is deflated to less, and some that is not.
    let contents = [
      (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) },
      (0..<size).map { UInt8($0 / 7 % 5) },
    ]
    for content in contents {
      let id = try objects.write(content, as: .blob)
      let judged = try GitProgram(folder: world.path)
        .check(["hash-object", "--stdin"], input: content)
      #expect(String(decoding: judged, as: UTF8.self) == id.hex + "\n")
      #expect(try GitProgram(folder: world.path).check(["cat-file", "blob", id.hex]) == content)
    }
    #expect(try world.git("fsck", "--strict").hasPrefix("dangling"))
    let files = try world.git(["count-objects", "-v"])
    #expect(files.contains("garbage: 0"))
  }

  /// Small ones are stored and others deflated, by one writer in any order.
  @Test func sizesMayAlternate() throws {
    let world = try TestRepository()
    let objects = LooseObjects(in: world.path + "/.git/objects")
    for size in [3, 5000, 0, 1010, 40_000, 1024, 1025, 700, 100_000, 2, 1] {
      let content = (0..<size).map { UInt8($0 / 7 % 5) }
      let id = try objects.write(content, as: .blob)
      #expect(try GitProgram(folder: world.path).check(["cat-file", "blob", id.hex]) == content)
    }
    #expect(try world.git("fsck", "--strict").hasPrefix("dangling"))
    #expect(try world.git(["count-objects", "-v"]).contains("garbage: 0"))
  }

  /// Two threads write them, and may come upon the same one.
  @Test func manyComeInTheirOrder() throws {
    let world = try TestRepository()
    let contents = (0..<300).map { Array("\($0 % 200)".utf8) }
    let ids = try LooseObjects(in: world.path + "/.git/objects").write(blobs: contents)
    #expect(ids == contents.map { ObjectID.ofBlob($0, .sha1) })
    #expect(try world.git(["count-objects"]).hasPrefix("200 objects"))
    for (id, content) in zip(ids, contents).prefix(3) {
      #expect(try GitProgram(folder: world.path).check(["cat-file", "blob", id.hex]) == content)
    }
  }

  @Test func aFileThatIsThereIsMadeYoungAndKept() throws {
    let world = try TestRepository()
    let folder = world.path + "/.git/objects"
    let id = try LooseObjects(in: folder).write([1, 2, 3], as: .blob)
    let path = "\(folder)/\(id.looseName.folder)/\(id.looseName.name)"
    let first = try #require(try fileStatus(path))
    #expect(first.st_mode & 0o777 == 0o444)
    let old = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
    #expect(utimensat(AT_FDCWD, path, [old, old], 0) == 0)
    #expect(try LooseObjects(in: folder).write([1, 2, 3], as: .blob) == id)
    let second = try #require(try fileStatus(path))
    #expect(second.st_ino == first.st_ino)
    #expect(FileStatus(second).mtime > 1_000_000_000)
  }

  @Test func whatAKilledProcessLeftIsNotInTheWay() throws {
    let world = try TestRepository()
    let folder = world.path + "/.git/objects"
    let id = ObjectID.ofBlob([7], .sha1)
    for number in 1...3 {
      try world.write(".git/objects/\(id.looseName.folder)/tmp_obj_\(getpid())-\(number)", "half")
    }
    #expect(try LooseObjects(in: folder).write([7], as: .blob) == id)
    #expect(try world.git("cat-file", "-s", id.hex) == "1")
    // git knows it for what it is.
    try world.git("prune", "--expire=now")
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder)
    #expect(!left.contains { $0.contains("tmp_obj") })
  }

  @Test func aFolderThatCannotBeIsSaid() throws {
    let world = try TestRepository()
    let id = ObjectID.ofBlob([9], .sha1)
    try world.write(".git/objects/\(id.looseName.folder)", "a file")
    #expect(throws: GitError.self) {
      try LooseObjects(in: world.path + "/.git/objects").write([9], as: .blob)
    }
  }
}
