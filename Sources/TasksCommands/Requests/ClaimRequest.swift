import TasksCore
import TasksStore

/// A parsed `ready --claim` command: claims the first of the listed tasks that nobody has claimed.
struct ClaimRequest: Request {
  var listing: Listing
  var isDryRun = false

  func run(in session: Session) throws {
    let store = try session.openStore()
    let query = try listing.query(session, store)
    try listing.options.check(now: session.now, fields: store.fields)
    var listed = Listed(
      listing: listing, query: query, view: listing.options, session: session, store: store)
    try listed.useContext()
    let holder = store.holders()
    let list = TaskList(session: session, store: store)
    try session.perform(
      ChangeState.claim, dryRun: isDryRun, nothing: "no such task is ready and unclaimed"
    ) { reading in
      let tasks = try TaskSelection(
        listed.query, from: reading, of: store, now: session.now, where: { $0.isIn(.open) })
      let sorted = try listed.sorted(tasks, list, reading)
      let free = sorted.lazy.first { holder($0) == nil }
      return try free.map { [try reading.document(of: $0)] } ?? []
    }
  }
}
