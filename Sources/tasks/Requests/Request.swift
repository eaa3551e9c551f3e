/// What a command was asked for, whoever read the words.
protocol Request {
  func run(in session: Session) throws
}

/// Words without an option, but for `--store DIR`.
///
/// They are what people type all day, and the argument library takes as long to set up as a listing itself: these
/// are read without it. Whatever else there is, a mistake too, is left to it.
struct PlainWords {
  /// Nil where the option is not there.
  let store: String?
  let request: any Request

  init?(_ given: [String]) {
    var store: String?
    var words: [String] = []
    var rest = given[...]
    while let word = rest.popFirst() {
      if word == "--store", store == nil {
        guard let folder = rest.popFirst(), !folder.hasPrefix("-") else { return nil }
        store = folder
      } else if word.hasPrefix("-") {
        return nil
      } else {
        words.append(word)
      }
    }
    guard let request = PlainWords.request(words.first ?? List.names[0], Array(words.dropFirst()))
    else { return nil }
    self.store = store
    self.request = request
  }

  private static func request(_ verb: String, _ words: [String]) -> (any Request)? {
    if List.names.contains(verb) { return Listing(filter: words) }
    if words.isEmpty { return nil }
    if Add.names.contains(verb) { return Addition(words: words) }
    if Modify.names.contains(verb) { return Modification(words: words) }
    return StateVerb.all.first { $0.names.contains(verb) }.map { StateChange(verb: $0, ids: words) }
  }
}
