import Foundation
import TestSupport
import Testing

@testable import Git
@testable import Platform

/// What is read of a pack without libgit2 is what git reads.
@Suite struct PackTests {
  /// A repository with long files that differ a little from commit to commit, in one pack.
  private func makePack(_ world: World, _ arguments: [String] = []) throws -> String {
    var random = SeededGenerator(seed: 61)
    var lines = (0..<400).map { "line \($0) \(UInt64.random(in: 0 ... .max, using: &random))" }
    var script = ""
    for number in 0..<60 {
      lines[Int.random(in: 0..<lines.count, using: &random)] = "changed \(number)"
      let text = lines.joined(separator: "\n")
      script += "commit refs/heads/main\ncommitter Ann <ann@example.org> \(number) +0000\n"
      script += "data 3\nabc\nM 100644 inline folder/\(number % 7)\n"
      script += "data \(text.utf8.count)\n\(text)\n"
    }
    try GitProgram(folder: world.path)
      .check(["fast-import", "--quiet", "--force"], input: Array(script.utf8))
    try world.git("tag", "-a", "-m", "a tag", "v1", "main")
    let ids = try world.git("rev-list", "--objects", "--all", "v1").split(separator: "\n")
      .map { $0.prefix(40) + "\n" }.joined()
    let folder = world.root + "/packed"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try GitProgram(folder: world.path)
      .check(["pack-objects", "-q", folder + "/pack"] + arguments, input: Array(ids.utf8))
    return try #require(Pack.indices(in: folder).first)
  }

  @Test(arguments: [[], ["--delta-base-offset"], ["--depth=3"], ["--index-version=2,0x10"]])
  func objectsAreThoseOfGit(arguments: [String]) throws {
    let world = try World()
    let path = try makePack(world, arguments)
    let pack = try #require(Pack(index: path))
    let reader = PackReader(pack, inflater: Inflater())
    let listed = try world.git("verify-pack", "-v", path).split(separator: "\n")
      .map { $0.split(separator: " ").map(String.init) }.filter {
        $0.count >= 5 && $0[0].count == 40
      }
    #expect(listed.count > 150)
    #expect(listed.contains { $0.count == 7 })
    for line in listed {
      let id = try #require(ObjectID(hex: line[0]))
      let place = try #require(pack.place(of: id))
      #expect(place == Int(line[4]))
      let sum = reader.read(at: place) { kind, bytes in
        #expect("\(kind)" == line[1])
        return SHA1.digest(bytes, after: Array("\(kind) \(bytes.count)\0".utf8))
      }
      #expect(sum == id.bytes)
    }
    #expect(pack.place(of: try #require(ObjectID(hex: String(repeating: "0", count: 40)))) == nil)
    #expect(pack.place(of: try #require(ObjectID(hex: String(repeating: "f", count: 40)))) == nil)
  }

  @Test func commitsPartByPart() throws {
    let world = try World()
    let path = try makePack(world, ["--window=0"])
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let wanted = try world.git("log", "--format=%H %T %P %ct", "main").split(separator: "\n")
    let packed = PackedObjects(in: "/" + folder)
    for parts in [1, 2, 7] {
      let lines = (0..<parts).map { packed.commits(part: $0, of: parts) }.flatMap { found in
        found.rows.map { row in
          var ids = [row.id, row.node.tree]
          found.addParents(of: row, to: &ids)
          return ids.map(\.hex).joined(separator: " ")
            + " " + (row.parentCount == 0 ? " " : "") + "\(row.node.time)"
        }
      }
      #expect(lines.sorted() == wanted.map(String.init).sorted())
    }
  }

  /// What is damaged is read as it was, as something else or not at all, but never beyond its end.
  @Test func damagedPacks() throws {
    print("seed 62")
    var random = SeededGenerator(seed: 62)
    let world = try World()
    let path = try makePack(world)
    let packPath = String(path.dropLast(3)) + "pack"
    let ids = try world.git("rev-list", "--objects", "main").split(separator: "\n")
      .compactMap { ObjectID(hex: String($0.prefix(40))) }
    for file in [path, packPath] {
      let whole = try Data(contentsOf: URL(fileURLWithPath: file))
      for turn in 0..<120 {
        var bytes = whole
        for _ in 0..<20 {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        if turn % 4 == 0 { bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &random)) }
        try FileManager.default.removeItem(atPath: file)
        try bytes.write(to: URL(fileURLWithPath: file))
        guard let pack = Pack(index: path) else { continue }
        let reader = PackReader(pack, inflater: Inflater())
        for id in ids {
          guard let place = pack.place(of: id) else { continue }
          let count = reader.read(at: place) { $1.count }
          #expect((count ?? 0) <= 64 << 20)
        }
      }
      try FileManager.default.removeItem(atPath: file)
      try whole.write(to: URL(fileURLWithPath: file))
    }
    let pack = try #require(Pack(index: path))
    let reader = PackReader(pack, inflater: Inflater())
    #expect(
      try ids.allSatisfy { reader.read(at: try #require(pack.place(of: $0))) { $1.count } != nil })
  }

  @Test(
    arguments: [
      ([], nil), ([3], nil), ([3, 3], nil), ([3, 3, 0x90, 3], [1, 2, 3]),
      ([3, 3, 0x91, 1, 3], nil), ([3, 2, 0x91, 1, 2], [2, 3]), ([3, 2, 2, 7, 8], [7, 8]),
      ([3, 2, 2, 7], nil), ([3, 2, 3, 7, 8, 9], nil), ([3, 2, 0], nil), ([4, 1, 1, 5], nil),
      ([3, 0], []), ([3, 1, 0x80], nil), ([3, 1, 0xFF], nil), ([3, 3, 1, 9, 0x90, 2], [9, 1, 2]),
      ([3, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], nil),
    ] as [([UInt8], [UInt8]?)])
  func differences(delta: [UInt8], wanted: [UInt8]?) {
    #expect(delta.withUnsafeBytes { PackDelta.apply($0, to: [1, 2, 3], largest: 1000) } == wanted)
  }
}
