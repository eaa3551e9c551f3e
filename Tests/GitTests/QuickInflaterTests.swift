import Foundation
import TestSupport
import Testing

@testable import Git

/// What is inflated quickly is what zlib inflates, whatever the bytes are.
@Suite struct QuickInflaterTests {
  /// Bytes that were deflated, with others behind them as in a pack, and what they were.
  private struct Sample {
    let deflated: [UInt8]
    let plain: [UInt8]
  }

  /// The loose objects that git makes of some texts; they are deflated texts with the kind and the size in front.
  private func samples(level: Int, seed: UInt64) throws -> [Sample] {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let world = try World()
    var paths = ""
    for number in 0..<60 {
      try world.write("\(number)", text(number, &random))
      paths += "\(number)\n"
    }
    let ids = try GitProgram(folder: world.path).check(
      [
        "-c", "core.looseCompression=\(level)", "hash-object", "-w", "--no-filters",
        "--stdin-paths",
      ], input: Array(paths.utf8))
    return try String(decoding: ids, as: UTF8.self).split(separator: "\n").enumerated().map {
      number, id in
      let text = try Data(contentsOf: URL(fileURLWithPath: world.path + "/\(number)"))
      let object = world.path + "/.git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
      let deflated = try Data(contentsOf: URL(fileURLWithPath: object))
      let behind = (0..<24).map { _ in UInt8.random(in: 0...255, using: &random) }
      return Sample(
        deflated: deflated + behind, plain: Array("blob \(text.count)\0".utf8) + text)
    }
  }

  /// Some short, some longer; of few letters or of many, with repetitions near and far.
  private func text(_ number: Int, _ random: inout SeededGenerator) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789 \n<>@éß漢")
    let used = letters.prefix(Int.random(in: 1...letters.count, using: &random))
    var text = ""
    let size = [0, 1, 5, 40, 200, 700, 3_000, 4_050][number % 8]
    while text.utf8.count < size {
      let some = (0..<Int.random(in: 1...20, using: &random)).compactMap { _ in
        used.randomElement(using: &random)
      }
      text += String(repeating: String(some), count: Int.random(in: 1...3, using: &random))
    }
    return text
  }

  /// What the quick way makes of bytes; nothing is written but in the text and its room.
  private func inflate(_ deflated: [UInt8], size: Int) -> [UInt8]? {
    let room = size + QuickInflater.room
    var memory = [UInt8](repeating: 0xAB, count: room + 64)
    let isDone = memory.withUnsafeMutableBytes { memory in
      deflated.withUnsafeBytes {
        QuickInflater().inflate(
          $0, at: 0, into: UnsafeMutableRawBufferPointer(rebasing: memory[..<size]))
      }
    }
    #expect(memory[room...].allSatisfy { $0 == 0xAB })
    return isDone ? Array(memory[..<size]) : nil
  }

  private func zlib(_ deflated: [UInt8], size: Int) -> [UInt8]? {
    let inflater = Inflater()
    return withExtendedLifetime(inflater) {
      deflated.withUnsafeBytes { bytes in
        inflater.inflateByZlib(bytes, at: 0, size: size).map { Array($0) }
      }
    }
  }

  @Test(arguments: [0, 1, 6, 9]) func textsThatGitDeflated(level: Int) throws {
    var quick = 0
    for sample in try samples(level: level, seed: 71) {
      let count = sample.plain.count
      if let found = inflate(sample.deflated, size: count) {
        #expect(found == sample.plain)
        quick += 1
      }
      for wrong in [count - 1, count + 1] {
        #expect(inflate(sample.deflated, size: wrong) == nil)
      }
    }
    #expect(quick >= 55, "hardly ever is anything else needed")
  }

  @Test func damagedBytes() throws {
    var accepted = 0
    var random = SeededGenerator(seed: 73)
    for level in [0, 1, 6] {
      for sample in try samples(level: level, seed: 72) {
        for turn in 0..<20 {
          var bytes = sample.deflated
          if turn % 4 == 0 {
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
          }
          for _ in 0..<(turn % 3) where !bytes.isEmpty {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
              1 << UInt8.random(in: 0..<8, using: &random)
          }
          guard let found = inflate(bytes, size: sample.plain.count) else { continue }
          accepted += 1
          #expect(found == zlib(bytes, size: sample.plain.count))
        }
      }
    }
    #expect(accepted > 100, "some bytes have no say, and some turns change none")
  }

  @Test func bytesOfAnyKind() {
    var random = SeededGenerator(seed: 74)
    for turn in 0..<3_000 {
      let noise = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      // Blocks of each kind, behind the header of zlib.
      let bytes = [0x78, 0x9C, UInt8(turn % 8)] + noise
      let found = inflate(bytes, size: turn % 400)
      #expect(found == nil || found == zlib(bytes, size: turn % 400))
    }
  }
}
