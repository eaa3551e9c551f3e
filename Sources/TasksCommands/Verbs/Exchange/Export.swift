import ArgumentParser
import Platform
import TasksCore
import TasksExchange
import TasksStore
import TasksSync
import TasksTerminal

struct Export: Verb {
  static let names = "export"
  static let wordKind = VerbWords.filter
  static let configuration = CommandConfiguration(
    of: Export.self, abstract: "Export tasks for other programs.",
    usage: "tasks export <format> [<filter> ...]",
    discussion: """
      Formats: \(ForeignFormats.exportedNames.joined(separator: ", ")). The open and the finished tasks are exported, \
      or those that match a filter; not those in the trash. What the format has no place for is said on standard \
      error. Importing the same file again changes nothing. An Org file in a folder of your Emacs agenda would \
      show every task twice; of a repeating task, Taskwarrior makes an occurrence of its own at each import.

        tasks export json > tasks.json
        tasks export taskwarrior +work | task import
        tasks export ics due.any: --output tasks.ics
        tasks export todotxt state:TODO
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file, not to standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Put a ' before what a spreadsheet would run as a formula (csv).")
  var spreadsheet = false

  @Flag(help: "Write each task at the first level, also one that is part of another (org).")
  var flat = false

  @Option(
    help: ArgumentHelp(
      "Write each task as a note of its own into this folder, again over the same task (md).",
      valueName: "folder"))
  var notes: String?

  @Flag(help: "Export encrypted notes in plain text.")
  var decrypt = false

  @Argument(help: "The format.")
  var format: String

  @Argument(help: "Which tasks; see tasks list --help.")
  var filter: [String] = []

  static func complete(_ line: inout Completion) {
    if line.place == 0 {
      line.offer(ForeignFormats.exportedNames)
    } else {
      line.offerConditions()
    }
  }

  static func complete(valueOf option: String, _ line: inout Completion) {
    if option == "--notes" { return line.offers = [.files] }
    line.offer(usualValuesOf: option)
  }

  func run() throws {
    let known = ForeignFormats.exported
    guard let format = known.first(where: { $0.name == format }) else {
      throw ForeignFiles.unknown(format, among: known)
    }
    guard !options.json else {
      throw CommandError(
        "the format says what is printed; for JSON: tasks export json", code: .usage)
    }
    let asked: [ForeignOption] =
      (spreadsheet ? [.spreadsheet] : []) + (flat ? [.flat] : [])
      + (notes == nil ? [] : [.notes])
    try ForeignFiles.check(asked, for: format)
    let session = try Session(options)
    let store = try session.openStore()
    let query = try session.query(DashedWords.restored(filter), in: store)
    var reading = try store.read()
    if decrypt { reading = try EncryptedFiles(of: store).added(to: reading) }
    TaskList.warn(about: reading)
    var tasks = Array(
      try TaskSelection(
        query, from: reading, of: store, now: session.now, withHidden: true,
        where: { !$0.isDeleted }))
    if tasks.isEmpty, !query.isEmpty {
      TaskList(session: session, store: store).explainNothing(query, reading)
      Conversation.say("no task matches")
    }
    if let notes {
      return try write(tasks.map(reading.document(of:)), to: notes, store, session)
    }
    if decrypt { tasks = try tasks.map(store.decrypting) }
    var context = store.foreignContext
    context.options = asked
    let writer = format.init(context)
    try OutputFile(output, session).write(writer.print(tasks))
    var points = ExportPoints(of: store)
    points.add(format.name)
    let losses = ForeignLosses(tasks, in: writer, fields: store.fields)
    if !losses.isEmpty {
      Conversation.say("\(format.name) has no place for: \(losses.text)")
    }
  }

  private func write(
    _ documents: [any TaskDocument], to folder: String, _ store: TaskStore, _ session: Session
  ) throws {
    let root = StoreLocation.absolute(folder, in: session.currentFolder)
    guard !decrypt, output == nil, let place = NewPath("{title}.md") else {
      throw CommandError("--notes goes without --decrypt and --output", code: .usage)
    }
    let isNew = File.isMissing(root)
    try StoreFile.makeFolder(root)
    guard !(File.realPath(root) + "/").hasPrefix(store.root + "/") else {
      if isNew { rmdir(root) }
      throw CommandError("\(folder) is in the store, where each note would be a task", code: .usage)
    }
    var written: Set<String> = []
    for document in documents {
      let task = document.task
      let note =
        task.format == .markdown ? document : try store.converting(document, to: .markdown).document
      let path = place.path(title: task.title, id: task.id, on: session.now.date) { path in
        if written.contains(path.lowercased()) { return true }
        guard let old = try? StoreFile.read(root + "/" + path) else { return false }
        return (try? TaskReader.read(old, path: path))?.task.id != task.id
      }
      written.insert(path.lowercased())
      let named = task.hasOwnID ? note : try note.applying([.id(task.id)])
      try StoreFile.write(named.bytes, to: root + "/" + path, durable: false)
    }
    Conversation.say("\(written.count.counted("note")) in \(folder)")
  }
}
