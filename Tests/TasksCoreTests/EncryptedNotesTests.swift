import Synchronization
import TasksCore
import Testing

/// A cipher whose messages are easy to make: the readers and the text in hexadecimal, and a number, for two messages of
/// the same text differ.
private final class TestCipher: NotesCipher {
  private let count = Mutex(0)
  /// The keys that are here.
  let keys: Set<String>

  init(_ keys: Set<String>) { self.keys = keys }

  func opened(
    _ message: [UInt8]
  ) throws(CipherError) -> (text: [UInt8], readers: MessageReaders) {
    let words = String(decoding: message, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("-----") }
    guard words.count == 2 else { throw .damagedMessage }
    let readers = words[0].split(separator: " ").dropFirst().map(String.init)
    guard !keys.isDisjoint(with: readers) else { throw .noSecretKey(readers) }
    let hex = Array(words[1].utf8)
    let bytes = stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(String(decoding: hex[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return (bytes, MessageReaders(keys: readers, takesPassphrase: false))
  }

  func sealed(
    _ text: [UInt8], for readers: MessageReaders, isArmored: Bool
  ) throws(CipherError) -> [UInt8] {
    let count = count.withLock {
      $0 += 1
      return $0
    }
    let hex = text.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let head = "-----BEGIN PGP MESSAGE-----", tail = "-----END PGP MESSAGE-----"
    return Array(
      "\(head)\n\n\(count) \(readers.keys.joined(separator: " "))\n\(hex)\n\(tail)\n".utf8)
  }

  func key(named name: String) throws(CipherError) -> String { name }
}

/// Notes of which some sides are encrypted merge as plain ones do.
@Suite struct EncryptedNotesTests {
  private static let texts: [Text] = [
    "one\ntwo\nthree", "one\n2\nthree", "one\ntwo\nthree\nfour", "- [ ] one\ntwo", "- [X] one\ntwo",
    "three", "zero\none\ntwo\nthree",
  ]

  /// Law: what is decrypted of the merge is the merge of what is decrypted, whichever sides are encrypted; and what was
  /// encrypted on both sides, or has the tag, is nowhere plain.
  @Test func aMergeIsThatOfThePlainTexts() throws {
    let cipher = TestCipher(["a"])
    func sealed(_ text: Text) throws -> Text {
      try NotesEncryption.sealed(
        text, for: MessageReaders(keys: ["a"], takesPassphrase: false), with: cipher)
    }
    var count = 0
    for base in Self.texts {
      for ours in Self.texts {
        for theirs in Self.texts {
          for local in [Side.ours, .theirs, nil] {
            let plain = ThreeWay<Text>(base: base, ours: ours, theirs: theirs)
            let wanted = BodyMerge(plain, format: .org, local: local).notes
            for mask in 1..<8 {
              let sides = try ThreeWay<Text>(
                base: mask & 1 > 0 ? sealed(base) : base, ours: mask & 2 > 0 ? sealed(ours) : ours,
                theirs: mask & 4 > 0 ? sealed(theirs) : theirs)
              guard
                let merge = EncryptedNotesMerge(
                  sides, format: .org, local: local, isSecret: mask & 6 > 0, cipher: cipher)
              else { continue }
              count += 1
              let opened = try NotesEncryption.opened(merge.notes, format: .org, with: cipher)
              #expect(opened.text == wanted)
              #expect(merge.notes.hasMessage == (mask & 6 > 0))
              // What says the same is not written anew.
              if wanted == ours, mask & 2 > 0, wanted != theirs {
                #expect(merge.notes == sides.ours)
              }
            }
          }
        }
      }
    }
    #expect(count > 3000)
  }

  @Test func readersAreMerged() throws {
    let cipher = TestCipher(["a"])
    func notes(_ text: Text, _ keys: [String]) throws -> Text {
      try NotesEncryption.sealed(
        text, for: MessageReaders(keys: keys, takesPassphrase: false), with: cipher)
    }
    for (base, ours, theirs, merged) in [
      (["a"], ["a", "b"], ["a"], ["a", "b"]), (["a", "b"], ["a"], ["a", "b"], ["a"]),
      (["a"], ["a", "b"], ["a", "c"], ["a", "b", "c"]),
    ] {
      let sides = try ThreeWay<Text>(
        base: notes("one", base), ours: notes("one\ntwo", ours), theirs: notes("zero\none", theirs))
      let merge = try #require(
        EncryptedNotesMerge(sides, format: .org, local: .ours, isSecret: true, cipher: cipher))
      let opened = try NotesEncryption.opened(merge.notes, format: .org, with: cipher)
      #expect(opened.text == "zero\none\ntwo" && opened.readers.keys == merged)
    }
  }

  /// Without the key both messages are kept, once each, in an order that does not depend on who is called ours.
  @Test func withoutTheKeyBothAreKept() throws {
    let cipher = TestCipher(["a"])
    func notes(_ text: Text) throws -> Text {
      try NotesEncryption.sealed(
        text, for: MessageReaders(keys: ["a"], takesPassphrase: false), with: cipher)
    }
    let sides = try ThreeWay<Text>(base: notes("one"), ours: notes("two"), theirs: notes("three"))
    func merged(_ sides: ThreeWay<Text>, _ local: Side?, _ cipher: TestCipher?) throws -> Text {
      try #require(
        EncryptedNotesMerge(sides, format: .org, local: local, isSecret: true, cipher: cipher)
      ).notes
    }
    for none in [nil, TestCipher([])] {
      let both = try merged(sides, .ours, none)
      #expect(both == Text("\(sides.ours)\n\n\(sides.theirs)"))
      #expect(try merged(sides.swapped, .theirs, none) == both)
      #expect(try merged(sides, nil, none) == merged(sides.swapped, nil, none))
      // A side that has them both already.
      let again = ThreeWay<Text>(base: sides.base, ours: both, theirs: sides.theirs)
      #expect(try merged(again, .ours, none) == both)
      let plain = ThreeWay<Text>(base: "one", ours: "one\nplain", theirs: sides.theirs)
      #expect(try merged(plain, .ours, none) == Text("\(sides.theirs)\n\none\nplain"))
    }
  }

  @Test func messagesAreFoundInNotes() {
    let message = "-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----"
    for (notes, parts, isCutOff) in [
      (message, 1, false),
      ("  " + message.split(separator: "\n").joined(separator: "\n  "), 1, false),
      ("before\n\n\(message)\n\(message)\nafter", 4, false),
      ("-----BEGIN PGP MESSAGE-----\nhQ", 1, true), ("a -----BEGIN PGP MESSAGE-----", 1, false),
      (message.split(separator: "\n").joined(separator: "\r\n"), 1, false),
    ] {
      let armored = ArmoredNotes(Text(notes))
      #expect(armored.parts.count == parts && armored.isCutOff == isCutOff, "\(notes)")
    }
    #expect(!Text("a -----BEGIN PGP MESSAGE-----").hasMessage && Text(message).hasMessage)
  }
}
