import TasksCore
import TestSupport
import Testing

/// Laws of what is typed, on generated words and values.
struct QuickAddLawTests {
  private static let now = Timestamp(CivilDate(dayNumber: 20_777), minute: 555)

  /// A word without a key or a sign of ours.
  private func word(_ random: inout SeededGenerator) -> String {
    let fixed = [
      "9:30", "C++", "-v", "@17:00", "+1", "++", "-5°", "https://example.org/a?b=c:d#e",
      "http://x:8080/",
      "mailto:a@b.cz", "🎉", "👩🏽‍💻:", "a/b", "//", "/usr/bin", "- [ ]", "…", "naïve", "日本語", "\"x\"",
      "it's",
      "(b)", "[1]", "50%", "#1", "x:y", "::", ":", "due", "list", "C:\\x", "std::vector", "--",
      "a--b", "–",
      "+", "@", "-", "not", "or", "and", "1.5h", "e=mc²", "~/x", "$HOME", "`x`", "*", "x@y", "re:",
      "Fri",
    ]
    let letters = Array("abcduelistprieveryschdAZ0179:+-@./!?()[]#%&=_~ščř🎉").map(String.init)
    while true {
      let word =
        random.chance(50)
        ? random.pick(fixed) : (0...random.below(8)).map { _ in random.pick(letters) }.joined()
      let isTag =
        word.first.map { "+@".contains($0) } == true
        && word.unicodeScalars.dropFirst().contains {
          $0 == "_" || $0 == "@" || $0.properties.isAlphabetic
        }
      let isPriority = word.count == 3 && word.hasPrefix("(") && word.hasSuffix(")")
      if !isTag, !isPriority, word != "/", word != "--", QuickAddKey.split(InputWord(word)) == nil {
        return word
      }
    }
  }

  @Test func textComesThroughUnchanged() throws {
    var random = SeededGenerator(seed: 23)
    for _ in 0..<5_000 {
      let words = (0...random.below(6)).map { _ in word(&random) }
      var expected = Draft()
      expected.title = Text(words.flatMap { $0.split(separator: " ").map(String.init) }.spaced)
      #expect(try QuickAdd.read(words, mode: .add, now: Self.now) == expected, "\(words)")
      #expect(try QuickAdd.read([words.spaced], mode: .add, now: Self.now) == expected, "\(words)")
      #expect(try QuickAdd.read(line: words.spaced, now: Self.now) == expected, "\(words)")
      #expect(
        try QuickAdd.read(["--"] + words, mode: .add, now: Self.now).title == Text(words.spaced))
    }
  }

  @Test func aShownDateReadsBack() throws {
    var random = SeededGenerator(seed: 24)
    for _ in 0..<5_000 {
      let day = CivilDate(dayNumber: random.below(60_000) - 10_000)
      let date = Timestamp(day, minute: random.chance(50) ? random.below(1440) : nil)
      let now = Timestamp(
        CivilDate(dayNumber: random.below(60_000) - 10_000),
        minute: random.chance(80) ? random.below(1440) : nil)
      let reader = DateReader(now: now)
      for text in [date.iso, date.shown, date.shown.lowercased()] {
        #expect(try reader.read(text) == date, "\(text) at \(now.iso)")
        #expect(
          try QuickAdd.read(["x", "due:\(text)"], mode: .add, now: now).deadline == .set(date))
        #expect(
          try Query.read(["due.is:\(text)"], now: now) == Query.read(["due:\(date.iso)"], now: now))
      }
    }
  }

  @Test func shownFieldsReadBack() throws {
    var random = SeededGenerator(seed: 25)
    func read(_ word: String) throws -> Draft {
      try QuickAdd.read(["x", word], mode: .add, now: Self.now)
    }
    for _ in 0..<2_000 {
      func interval() -> Interval {
        Interval(1 + random.below(400), random.pick(Interval.Unit.allCases))
      }
      let repeater = Repeater(
        random.pick(Repeater.Kind.allCases), interval(), limit: random.chance(30) ? interval() : nil
      )
      #expect(try read("every:\(repeater.text)").repeater == .set(repeater))
      let minutes = random.below(100_000)
      #expect(try read("effort:\(Effort.text(minutes))")[.effort] == .set(.number(Double(minutes))))
      let rank = try #require(Rank(Double(1 + random.below(1_000_000)) / 64))
      #expect(try read("rank:\(rank.text)")[.rank] == .set(.number(rank.value)))
    }
    for byte in UInt8(0)...127 {
      guard let priority = Priority(byte: byte), !"HML".contains(priority.text) else { continue }
      #expect(try read("pri:\(priority.text)").priority == .set(priority))
    }
  }
}
