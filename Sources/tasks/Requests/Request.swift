/// What a command was asked for, whoever read the words.
protocol Request {
  func run(in session: Session) throws
}

/// Words without an option, but for the store, the kind of listing and JSON.
///
/// They are what people and their scripts type all day, and the argument library takes as long to set up as a listing
/// itself: these are read without it. Whatever else there is, a mistake too, is left to it.
struct PlainWords {
  /// Nil where the option is not there.
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
      } else if kind == nil, let known = PlainWords.kind(word) {
        kind = known
      } else if word.hasPrefix("-") {
        return nil
      } else {
        words.append(word)
      }
    }
    let (verb, others) = (words.first ?? List.names[0], Array(words.dropFirst()))
    if List.names.contains(verb) {
      request = Listing(filter: others, kind: kind ?? .open, form: wantsJSON ? .json : .lines)
    } else if kind == nil, Log.names.contains(verb) {
      request = LogListing(ids: others)
    } else if kind == nil, let change = PlainWords.change(verb, others) {
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
    if Add.names.contains(verb) { return Addition(words: words) }
    if Modify.names.contains(verb) { return Modification(words: words) }
    return StateVerb.all.first { $0.names.contains(verb) }.map { StateChange(verb: $0, ids: words) }
  }
}
