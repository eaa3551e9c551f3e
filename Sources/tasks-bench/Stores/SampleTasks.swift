import TasksCore

/// Tasks like those of five years of use: one in five open, titles of about ten words, two tags, one of ten lists,
/// and a deadline on about one in three.
///
/// Each task is computed from its number and none is kept in memory, because the memory of this program would count
/// as memory of the programs it starts.
struct SampleTasks {
  let count: Int

  static let lastDay = CivilDate(dayNumber: 20_777)
  private static let days = 1_826
  /// A word in about one title of eleven.
  static let commonWord = "invoice"
  static let workflow = Text("TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)")

  func isOpen(_ number: Int) -> Bool { number % 5 == 4 || number >= count }

  /// Returns the number of an open task, a different one for each turn as long as there are enough.
  func open(_ turn: Int) -> Int { turn % (count / 5) * 5 + 4 }

  /// Returns the file of the task as `tasks add` writes it, and for a done task as `tasks done` leaves it. Numbers
  /// from `count` on are tasks added today.
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

  /// Returns the file of the task with another title.
  func retitled(_ number: Int) throws(BenchError) -> OrgDocument {
    let document = try document(number)
    return try changed(document, [.title(Text(SampleTasks.newTitle(document.task)))])
  }

  /// Returns the file of the task with a note.
  func noted(_ number: Int) throws(BenchError) -> OrgDocument {
    let document = try document(number)
    return try changed(document, [.notes("They called back, and it can wait.")])
  }

  /// Returns the file of an open task after it was completed.
  func finished(_ number: Int) throws(BenchError) -> OrgDocument {
    let document = try document(number)
    let now = Timestamp(SampleTasks.lastDay, minute: 720)
    return try changed(document, SampleTasks.done(document.task, at: now))
  }

  static func newTitle(_ task: Task) -> String { "\(task.title.string) once more" }

  /// Returns the file after the edits.
  private func changed(_ document: OrgDocument, _ edits: [Edit]) throws(BenchError) -> OrgDocument {
    do throws(EditError) {
      return try document.applying(edits)
    } catch {
      throw .badSample(error)
    }
  }

  /// Returns the edits that `tasks done` makes.
  static func done(_ task: Task, at now: Timestamp) -> [Edit] {
    Workflow.standard.finish(for: task.state)
      .map { task.changing(to: $0, workflow: .standard, now: now) } ?? []
  }

  /// Returns the task with this number, as an open task.
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

  /// Returns the day on which a task was created, and the number of older tasks of the same month.
  private func position(_ number: Int) -> (date: CivilDate, inMonth: Int) {
    let start = SampleTasks.lastDay.dayNumber - SampleTasks.days + 1
    let date = CivilDate(
      dayNumber: min(start + number * SampleTasks.days / count, SampleTasks.lastDay.dayNumber))
    let monthStart = max(0, date.dayNumber - date.day + 1 - start)
    let first = (monthStart * count + SampleTasks.days - 1) / SampleTasks.days
    return (date, number - first)
  }

  /// Returns a time one to thirty days after creation, but not after the last day.
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
