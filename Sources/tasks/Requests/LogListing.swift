import TasksStore

/// A parsed `log` command.
struct LogListing: Request {
  /// The words that name tasks; empty for the whole store.
  let ids: [String]
  var limit = Int.max

  func run(in session: Session) throws {
    let store = try session.openStore()
    let paths = ids.isEmpty ? nil : try ids.map { try store.path(of: $0) }
    let history = try store.history(of: paths, limit: limit) { WallClock.local($0) }
    var output = Output()
    if session.wantsJSON {
      output.write(HistoryReport.json(history.entries))
    } else {
      for line in HistoryReport(style: .standard).text(history.entries) { output.line(line) }
    }
    try output.flush()
    if let failure = history.failure { throw failure }
  }
}
