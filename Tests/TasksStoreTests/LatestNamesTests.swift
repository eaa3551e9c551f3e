import TestSupport
import Testing

@testable import TasksStore

struct LatestNamesTests {
  /// So many names, and so long, that they drive each other out.
  @Test func aNumberIsThatOfItsNameOrNone() {
    var random = SeededGenerator(seed: 61)
    var latest = LatestNames()
    var found = 0
    for _ in 0..<20_000 {
      let number = UInt32.random(in: 0..<400, using: &random)
      let name = Array("\(number)".utf8) + [UInt8](repeating: 0xFF, count: Int(number % 40))
      name.withUnsafeBytes { name in
        let hash = ByteHash.of(name)
        if let known = latest.number(of: name, hash) {
          #expect(known == number)
          found += 1
        } else {
          latest.keep(name, hash, number)
        }
      }
    }
    #expect((1..<20_000).contains(found))
  }

  @Test func namesOfOneHashAreToldApart() {
    var latest = LatestNames()
    Array("one".utf8).withUnsafeBytes { latest.keep($0, 5, 1) }
    Array("two".utf8).withUnsafeBytes { #expect(latest.number(of: $0, 5) == nil) }
    Array("one".utf8).withUnsafeBytes { #expect(latest.number(of: $0, 5) == 1) }
  }

  @Test func anEmptyNameIsNotKnown() {
    let empty = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(LatestNames().number(of: empty, 0) == nil)
  }
}
