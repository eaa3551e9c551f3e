import TasksCore
import TasksPlanning
import TasksStore

/// A change that a page asks for.
///
/// Each is safe to send twice, since a page that was offline sends what it has not seen answered: a task is added under
/// an id that the page made, and what depends on the state before says which one it means. An undo without a commit, and
/// a redo, are the exceptions: a page sends them only while the server answers.
enum WebCommand: Sendable {
  /// `made` is the local time at which the line was typed, if it has waited: its relative dates count from then.
  case add(id: TaskID, line: String, made: Timestamp?)
  case modify(ids: [String], line: String, made: Timestamp?)
  case title(id: String, Text, was: Text?)
  case notes(id: String, Text, was: Text)
  case box(id: String, number: Int, text: Text, to: Bool)
  /// `was` has what the page showed of each of the tasks; it may have less.
  case state(ids: [String], String, was: [ShownState?])
  case move(id: String, Place)
  case delete(ids: [String])
  case restore(id: String)
  case purge(id: String)
  /// Restores a value that a merge put aside, or leaves the task as it is; either way the value is aside no more.
  case settle(id: String, field: Text, takes: Bool)
  case finishSteps(id: String)
  /// Starts the clock of a task; without an id, stops the one that runs.
  case clock(id: String?)
  /// Undoes an operation, or what it did to one task; without a commit, the last one.
  case undo(commit: String?, of: TaskID?)
  case redo
  /// A sync at once, or only soon, since someone looks at the page again.
  case sync(isSoon: Bool)
  case snooze(AlertID, minutes: Int)
  case dismiss(AlertID)
  case subscribe(PushSubscription)
  case unsubscribe(endpoint: String)

  /// The most tasks that one command can change.
  private static let mostTasks = 1000

  enum Place: Sendable {
    case first, last
    case before(String)
    case after(String)
  }

  /// The state and the dates of a task as the page showed them.
  struct ShownState: Sendable {
    let state: Text
    let dates: [String]
  }

  /// - Throws: ``WebAnswer`` for a command that is unknown or not complete.
  init(_ json: JSONValue) throws {
    func text(_ name: Text) throws -> Text {
      guard let text = json[name].text else {
        throw WebCommand.refusal("'\(name)' is missing or is no text")
      }
      return text
    }
    func id() throws -> String { try text("id").string }
    /// One task, or several in one commit.
    func ids() throws -> [String] {
      if json["ids"].elements.isEmpty { return [try id()] }
      let ids = json["ids"].elements.compactMap { $0.text?.string }
      guard (1...WebCommand.mostTasks).contains(ids.count) else {
        throw WebCommand.refusal("'ids' must name 1 to \(WebCommand.mostTasks) tasks")
      }
      return ids
    }
    let made = json["at"].text.flatMap { Timestamp(iso: $0.string) }
    let name = try text("do").string
    switch name {
    case "add":
      guard let id = TaskID(try text("id")), WebCommand.isOwn(id) else {
        throw WebCommand.refusal("the id of a new task must be 8 to 40 letters and digits")
      }
      self = .add(id: id, line: try text("line").string, made: made)
    case "modify": self = .modify(ids: try ids(), line: try text("line").string, made: made)
    case "title": self = .title(id: try id(), try text("text"), was: json["was"].text)
    case "notes": self = .notes(id: try id(), try text("text"), was: try text("was"))
    case "box":
      guard let number = json["number"].number.flatMap({ Int(exactly: $0) }),
        let isChecked = json["to"].bool
      else { throw WebCommand.refusal("a checkbox needs a number and a value") }
      self = .box(id: try id(), number: number, text: try text("text"), to: isChecked)
    case "state":
      let shown = json["ids"].elements.isEmpty ? [json["was"]] : json["was"].elements
      self = .state(ids: try ids(), try text("to").string, was: shown.map { ShownState($0) })
    case "move": self = .move(id: try id(), try Place(json))
    case "delete": self = .delete(ids: try ids())
    case "restore": self = .restore(id: try id())
    case "purge": self = .purge(id: try id())
    case "take", "keep":
      self = .settle(id: try id(), field: try text("field"), takes: name == "take")
    case "finish-steps": self = .finishSteps(id: try id())
    case "clock-in": self = .clock(id: try id())
    case "clock-out": self = .clock(id: nil)
    case "undo":
      self = .undo(commit: json["commit"].text?.string, of: json["id"].text.flatMap { TaskID($0) })
    case "redo": self = .redo
    case "sync": self = .sync(isSoon: json["soon"].bool == true)
    case "snooze":
      let minutes = json["minutes"].number.flatMap { Int(exactly: $0) } ?? 10
      guard (1...525_600).contains(minutes) else {
        throw WebCommand.refusal("a reminder can wait from a minute to a year")
      }
      self = .snooze(try WebCommand.alert(json), minutes: minutes)
    case "dismiss": self = .dismiss(try WebCommand.alert(json))
    case "subscribe":
      let subscription = PushSubscription(
        endpoint: try text("endpoint").string, point: try text("p256dh").string,
        auth: try text("auth").string)
      guard let subscription else {
        throw WebCommand.refusal("this is not a subscription of a push service")
      }
      self = .subscribe(subscription)
    case "unsubscribe": self = .unsubscribe(endpoint: try text("endpoint").string)
    default: throw WebCommand.refusal("there is no command '\(name)'")
    }
  }

  private static func alert(_ json: JSONValue) throws -> AlertID {
    guard let id = json["alert"].text.flatMap({ AlertID($0.string) }) else {
      throw refusal("'alert' is not the id of a reminder")
    }
    return id
  }

  /// An id that a page makes is of letters and digits, and long enough to be the only one.
  private static func isOwn(_ id: TaskID) -> Bool {
    (8...40).contains(id.text.bytes.count)
      && id.text.bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  static func refusal(_ message: String) -> WebAnswer {
    .refusal(.badRequest, "usage", message)
  }
}

extension WebCommand.Place {
  init(_ json: JSONValue) throws {
    if let other = json["after"].text {
      self = .after(other.string)
    } else if let other = json["before"].text {
      self = .before(other.string)
    } else if json["to"].text == "first" {
      self = .first
    } else if json["to"].text == "last" {
      self = .last
    } else {
      throw WebCommand.refusal("a move needs 'after', 'before' or 'to'")
    }
  }
}

extension WebCommand.ShownState {
  init?(_ json: JSONValue) {
    guard let state = json["state"].text else { return nil }
    self.state = state
    dates = json["at"].elements.compactMap { $0.text?.string }
  }

  func isShown(of task: Task) -> Bool {
    let now = [task.deadline?.start.iso, task.scheduled?.start.iso].compactMap(\.self)
    return task.state.keyword == state && now.allSatisfy(dates.contains)
  }
}

struct WebOutcome: Sendable {
  /// A short sentence for people: `Done: Prune the apple tree`.
  var message: String
  /// The commit that takes the change back when it is undone; nil if nothing changed.
  var undo: String?
  var id: TaskID?
  /// Whether the command had been carried out before.
  var isRepeated = false
  /// What the user has to be told besides.
  var warning: String?
  /// How many steps of a finished task are open.
  private var openSteps = 0
  /// What else is told of one task, in words: when it comes `again`, its list if that is a `newList`, `where` it was added.
  private var told: [(name: StaticString, text: String)] = []

  /// - Parameters:
  ///   - past: What has become of the tasks: `Moved`.
  ///   - task: The task that it is said of, in place of those that changed.
  init(
    _ report: WriteReport, past: String, _ session: StoreAccess.Session, of task: Task? = nil,
    notices: [String] = []
  ) {
    let tasks = report.changed.compactMap { $0.new ?? $0.old }
    let one = task ?? (tasks.count == 1 ? tasks[0] : nil)
    message =
      one.map { "\(past): \(ControlCharacters.escaped($0.title))" }
      ?? "\(past): \(tasks.count) tasks"
    if !report.isChange {
      message = "Nothing has changed"
      isRepeated = true
    }
    undo = report.commit
    id = (task ?? tasks.first)?.id
    let said = session.said.lines + notices
    warning = said.isEmpty ? nil : said.joined(separator: "\n")
    if let change = report.changed.first, report.changed.count == 1, let new = change.new {
      tell(change, new, report.reading, session.now)
    }
  }

  private mutating func tell(
    _ change: ChangedTask, _ new: Task, _ reading: StoreReading, _ now: Timestamp
  ) {
    let dates = [new.deadline?.start, new.scheduled?.start].compactMap(\.self)
    let date = dates.min().map { RelativeDate(now: now).dated($0) }
    let list = new.list.map { ControlCharacters.escaped($0) }
    if change.kind == .finished {
      if let date, new.isOpen { told.append(("again", date)) }
      openSteps = new.isOpen ? 0 : TaskRelations(reading).openSteps(below: new.id).count
    }
    let count = reading.counts(.lists).lists.rows.first { $0.name == new.list }
    if let list, let count, new.list != change.old?.list, count.open + count.done == 1 {
      told.append(("newList", list))
    }
    let place = [list, date].compactMap(\.self).joined(separator: ", ")
    if change.old == nil, !place.isEmpty { told.append(("where", place)) }
  }

  init(message: String) { self.message = message }

  /// The outcome of a command that had been carried out before.
  static func repeated(_ id: TaskID?, _ message: String = "Done already") -> WebOutcome {
    var outcome = WebOutcome(message: message)
    (outcome.id, outcome.isRepeated) = (id, true)
    return outcome
  }

  var answer: WebAnswer {
    WebAnswer.object("done") { json in
      json.member("message", message)
      json.member("undo", undo)
      json.member("id", id?.text)
      json.member("repeated", isRepeated)
      json.member("warning", warning)
      if openSteps > 0 { json.member("openSteps", openSteps) }
      for (name, text) in told { json.member(name, text) }
    }
  }
}
