import Git
import TasksCore

/// The view that filters what is listed in this clone, and completes what is added, until it is left. Its name is in the
/// clone's git config; `TASKS_CONTEXT` names another one for one command, or `none`.
package struct ActiveContext {
  private static let key = "tasks.context"

  package let name: String
  package let query: Query

  /// Returns the context; nil for none.
  ///
  /// - Throws: `invalid` if it names no view.
  package static func of(_ store: TaskStore, now: Timestamp) throws -> ActiveContext? {
    let named = store.context.variable("TASKS_CONTEXT").flatMap { $0.isEmpty ? nil : $0 }
    let isGiven = named != nil
    let stored = isGiven ? nil : try store.repository.string(key)
    guard let name = named ?? stored, name != "none" else { return nil }
    guard let view = try Views(of: store).named(name) else {
      let text = ControlCharacters.escaped(Text(name))
      throw StoreError.invalid(
        isGiven
          ? "TASKS_CONTEXT names '\(text)', which is no view; tasks view lists them"
          : "the context '\(text)' is no longer a view; leave it with: tasks context none")
    }
    return ActiveContext(
      name: name, query: try Query.read(line: view.filter, now: now, fields: store.fields))
  }

  /// Enters the context of a view; leaves it if there is no name.
  ///
  /// - Throws: `invalid` if there is no such view.
  package static func enter(_ name: String?, in store: TaskStore) throws {
    if let name, try Views(of: store).named(name) == nil {
      throw StoreError.invalid(
        "there is no view '\(ControlCharacters.escaped(Text(name)))'; save one with: tasks view save \(name) FILTER"
      )
    }
    do throws(GitError) {
      try store.repository.set(key, to: name ?? "none")
    } catch {
      throw StoreError(error)
    }
  }
}
