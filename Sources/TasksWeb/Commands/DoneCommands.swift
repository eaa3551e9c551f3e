/// What the last commands of pages led to, by the keys that the pages gave them: one that is sent again, because its answer
/// was lost, is answered as before, and can be taken back by a page that never saw its answer.
///
/// It lasts as long as the server. Without it a command that is sent twice does nothing the second time (``WebCommand``).
actor DoneCommands {
  private static let most = 1000

  private var outcomes: [String: WebOutcome] = [:]
  private var keys: [String] = []

  subscript(_ key: String) -> WebOutcome? { outcomes[key] }

  func add(_ outcome: WebOutcome, for key: String) {
    if outcomes.updateValue(outcome, forKey: key) == nil { keys.append(key) }
    if keys.count > DoneCommands.most { outcomes[keys.removeFirst()] = nil }
  }
}
