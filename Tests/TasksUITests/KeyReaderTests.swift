import TasksUI
import TestSupport
import Testing

/// What a terminal sends is read as keys, wherever the bytes are split.
@Suite struct KeyReaderTests {
  private static let table: [(bytes: String, inputs: [Input])] = [
    ("a", keys("a")), ("é", [.key(Key("é"))]), ("日", [.key(Key("日"))]), ("👍", [.key(Key("👍"))]),
    ("\r", keys("Enter")), ("\t", keys("Tab")), ("\u{7F}", keys("Backspace")),
    ("\u{8}", keys("Backspace")), (" ", keys("Space")), ("\u{4}", keys("^D")),
    ("\u{0}", keys("^Space")), ("\u{1B}b", keys("M-b")), ("\u{1B}\u{4}", keys("M-^D")),
    ("\u{1B}é", [.key(Key(.character("é"), hasAlt: true))]),
    ("\u{1B}[A", keys("↑")), ("\u{1B}OB", keys("↓")), ("\u{1B}[1;5C", keys("^→")),
    ("\u{1B}[1;3D", keys("M-←")), ("\u{1B}[H", keys("Home")), ("\u{1B}[4~", keys("End")),
    ("\u{1B}[5~", keys("PgUp")), ("\u{1B}[6~", keys("PgDn")), ("\u{1B}[3~", keys("Delete")),
    ("\u{1B}OP", keys("F1")), ("\u{1B}[[E", keys("F5")), ("\u{1B}[15~", keys("F5")),
    ("\u{1B}[24~", keys("F12")), ("\u{1B}[Z", keys("S-Tab")), ("\u{1B}[97;5u", keys("^A")),
    ("\u{1B}[27u", keys("Esc")), ("\u{1B}\u{1B}[A", keys("Esc", "↑")),
    ("\u{1B}[I", [.focus(true)]), ("\u{1B}[O", [.focus(false)]),
    ("\u{1B}[<0;3;2M", [.mouse(button: 0, row: 1, column: 2)]), ("\u{1B}[<0;3;2m", []),
    ("\u{1B}[<65;80;24M", [.mouse(button: 65, row: 23, column: 79)]),
    // Whole, and without a letter of them.
    ("\u{1B}[?1;2c", []), ("\u{1B}[200;1$y", []), ("\u{1B}[M !!", []), ("\u{1B}O5~", []),
    ("\u{1B}[99999999999999999999;9999999999999999999A", keys("↑")),
    ("\u{1B}[12\u{1B}[A", keys("↑")), ("\u{1B}[1\u{3}", keys("^C")),
    ("\u{1B}[200~two\nlines q\u{1B}[201~j", [.paste("two\nlines q"), .key(Key("j"))]),
    ("\u{1B}[200~\u{1B}[A\u{1B}[201~", [.paste("\u{1B}[A")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
  ]

  private static func keys(_ names: String...) -> [Input] {
    names.compactMap { Key($0) }.map { .key($0) }
  }

  @Test func bytesAreKeysWhereverTheyAreSplit() {
    for (text, inputs) in KeyReaderTests.table {
      let bytes = Array((text + "x").utf8)
      let wanted = inputs + [.key(Key("x"))]
      for split in 0...bytes.count {
        var reader = KeyReader()
        let found = reader.read(Array(bytes[..<split])) + reader.read(Array(bytes[split...]))
        #expect(found == wanted, "\(text.debugDescription) split at \(split)")
      }
      var reader = KeyReader()
      #expect(bytes.flatMap { reader.read([$0]) } == wanted, "\(text.debugDescription) by bytes")
    }
  }

  @Test func bytesThatAreNoTextAreNoKeys() {
    var reader = KeyReader()
    #expect(reader.read([0xFF, 0xC3, 0x28, 0xE6, 0x97, 0x6A]) == [.key(Key("(")), .key(Key("j"))])
  }

  @Test func aLoneEscIsAKeyAfterAWhile() {
    var reader = KeyReader()
    #expect(reader.read([0x1B]).isEmpty)
    #expect(reader.isAfterEscape)
    #expect(reader.readEscape() == [.key(Key(.escape))])
    #expect(reader.readEscape().isEmpty)
    #expect(reader.read(Array("[A".utf8)) == [.key(Key("[")), .key(Key("A"))])
  }

  @Test func namesAreThoseOfKeys() {
    for name in ["d", "^D", "M-↓", "F1", "PgDn", "Space", "^", "M", "Esc", "M-b", "日"] {
      #expect(Key(name)?.name == name)
    }
    #expect(Key("") == nil && Key("xx") == nil && Key("^Foo") == nil)
  }

  @Test func anyBytesAreRead() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var reader = KeyReader()
      for _ in 0..<50 {
        let bytes = (0..<generator.below(9)).map { _ in
          generator.chance(50)
            ? UInt8(generator.below(256)) : generator.pick(Array("\u{1B}[O<;~M20".utf8))
        }
        _ = reader.read(bytes)
      }
      // Whatever came before, the end of a paste, and of a sequence, is followed by keys.
      let rest = reader.read(Array("\u{1B}[201~\u{1B}[201~xxxxj".utf8))
      #expect(rest.last == .key(Key("j")), "seed \(seed)")
    }
  }
}
