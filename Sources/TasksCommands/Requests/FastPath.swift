import Platform
import TasksCore

/// A fast parser for common commands: words without options other than `--store`, `--json` and the kind of listing.
///
/// Setting up the argument library takes as long as a listing itself, so the commands that people and scripts use
/// most are parsed without it. Any other command line, including one with an error, is left to the library.
package struct FastPath {
  /// The folder given with `--store`.
  package let store: String?
  package let wantsJSON: Bool
  package let request: any Request

  package init?(_ given: [String]) {
    // The words after it are those of another command line.
    if given.first == "suggest" {
      (self.store, self.wantsJSON) = (nil, false)
      self.request = SuggestRequest(words: Array(given.dropFirst()))
      return
    }
    var store: String?
    var wantsJSON = false
    var kind: TaskGroup?
    var words: [String] = []
    var rest = given[...]
    while let word = rest.popFirst() {
      if word == "--store", store == nil {
        guard let folder = rest.popFirst(), !folder.hasPrefix("-") else { return nil }
        store = folder
      } else if word == "--json" {
        wantsJSON = true
      } else if kind == nil, let known = FastPath.kind(word) {
        kind = known
      } else if word == "--short", words == ["status"] {
        words.append(word)
      } else if word.hasPrefix("-") {
        return nil
      } else {
        words.append(word)
      }
    }
    let others = Array(words.dropFirst())
    func request(_ verb: String) -> (any Request)? { FastPath.request(verb, others, kind) }
    if words.isEmpty, kind == nil, !wantsJSON, isatty(1) == 1 { words = ["dashboard"] }
    let word = words.first ?? "list"
    // The table of verbs is made for other names only, since making it costs a thirtieth of a listing.
    guard let request = request(word) ?? Verb.named(word).flatMap({ request($0.name) }) else {
      return nil
    }
    if wantsJSON, request is ShortStatus { return nil }
    self.request = request
    self.store = store
    self.wantsJSON = wantsJSON
  }

  private static func request(
    _ verb: String, _ words: [String], _ kind: TaskGroup?
  ) -> (any Request)? {
    if verb == "list" { return Listing(filter: words, kind: kind ?? .open) }
    if kind != nil { return nil }
    switch verb {
    case "ready": return Listing(filter: words, tag: .ready)
    case "status" where words == ["--short"]: return ShortStatus()
    case "log": return LogListing(words: words)
    case "remind" where words == ["badge"]: return ReminderBadge()
    case "remind" where words == ["check"]: return ReminderCheck(isDryRun: false)
    case "clock" where words.isEmpty || words == ["status"]: return ClockStatus()
    case "clock" where words.first == "report":
      return ClockReporting(words: Array(words.dropFirst()), by: nil)
    case "tags" where words.isEmpty: return CountsRequest(names: .tags)
    case "lists" where words.isEmpty: return CountsRequest(names: .lists)
    case "agenda": return AgendaListing(words: words)
    case "forecast": return ForecastListing(words: words)
    case "dashboard" where words.isEmpty: return DashboardRequest()
    case _ where words.isEmpty: return nil
    case "add": return AddRequest(words: words)
    case "modify": return ModifyRequest(words: words)
    case "done": return ActionRequest(action: ChangeState.done, words: words)
    case "reopen": return ActionRequest(action: ChangeState.reopen, words: words)
    case "start": return ActionRequest(action: ChangeState.start, words: words)
    case "wait": return ActionRequest(action: ChangeState.wait, words: words)
    case "cancel": return ActionRequest(action: ChangeState.cancel, words: words)
    default: return nil
    }
  }

  private static func kind(_ word: String) -> TaskGroup? {
    switch word {
    case "--done": .finished
    case "--deleted": .deleted
    case "--all": .all
    default: nil
    }
  }
}
