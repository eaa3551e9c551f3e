import Foundation

/// Tasks like those of five years of use: one in five open, titles of about ten words, two tags, one of ten lists,
/// and a deadline on about one in three.
struct Sample {
  let count: Int

  /// A word in about one title of eleven.
  static let commonWord = "invoice"
  private static let days = 1_826
  /// Days as Org writes them, `2026-11-20 Fri`, from the first to two months after the last one.
  private static let calendar = {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "yyyy-MM-dd EEE"
    // The last day is 2026-11-20.
    return (20_778 - days..<20_838).map {
      format.string(from: Date(timeIntervalSince1970: Double($0) * 86_400))
    }
  }()
  static let now = "2026-11-20 Fri 12:00"

  /// Returns the number of an open task, a different one for each turn as long as there are enough.
  func open(_ turn: Int) -> Int { turn % (count / 5) * 5 + 4 }

  /// Returns the task with this number. Numbers from `count` on are tasks added today.
  func task(_ number: Int) -> SampleTask {
    var generator = SampleGenerator(seed: UInt64(number) &* 0x2545_F491_4F6C_DD1D)
    let id = Sample.id(using: &generator)
    let title = Sample.title(using: &generator)
    let day = min(number * Sample.days / count, Sample.days - 1)
    let date = Sample.calendar[day]
    let month = date.prefix(7)
    // The older tasks of the same month; a folder takes 512.
    let monthStart = max(0, day + 1 - (Int(date.dropFirst(8).prefix(2)) ?? 1))
    let older = number - (monthStart * count + Sample.days - 1) / Sample.days
    let folder = older < 512 ? "\(month)" : "\(month)-\(older / 512 + 1)"
    let minute = Int.random(in: 480..<1_200, using: &generator)
    let time = String(format: " %02d:%02d", minute / 60, minute % 60)
    let tags = [
      "topic\(Int.random(in: 1...30, using: &generator))",
      "@place\(Int.random(in: 1...6, using: &generator))",
    ]
    let list = "list\(Int.random(in: 1...10, using: &generator))"
    var due: String?
    if Int.random(in: 0..<10, using: &generator) < 3 {
      due = Sample.calendar[day + Int.random(in: 1...60, using: &generator)]
    }
    var closed: String?
    if number % 5 != 4, number < count {
      var generator = SampleGenerator(seed: ~UInt64(number))
      let later = day + Int.random(in: 1...30, using: &generator)
      closed = Sample.calendar[min(later, Sample.days - 1)] + time
    }
    return SampleTask(
      number: number, id: id, path: "\(folder)/\(Sample.slug(title))-\(id).org", title: title,
      tags: tags, list: list, created: date + time, due: due, closed: closed)
  }

  /// Makes an id of 80 random bits, as `tasks` does.
  private static func id(using generator: inout SampleGenerator) -> String {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
    var id = String(alphabet[10 + Int(generator.next(upperBound: UInt64(22)))])
    var bits: UInt64 = 0
    for place in 0..<15 {
      if place % 12 == 0 { bits = generator.next() }
      id.append(alphabet[Int(bits & 31)])
      bits >>= 5
    }
    return id
  }

  /// Returns the title as it is in the name of a file: at most 40 characters of whole words.
  private static func slug(_ title: String) -> String {
    let slug = title.lowercased().split(separator: " ").joined(separator: "-")
    guard slug.count > 40 else { return slug }
    let start = slug.prefix(41)
    return String(start[..<(start.lastIndex(of: "-") ?? start.endIndex)])
  }

  private static func title(using generator: inout SampleGenerator) -> String {
    (0..<Int.random(in: 8...12, using: &generator)).map { index in
      let words = index == 0 ? verbs : nouns
      return words[Int.random(in: 0..<words.count, using: &generator)]
    }.joined(separator: " ")
  }

  private static let verbs = words(
    """
    Answer Ask Book Bring Build Buy Call Check Clean Compare Draft Fetch Find Fix Lend Mend Move Order Paint Plan
    Print Read Send Sort Thank Try Wash Write
    """)

  private static let nouns = words(
    """
    about account after agenda and answer aunt balcony bank before bicycle boiler book box budget cable calendar
    camera chapter coat contract cousin curtain door drawer engine estimate fence floor for form from garden gate
    gift guest harvest holiday in inspector invoice journal kettle kitchen ladder lamp landlord letter library list
    map market meeting minutes neighbour notes number of office old on order parcel passport photo piano plan
    printer proposal receipt recipe report roof schedule school server shelf signature stamps story summer table
    tax the ticket timer to train translation umbrella violin warranty window with workshop yard
    """)

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}

/// A task, and its file as `tasks` would write it.
struct SampleTask {
  let number: Int
  let id: String
  let path: String
  let title: String
  let tags: [String]
  let list: String
  /// As Org writes it, `2026-11-20 Fri 09:15`, like the other dates.
  let created: String
  let due: String?
  let closed: String?

  var newTitle: String { title + " once more" }
  var retitled: String { text(title: newTitle) }
  var noted: String { text(note: "\nThey called back, and it can wait.\n") }

  func text(title: String? = nil, closed: String? = nil, note: String = "") -> String {
    let closed = closed ?? self.closed
    let dates = [closed.map { "CLOSED: [\($0)]" }, due.map { "DEADLINE: <\($0)>" }]
    let planning = dates.compactMap(\.self).joined(separator: " ")
    return """
      #+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)

      * \(closed == nil ? "TODO" : "DONE") \(title ?? self.title) :\(tags.joined(separator: ":")):
      \(planning)\(planning.isEmpty ? "" : "\n"):PROPERTIES:
      :ID:       \(id)
      :RANK:     \(number + 1)
      :CREATED:  [\(created)]
      :CATEGORY: \(list)
      :END:
      \(note)
      """
  }

  /// The task as typed for `tasks add` and its like.
  ///
  /// - Parameters:
  ///   - list: The key of the list.
  ///   - context: The sign of the tag that is a context.
  func words(list key: String = "list:", context: String = "@") -> [String] {
    var words = title.split(separator: " ").map(String.init)
    words += ["+\(tags[0])", "\(context)\(tags[1].dropFirst())", "\(key)\(list)"]
    if let due { words.append("due:\(due.prefix(10))") }
    return words
  }
}

/// Pseudorandom numbers from a seed (SplitMix64), so that each run measures the same tasks.
struct SampleGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
