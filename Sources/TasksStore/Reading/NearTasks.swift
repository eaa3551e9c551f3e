import TasksCore

/// Tasks that may be meant by a word that is the beginning of no id. They are looked for only for the message.
package struct NearTasks: Sendable {
  typealias Name = (short: String, title: String)

  private enum Reason { case begins, title, spelling }

  private static let most = 5

  private let reason: Reason
  private let tasks: [Name]
  /// How many of the tasks are open; they are the first.
  private let openCount: Int

  /// Finds tasks by a word: its title has the word in it, or its short id differs by one character. Open tasks come
  /// first. Nil if there are none.
  package init?(_ word: String, in reading: StoreReading) {
    let all = reading.tasks.filter { !$0.isDeleted }
    let ordered = all.filter(\.isOpen) + all.filter { !$0.isOpen }
    let search = TextSearch(word)
    openCount = ordered.count { $0.isOpen && search.isFound(in: $0.title) }
    func names(where isMeant: (Task) -> Bool) -> [Name] {
      ordered.filter(isMeant).map {
        (reading.short($0), ControlCharacters.escaped($0.title))
      }
    }
    guard !word.isEmpty else { return nil }
    if word.utf8.count < TaskID.shortest {
      (reason, tasks) = (.begins, names { $0.id.hasPrefix(word) })
    } else {
      let titled = names { search.isFound(in: $0.title) }
      (reason, tasks) =
        titled.isEmpty
        ? (
          .spelling,
          names { $0.isOpen && NearestWord.isSlip(word.lowercased(), of: reading.short($0)) }
        ) : (.title, titled)
    }
    if tasks.isEmpty { return nil }
  }

  /// The only task whose title has the word in it, or the only open one.
  package var only: (short: String, title: String)? {
    reason == .title && (tasks.count == 1 || openCount == 1) ? tasks.first : nil
  }

  /// The end of the sentence "no task has an id that begins with …".
  var offer: String {
    switch reason {
    case .begins: "; it begins \(NearTasks.names(tasks))"
    case .title:
      ", but \(tasks.count == 1 ? "a title has" : "titles have") it: \(NearTasks.names(tasks))"
    case .spelling: "; did you mean \(NearTasks.names(tasks))?"
    }
  }

  /// Up to five tasks on one line: `k7m Call Bob, k7x Pay the rent`.
  static func names(_ tasks: [Name]) -> String {
    let named = tasks.prefix(most).map { "\($0.short) \($0.title)" }.joined(separator: ", ")
    return tasks.count > most ? "\(named) and \(tasks.count - most) more" : named
  }
}
