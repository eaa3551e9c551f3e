import Foundation
import TestSupport
import Testing

@testable import Git

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
