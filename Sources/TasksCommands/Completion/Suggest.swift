import Platform
import TasksCore
import TasksStore
import TasksTerminal

/// A parsed `suggest` command: the name of a shell, and the command line that it completes.
///
/// - `bash TYPE BREAKS LINE`: see ``BashLine``; prints what bash inserts.
/// - `zsh WORD…`, `fish WORD…`: the words after the program's name, the last one being typed; prints each word that is
///   offered, a tab, and what the shell shows beside it or for it.
///
/// A line with a slash alone asks the shell for folders, `./` for files. Whatever goes wrong, nothing is offered.
package struct SuggestRequest: Request {
  package let words: [String]

  /// A task found by its title, by its id and by its path.
  private typealias Titled = (id: Candidate, path: Candidate)

  /// As many as are offered of the tasks: a longer list helps nobody, and shells take long to show it.
  private static let maxTasks = 250

  package func run(in session: Session) throws {
    guard let shell = words.first else { return }
    let line =
      words.count == 4 && shell == "bash"
      ? BashLine(words[3], type: words[1], breaks: words[2]) : nil
    let completion = Completion(
      line.map { Array($0.words.dropFirst()) + [$0.word] } ?? Array(words.dropFirst()))
    var output = Output(session.terminal)
    if completion.offers == [.folders] || completion.offers == [.files] {
      output.line(completion.offers == [.files] ? "./" : "/")
      return try output.flush()
    }
    let found = try candidates(completion, session, isFish: shell == "fish")
    if let line {
      for reply in line.replies(found) { output.line(reply) }
    } else {
      let width = found.reduce(0) { max($0, CellWidth.of($1.text)) }
      for candidate in found {
        let shown =
          shell == "fish"
          ? candidate.meaning : candidate.line(text: candidate.text, width: width)
        output.line("\(candidate.text)\t\(shown)")
      }
    }
    try output.flush()
  }

  /// What is offered and begins as typed; else what begins so without regard to case; else the tasks that have the
  /// word in their titles.
  ///
  /// - Parameter isFish: fish offers only what has the typed letters in it. For a title it gets the path, which names
  ///   the task too and has the title in it.
  private func candidates(
    _ completion: Completion, _ session: Session, isFish: Bool
  ) throws -> [Candidate] {
    let word = completion.word
    let tables = completion.offers.flatMap { offer -> [Candidate] in
      switch offer {
      case .words(let words): words
      case .dates(let isPast): dates(isPast: isPast, session.now)
      default: []
      }
    }
    let needsStore = completion.offers.contains {
      switch $0 {
      case .words, .dates, .folders, .files: false
      default: true
      }
    }
    let store = needsStore ? try? open(completion.store, session) : nil
    var all = tables
    var titled: [Titled] = []
    if let store, let read = try? stored(completion, store, try store.readUnchecked()) {
      all += read.all
      titled = read.titled
    }
    var fitting = all.filter { $0.text.hasPrefix(word) }
    if fitting.isEmpty {
      let lower = word.lowercased()
      fitting = all.filter { $0.text.lowercased().hasPrefix(lower) }
    }
    if fitting.isEmpty {
      fitting = isFish ? titled.map(\.path) : titled.map(\.id)
    }
    return fitting.map {
      Candidate(completion.prefix + $0.text, $0.meaning)
    }
  }

  private func open(_ folder: String?, _ session: Session) throws -> TaskStore {
    guard var folder else { return try session.openStore(noticesMerges: false) }
    // The shell expands a tilde only when it runs a command.
    if folder.hasPrefix("~/"), let home = Machine.variable("HOME") {
      folder = home + folder.dropFirst()
    }
    return try Session(store: folder).openStore(noticesMerges: false)
  }

  private func dates(isPast: Bool, _ now: Timestamp) -> [Candidate] {
    let reader = DateReader(now: now)
    let days = CivilDate.shortWeekdays.map { $0.lowercased() }
    let names =
      isPast
      ? ["today", "yesterday", "-1w", "-1mo", "-1y"]
      : ["today", "tomorrow"] + days + ["eow", "eom", "1w", "1mo"]
    return names.map { Candidate($0, (try? reader.read($0))?.shown ?? "") }
  }

  // MARK: The store

  private func stored(
    _ completion: Completion, _ store: TaskStore, _ reading: StoreReading
  ) throws -> (all: [Candidate], titled: [Titled]) {
    var all: [Candidate] = []
    var titled: [Titled] = []
    // Counted in one pass, and only if it is needed.
    lazy var counts = reading.counts(.tags, .lists)
    for offer in completion.offers {
      switch offer {
      case .ids(let tasks):
        let found = ids(tasks, completion, reading)
        all += found.all
        titled += found.titled
      case .tags(let sign):
        for row in counts.tags.rows where (sign != "+" || row.name.bytes.first != 0x40) {
          let name = ControlCharacters.escaped(row.name)
          if sign != "@" || name.hasPrefix("@") {
            all.append(Candidate(sign == "@" ? name : sign + name, "\(row.open) open"))
          }
        }
      case .lists:
        let levels =
          completion.verb == "refile"
          ? try UserSettings(variable: Machine.variable).refileLevels : nil
        all += SuggestRequest.lists(counts.lists.rows, levels: levels)
      case .keywords:
        all += store.settings.workflow.keywords.map {
          Candidate(
            ControlCharacters.escaped($0.state.keyword), $0.state.isDone ? "finished" : "open")
        }
      case .views:
        all += try Views(of: store).all().map {
          Candidate($0.name, ControlCharacters.escaped(Text($0.view.filter)))
        }
      case .templates:
        all += StoreTemplates(of: store).all().map {
          Candidate($0.name, ControlCharacters.escaped($0.description))
        }
      case .settings:
        let set = try SettingsFile(of: store).all().map { key, value in
          Candidate(
            key.hasPrefix("tasks.") ? String(key.dropFirst(6)) : key,
            ControlCharacters.escaped(Text(value)))
        }
        let names = Set(set.map(\.text))
        all +=
          set
          + (StoreSettings.names + UserSettings.names).filter { !names.contains($0) }.map {
            Candidate($0)
          }
      case .own(let form):
        all += store.fields.all.flatMap { field in
          let name = field.name.string
          let words =
            switch form {
            case .names: [name]
            case .keys: [name + ":"]
            case .comparisons: Query.keys(of: field)
            }
          return words.map { Candidate($0, field.meaning) }
        }
      case .ownValues(let name):
        all += store.fields[Text(name)].map { values(of: $0, store, reading) } ?? []
      case .propertyValues(let name):
        all += values(of: store.fields[Text(name)] ?? OwnField(Text(name)), store, reading)
      case .properties:
        var names: Set<Text> = []
        reading.forEachRow(where: { !$0.isDeleted }) { names.formUnion($0.propertyNames) }
        all += names.sorted().map { Candidate(ControlCharacters.escaped($0) + ":") }
      case .words, .dates, .folders, .files: break
      }
    }
    return (all, titled)
  }

  /// The values that a field of the store's own, or any other property, can have or has in tasks.
  private func values(
    of field: OwnField, _ store: TaskStore, _ reading: StoreReading
  ) -> [Candidate] {
    if field.kind == .date { return dates(isPast: false, store.context.clock().now) }
    if [.number, .duration].contains(field.kind) { return [] }
    if !field.choices.isEmpty {
      return field.choices.map { Candidate(ControlCharacters.escaped($0)) }
    }
    var values: Set<Text> = []
    reading.forEachRow(where: { !$0.isDeleted }) { row in
      let value = row.value(of: field)
      values.formUnion((value.members.isEmpty ? [value] : value.members).compactMap(\.text))
    }
    return values.sorted().map { Candidate(ControlCharacters.escaped($0)) }
  }

  /// The names of lists of no more than so many levels; their counts hold those of deeper ones.
  private static func lists(_ rows: [NameTable.Row], levels: Int?) -> [Candidate] {
    rows.filter { row in levels.map { row.name.bytes.count { $0 == 0x2F } < $0 } ?? true }
      .map { Candidate(ControlCharacters.escaped($0.name), "\($0.open) open") }
  }

  /// The tasks whose ids begin with the word, and those that have it in their titles, without those already named;
  /// open ones first.
  private func ids(
    _ tasks: Completion.Offer.Tasks, _ completion: Completion, _ reading: StoreReading
  ) -> (all: [Candidate], titled: [Titled]) {
    let selections: [TaskSelection] =
      switch tasks {
      case .open: [reading.select(where: \.isOpen)]
      case .finished: [reading.select { $0.isDone && !$0.isDeleted }]
      case .deleted: [reading.select(where: \.isDeleted)]
      case .every:
        [reading.select(where: \.isOpen), reading.select { $0.isDone && !$0.isDeleted }]
      }
    let word = completion.word.lowercased()
    let search = TextSearch(word)
    var all: [Candidate] = []
    var titled: [Titled] = []
    for selection in selections {
      // Without a beginning, the first ones are those that are offered.
      let selection =
        word.isEmpty
        ? selection.prefix(SuggestRequest.maxTasks + completion.given.count) : selection
      selection.forEachRow { place, row in
        guard all.count < SuggestRequest.maxTasks else { return }
        let begins = row.id.text.string.lowercased().hasPrefix(word)
        guard
          begins
            || word.utf8.count > 1 && all.isEmpty
              && titled.count < SuggestRequest.maxTasks && search.isFound(in: row.title.text)
        else { return }
        var short: [UInt8] = []
        row.id.appendVisible(
          first: max(selection.shortLength(at: place), begins ? word.utf8.count : 0), to: &short)
        let id = String(decoding: short, as: UTF8.self)
        if completion.given.contains(id) { return }
        let title = ControlCharacters.escaped(row.title.text)
        if begins {
          all.append(Candidate(id, title))
        } else {
          titled.append((Candidate(id, title), Candidate(row.path.text.string, title)))
        }
      }
    }
    return (all, titled)
  }
}

/// A word that is offered, and what it means.
package struct Candidate: Equatable {
  package let text: String
  package let meaning: String

  package init(_ text: String, _ meaning: String = "") {
    (self.text, self.meaning) = (text, meaning)
  }

  /// The word in a column of this width, then its meaning.
  func line(text: String, width: Int) -> String {
    if meaning.isEmpty { return text }
    let gap = String(repeating: " ", count: width - CellWidth.of(text) + 2)
    return text + gap + (meaning.count > 68 ? meaning.prefix(67) + "…" : meaning)
  }
}
