import Foundation
import Git
import Testing

@Suite struct PackingTests {
  private func packs(_ world: TestRepository) throws -> Int {
    let folder = world.path + "/.git/objects/pack"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count {
      $0.hasSuffix(".pack")
    }
  }

  @Test func looseObjectsArePackedBesideUs() throws {
    let world = try TestRepository()
    let repository = try world.open()
    try world.save((0..<1200).map { ("\($0 % 7)/\($0).org", "\($0)") }, in: repository)
    let early = repository.packIfNeeded()
    #expect(!early, "there are not that many yet")
    try world.git("config", "gc.auto", "0")
    let unwanted = try world.open().packIfNeeded()
    #expect(!unwanted, "the user wants none")
    try world.git("config", "gc.auto", "10")
    let started = try world.open().packIfNeeded()
    #expect(started)
    // Meanwhile we go on.
    for round in 0..<10 { try world.save([("0/0.org", "round \(round)")], in: repository) }
    var left = 2400
    func isDone() throws -> Bool {
      try packs(world) > 0 && !FileManager.default.fileExists(atPath: world.path + "/.git/gc.pid")
    }
    while try !isDone(), left > 0 {
      usleep(50_000)
      left -= 1
    }
    #expect(try packs(world) > 0)
    try world.save([("0/0.org", "after")], in: repository)
    try world.expectClean()
    #expect(try repository.blob(ObjectID.ofBlob(Array("7".utf8), .sha1)) == Array("7".utf8))
  }
}
