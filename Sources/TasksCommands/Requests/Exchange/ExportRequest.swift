import TasksCore
import TasksExchange
import TasksStore
import TasksSync
import TasksTerminal

/// A parsed `export` command.
struct ExportRequest: Request {
  let format: any ForeignFormat.Type
  /// As typed.
  let filter: [String]
  /// Where to write; nil for standard output.
  let path: String?
  let isForSpreadsheets: Bool
  /// Whether encrypted notes are exported in plain text.
  let decrypts: Bool

  func run(in session: Session) throws {
    let store = try session.openStore()
    let query = try session.query(filter, in: store)
    var reading = try store.read()
    if decrypts { reading = try EncryptedFiles(of: store).added(to: reading) }
    TaskList.warn(about: reading)
    var tasks = Array(
      try TaskSelection(
        query, from: reading, of: store, now: session.now, withHidden: true,
        where: { !$0.isDeleted }))
    if tasks.isEmpty, !query.isEmpty {
      TaskList(session: session, store: store).explainNothing(query, reading)
      Conversation.say("no task matches")
    }
    if decrypts { tasks = try tasks.map(store.decrypting) }
    let context = store.foreignContext
    let format = format.init(context)
    var table = format as? CSVTasks
    table?.isForSpreadsheets = isForSpreadsheets
    let bytes = (table ?? format).print(tasks)
    try OutputFile(path, session).write(bytes)
    let losses = ForeignLosses(tasks, in: format, fields: store.fields)
    if !losses.isEmpty {
      Conversation.say("\(type(of: format).name) has no place for: \(losses.text)")
    }
  }
}
