import CoreTestSupport
import TasksCore
import Testing

@Suite struct ModelTextTests {
  @Test func anyBytesComeBack() {
    for seed in 0..<2_000 {
      var random = OrgSeed(seed)
      let pool: [UInt8] = [
        0x41, 0x0A, 0x00, 0xC3, 0xA9, 0xF4, 0x8F, 0xBE, 0xBF, 0x80, 0xFF, 0xE2, 0x82,
      ]
      let bytes = (0..<random.number(0...12)).map { _ in
        random.once(in: 4) ? UInt8(random.number(0...255)) : random.pick(pool)
      }
      let text = Text(bytes: bytes)
      #expect(text.bytes == bytes, "seed \(seed)")
      #expect(text == Text(bytes: bytes[...]) && text.isSame(as: bytes[...]), "seed \(seed)")
      #expect(text.isSameName(as: bytes[...]), "seed \(seed)")
      #expect(Text(bytes: Array(text.string.utf8)).string == text.string, "seed \(seed)")
    }
  }

  /// Signs beside the letters differ by the same bit as capitals do.
  @Test func signsAreNoLetters() {
    for first in UInt8(0)..<128 {
      for second in UInt8(0)..<128 {
        let isSame = [first, 0x61].withView { a in [second, 0x61].withView { a.isSameName(as: $0) }
        }
        #expect(isSame == (first.lowercasedASCII == second.lowercasedASCII))
      }
    }
  }

  @Test(arguments: [1, 15, 16, 17, 4_000])
  func textsAreTakenOnce(count: Int) {
    let texts = (0..<count).map { Text("tag\($0)") }
    var all = texts
    all.append(new: texts.reversed() + ["new", "Tag0", "new"])
    #expect(all == texts + ["new", "Tag0"])
    #expect((all + all).uniqued() == all)
  }

  /// The letters that are known without asking for their category.
  @Test func lettersOfTagsAreLetters() {
    let kinds: [Unicode.GeneralCategory] = [
      .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .letterNumber, .decimalNumber,
    ]
    for scalar in (0x80..<0xE000).compactMap({ Unicode.Scalar($0) }) {
      // Places where Unicode has no letter yet are as good as one.
      let category = scalar.properties.generalCategory
      guard category != .unassigned else { continue }
      #expect(scalar.isTagCharacter == kinds.contains(category), "\(scalar.value)")
    }
  }

  @Test func strayBytesAreNoLetters() {
    let last = "\u{10FF80}"
    #expect(Text(bytes: Array(last.utf8)).bytes == Array(last.utf8))
    #expect(Text(last).bytes == Array(last.utf8))
    #expect(Text(last) != Text(bytes: [0x80]))
    #expect(Text(last) == Text(bytes: Array(last.utf8)))
    #expect(Text(bytes: [0x80]).string == "\u{FFFD}")
    #expect(Text(bytes: [0x80]) != Text("\u{FFFD}"))
    #expect(Text("\u{10FF7F}").string == "\u{10FF7F}")
  }

  @Test func spellingsOfALetterDiffer() {
    #expect(Text("é") != Text("e\u{301}"))
    #expect(Set([Text("é"), Text("e\u{301}")]).count == 2)
    #expect(Text("e\u{301}") < Text("é"))
  }

  @Test func linesEndAtLineFeedsOnly() {
    #expect(Text("a\u{2028}b\u{0B}c\u{0C}d\r\ne").lines == ["a\u{2028}b\u{0B}c\u{0C}d\r", "e"])
    #expect(Text("").lines == [""])
    #expect(Text("\n a \n\n").trimmingBlankLines == " a ")
    #expect(Text("a\r\nb\rc\r\n").withoutReturns == "a\nb\rc\n")
  }

  @Test func controlCharacters() {
    for text: Text in ["\u{0}", "\n", "\r", "\u{7F}", "\u{9F}", "\u{1B}"] {
      #expect(text.hasControlCharacters)
    }
    for text: Text in ["\t", " ", "é", "\u{A0}", "\u{2028}"] { #expect(!text.hasControlCharacters) }
    #expect(!Text(bytes: [0x80, 0xFF]).hasControlCharacters)
  }

  @Test func namesHaveNoCase() {
    #expect(Text("Effort").isSameName(as: "EFFORT"))
    #expect(!Text("Čas").isSameName(as: "čas"))
    #expect(!Text("a@").isSameName(as: "a`"))
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1000),
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func sha256(_ message: String, _ digest: String) {
    let hex = SHA256.digest(of: Array(message.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(hex.joined() == digest)
  }

  /// The first 80 bits of the digest, five by five: `ba7816bf8f01cfea4141` for `abc`.
  @Test func idOfAPath() {
    #expect(TaskID(ofPath: "abc").text == "q9w1dfwf077ymga1")
    #expect(TaskID(ofPath: "abc").hasPrefix("Q9W"))
    #expect(!TaskID(ofPath: "abc").hasPrefix("q9w1dfwf07yfmga11"))
    // A name that was made here says its id.
    #expect(TaskID(ofPath: "2026-11/call-bob-k7mq2xw4tz9nbcde.org").text == "k7mq2xw4tz9nbcde")
    #expect(TaskID(ofPath: "home/k7mq2xw4tz9nbcde.org").text != "k7mq2xw4tz9nbcde")
  }

  @Test func newIdsBeginWithALetter() {
    var random = OrgSeed(7)
    for _ in 0..<500 {
      let bytes = random.id().text.bytes
      #expect(bytes.count == 16 && bytes.first?.isASCIILetter == true)
      #expect(!bytes.contains { Array("ilou".utf8).contains($0) })
    }
    #expect(TaskID("") == nil)
  }
}
