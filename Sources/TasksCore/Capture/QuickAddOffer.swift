/// A plain word of a line for `add` that may be meant as a field, such as `tomorrow`, and what sets the field.
package struct QuickAddOffer: Hashable, Sendable {
  /// The text of the line.
  package let from: String
  /// What sets the field in its place: `due:tomorrow`.
  package let word: String
  /// What that means: `Sun 30 Nov`.
  package let shown: String

  /// The offers for the words of a title: dates, unless the draft has one, repetitions, priorities and `#list`.
  ///
  /// - Parameters:
  ///   - draft: What the line is read as.
  ///   - isList: Whether there is a list of this name.
  package static func all(
    in line: String, read draft: Draft, now: Timestamp, isList: @escaping (String) -> Bool
  ) -> [QuickAddOffer] {
    var words = InputWord(line).words[...]
    // The words that a key has taken (`due:next week`) are not of the title.
    var title = draft.title?.string.split(whereSeparator: { $0 == " " || $0 == "\t" })[...] ?? []
    var plain: [[InputWord]] = [[]]
    while let word = words.popFirst(), let next = title.first, word.text != "--" {
      if next == word.text {
        plain[plain.count - 1].append(word)
        title.removeFirst()
      } else {
        plain.append([])
      }
    }
    let finder = QuickAddOfferFinder(draft: draft, dates: DateReader(now: now), isList: isList)
    return plain.flatMap { finder.offers(in: $0[...]) }
  }
}

private struct QuickAddOfferFinder {
  let draft: Draft
  let dates: DateReader
  let isList: (String) -> Bool

  private static let days = Set(
    (CivilDate.shortWeekdays + CivilDate.weekdays).map { $0.lowercased() } + ["today", "tomorrow"])

  /// Words that go with the day behind them.
  private static let leads: Set<String> = ["by", "on", "due", "until", "before"]

  /// The longest offers, from left to right.
  func offers(in words: ArraySlice<InputWord>) -> [QuickAddOffer] {
    var (offers, words): ([QuickAddOffer], ArraySlice<InputWord>) = ([], words)
    while let first = words.first {
      let lengths = (1...min(6, words.count)).reversed()
      let isLead = QuickAddOfferFinder.leads.contains(first.lowercased)
      let found = lengths.lazy.compactMap { count -> (Int, QuickAddOffer)? in
        let last = words[words.startIndex + count - 1]
        guard isLead, count > 1 else {
          return offer(for: first.through(last), count).map { (count, $0) }
        }
        let rest = words[words.startIndex + 1].through(last)
        guard let offer = offer(for: rest, count - 1), offer.kind == "due" else { return nil }
        return (
          count,
          QuickAddOffer(from: first.through(last).text, word: offer.word, shown: offer.shown)
        )
      }.first
      words.removeFirst(found?.0 ?? 1)
      if let offer = found?.1, !offers.contains(where: { $0.kind == offer.kind }) {
        offers.append(offer)
      }
    }
    return offers
  }

  private func offer(for word: InputWord, _ count: Int) -> QuickAddOffer? {
    let text = word.lowercased
    func made(_ key: String, _ shown: String) -> QuickAddOffer {
      QuickAddOffer(from: word.text, word: key, shown: shown)
    }
    let first = String(text.prefix { $0 != " " })
    if first == "every", count > 1, draft.repeater == .keep {
      let typed = String(text.dropFirst("every ".count))
      guard let read = try? RepeaterReader.read(typed) else { return nil }
      // Days say when the first date is.
      let isDated = draft.deadline != .keep || draft.scheduled != .keep || read.days != nil
      return made("every:\(typed)" + (isDated ? "" : " due:today"), text)
    }
    if draft.deadline == .keep, draft.scheduled == .keep, isDay(first, text, count),
      let date = try? dates.read(word)
    {
      return made("due:\(text)", RelativeDate(now: dates.now).dated(date))
    }
    guard count == 1 else { return nil }
    let letters = ["p1": "A", "p2": "B", "p3": "C", "!high": "A", "!medium": "B", "!low": "C"]
    if let letter = letters[text], draft.priority == .keep {
      return made("pri:\(letter)", "priority \(letter)")
    }
    let name = String(word.text.dropFirst())
    guard word.text.hasPrefix("#"), name.unicodeScalars.first?.properties.isAlphabetic == true,
      name.unicodeScalars.allSatisfy(\.isTagCharacter)
    else { return nil }
    return isList(name) ? made("list:\(name)", "list \(name)") : made("+\(name)", "tag \(name)")
  }

  /// Whether words are meant as a day, with a time of day after them or not.
  private func isDay(_ first: String, _ text: String, _ count: Int) -> Bool {
    switch first {
    case "in": return count == 3
    case "next": return count == 2
    default: return QuickAddOfferFinder.days.contains(first) && (count == 1 || text != first)
    }
  }
}

extension QuickAddOffer {
  /// What of a task it sets; of one, one is enough.
  fileprivate var kind: Substring {
    word.hasPrefix("+") ? word[...] : word.prefix { $0 != ":" }
  }
}
