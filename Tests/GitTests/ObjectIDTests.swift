import Foundation
import TestSupport
import Testing

@testable import Git
@testable import Platform

@Suite struct ObjectIDTests {
  /// Eight digits at a time are read as one by one, whatever stands in their place.
  @Test func hexadecimalDigits() throws {
    let digits = Array("0123456789abcdefABCDEF9876543210fedcbaFE".utf8)
    let id = digits.withUnsafeBytes { ObjectID(hex: $0, at: 0) }
    #expect(id == ObjectID(hex: String(decoding: digits, as: UTF8.self)))
    #expect(id?.hex == String(decoding: digits, as: UTF8.self).lowercased())
    for place in digits.indices {
      for byte in UInt8.min...UInt8.max {
        var other = digits
        other[place] = byte
        let shifted = [0x20] + other
        #expect(
          shifted.withUnsafeBytes { ObjectID(hex: $0, at: 1) } == ObjectID(hex: other),
          "\(byte) at \(place)")
      }
    }
  }

  @Test func digitsOfTheLongerIDs() throws {
    let text = "0123456789abcdef0011223344556677fedcba98765432100f1e2d3c4b5a6978"
    let id = try #require(ObjectID(hex: text))
    #expect(id.hex == text && id.format == .sha256 && id.bytes.count == 32)
    #expect(id.bytes.withUnsafeBytes { ObjectID($0, at: 0, .sha256) } == id)
    let digits = Array(("x" + text).utf8)
    #expect(digits.withUnsafeBytes { ObjectID(hex: $0, at: 1, .sha256) } == id)
    for wrong in [digits.dropFirst(2), digits[...], digits.dropFirst() + [48]] {
      #expect(ObjectID(hex: wrong) == nil)
    }
    // The last digit counts, and the order is that of the text.
    let next = try #require(ObjectID(hex: text.dropLast() + "9"))
    #expect(next != id && id < next)
    let short = try #require(ObjectID(hex: String(text.prefix(40))))
    #expect(short.format == .sha1 && short != id && short.hex == text.prefix(40))
  }

  /// Around the ends of blocks, and where git says the same.
  @Test func theLongerHash() throws {
    func digest(_ body: [UInt8], _ head: [UInt8] = []) -> String {
      let digest = body.withUnsafeBytes { SHA256.digest($0, after: head) }
      return digest.withUnsafeBytes { ObjectID($0, at: 0, .sha256).hex }
    }
    #expect(
      digest(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let long = (0..<200).map { UInt8($0) }
    for count in [0, 1, 10, 55, 56, 63, 64, 65, 119, 128, 200] {
      let whole = digest(Array(long[..<count]))
      for cut in [0, 1, 7, 55, 63, 64, 70, 128] where cut <= count {
        #expect(digest(Array(long[cut..<count]), Array(long[..<cut])) == whole, "\(count), \(cut)")
      }
    }
    let world = try World(format: .sha256)
    for count in [0, 3, 55, 64, 1_000, 70_000] {
      let text = String(repeating: "a", count: count)
      try world.write("file", text)
      #expect(
        try world.git("hash-object", "file") == ObjectID.ofBlob(Array(text.utf8), .sha256).hex)
    }
  }

  /// Ids have the numbers a dictionary would give them, those too that would like to be in one place.
  @Test(arguments: [0, 5_000]) func numbers(reserved: Int) {
    print("seed 81")
    var random = SeededGenerator(seed: 81)
    var numbers = IDNumbers(reserving: reserved)
    var wanted: [ObjectID: Int] = [:]
    var ids: [ObjectID] = []
    for turn in 0..<6_000 {
      let bytes = (0..<20).map { place in
        turn % 3 == 0 && (8..<16).contains(place) ? 7 : UInt8.random(in: 0...255, using: &random)
      }
      let isOld = turn % 5 == 0 && !ids.isEmpty
      let id =
        isOld
        ? ids[Int.random(in: 0..<ids.count, using: &random)]
        : bytes.withUnsafeBytes { ObjectID($0) }
      #expect(numbers.number(of: id) == wanted[id])
      let (number, isNew) = numbers.insert(id)
      #expect(isNew == (wanted[id] == nil))
      if isNew {
        wanted[id] = ids.count
        ids.append(id)
      }
      #expect(number == wanted[id])
    }
    #expect(numbers.ids == ids)
    #expect(ids.indices.allSatisfy { numbers.number(of: ids[$0]) == $0 })
  }
}
