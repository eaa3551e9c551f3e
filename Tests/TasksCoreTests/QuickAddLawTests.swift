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
      if !isTag, !isPriority, word != "/", word != "--",
        QuickAddKey.split(InputWord(word), OwnFields()) == nil
      {
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

  /// A day as people of several countries write it.
  @Test func aDayInNumbersReadsBack() throws {
    var random = SeededGenerator(seed: 26)
    for _ in 0..<5_000 {
      let now = Timestamp(CivilDate(dayNumber: random.below(20_000)), minute: random.below(1440))
      let day = CivilDate(dayNumber: now.date.dayNumber + random.below(365))
      let (d, m) = (day.day, day.month)
      for order in [DayOrder.dayFirst, .monthFirst, nil] {
        func read(_ text: String) throws(InputError) -> CivilDate {
          try DateReader(now: now, order: order).read(text).date
        }
        for text in [
          "\(d).\(m).", "\(d).\(m).\(day.year)", "\(day.year)/\(m)/\(d)", "\(m)-\(d)",
        ] {
          #expect(try read(text) == day, "\(text) at \(now.iso)")
        }
        for year in ["", "/\(day.year)"] {
          let (one, other) = ("\(d)/\(m)\(year)", "\(m)/\(d)\(year)")
          if order != .monthFirst || d > 12 {
            if order == nil, d <= 12, d != m {
              #expect(throws: InputError.self, "\(one) at \(now.iso)") { try read(one) }
              #expect(throws: InputError.self, "\(other) at \(now.iso)") { try read(other) }
            } else {
              #expect(try read(one) == day, "\(one) at \(now.iso)")
            }
          }
          if order == .monthFirst || d > 12 {
            #expect(try read(other) == day, "\(other) at \(now.iso)")
          }
        }
      }
    }
  }

  @Test func aTimeOfDayReadsBack() throws {
    for minute in 0..<1440 {
      let clock = Timestamp.clock(minute)
      let half = "\((minute / 60 + 11) % 12 + 1):\(clock.suffix(2))"
      let name = minute < 720 ? "am" : "pm"
      for text in [clock, half + name, half + " " + name.uppercased()] {
        #expect(TimeOfDay.minute(text) == minute, "\(text)")
      }
    }
  }

  /// One table: an amount of time is as long in a date as it is as a length.
  @Test func anAmountIsTheSameEverywhere() throws {
    var random = SeededGenerator(seed: 27)
    let names = [
      ("min", 1), ("mins", 1), ("minutes", 1), ("h", 60), ("hrs", 60), ("hours", 60), ("d", 1440),
      ("days", 1440), ("w", 10_080), ("wks", 10_080), ("weeks", 10_080),
    ]
    for _ in 0..<2_000 {
      let (name, length) = random.pick(names)
      let count = 1 + random.below(50)
      #expect(try Effort.read("\(count)\(name)") == count * length)
      let reader = DateReader(now: Self.now)
      let later = Self.now.elapsing(minutes: count * length)
      let wanted = length < 1440 ? later : Timestamp(later.date)
      for text in ["\(count)\(name)", "in \(count) \(name)", "IN \(count)\(name)"] {
        #expect(try reader.read(text) == wanted, "\(text)")
      }
      let minutes = random.below(60)
      for text in ["\(count)h\(minutes)", "\(count)h \(minutes)min", "\(count)h\(minutes)m"] {
        let length = try Effort.read(text)
        #expect(length == count * 60 + minutes)
        #expect(try reader.read(text) == Self.now.elapsing(minutes: length), "\(text)")
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
