import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct Nearby: Verb {
  static let names = "nearby"
  static let wordKind = VerbWords.filter
  static let configuration = CommandConfiguration(
    of: Nearby.self, abstract: "List the open tasks near a place, the nearest first.",
    usage: "tasks nearby <place> [<filter> ...]",
    discussion: """
      A task is near if the place is within its radius, which is 500 m if it has none. The place is given in degrees; \
      a task has its own in the property GEO, and the radius in LOCATION_RADIUS.

        tasks nearby 50.0875,14.4213
        tasks nearby 50.0875,14.4213 +errand --json
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The place, then the conditions that a task must match.")
  var words: [String]

  static func complete(_ line: inout Completion) { if line.place > 0 { line.offerConditions() } }

  func run() throws {
    let words = DashedWords.restored(words)
    guard let here = Location.Coordinates(words[0]) else {
      throw CommandError(
        "'\(ControlCharacters.escaped(TasksCore.Text(words[0])))' is no place; write latitude and longitude in degrees: "
          + "tasks nearby 50.0875,14.4213", code: .usage)
    }
    let session = try Session(options)
    let store = try session.openStore()
    var query = try session.query(Array(words.dropFirst()), in: store)
    if let context = try ActiveContext.of(store, now: session.now) {
      query = Query.all(of: [context.query, query])
    }
    let reading = try store.read()
    TaskList.warn(about: reading)
    let (tasks, metres) = try TaskSelection(
      query, from: reading, of: store, now: session.now, where: \.isOpen
    ).near(here)
    func answer() throws -> TasksAnswer {
      var answer = try TaskList(session: session, store: store).answer(Array(tasks), reading)
      answer.distances = metres
      return answer
    }
    try session.print(answer()) { output in
      var table = CellTable(
        [
          CellTable.Column(heading: "ID"), CellTable.Column(heading: "Distance", isRight: true),
          CellTable.Column(heading: "Title", least: 16, isMain: true),
          CellTable.Column(heading: "Place", least: 8),
        ], twoLinesBelow: 40)
      let lengths = tasks.shortLengths
      tasks.forEachRow { place, row in
        let distance = Location.text(metres: metres[place])
        let name = row.value(of: .placeName).text.map { ControlCharacters.escaped($0) } ?? ""
        guard session.terminal.width != nil else {
          let title = ControlCharacters.escaped(row.title.text)
          let cells = [row.short(lengths[place]), distance, title, name]
          return output.line(cells.filter { !$0.isEmpty }.joined(separator: "  "))
        }
        table.add(.id) { row.id.appendVisible(first: lengths[place], to: &$0) }
        table.add(.date) { $0.append(contentsOf: distance.utf8) }
        table.add(nil) { row.appendShownTitle(to: &$0) }
        table.add(.list) { $0.append(contentsOf: name.utf8) }
      }
      if session.terminal.width != nil { table.write(to: &output) }
    }
    if tasks.count == 0, !session.wantsJSON { Conversation.say("no open task is near") }
  }
}
