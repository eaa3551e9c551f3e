import TasksCore
import TasksExchange
import TasksPlanning
import TasksStore

/// What can be offered for the word that is being typed when the tab key is pressed.
///
/// It follows from the words before and from the tables of verbs, keys and columns; what is in the store is looked up
/// by ``SuggestRequest``.
package struct Completion {
  package enum Offer: Equatable {
    case words([Candidate])
    /// The ids of tasks.
    case ids(Tasks)
    /// Tags after a sign: `+phone`, `-phone`; after `@`, contexts as they are; without a sign, bare names.
    case tags(sign: String)
    case lists, keywords, views, settings, templates
    /// The names of the properties that no field of ours is, with a colon.
    case properties
    /// The store's own fields: their names, their keys, or those with comparisons.
    case own(Form)
    /// The values of a field of the store's own, by its name: words, dates, or those that tasks have; none for a name that
    /// is no such field.
    case ownValues(String)
    /// The same for any other property, too.
    case propertyValues(String)
    /// Dates; `isPast` if they are likely to be before today.
    case dates(isPast: Bool)
    /// The folders on disk, which the shell knows best.
    case folders
    /// All files.
    case files

    package enum Form { case names, keys, comparisons }

    package enum Tasks { case open, finished, deleted, every }
  }

  package internal(set) var offers: [Offer] = []
  /// The beginning of the word that stays as it is: `due:`, `depends:k7m,`.
  package private(set) var prefix = ""
  /// The rest of the word.
  private(set) var word: String
  /// The words before that are neither options nor names of steps.
  private(set) var given: [String] = []
  /// The folder after `--store`.
  let store: String?
  /// The verb, if one is typed.
  private(set) var verb = ""

  /// - Parameter typed: The words after the program's name; the last one is being typed and may be empty.
  package init(_ typed: [String]) {
    var before = Array(typed.dropLast())
    word = typed.last ?? ""
    store = before.lastIndex(of: "--store").flatMap { index in
      index + 1 < before.count ? before[index + 1] : nil
    }
    let index = CommandLineWords.verb(in: before)
    let name = index.map { before.remove(at: $0) }
    let verb = Verbs.namedStep(of: name.flatMap { Verbs.named($0) } ?? List.self, &before)
    self.verb = name == nil ? "" : verb.name
    let options = verb.options
    var isText = false
    var option: String?
    for word in before {
      if isText || option == nil && !(word.hasPrefix("-") && options.contains(word) || word == "--")
      {
        given.append(word)
      } else if word == "--", option == nil {
        isText = true
      } else {
        option = option == nil && options.valued.contains(word) ? word : nil
      }
    }
    let wordKind = verb.wordKind
    let command = verb.usualStep ?? verb
    if let option {
      command.complete(valueOf: option, &self)
    } else if word.hasPrefix("--"), let end = word.firstIndex(of: "="), !isText {
      take(through: end)
      command.complete(valueOf: String(prefix.dropLast()), &self)
    } else if word.hasPrefix("-"), !isText {
      offers = [.words(Completion.options(of: verb))]
      if wordKind == .filter || wordKind == .changes { offers.append(.tags(sign: "-")) }
    } else if name == "help" {
      offers = [.words(Completion.verbs + HelpTopic.allCases.map { Candidate($0.rawValue) })]
    } else if name == nil {
      offers = [.words(Completion.verbs), .views]
      if word.contains(":") || word.first.map({ "+@(".contains($0) }) == true { offerConditions() }
    } else if !(given.contains("/") && (wordKind == .filter || wordKind == .text)) {
      // The note after a lone slash is text.
      if !verb.steps.isEmpty, place == 0 {
        offers = [.words(verb.namedSteps.map { Candidate($0.name, $0.brief) })]
      }
      if verb.steps.isEmpty || !command.isShown { command.complete(&self) }
    }
  }

  /// How many words come before.
  var place: Int { given.count }

  // MARK: Words

  /// The verbs that help shows.
  package static var verbs: [Candidate] {
    Verbs.all.filter { $0.isShown }.map { Candidate($0.name, $0.brief) }
      + [Candidate("help", "Show help on a command or a topic")]
  }

  /// Spans of days, and after them what else is given.
  mutating func offerSpans(_ others: Offer...) {
    offers += others
    offers.append(Completion.spans)
  }

  private static let spans = Offer.words(
    DaySpan.words.map { Candidate($0) }
      + [
        Candidate("2w", "the next or the last two weeks"),
        Candidate("mon..fri", "from one day to another"),
      ])

  mutating func offer(_ words: [String]) {
    offers = [.words(words.map { Candidate($0) })]
  }

  /// Tasks by their ids; a filter too, once something of it is there.
  mutating func offerTasks(_ tasks: Offer.Tasks) {
    if word.isEmpty || !Query.isCondition(word) { offers = [.ids(tasks)] }
    if !word.isEmpty { offerConditions() }
  }

  mutating func offerConditions() {
    while word.hasPrefix("(") { take(through: word.startIndex) }
    if let colon = word.firstIndex(of: ":") {
      return offer(valuesOf: word[..<colon], through: colon, isFilter: true)
    }
    if word.hasPrefix("prop.") {
      take(through: word.index(word.startIndex, offsetBy: 4))
      return offers = [.properties]
    }
    // Their many comparisons and the computed tags only once they are asked for.
    let names = Query.keys.filter { key in
      key.hasPrefix("+") ? word.hasPrefix("+") : !key.contains(".") || word.contains(".")
    }
    offers.append(
      .words(
        names.map { Candidate($0, Completion.meaning(ofKey: $0)) } + [Candidate("prop.")]))
    offers.append(.own(word.contains(".") ? .comparisons : .keys))
    offerTags()
  }

  mutating func offerChanges() {
    if let colon = word.firstIndex(of: ":") {
      return offer(valuesOf: word[..<colon], through: colon, isFilter: false)
    }
    if word.hasPrefix("prop.") {
      take(through: word.index(word.startIndex, offsetBy: 4))
      return offers = [.properties]
    }
    offers.append(.words(QuickAddKey.all.map { Candidate($0.name + ":", $0.help.meaning) }))
    offers.append(.own(.keys))
    offerTags()
  }

  private mutating func offerTags() {
    if word.isEmpty || word.hasPrefix("+") { offers.append(.tags(sign: "+")) }
    if word.isEmpty || word.hasPrefix("@") { offers.append(.tags(sign: "@")) }
  }

  private static func meaning(ofKey key: String) -> String {
    if key.hasPrefix("+") {
      return VirtualTag(rawValue: String(key.dropFirst()))?.meaning ?? ""
    }
    return QuickAddKey.all.first { $0.name + ":" == key }?.help.meaning ?? ""
  }

  // MARK: Values

  private mutating func offer(
    valuesOf key: Substring, through colon: String.Index, isFilter: Bool
  ) {
    let name = key.prefix { $0 != "." }
    let isOurs = Query.isCondition(key + ":") || QuickAddKey.all.contains { $0.name == name }
    guard isOurs else {
      // A key of the store's own, or text.
      guard OwnFields.fault(of: String(name)) == nil, !word[colon...].hasPrefix("://") else {
        return offers = []
      }
      take(through: colon)
      takeItems()
      return offers = [.ownValues(String(name))]
    }
    take(through: colon)
    switch name {
    case "due", "sched":
      offers = [.dates(isPast: false)]
      if isFilter, key == "due" { offers.insert(.words([Candidate("overdue")]), at: 0) }
    case "created", "closed", "modified": offers = [.dates(isPast: true)]
    case "pri": offer(["A", "B", "C"])
    case "state": offers = [.keywords]
    case "tags" where isFilter: offers = [.tags(sign: "")]
    case "every": offer(["daily", "weekly", "monthly", "yearly"])
    case "prop": offers = [.propertyValues(String(key.dropFirst(5)))]
    default:
      switch PlainField.typed(String(name))?.kind {
      case .date, .reminders: offers = [.dates(isPast: false)]
      case .name: offers = [.lists]
      case .id, .ids:
        takeItems()
        offers = [.ids(.open)]
      case .word(let words), .words(let words): offer(words.map(\.string))
      case .flag: offer(["yes", "no"])
      default: offers = []
      }
    }
  }

  /// Offers the values of an option that means the same for each verb that has it.
  mutating func offer(usualValuesOf option: String) {
    switch option {
    case "--store": offers = [.folders]
    case "--at", "--since", "--until": offers = [.dates(isPast: true)]
    case "--group":
      offer(Grouping.names)
      offers.append(.own(.names))
    case "--sort", "--columns":
      takeItems()
      if option == "--sort", word.hasPrefix("-") { take(through: word.startIndex) }
      offer(Column.all.map(\.name))
      offers.append(.own(.names))
    case "--where": offerConditions()
    case "--template": offers = [.templates]
    case "--output", "--svg", "--bundle", "--from": offers = [.files]
    default: break
    }
  }

  /// Leaves the word through this place as it is.
  private mutating func take(through end: String.Index) {
    prefix += word[...end]
    word = String(word[end...].dropFirst())
  }

  /// Leaves the items of a list before the last one as they are.
  private mutating func takeItems() {
    if let comma = word.lastIndex(of: ",") { take(through: comma) }
  }

  // MARK: Options

  /// The long options of a verb, as its help tells them.
  private static func options(of verb: any Verb.Type) -> [Candidate] {
    var meanings: [Substring: String] = [:]
    // Wide enough for each option to be on a line with its meaning.
    let help = Tasks.helpMessage(for: verb.usualStep ?? verb.steps.first ?? verb, columns: 1000)
    var isTold: Substring?
    for line in help.split(separator: "\n") where line.hasPrefix("  ") {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("-") {
        isTold = text.split(separator: " ").first { $0.hasPrefix("--") }?.prefix { $0 != "," }
        guard let name = isTold, let end = text.firstRange(of: "  ") else { continue }
        meanings[name] = String(text[end.lowerBound...].drop { $0 == " " })
      } else if let name = isTold {
        meanings[name] = String(text)
      }
      if isTold.flatMap({ meanings[$0] }) != nil { isTold = nil }
    }
    return verb.options.all.filter { $0.hasPrefix("--") }.map {
      Candidate($0, HelpScreen.brief(meanings[$0[...]] ?? ""))
    }
  }
}
