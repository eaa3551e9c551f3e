import Platform
import TasksCore
import TasksReminders
import TasksStore
import TasksSync
import TasksTerminal

/// The store as the screen sees it: read anew when it has changed, changed as the verbs do it, one commit a change.
package final class StoreClient {
  package let root: String
  let context: StoreContext
  let glyphs: Glyphs
  let said = Said()
  private(set) var store: TaskStore
  /// The reading that is shown; nil if it is to be read.
  var reading: StoreReading?
  private var marks: [Bool: StoreFingerprint] = [:]

  /// What the store has to say besides the result.
  final class Said {
    private var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func take() -> String {
      defer { lines = [] }
      return lines.map { " · " + $0 }.joined()
    }
  }

  /// - Throws: Errors of opening the store.
  package init(_ root: String, _ context: StoreContext, _ glyphs: Glyphs) throws {
    var context = context
    context.say = said.add
    (context.explain, context.progress) = ({ _ in }, { _ in })
    (self.root, self.context, self.glyphs) = (root, context, glyphs)
    store = try TaskStore(at: root, context)
  }

  package var now: Timestamp { context.clock().now }

  // MARK: The start

  /// Reads the words of the command: the name of a screen or of a view, or else a filter of the order.
  ///
  /// - Throws: `InputError` of a filter, `invalid` for a view that there is not.
  package func start(
    _ words: [String], _ settings: ScreenState.Settings = ScreenState.Settings()
  ) throws -> (place: Place, filter: String) {
    guard let first = words.first else { return try start([settings.view], settings) }
    if words.count == 1 {
      if let named = KeyTable.places.first(where: { $0.name.rawValue == first }) {
        return (named.place, "")
      }
      let views = try Views(of: store).all().map(\.name)
      if first.hasPrefix("view:") {
        let name = String(first.dropFirst(5))
        _ = try Views(of: store).known(name)
        return (.list(.view(name)), "")
      }
      if views.contains(first) { return (.list(.view(first)), "") }
    }
    _ = try Query.read(words, now: now, fields: store.fields)
    return (.list(.order), words.map(StoreClient.typed).joined(separator: " "))
  }

  /// A word as it is typed in a line: blanks are in double quotes.
  private static func typed(_ word: String) -> String {
    guard word.contains(" ") else { return word }
    let key = word.firstIndex(of: ":").map { word[...$0] } ?? ""
    return "\(key)\"\(word.dropFirst(key.count))\""
  }

  // MARK: Reading

  /// Returns true, and forgets the reading, if anything has changed since the last look.
  package func look(checksFiles: Bool) -> Bool {
    let mark = store.mark(checksFiles: checksFiles)
    let old = marks.updateValue(mark, forKey: checksFiles)
    guard old != mark else { return false }
    let isFirst = old == nil
    if !isFirst { forget() }
    return !isFirst
  }

  /// Forgets the reading: the next one is of the files, and of settings as they are then.
  package func forget() { reading = nil }

  package func read(_ state: ScreenState) -> Event {
    do {
      if let reading { return .read(try shown(of: state, reading)) }
      // Before it is read, so that what changes meanwhile is seen at the next look.
      if marks.isEmpty {
        marks[false] = store.mark(checksFiles: false)
      } else {
        store = try TaskStore(at: root, context)
      }
      let read = try store.read { ($0, try shown(of: state, $0)) }
      reading = read.0
      return .read(read.1)
    } catch {
      return .unread(StoreClient.message(of: error))
    }
  }

  /// Returns a task as it is shown beside the list.
  package func show(_ key: TaskDetail.Key) -> Event {
    guard let reading else { return .detail(TaskDetail(key, [], [])) }
    return .detail(ScreenReader(store, reading, glyphs, now: now).detail(key))
  }

  /// Returns where the links of a task lead.
  package func links(of id: TaskID) -> Event {
    let task = (try? reading?.document(id.text.string))?.task
    let links = task.map { Markup($0).links } ?? []
    return .linked(
      id,
      links.enumerated().map { ($0 + 1, ControlCharacters.escaped($1.target)) })
  }

  private func shown(of state: ScreenState, _ reading: StoreReading) throws -> ScreenState.Reading {
    let now = now
    let context = try ActiveContext.of(store, now: now)
    let outer = context?.query ?? .all
    let filter = try Query.read(line: state.filter, now: now, fields: store.fields)
    var shown = try ScreenReader(store, reading, glyphs, now: now)
      .read(state, Query.all(of: [outer, filter]), outer: outer)
    shown.signs = glyphs.legend
    shown.words = filter.words.map { $0.lowercased() }
    shown.context = context?.name
    shown.views = try Views(of: store).all().map(\.name)
    shown.keywords = StoreClient.lettered(store.settings.workflow.keywords.map { $0.state.keyword })
    shown.reminded = try Reminders(of: store).survey(now: now, isChecked: false).reminded
      .compactMap { id in
        reading.task(withID: id).map { (id, "\(reading.short($0)) \($0.shownTitle)") }
      }
    shown.status = status(reading, reminded: shown.reminded.count)
    return shown
  }

  /// Gives each keyword the first of its letters that is free.
  private static func lettered(_ keywords: [Text]) -> [(letter: String, keyword: String)] {
    var taken: Set<Character> = ["j", "k"]
    return keywords.map { keyword in
      let letter = keyword.string.lowercased().first { $0.isLetter && taken.insert($0).inserted }
      return (letter.map { String($0) } ?? "", keyword.string)
    }
  }

  private func status(_ reading: StoreReading, reminded: Int) -> String {
    var parts: [String] = []
    for task in reading.clocking.prefix(1) {
      guard let start = task.log.runningClocks.first?.start else { continue }
      let minutes = max(0, now.absoluteMinute - start.absoluteMinute)
      let time = Timestamp(now.date, minute: minutes % 1440).shownTime
      parts.append("\(glyphs.isWhole ? glyphs.clock : "clock") \(reading.short(task)) \(time)")
    }
    if reminded > 0 { parts.append("! \(reminded)") }
    if let ahead = try? store.aheadBehind()?.ahead, ahead > 0 {
      parts.append("\(glyphs.waiting)\(ahead)")
    }
    let aside = reading.count(where: \.hasDroppedValues)
    if aside > 0 { parts.append("\(aside) put aside: g c") }
    if !reading.unreadable.isEmpty { parts.append("\(reading.unreadable.count) unreadable") }
    return parts.joined(separator: "  ")
  }

  // MARK: Prompts

  /// Fills in what a prompt begins with: the values that one task has.
  package func prompt(_ kind: Prompt.Kind) -> Event {
    switch kind {
    case .fields(let id, _):
      let was = reading?.task(withID: id).map { QuickAdd.words(of: $0, store.fields) } ?? ""
      return .prompting(Prompt(.fields(id, was: was), was.isEmpty ? "" : was + " "))
    case .field(let key, let ids) where ids.count == 1:
      let values = reading?.task(withID: ids[0]).map { QuickAdd.values(of: $0, store.fields) }
      return .prompting(Prompt(kind, values?.first { $0.key == key }?.value ?? ""))
    default: return .prompting(Prompt(kind))
    }
  }

  static func message(of error: any Error) -> String {
    let told = error as? any ReportedError ?? StoreError(error)
    return ControlCharacters.escapedLines(
      ([told.message] + [told.hint].compactMap(\.self)).joined(separator: "; "))
  }
}
