import ArgumentParser
import Platform
import TasksCore
import TasksExchange
import TasksPlanning
import TasksStore
import TasksSync
import TasksTerminal

struct Mobile: Verb {
  static let names = "mobile"
  static let steps: [any Verb.Type] = [Push.self, Pull.self]
  static let configuration = CommandConfiguration(
    of: Mobile.self, abstract: "Exchange tasks with a phone by a folder, as Org's org-mobile does.",
    discussion: """
      push writes the open tasks for the phone, a file a list, with the agenda of the week and the saved views. pull \
      takes what the phone has noted, edited and flagged, in one commit, which one undo reverses, and then empties \
      mobileorg.org; push pulls first. Emacs may do either in the same folder (org-mobile-push, org-mobile-pull).

      An edit is merged with what has changed here since: where both changed one field, the task keeps its value, and \
      tasks conflicts has the one of the phone. What cannot be applied becomes a task without a list, with the reason \
      and the text. A flag becomes the tag FLAGGED and a note in the log.

      Files that are encrypted are read with the password that mobile.password-command in your settings prints, and \
      mobile.encrypt = true encrypts what push writes (openssl, AES-256).

        tasks mobile push ~/Phone
        tasks mobile pull ~/Phone
        tasks mobile pull ~/Phone --dry-run
      """)

  struct Push: Verb {
    static let names = "push"
    static let configuration = CommandConfiguration(
      of: Push.self, abstract: "Take what the phone has written, then write the tasks for it.",
      usage: "tasks mobile push <folder>")

    @OptionGroup var arguments: MobileArguments

    static func complete(_ line: inout Completion) {
      if line.place == 0 { line.offers = [.folders] }
    }

    func run() throws { try arguments.run(stages: true) }
  }

  struct Pull: Verb {
    static let names = "pull"
    static let configuration = CommandConfiguration(
      of: Pull.self, abstract: "Take what the phone has written.",
      usage: "tasks mobile pull <folder>")

    @OptionGroup var arguments: MobileArguments

    static func complete(_ line: inout Completion) { Push.complete(&line) }

    func run() throws { try arguments.run(stages: false) }
  }
}

struct MobileArguments: ParsableArguments {
  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: "The folder that the phone shares.") var folder: String

  fileprivate func run(stages: Bool) throws {
    try MobileRequest(stages: stages, folder: folder, isDryRun: write.dryRun).run(
      in: Session(options))
  }
}

/// What a phone shows as agendas: that of the usual span, and each saved view.
struct MobileAgendas {
  let session: Session
  let store: TaskStore
  let reading: StoreReading

  func all() throws -> [MobileAgenda] {
    let blocks = BlockListing(
      session: session, store: store, query: .all, isFiltered: true, contextName: nil)
    let span = try AgendaConfig(now: session.now, variable: Machine.variable).span()
    let usual = BlockListing.Part(
      name: "agenda", kind: .agenda(span, hasEvents: false), query: .all)
    var agendas = [try agenda(of: usual, keys: "a", title: "Agenda")]
    for (name, _) in try Views(of: store).all() {
      do {
        let parts = try blocks.parts(
          ofView: name, .all, isFiltered: true, in: [])
        agendas += try parts.enumerated().map { number, part in
          try agenda(
            of: part, keys: parts.count == 1 ? name : "\(name)#\(number + 1)", title: name)
        }
      } catch {
        Conversation.say("the view \(name) is not staged: \(CommandError(error).message)")
      }
    }
    return agendas
  }

  private func agenda(
    of part: BlockListing.Part, keys: String, title: String
  ) throws -> MobileAgenda {
    let tasks = try TaskSelection(
      part.query, from: reading, of: store, now: session.now, withHidden: part.isAgenda,
      where: \.isOpen)
    switch part.kind {
    case .agenda(let span, _):
      let agenda = tasks.agenda(span, now: session.now)
      let sections = agenda.entries.enumerated().map { number, entries in
        let date = agenda.days.lowerBound.adding(days: number)
        return MobileAgenda.Section(
          MobileAgenda.heading(of: date), entries.compactMap { self.entry($0, of: tasks) })
      }
      let name = span.length == 1 ? "Day" : span.length == 7 ? "Week" : "\(span.length) days"
      return MobileAgenda(
        heading: "\(name)-agenda (W\(span.lowerBound.week)):", keys: keys, title: title,
        sections: sections)
    case .list(let view):
      let listed = ListQuery(
        listing: Listing(), query: part.query, view: view, session: session, store: store)
      let list = TaskList(session: session, store: store)
      let shown = listed.limited(try listed.sorted(tasks, list, reading)).tasks
      let entries = shown.map { MobileAgenda.Entry($0, prefix: prefix($0)) }
      return MobileAgenda(
        heading: part.name, keys: keys, title: title,
        sections: [MobileAgenda.Section(nil, entries)])
    }
  }

  private func entry(_ entry: AgendaEntry, of tasks: TaskSelection) -> MobileAgenda.Entry? {
    var found: Task?
    tasks.withRow(at: entry.task) { found = reading.task(withID: $0.taskID) }
    guard let task = found else { return nil }
    var prefix = prefix(task)
    if let time = entry.time {
      let minute = time % 60
      prefix += " \(time / 60):\(minute < 10 ? "0" : "")\(minute)"
    }
    switch entry.kind {
    case .overdue: prefix += " Overdue:"
    case .deadline: prefix += " Deadline:"
    case .warning: prefix += " Due \(entry.date.iso):"
    case .scheduled: prefix += " Scheduled:"
    case .timestamp, .closed, .state, .clock: break
    }
    return MobileAgenda.Entry(task, prefix: prefix)
  }

  private func prefix(_ task: Task) -> String {
    task.list.map { ControlCharacters.escaped($0) + ":" } ?? ""
  }
}

/// A parsed `mobile` command.
private struct MobileRequest: Request {
  /// Whether the files for the phone are written.
  let stages: Bool
  /// As typed.
  let folder: String
  let isDryRun: Bool

  func run(in session: Session) throws {
    let store = try session.openStore()
    let path = folder.hasPrefix("/") ? folder : session.currentFolder + "/" + folder
    let cipher = try MobileCipher(UserSettings(variable: Machine.variable))
    let folder = try MobileFolder(at: path, cipher)
    let (report, remarks) = try pull(folder, store)
    for remark in remarks { Conversation.say(remark) }
    let reading = try store.read()
    TaskList.warn(about: reading)
    let stage = stages ? try stage(store, reading, session) : nil
    let counts = try isDryRun ? nil : stage.map { try folder.stage($0) }
    let list = TaskList(session: session, store: store)
    let after = report?.reading ?? reading
    let added = (report?.changed ?? []).filter { $0.old == nil }.compactMap(\.new)
    let changed = (report?.changed ?? []).filter { $0.old != nil }.compactMap(\.new)
    func answer() throws -> MobileAnswer {
      MobileAnswer(
        added: try list.rows(added.map(after.shown), after),
        changed: try list.rows(changed.map(after.shown), after), remarks: remarks,
        staged: stage?.files.map(\.name) ?? [])
    }
    try session.output(of: answer()) { output in
      let would = isDryRun ? "would be " : ""
      var line = list.line
      line.isEcho = true
      for (word, tasks) in [("added", added), ("changed", changed)] {
        for task in tasks {
          output.write(Array("\(would)\(word) ".utf8))
          line.write(task, short: after.short(task), to: &output)
        }
      }
      output.line("\(added.count) \(would)added, \(changed.count) \(would)changed")
      if let stage {
        let count = stage.files.count
        let details = counts.map { " (\($0.written) written, \($0.removed) removed)" } ?? ""
        output.line("\(count) files \(would)staged" + details)
      }
    }.flush()
  }

  /// Takes what the phone has written, and empties its file.
  private func pull(
    _ folder: MobileFolder, _ store: TaskStore
  ) throws -> (WriteReport?, remarks: [String]) {
    guard let capture = try folder.capture(), !capture.items.isEmpty else { return (nil, []) }
    var remarks: [String] = []
    let context = store.foreignContext
    let report = try store.write("mobile", dryRun: isDryRun) { reading in
      let pull = try MobilePull(capture.items, context: context, in: store, after: reading)
      remarks = pull.remarks
      guard try folder.isUnchanged(since: capture) else {
        throw CommandError(
          "the phone is writing to \(folder.path); try again when it is done", code: .failed)
      }
      return pull.changes
    }
    if !isDryRun, try !folder.empty(capture) {
      remarks.append(
        "the phone has written to \(folder.path) meanwhile, so that mobileorg.org still has what was taken: "
          + "take it back with tasks undo, and pull again")
    }
    return (report, remarks)
  }

  private func stage(
    _ store: TaskStore, _ reading: StoreReading, _ session: Session
  ) throws -> MobileStage {
    let agendas = try MobileAgendas(session: session, store: store, reading: reading).all()
    return MobileStage(
      reading.tasks(where: \.isOpen), lists: reading.mobileLists, agendas: agendas,
      context: store.foreignContext)
  }
}

/// What a push to a phone's folder or a pull from it has done.
struct MobileAnswer: Answer {
  let kind = "mobile"
  private let added: [TaskJSON.Row]
  private let changed: [TaskJSON.Row]
  private let remarks: [String]
  private let staged: [String]

  /// - Parameters:
  ///   - remarks: What was not applied, or in part only.
  ///   - staged: The names of the files for the phone.
  init(
    added: [TaskJSON.Row], changed: [TaskJSON.Row], remarks: [String], staged: [String]
  ) {
    (self.added, self.changed, self.remarks, self.staged) = (added, changed, remarks, staged)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("added")
      TaskJSON.write(added, to: &json)
      json.key("changed")
      TaskJSON.write(changed, to: &json)
      json.key("remarks")
      json.array(remarks) { $0.string(Text($1)) }
      json.key("staged")
      json.array(staged) { $0.string(Text($1)) }
    }
  }
}
