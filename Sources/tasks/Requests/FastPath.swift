import TasksCore

/// A parsed command, ready to run.
protocol Request {
  func run(in session: Session) throws
}

/// A fast parser for common commands: words without options other than `--store`, `--json` and the kind of listing.
///
/// Setting up the argument library takes as long as a listing itself, so the commands that people and scripts use
/// most are parsed without it. Any other command line, including one with an error, is left to the library.
struct FastPath {
  /// The folder given with `--store`.
  let store: String?
  let wantsJSON: Bool
  let request: any Request

  init?(_ given: [String]) {
    var store: String?
    var wantsJSON = false
    var kind: Listing.Kind?
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
      } else if word.hasPrefix("-") {
        return nil
      } else {
        words.append(word)
      }
    }
    let (verb, others) = (words.first ?? List.names[0], Array(words.dropFirst()))
    if List.names.contains(verb) {
      request = Listing(filter: others, kind: kind ?? .open)
    } else if kind == nil, Log.names.contains(verb) {
      request = LogListing(ids: others)
    } else if kind == nil, let change = FastPath.change(verb, others) {
      request = change
    } else {
      return nil
    }
    self.store = store
    self.wantsJSON = wantsJSON
  }

  private static func kind(_ word: String) -> Listing.Kind? {
    switch word {
    case "--done": .done
    case "--deleted": .deleted
    case "--all": .all
    default: nil
    }
  }

  private static func change(_ verb: String, _ words: [String]) -> (any Request)? {
    if words.isEmpty { return nil }
    if Add.names.contains(verb) { return AddRequest(words: words) }
    if Modify.names.contains(verb) { return ModifyRequest(words: words) }
    let action: ChangeState
    switch verb {
    case "done", "do", "close": action = .done
    case "reopen": action = .reopen
    case "start": action = .start
    case "wait": action = .wait
    case "cancel": action = .cancel
    default: return nil
    }
    return ActionRequest(action: action, ids: words)
  }
}
