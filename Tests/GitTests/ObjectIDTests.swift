import Foundation
import Git
import Platform
import TestSupport
import Testing

@Suite struct ObjectIDTests {
  @Test func hexadecimalDigits() throws {
    let digits = Array("0123456789abcdefABCDEF9876543210fedcbaFE".utf8)
    let text = String(decoding: digits, as: UTF8.self).lowercased()
    #expect(ObjectID(hex: digits)?.hex == text)
    for place in digits.indices {
      for byte in UInt8.min...UInt8.max {
        var other = digits
        other[place] = byte
        let isDigit = Character(UnicodeScalar(byte)).isHexDigit
        let wanted = isDigit ? String(decoding: other, as: UTF8.self).lowercased() : nil
        #expect(ObjectID(hex: other)?.hex == wanted, "\(byte) at \(place)")
      }
    }
  }

  @Test func digitsOfTheLongerIDs() throws {
    let text = "0123456789abcdef0011223344556677fedcba98765432100f1e2d3c4b5a6978"
    let id = try #require(ObjectID(hex: text))
    #expect(id.hex == text && id.format == .sha256 && id.bytes.count == 32)
    #expect(id.bytes.withUnsafeBytes { ObjectID($0, at: 0, .sha256) } == id)
    let digits = Array(("x" + text).utf8)
    #expect(ObjectID(hex: digits.dropFirst()) == id)
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
    let world = try TestRepository(format: .sha256)
    for count in [0, 3, 55, 64, 1_000, 70_000] {
      let text = String(repeating: "a", count: count)
      try world.write("file", text)
      #expect(
        try world.git("hash-object", "file") == ObjectID.ofBlob(Array(text.utf8), .sha256).hex)
    }
  }
}
