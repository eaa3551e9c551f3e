import ArgumentParser
import TasksCore
import TasksExchange
import TasksStore
import TasksSync
import TasksTerminal

struct Import: Verb {
  static let names = "import"
  static let configuration = CommandConfiguration(
    of: Import.self, abstract: "Import tasks of other programs.",
    usage: "tasks import [<format> [<file> ...]]",
    discussion: """
      Formats: \(ForeignFormats.described(ForeignFormats.importedNames)). A file - is standard input. Without a file, \
      Taskwarrior itself is asked, and todotxt, dstask, backlog and beads are looked for where these programs keep \
      their tasks. Without a format, all of these are looked for, and named.

      A file can be imported again and again, in any clone: only what has changed in it since changes here. Of what \
      was changed on both sides the value here stays, and tasks conflicts shows the other one; what the file no \
      longer has is named, and stays. A task in the trash stays there, and one that was purged stays away. All is one \
      commit, which one undo reverses; if a line cannot be read, or tasks wait for each other in a circle, nothing is \
      written. --dry-run also shows what was changed here and is kept.

        tasks import
        tasks import taskwarrior
        tasks import todotxt ~/todo.txt ~/done.txt
        tasks import ics tasks.ics --dry-run
        task export | tasks import taskwarrior -
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Flag(help: "Leave out what cannot be read, instead of importing nothing.")
  var skipBad = false

  @Flag(help: "Take tasks out of the trash that the file has, and make purged ones again.")
  var restore = false

  /// What the first project of a line is.
  enum Project: String, CaseIterable, ExpressibleByArgument { case tag, list }

  @Option(help: "Read the first +project of a line of todo.txt as a tag or as the list.")
  var projectAs: Project = .tag

  @Flag(help: "Keep the dots of Taskwarrior's projects: a list home.garden, not home/garden.")
  var flat = false

  @Argument(help: "The format; without one, what other programs keep here is looked for.")
  var format: String?

  @Argument(help: ArgumentHelp("The files to read; - is standard input.", valueName: "file"))
  var files: [String] = []

  static func complete(_ line: inout Completion) {
    if line.place == 0 {
      line.offer(ForeignFormats.importedNames)
    } else {
      line.offers = [.files]
    }
  }

  static func complete(valueOf option: String, _ line: inout Completion) {
    if option == "--project-as" { return line.offer(Project.allCases.map(\.rawValue)) }
    line.offer(usualValuesOf: option)
  }

  func run() throws {
    guard let format else { return try offer(Session(options)) }
    guard let reader = ForeignFormats.reader(named: format) else {
      throw ForeignFiles.unknown(format, among: ForeignFormats.importedNames)
    }
    guard projectAs == .tag || reader == TodoTxt.self else {
      throw CommandError("--project-as is for todotxt", code: .usage)
    }
    guard !flat || reader == TaskwarriorTasks.self else {
      throw CommandError("--flat is for taskwarrior", code: .usage)
    }
    let session = try Session(options)
    let request = ImportRequest(
      reader: reader, files: files, isDryRun: write.dryRun, skipsBad: skipBad, restores: restore,
      projectIsList: projectAs == .list, isFlat: flat)
    try request.run(in: session)
  }

  /// Says what could be imported.
  private func offer(_ session: Session) throws {
    let store = try session.openOrCreateStore(dryRun: true)
    let offers = ForeignFiles.offers(store.foreignContext, session)
    if offers.isEmpty {
      throw CommandError(
        "no tasks of another program were found here; name the format and the file\nformats: "
          + ForeignFormats.described(ForeignFormats.importedNames), code: .usage)
    }
    var output = Output(session.terminal)
    for (count, words) in offers {
      output.line("\(count) \(count == 1 ? "task" : "tasks"): tasks import \(words) --dry-run")
    }
    try output.flush()
    Conversation.say("--dry-run shows what would come; leave it out to import")
  }
}

/// A parsed `import` command.
struct ImportRequest: Request {
  let reader: any ForeignReader.Type
  /// As typed; none to look for the program's own.
  let files: [String]
  let isDryRun: Bool
  let skipsBad: Bool
  let restores: Bool
  let projectIsList: Bool
  let isFlat: Bool

  /// As many tasks and kinds of remarks as are shown one by one.
  private static let mostShown = 20
  /// As many remarks as are shown of a kind.
  private static let mostAlike = 3

  func run(in session: Session) throws {
    let store = try session.openOrCreateStore(dryRun: isDryRun)
    var context = store.foreignContext
    context.isFlat = isFlat
    if reader == TaskwarriorTasks.self { context.known = try ImportRequest.uuids(in: store) }
    var lines = reader == TodoTxt.self ? TodoTxt(context) : nil
    lines?.projectIsList = projectIsList
    let reader: any ForeignReader = lines ?? reader.init(context)
    let files = try ForeignFiles(of: reader, context, session).files(files)
    var last: TaskImport?
    let report = try store.write("import", dryRun: isDryRun) { reading in
      let imported = try TaskImport(
        files, of: reader, context: context, restores: restores, tellsKept: isDryRun, in: store,
        after: reading)
      last = imported
      if !skipsBad, !imported.bad.isEmpty { throw failure(imported.bad) }
      return imported.changes
    }
    guard let last else { return }
    for file in files where file.records.isEmpty {
      Conversation.say("\(file.name) holds no task of \(type(of: reader).name)")
    }
    say(last)
    sayOnce(of: last.plan.added.map(\.task), store.fields)
    try print(report, last, store, session)
  }

  /// Returns the task whose id stands behind a UUID of Taskwarrior.
  private static func uuids(in store: TaskStore) throws -> @Sendable (Text) -> TaskID? {
    let ids = try store.read().tasks.map(\.id)
    let known = Dictionary(
      ids.map { (TaskwarriorID.uuid(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    return { known[$0] }
  }

  private func failure(_ bad: [ForeignImport.Remark]) -> CommandError {
    let shown = bad.prefix(ImportRequest.mostShown).map(\.message)
    let rest = bad.count - shown.count
    return CommandError(
      shown.joined(separator: "\n") + (rest > 0 ? "\nand \(rest) more" : "")
        + "\nnothing was imported; correct \(bad.count == 1 ? "it" : "them"), or leave out what "
        + "cannot be read with --skip-bad", code: .usage)
  }

  /// Says what was left out or read in another way.
  private func say(_ imported: TaskImport) {
    for bad in imported.bad.prefix(ImportRequest.mostShown) {
      Conversation.say(bad.message + " (left out)")
    }
    let unsaid = imported.bad.count - ImportRequest.mostShown
    if unsaid > 0 { Conversation.say("and \(unsaid) more left out; --json lists all") }
    let kinds = ImportRequest.kinds(of: imported.plan.remarks)
    for remarks in kinds.prefix(ImportRequest.mostShown) {
      let rest = remarks.count - ImportRequest.mostAlike
      for remark in remarks.prefix(rest == 1 ? remarks.count : ImportRequest.mostAlike) {
        Conversation.say(remark.message)
      }
      if rest > 1 { Conversation.say("and \(rest) more like this; --json lists all") }
    }
    for (task, source) in imported.plan.gone.prefix(ImportRequest.mostShown) {
      Conversation.say(
        "'\(ControlCharacters.escaped(task.title))' (\(task.id)) is no longer in "
          + "\(ControlCharacters.escaped(Text(source))), and stays here")
    }
    for task in imported.plan.trashed.prefix(ImportRequest.mostShown) {
      Conversation.say(
        "'\(ControlCharacters.escaped(task.title))' (\(task.id)) stays in the trash; "
          + "take it out with --restore")
    }
  }

  /// Says what holds for many tasks and is no fault of any of them.
  private func sayOnce(of tasks: [Task], _ fields: OwnFields) {
    // Other programs than these do not say what a late task repeats from.
    if !["org", "json", "jsonl"].contains(reader.name) {
      let count = tasks.count { task in
        [task.deadline, task.scheduled].contains { $0?.repeater?.kind == .catchUp }
      }
      if count > 0 {
        Conversation.say(
          "\(count) repeating \(count == 1 ? "task comes" : "tasks come") back once when late, at the next date to come; "
            + "every:+1w has each date that has passed")
      }
    }
    guard reader == TaskwarriorTasks.self else { return }
    let names = tasks.flatMap(\.properties).map(\.name).uniqued().filter {
      fields[$0] == nil && OwnFields.fault(of: $0.string) == nil
        && !TaskwarriorAttribute.ofPrograms.contains($0)
    }
    guard let first = names.first else { return }
    Conversation.say(
      "kept as properties: \(names.prefix(ImportRequest.mostShown).map(\.string).joined(separator: ", ")); "
        + "to have one as a field: tasks config field.\(first) text")
  }

  /// The remarks of each kind, in the order of the files: of one kind are those that differ in what they quote.
  private static func kinds(of remarks: [ForeignImport.Remark]) -> [[ForeignImport.Remark]] {
    var places: [String: Int] = [:]
    var kinds: [[ForeignImport.Remark]] = []
    for remark in remarks {
      let parts = remark.text.split(separator: "'", omittingEmptySubsequences: false)
      let kind = parts.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        .joined(separator: "'")
      if let place = places[kind] {
        kinds[place].append(remark)
      } else {
        places[kind] = kinds.count
        kinds.append([remark])
      }
    }
    return kinds
  }

  private func print(
    _ report: WriteReport, _ imported: TaskImport, _ store: TaskStore, _ session: Session
  ) throws {
    let list = TaskList(session: session, store: store)
    let (plan, reading) = (imported.plan, report.reading)
    func tasks(isNew: Bool) -> [Task] {
      report.changed.filter { $0.new != nil && ($0.old == nil) == isNew }.compactMap(\.new)
    }
    func rows(isNew: Bool) throws -> [TaskJSON.Row] {
      try list.rows(tasks(isNew: isNew).map(reading.shown), reading)
    }
    func answer() throws -> ImportAnswer {
      ImportAnswer(
        added: try rows(isNew: true), changed: try rows(isNew: false), unchanged: plan.unchanged,
        kept: plan.kept, gone: plan.gone.map(\.task),
        trashed: plan.trashed, remarks: plan.remarks + imported.bad)
    }
    try session.output(of: answer()) { output in
      let would = isDryRun ? "would be " : ""
      var line = list.line
      line.isEcho = true
      for (word, isNew) in [("added", true), ("changed", false)]
      where tasks(isNew: true).count + tasks(isNew: false).count <= ImportRequest.mostShown {
        for task in tasks(isNew: isNew) {
          output.write(Array("\(would)\(word) ".utf8))
          line.write(task, short: reading.short(task), to: &output)
        }
      }
      for task in plan.kept.prefix(ImportRequest.mostShown) {
        output.write(Array("would keep ".utf8))
        line.write(task, short: reading.short(task), to: &output)
      }
      let (added, changed) = (tasks(isNew: true).count, tasks(isNew: false).count)
      var counts = ["\(added) \(would)added", "\(changed) \(would)changed"]
      counts.append("\(plan.unchanged.count) unchanged")
      if !plan.kept.isEmpty { counts.append("\(plan.kept.count) of them changed here") }
      if !plan.trashed.isEmpty { counts.append("\(plan.trashed.count) in the trash") }
      if !imported.bad.isEmpty { counts.append("\(imported.bad.count) left out") }
      output.line(counts.joined(separator: ", "))
    }.flush()
  }
}

/// What an import has done.
struct ImportAnswer: Answer {
  let kind = "import"
  private let added: [TaskJSON.Row]
  private let changed: [TaskJSON.Row]
  private let unchanged: [Task]
  private let kept: [Task]
  private let gone: [Task]
  private let trashed: [Task]
  private let remarks: [ForeignImport.Remark]

  /// - Parameters:
  ///   - kept: Those of the unchanged tasks that keep what was changed here; known of a dry run.
  ///   - gone: Open tasks that their source no longer has.
  ///   - trashed: Tasks that stay in the trash.
  ///   - remarks: What was read in another way, or left out.
  init(
    added: [TaskJSON.Row], changed: [TaskJSON.Row], unchanged: [Task], kept: [Task],
    gone: [Task], trashed: [Task], remarks: [ForeignImport.Remark]
  ) {
    (self.kept, self.gone) = (kept, gone)
    (self.added, self.changed, self.unchanged) = (added, changed, unchanged)
    (self.trashed, self.remarks) = (trashed, remarks)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("added")
      TaskJSON.write(added, to: &json)
      json.key("changed")
      TaskJSON.write(changed, to: &json)
      json.key("unchanged")
      json.array(unchanged) { $0.string($1.id.text) }
      json.key("trashed")
      json.array(trashed) { $0.string($1.id.text) }
      for (key, tasks) in [("kept", kept), ("gone", gone)] where !tasks.isEmpty {
        json.key(key)
        json.array(tasks) { $0.string($1.id.text) }
      }
      json.key("remarks")
      json.array(remarks) { json, remark in
        json.object { json in
          json.member("file", remark.file)
          json.member("line", remark.line)
          json.member("remark", remark.text)
        }
      }
    }
  }
}
