import TasksCore

/// Tasks as somebody might have after five years: every fifth open, titles of about ten words, two tags, one of
/// ten lists, every third or so with a date.
///
/// Each follows from its number alone and none is kept: what this program needs in memory would count as
/// memory of the programs it starts.
struct SampleTasks {
  let count: Int

  static let lastDay = CivilDate(dayNumber: 20_777)
  private static let days = 1_826
  /// In about one title of eleven.
  static let commonWord = "invoice"
  static let workflow = Text("TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)")

  func isOpen(_ number: Int) -> Bool { number % 5 == 4 || number >= count }

  /// The number of an open task, another for each turn as long as there are any.
  func open(_ turn: Int) -> Int { turn % (count / 5) * 5 + 4 }

  /// The file of the task: what `tasks add` writes, and for a finished one `tasks done` after it. Numbers past
  /// the last are tasks added today.
  func document(_ number: Int) throws(BenchError) -> OrgDocument {
    let task = task(number)
    do throws(EditError) {
      let new = try OrgDocument.print(
        new: task, workflow: SampleTasks.workflow, storeWorkflow: .standard)
      guard !isOpen(number) else { return new }
      return try new.applying(SampleTasks.done(new.task, at: closed(number, task)))
    } catch {
      throw .badSample(error)
    }
  }

  /// The file of the task after its title was changed.
  func retitled(_ number: Int) throws(BenchError) -> OrgDocument {
    let document = try document(number)
    return try changed(document, [.title(Text(SampleTasks.newTitle(document.task)))])
  }

  /// The file of the task after a note was written.
  func noted(_ number: Int) throws(BenchError) -> OrgDocument {
    let document = try document(number)
    return try changed(document, [.notes("They called back, and it can wait.")])
  }

  /// The file of an open task after it was finished.
  func finished(_ number: Int) throws(BenchError) -> OrgDocument {
    let document = try document(number)
    let now = Timestamp(SampleTasks.lastDay, minute: 720)
    return try changed(document, SampleTasks.done(document.task, at: now))
  }

  static func newTitle(_ task: Task) -> String { "\(task.title.string) once more" }

  /// The file with the edits made.
  private func changed(_ document: OrgDocument, _ edits: [Edit]) throws(BenchError) -> OrgDocument {
    do throws(EditError) {
      return try document.applying(edits)
    } catch {
      throw .badSample(error)
    }
  }

  /// What `tasks done` changes.
  static func done(_ task: Task, at now: Timestamp) -> [Edit] {
    Workflow.standard.finish(for: task.state)
      .map { task.changing(to: $0, workflow: .standard, now: now) } ?? []
  }

  /// The open task of a number.
  func task(_ number: Int) -> Task {
    var generator = SampleGenerator(seed: UInt64(number) &* 0x2545_F491_4F6C_DD1D)
    let id = TaskID(using: &generator)
    let title = Text(SampleTasks.title(using: &generator))
    let place = position(number)
    let folder = TaskPath.folder(for: place.date) { name in
      let parts = name.split(separator: "-")
      let full = parts.count > 2 ? (Int(parts[2]) ?? 1) - 1 : 0
      return place.inMonth - full * TaskPath.mostFiles
    }
    let path = TaskPath.path(folder: folder, title: title, id: id, format: .org)
    var task = Task(
      id: id, path: path, format: .org, title: title, state: State("TODO", isDone: false))
    task.rank = Rank(Double(number + 1))
    task.created = Timestamp(place.date, minute: Int.random(in: 480..<1_200, using: &generator))
    task.tags = [
      Text("topic\(Int.random(in: 1...30, using: &generator))"),
      Text("@place\(Int.random(in: 1...6, using: &generator))"),
    ]
    task.list = Text("list\(Int.random(in: 1...10, using: &generator))")
    if Int.random(in: 0..<10, using: &generator) < 3 {
      let days = Int.random(in: 1...60, using: &generator)
      task.deadline = Planning(Timestamp(place.date.adding(days: days)))
    }
    return task
  }

  // MARK: One task

  /// The day a task was made, and how many of its month are older.
  private func position(_ number: Int) -> (date: CivilDate, inMonth: Int) {
    let start = SampleTasks.lastDay.dayNumber - SampleTasks.days + 1
    let date = CivilDate(
      dayNumber: min(start + number * SampleTasks.days / count, SampleTasks.lastDay.dayNumber))
    let monthStart = max(0, date.dayNumber - date.day + 1 - start)
    let first = (monthStart * count + SampleTasks.days - 1) / SampleTasks.days
    return (date, number - first)
  }

  /// One to thirty days later, as far as these days are gone.
  private func closed(_ number: Int, _ task: Task) -> Timestamp {
    var generator = SampleGenerator(seed: ~UInt64(number))
    let day = position(number).date.adding(days: Int.random(in: 1...30, using: &generator))
    return Timestamp(min(day, SampleTasks.lastDay), minute: task.created?.minute)
  }

  private static func title(using generator: inout SampleGenerator) -> String {
    var title = ""
    for index in 0..<Int.random(in: 8...12, using: &generator) {
      let words = index == 0 ? verbs : nouns
      if index > 0 { title += " " }
      title += words[Int.random(in: 0..<words.count, using: &generator)]
    }
    return title
  }

  private static let verbs = [
    "Answer", "Ask", "Book", "Bring", "Build", "Buy", "Call", "Check", "Clean", "Compare", "Draft",
    "Fetch", "Find", "Fix", "Lend", "Mend", "Move", "Order", "Paint", "Plan", "Print", "Read",
    "Send",
    "Sort", "Thank", "Try", "Wash", "Write",
  ]

  private static let nouns = [
    "about", "account", "after", "agenda", "and", "answer", "aunt", "balcony", "bank", "before",
    "bicycle",
    "boiler", "book", "box", "budget", "cable", "calendar", "camera", "chapter", "coat", "contract",
    "cousin", "curtain", "door", "drawer", "engine", "estimate", "fence", "floor", "for", "form",
    "from", "garden", "gate", "gift", "guest", "harvest", "holiday", "in", "inspector", "invoice",
    "journal",
    "kettle", "kitchen", "ladder", "lamp", "landlord", "letter", "library", "list", "map", "market",
    "meeting", "minutes", "neighbour", "notes", "number", "of", "office", "old", "on", "order",
    "parcel",
    "passport", "photo", "piano", "plan", "printer", "proposal", "receipt", "recipe", "report",
    "roof",
    "schedule", "school", "server", "shelf", "signature", "stamps", "story", "summer", "table",
    "tax",
    "the", "ticket", "timer", "to", "train", "translation", "umbrella", "violin", "warranty",
    "window",
    "with", "workshop", "yard",
  ]
}
