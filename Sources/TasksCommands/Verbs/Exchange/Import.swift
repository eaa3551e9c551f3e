import ArgumentParser
import Platform
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
      Formats: \(ForeignFiles.described(ForeignFormats.all)). A file - is standard input. Without a file, \
      Taskwarrior itself is asked, and todotxt, dstask, backlog and beads are looked for where these programs keep \
      their tasks. Without a format, all of these are looked for, and named.

      A file can be imported again and again, in any clone: only what has changed in it since changes here. Of what \
      was changed on both sides the value here stays, and tasks conflicts shows the other one; what the file no \
      longer has is named, and stays. A task in the trash stays there, and one that was purged stays away. All is one \
      commit, which one undo reverses; if a line cannot be read, or tasks wait for each other in a circle, nothing is \
      written. --dry-run also shows what was changed here and is kept. A record without an id is known by its title, \
      and when that or the name of the file changes, by what is around it, which is said.

      Of an Org file a task below another is part of it, and what is left out is named. Of Markdown the lines with a \
      checkbox are read, with the emojis or the inline fields of Obsidian Tasks; they stay where they are.

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

  @Flag(
    help: """
      Keep the dots of Taskwarrior's projects: a list home.garden, not home/garden. Of an Org file: keep the tasks \
      below a task in its notes.
      """)
  var flat = false

  @Flag(
    help: """
      Tick the lines of Markdown files in the store's folder when their tasks are done here. A file that is not in git \
      stays out of it.
      """)
  var linked = false

  @Argument(help: "The format; without one, what other programs keep here is looked for.")
  var format: String?

  @Argument(help: ArgumentHelp("The files to read; - is standard input.", valueName: "file"))
  var files: [String] = []

  /// As many tasks and kinds of remarks as are shown one by one.
  private static let maxShown = 20
  /// As many remarks as are shown of a kind.
  private static let maxAlike = 3

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
    guard let word = format else { return try offer(Session(options)) }
    let known = ForeignFormats.all
    guard let format = known.first(where: { $0.name == word }) else {
      throw ForeignFiles.unknown(word, among: known)
    }
    let asked: [ForeignOption] =
      (projectAs == .list ? [.projectAs] : []) + (flat ? [.flat] : []) + (linked ? [.linked] : [])
    try ForeignFiles.check(asked, for: format)
    let session = try Session(options)
    let store = try session.openOrCreateStore(dryRun: write.dryRun)
    var context = store.foreignContext
    context.options = asked
    if format.traits.contains(.derivesIDs) { context.ids = try store.read().tasks.map(\.id) }
    let reader = format.init(context)
    var files = try ForeignFiles(of: reader, session).files(files)
    if linked { try link(&files, store, session) }
    var last: TaskImport?
    let report = try store.write("import", dryRun: write.dryRun, takesIn: true) { reading in
      let imported = try TaskImport(
        files, of: reader, context: context, restores: restore, tellsKept: write.dryRun, in: store,
        after: reading)
      last = imported
      if !skipBad, !imported.bad.isEmpty { throw failure(imported.bad) }
      return imported.changes
    }
    guard let last else { return }
    for file in files where file.records.isEmpty {
      Conversation.say("\(file.name) holds no task of \(type(of: reader).name)")
    }
    say(last)
    if let (states, keywords) = last.lacking {
      Conversation.say(
        "the store does not have \(states.map(ControlCharacters.escaped).joined(separator: ", ")), which only the new files "
          + "declare; for all of them: tasks config keywords '\(ControlCharacters.escaped(keywords))'"
      )
    }
    for remark in reader.remarks(on: last.plan.added.map(\.task)) { Conversation.say(remark) }
    try print(report, last, store, session)
  }

  /// Adds the file's path to the lines of tasks.
  private func link(
    _ read: inout [ForeignImport.File], _ store: TaskStore, _ session: Session
  ) throws {
    for (place, file) in files.enumerated() where place < read.count {
      let path = File.realPath(StoreLocation.absolute(file, in: session.currentFolder))
      guard file != "-", path.hasPrefix(store.root + "/"), path.hasSuffix(".md") else {
        throw CommandError(
          "\(file) cannot be linked: it is no .md file in the store's folder, \(store.root)",
          code: .usage)
      }
      read[place].records = read[place].records.map { record in
        guard case .task(var task) = record,
          let line = task.task.properties.firstIndex(where: { $0.name == LinkedLine.property })
        else { return record }
        let text = task.task.properties[line].value.string
        let link = LinkedLine(path: String(path.dropFirst(store.root.count + 1)), text: text)
        task.task.properties[line].value = link.value
        return .task(task)
      }
    }
  }

  /// Says what could be imported.
  private func offer(_ session: Session) throws {
    let store = try session.openOrCreateStore(dryRun: true)
    let offers = ForeignFiles.offers(store.foreignContext, session)
    if offers.isEmpty {
      throw CommandError(
        "no tasks of another program were found here; name the format and the file\nformats: "
          + ForeignFiles.described(ForeignFormats.all), code: .usage)
    }
    var output = Output(session.terminal)
    for (count, words) in offers {
      output.line("\(count) \(count == 1 ? "task" : "tasks"): tasks import \(words) --dry-run")
    }
    try output.flush()
    Conversation.say("--dry-run shows what would come; leave it out to import")
  }

  private func failure(_ bad: [ForeignImport.Remark]) -> CommandError {
    let shown = bad.prefix(Import.maxShown).map(\.message)
    let rest = bad.count - shown.count
    return CommandError(
      shown.joined(separator: "\n") + (rest > 0 ? "\nand \(rest) more" : "")
        + "\nnothing was imported; correct \(bad.count == 1 ? "it" : "them"), or leave out what "
        + "cannot be read with --skip-bad", code: .usage)
  }

  /// Says what was left out or read in another way.
  private func say(_ imported: TaskImport) {
    for bad in imported.bad.prefix(Import.maxShown) {
      Conversation.say(bad.message + " (left out)")
    }
    let unsaid = imported.bad.count - Import.maxShown
    if unsaid > 0 { Conversation.say("and \(unsaid) more left out; --json lists all") }
    let kinds = Import.kinds(of: imported.plan.remarks)
    for remarks in kinds.prefix(Import.maxShown) {
      let rest = remarks.count - Import.maxAlike
      for remark in remarks.prefix(rest == 1 ? remarks.count : Import.maxAlike) {
        Conversation.say(remark.message)
      }
      if rest > 1 { Conversation.say("and \(rest) more like this; --json lists all") }
    }
    for (task, source) in imported.plan.gone.prefix(Import.maxShown) {
      Conversation.say(
        "'\(ControlCharacters.escaped(task.title))' (\(task.id)) is no longer in "
          + "\(ControlCharacters.escaped(Text(source))), and stays here")
    }
    for task in imported.plan.trashed.prefix(Import.maxShown) {
      Conversation.say(
        "'\(ControlCharacters.escaped(task.title))' (\(task.id)) stays in the trash; "
          + "take it out with --restore")
    }
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
        added: try rows(isNew: true), changed: try rows(isNew: false), imported: imported)
    }
    try session.output(of: answer()) { output in
      let would = write.dryRun ? "would be " : ""
      var line = list.line
      line.isEcho = true
      for (word, isNew) in [("added", true), ("changed", false)]
      where tasks(isNew: true).count + tasks(isNew: false).count <= Import.maxShown {
        for task in tasks(isNew: isNew) {
          output.write(Array("\(would)\(word) ".utf8))
          line.write(task, short: reading.short(task), to: &output)
        }
      }
      for task in plan.kept.prefix(Import.maxShown) {
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
private struct ImportAnswer: Answer {
  let kind = "import"
  let added: [TaskJSON.Row]
  let changed: [TaskJSON.Row]
  let imported: TaskImport

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("added")
      TaskJSON.write(added, to: &json)
      json.key("changed")
      TaskJSON.write(changed, to: &json)
      let plan = imported.plan
      let (kept, gone) = (plan.kept, plan.gone.map(\.task))
      for (key, tasks, isAlways) in [
        ("unchanged", plan.unchanged, true), ("trashed", plan.trashed, true),
        ("kept", kept, false), ("gone", gone, false),
      ] where isAlways || !tasks.isEmpty {
        json.key(key)
        json.array(tasks) { $0.string($1.id.text) }
      }
      json.key("remarks")
      json.array(plan.remarks + imported.bad) { json, remark in
        json.object { json in
          json.member("file", remark.file)
          json.member("line", remark.line)
          json.member("remark", remark.text)
        }
      }
    }
  }
}
