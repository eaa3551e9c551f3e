import ArgumentParser

/// Words that the shell offers for arguments when the tab key is pressed.
enum Suggestion {
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    /// The ids of open tasks, of finished ones, of those in the trash, and of all that are not there.
    case open, finished, deleted, every
    /// Tags as conditions and changes write them: `+phone`, `@office`.
    case tags
    /// Lists as conditions and changes write them: `list:work`.
    case listed
    /// The names of lists.
    case lists
    case keywords, settings, views
    /// The keys of ``QuickAdd``, and those of a filter.
    case keys, conditions
  }

  static let open = completion(.open)
  static let finished = completion(.finished)
  static let deleted = completion(.deleted)
  static let every = completion(.every)
  static let words = completion(.keys, .tags, .listed)
  static let filter = completion(.conditions, .tags, .listed)
  static let changes = completion(.open, .keys, .tags, .listed)
  static let openAndLists = completion(.open, .lists)
  static let openAndKeywords = completion(.open, .keywords)
  static let settings = completion(.settings)
  static let views = completion(.views)

  /// Returns the completion for some kinds of words, for all of which the shell runs the program once.
  private static func completion(_ kinds: Kind...) -> CompletionKind {
    .shellCommand(
      "tasks suggest \(kinds.map(\.rawValue).joined(separator: " ")) 2>/dev/null")
  }
}
