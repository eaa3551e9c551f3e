import TasksCore
import TestSupport
import Testing

@Suite struct FrontMatterEntryTests {
  @Test(arguments: [UInt64(5), 6])
  func signsAreFoundWhereTheyStandFirst(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...70, using: &random)
      let bytes = (0..<count).map { _ -> UInt8 in
        Int.random(in: 0..<24, using: &random) == 0
          ? UInt8.random(in: 0...255, using: &random)
          : UInt8.random(in: 0x20...0x39, using: &random)
      }
      let start = Int.random(in: 0...count, using: &random)
      let end = Int.random(in: start...count, using: &random)
      let sign = UInt8.random(in: 0x20...0x39, using: &random)
      bytes.withView { view in
        let slice = view[start..<end]
        #expect(
          slice.place(of: sign, from: start) == bytes[start..<end].place(of: sign, from: start))
      }
    }
  }

  @Test func allSpellingsAreFoundWhateverTheirCapitals() {
    for key in FrontMatterKey.all {
      for (spelling, word) in key.spellings.enumerated() {
        let name = word.description
        for text in [name, name.uppercased(), name.prefix(1).uppercased() + name.dropFirst()] {
          let found = FrontMatterKey.named(Array(text.utf8)[...])
          #expect(found?.key == key && found?.spelling == UInt8(spelling), "\(text)")
        }
        for text in [name + "s_", String(name.dropLast()) + "\u{0}", "_" + name, name + "\u{0}"] {
          #expect(FrontMatterKey.named(Array(text.utf8)[...]) == nil, "\(text)")
        }
      }
    }
    #expect(FrontMatterKey.named([][...] as ArraySlice<UInt8>) == nil)
  }

  /// What ends a text ends it for the lines below, too, which are no part of it then; comments are none of a value.
  @Test(arguments: [
    ("d: |\n  a\n# c\n  # e\nz: 1\n", 9), ("d: |\n# c\n  a\nz: 1\n", 13),
    ("d: |\n  a\n# c\n    \nz: 1\n", 9),
  ])
  func commentAtTheEdgeEndsABlock(text: String, end: Int) throws {
    let entry = try #require(
      Array(text.utf8).withView { view in
        view.line(at: 0).flatMap { FrontMatterEntry($0, in: view) }
      })
    #expect(entry.range == 0..<end)
  }
}
