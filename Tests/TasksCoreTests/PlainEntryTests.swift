import TestSupport
import Testing

@testable import TasksCore

/// The quick readers of front matter against the slow and obvious ones.
@Suite struct PlainEntryTests {
  private static let pieces = [
    "id", "tags", "due_date", "STATUS", "recurrence_anchor", "custom", "x", "a b", "a-b", ":", ": ",
    ":\n", " ", "#",
    " #", "\n", "\r\n", "---", "- ", "~", "null", "Null", "2025-08-24T16:21", "a:b", "a: b", "word",
    "\"q\"", "'", "|",
    "[a]", "é", "\u{7F}", "\t", "\u{1}", "\u{85}", "0",
    "some words, and more of them behind a comma",
  ]

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func whatIsReadInOneGoIsReadTheSameInSteps(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var known = 0
    for _ in 0..<4_000 {
      let key = Self.pieces[Int.random(in: 0..<9, using: &random)]
      let count = Int.random(in: 1...4, using: &random)
      let value = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
      let next = ["b: c\n", "---\n", "- d\n", "  e\n", "\n", "# f\n", ""].randomElement(
        using: &random)
      let text = "\(key): \(value.joined())\n\(next ?? "")"
      let bytes = Array(text.utf8)
      bytes.withView { view in
        guard let quick = FrontMatterEntry(plainAt: 0, in: view) else { return }
        known += 1
        guard let line = view.line(at: 0), let slow = FrontMatterEntry(line, in: view) else {
          Issue.record("no entry at all: \(text.debugDescription)")
          return
        }
        let isSame =
          quick.key == slow.key && quick.field == slow.field && quick.rest == slow.rest
          && quick.range == slow.range && slow.anchor == nil
          && quick.scalar?.range == slow.scalar?.range && quick.scalar?.style == slow.scalar?.style
        #expect(isSame, "\(text.debugDescription)")
      }
    }
    #expect(known > 200)
  }

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
        for isFlow in [false, true] {
          let found = slice.endOfPlainText(from: start, inFlow: isFlow)
          #expect(found == bytes[start..<end].endOfPlainText(from: start, inFlow: isFlow))
        }
      }
    }
  }

  @Test func allSpellingsAreFoundWhateverTheirCapitals() {
    for key in MarkdownKey.all {
      for (spelling, word) in key.spellings.enumerated() {
        let name = word.description
        for text in [name, name.uppercased(), name.prefix(1).uppercased() + name.dropFirst()] {
          let found = MarkdownKey.named(Array(text.utf8)[...])
          #expect(found?.key == key && found?.spelling == UInt8(spelling), "\(text)")
        }
        for text in [name + "s_", String(name.dropLast()) + "\u{0}", "_" + name, name + "\u{0}"] {
          #expect(MarkdownKey.named(Array(text.utf8)[...]) == nil, "\(text)")
        }
      }
    }
    #expect(MarkdownKey.named([][...] as ArraySlice<UInt8>) == nil)
  }

  /// Each spelling has a bit.
  @Test func thereAreNoMoreSpellingsThanBits() {
    let numbers = MarkdownKey.all.flatMap { key in
      key.spellings.compactMap { MarkdownKey.named(Array($0.description.utf8)[...])?.number }
    }
    #expect(numbers.map(Int.init) == Array(0..<numbers.count))
    #expect(numbers.count <= UInt64.bitWidth)
  }

  @Test func nothingIsNoPlainText() {
    let bytes = Array("a: b\n".utf8)
    bytes.withView { view in
      for end in 0...bytes.count {
        let scalar = YAMLScalar(plainLineAt: end, in: view[..<end])
        #expect(scalar == nil)
      }
    }
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
