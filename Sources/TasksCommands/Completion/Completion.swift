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

  package private(set) var offers: [Offer] = []
  /// The beginning of the word that stays as it is: `due:`, `depends:k7m,`.
  package private(set) var prefix = ""
  /// The rest of the word.
  private(set) var word: String
  /// The words before that are not options.
  private(set) var given: [String] = []
  /// The folder after `--store`.
  let store: String?
  /// The verb, if one is typed.
  private(set) var verb = ""

  /// - Parameter typed: The words after the program's name; the last one is being typed and may be empty.
  package init(_ typed: [String]) {
    let before = Array(typed.dropLast())
    word = typed.last ?? ""
    store = before.lastIndex(of: "--store").flatMap { index in
      index + 1 < before.count ? before[index + 1] : nil
    }
    let index = DashedWords.verb(in: before)
    let name = index.map { before[$0] }
    guard let verb = Verb.named(name ?? "list") ?? Verb.named("list") else { return }
    self.verb = name == nil ? "" : verb.name
    var isText = false
    var option: String?
    for (place, word) in before.enumerated() where place != index {
      if isText || option == nil && !(word.hasPrefix("-") && verb.hasOption(word) || word == "--") {
        given.append(word)
      } else if word == "--", option == nil {
        isText = true
      } else {
        option = option == nil && verb.options.contains(word) ? word : nil
      }
    }
    if let option {
      offer(valuesOf: option, of: verb)
    } else if word.hasPrefix("--"), let end = word.firstIndex(of: "="), !isText {
      take(through: end)
      offer(valuesOf: String(prefix.dropLast()), of: verb)
    } else if word.hasPrefix("-"), !isText {
      offers = [.words(Completion.options(of: verb))]
      if verb.words == .filter || verb.words == .changes { offers.append(.tags(sign: "-")) }
    } else if name == "help" {
      offers = [.words(Completion.verbs + HelpTopic.allCases.map { Candidate($0.rawValue) })]
    } else if name == nil {
      offers = [.words(Completion.verbs), .views]
      if word.contains(":") || word.first.map({ "+@(".contains($0) }) == true { offerConditions() }
    } else {
      offerWords(of: verb)
    }
  }

  // MARK: Words

  /// The verbs that help shows.
  package static var verbs: [Candidate] {
    let shown = Verb.groups.flatMap(\.verbs).filter { $0.command.configuration.shouldDisplay }
    return shown.map { Candidate($0.name, HelpScreen.brief($0.command.configuration.abstract)) }
      + [Candidate("help", "Show help on a command or a topic")]
  }

  private mutating func offerWords(of verb: Verb) {
    // The note after a lone slash is text.
    if given.contains("/"), verb.words == .filter || verb.words == .text { return }
    let place = given.count
    switch verb.name {
    case "add": offerChanges()
    case "capture":
      if place == 0 { offers = [.templates] } else { offerChanges() }
    case "modify":
      if place == 0 || !word.isEmpty { offers = [.ids(.open)] }
      if place > 0 { offerChanges() }
    case "agenda", "forecast", "timeline":
      offerConditions()
      if place == 0 {
        offers.append(.dates(isPast: verb.name == "timeline"))
        offers.append(Completion.spans)
      }
    case "nearby" where place == 0: break
    case "list", "ready", "next", "inbox", "nearby", "habits": offerConditions()
    case "next-dates" where place == 0: offers = [.ids(.open)]
    case "done", "start", "wait", "cancel", "delete": offerTasks(.open)
    case "state":
      offerTasks(.open)
      if place > 0 { offers.append(.keywords) }
    case "refile":
      offerTasks(.open)
      if place > 0 { offers.append(.lists) }
    case "reopen": offerTasks(.finished)
    case "restore", "purge": offerTasks(.deleted)
    case "show", "edit", "duplicate", "convert", "log", "encrypt", "decrypt":
      offers = [.ids(.every)]
      if verb.name == "log", place == 0 { offers.append(Completion.spans) }
    case "undo" where place == 0, "open" where place == 0, "blame" where place == 0:
      offers = [.ids(.every)]
    case "diff" where place < 2:
      offers = [.dates(isPast: true)]
      if place == 0 { offers.append(Completion.spans) }
    case "stats":
      offerConditions()
      if place == 0 { offers.append(Completion.spans) }
    case "note" where place == 0, "check" where place == 0, "uncheck" where place == 0:
      offers = [.ids(.open)]
    case "move":
      switch place {
      case 0: offers = [.ids(.open)]
      case 1: offer(Move.Place.allCases.map(\.rawValue))
      case 2 where ["before", "after"].contains(given[1]): offers = [.ids(.open)]
      default: break
      }
    case "sync" where place == 0: offer(["add", "list", "remove"])
    case "conflicts":
      if place == 0 { offer(Conflicts.Verb.allCases.map(\.rawValue)) }
      if place == 1 { offers = [.ids(.every)] }
    case "view":
      if place == 0 {
        offers = [.views, .words([Candidate("save"), Candidate("remove"), Candidate("import")])]
      }
      if given == ["remove"] { offers = [.views] }
      if given == ["import"] { offers = [.files] }
      if place > 0, ![["remove"], ["save"], ["import"]].contains(given) { offerConditions() }
    case "clock":
      switch (place, given.first) {
      case (0, _): offer(ClockCommand.Step.allCases.map(\.rawValue))
      case (1, "in"), (_, "out"), (_, "cancel"): offers = [.ids(.open)]
      case (1, "add"): offers = [.ids(.every)]
      case (1, "report"):
        offers = [Completion.spans]
        if !word.isEmpty { offerConditions() }
      case (_, "add"): offers = [.dates(isPast: true)]
      case (_, "in"), (_, "status"): break
      default: offerConditions()
      }
    case "remind":
      switch (place, given.first) {
      case (0, _): offer(Remind.Step.allCases.map(\.rawValue))
      case (_, "snooze"), (_, "dismiss"): offers = [.ids(.open)]
      case (1, "list"): offers = [.dates(isPast: false)]
      default: break
      }
    case "web":
      if place == 0 { offer(["token"]) }
      if given == ["token"] { offer(Web.Step.allCases.map(\.rawValue)) }
    case "context" where place == 0:
      offers = [.views, .words([Candidate("none", "leave the context")])]
    case "config":
      if place == 0 { offers = [.settings] }
      if given == ["format"] { offer(Format.allCases.map(\.rawValue)) }
      if place == 1, given[0].hasPrefix("field.") { offer(OwnField.Kind.notations) }
    case "import": if place == 0 { offer(ForeignFormats.importedNames) } else { offers = [.files] }
    case "export": if place == 0 { offer(ForeignFormats.exportedNames) } else { offerConditions() }
    case "share": offerTasks(.every)
    case "phone" where place == 0: offer(PhoneCommand.Step.allCases.map(\.rawValue))
    case "mobile" where place == 0: offer(Mobile.Step.allCases.map(\.rawValue))
    case "completions" where place == 0: offer(Completions.Shell.allCases.map(\.rawValue))
    case "init" where place == 0, "clone" where place == 1, "mobile" where place == 1:
      offers = [.folders]
    case "rebuild", "adopt": offers = [.files]
    default: break
    }
  }

  private static let spans = Offer.words(
    DaySpan.words.map { Candidate($0) }
      + [
        Candidate("2w", "the next or the last two weeks"),
        Candidate("mon..fri", "from one day to another"),
      ])

  private mutating func offer(_ words: [String]) {
    offers = [.words(words.map { Candidate($0) })]
  }

  /// Tasks by their ids; a filter too, once something of it is there.
  private mutating func offerTasks(_ tasks: Offer.Tasks) {
    if word.isEmpty || !Query.isCondition(word) { offers = [.ids(tasks)] }
    if !word.isEmpty { offerConditions() }
  }

  private mutating func offerConditions() {
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

  private mutating func offerChanges() {
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
    case "due", "sched", "remind", "wait", "until":
      offers = [.dates(isPast: false)]
      if isFilter, key == "due" { offers.insert(.words([Candidate("overdue")]), at: 0) }
    case "created", "closed", "modified": offers = [.dates(isPast: true)]
    case "list", "project": offers = [.lists]
    case "parent", "depends", "discovered-from":
      takeItems()
      offers = [.ids(.open)]
    case "important", "muted": offer(["yes", "no"])
    case "pri": offer(["A", "B", "C"])
    case "state": offers = [.keywords]
    case "tags" where isFilter: offers = [.tags(sign: "")]
    case "every": offer(["daily", "weekly", "monthly", "yearly"])
    case "prop": offers = [.propertyValues(String(key.dropFirst(5)))]
    default: offers = []
    }
  }

  private mutating func offer(valuesOf option: String, of verb: Verb) {
    switch (option, verb.name) {
    case ("--store", _): offers = [.folders]
    case ("--at", _), ("--since", _), ("--until", _): offers = [.dates(isPast: true)]
    case ("--for", _): offer(["10m", "1h", "1d"])
    case ("--field", _): offer(FieldFilter.names)
    case ("--list", "log"): offers = [.lists]
    case ("--tag", "log"): offers = [.tags(sign: "")]
    case ("--format", "init"), ("--to", "convert"): offer(Format.allCases.map(\.rawValue))
    case ("--group", _):
      offer(Grouping.names)
      offers.append(.own(.names))
    case ("--sort", _):
      takeItems()
      if word.hasPrefix("-") { take(through: word.startIndex) }
      offer(Column.all.map(\.name))
      offers.append(.own(.names))
    case ("--columns", _):
      takeItems()
      offer(Column.all.map(\.name))
      offers.append(.own(.names))
    case ("--where", _): offerConditions()
    case ("--project-as", _): offer(Import.Project.allCases.map(\.rawValue))
    case ("--as", _): offer(Share.Form.allCases.map(\.rawValue))
    case ("--block", _): offer(["agenda:week", "agenda:day", "list:", "view:"])
    case ("--by", _): offer(ClockReport.Part.allCases.map(\.rawValue))
    case ("--template", _): offers = [.templates]
    case ("--output", _), ("--svg", _), ("--bundle", _), ("--from", _): offers = [.files]
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
  private static func options(of verb: Verb) -> [Candidate] {
    var meanings: [Substring: String] = [:]
    // Wide enough for each option to be on a line with its meaning.
    let help = Tasks.helpMessage(for: verb.command, columns: 1000)
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
    return (verb.flags + verb.options).filter { $0.hasPrefix("--") }.map {
      Candidate($0, HelpScreen.brief(meanings[$0[...]] ?? ""))
    }
  }
}
