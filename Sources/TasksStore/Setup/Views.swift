import Git
import TasksCore

/// The views in a store's settings: `[view "work"]` with `filter`, `sort`, `group`, `columns` and `limit`,
/// and with a `block` for each part.
package struct Views {
  /// The name of the setting of a part.
  private static let block = "block"

  private let store: TaskStore
  private let settings: SettingsFile

  package init(of store: TaskStore) {
    (self.store, settings) = (store, SettingsFile(of: store))
  }

  /// Returns all views, each at the place of its first setting.
  package func all() throws -> [(name: String, view: View)] {
    var views: [(name: String, view: View)] = []
    for entry in try settings.file().entries {
      guard entry.key.hasPrefix("view."), let dot = entry.key.lastIndex(of: "."),
        case let name = String(entry.key[..<dot].dropFirst("view.".count)), !name.isEmpty
      else { continue }
      let word = String(entry.key[dot...].dropFirst())
      let key = View.Key(rawValue: word)
      guard key != nil || word == Views.block else { continue }
      if !views.contains(where: { $0.name == name }) { views.append((name, View())) }
      for place in views.indices where views[place].name == name {
        if let key {
          views[place].view[key] = entry.value
        } else if let block = entry.value {
          views[place].view.blocks.append(block)
        }
      }
    }
    return views
  }

  func named(_ name: String) throws -> View? {
    try all().first { $0.name == name }?.view
  }

  /// Returns the view with a name.
  ///
  /// - Throws: `invalid` if there is none.
  package func known(_ name: String) throws -> View {
    let views = try all()
    if let found = views.first(where: { $0.name == name }) { return found.view }
    let near = NearestWord.to(name, among: views.map(\.name))
    throw StoreError.invalid(
      "there is no view '\(ControlCharacters.escaped(Text(name)))'; "
        + (near.map { "did you mean '\($0)'?" } ?? "tasks view lists them"))
  }

  /// Saves a view in place of the one with its name.
  ///
  /// - Returns: Whether anything changed.
  /// - Throws: `invalid` for a name that cannot be typed; `InputError` for a view that cannot be shown.
  package func save(
    _ view: View, as name: String, now: Timestamp, dryRun: Bool
  ) throws -> Bool {
    guard View.isName(name) else {
      throw StoreError.invalid(
        "'\(ControlCharacters.escaped(Text(name)))' cannot name a view; use letters, digits, - and _, a letter first"
      )
    }
    try view.check(now: now, fields: store.fields)
    for block in view.blocks {
      guard case .view(let part) = try ViewBlock.read(block, now: now) else { continue }
      guard part != name else {
        throw StoreError.invalid("the view '\(name)' would have itself as a part")
      }
      _ = try known(part)
    }
    return try settings.change("view save", "view: save \(name)", dryRun: dryRun) { file in
      try Views.write(view, as: name, to: &file)
    }
  }

  /// Saves views that were checked, in one commit.
  package func add(_ views: [(name: String, view: View)], dryRun: Bool) throws {
    guard !views.isEmpty else { return }
    let subject = "view: import \(views.count.counted("view"))"
    _ = try settings.change("view import", subject, dryRun: dryRun) { file in
      for (name, view) in views { try Views.write(view, as: name, to: &file) }
    }
  }

  private static func write(_ view: View, as name: String, to file: inout ConfigFile) throws {
    do throws(GitError) {
      try file.remove(section: "view.\(name)")
      for key in View.Key.allCases {
        if let value = view[key] { try file.set("view.\(name).\(key.rawValue)", to: value) }
      }
      for block in view.blocks { try file.add("view.\(name).\(Views.block)", block) }
    } catch {
      throw StoreError.invalid(error.description)
    }
  }

  /// Removes a view.
  ///
  /// - Returns: The names of the other views of which it is a part.
  /// - Throws: `invalid` if there is none of that name.
  package func remove(_ name: String, dryRun: Bool, now: Timestamp) throws -> [String] {
    _ = try known(name)
    let part = ViewBlock.view(name)
    let outer = try all().filter { outer in
      outer.name != name
        && outer.view.blocks.contains { (try? ViewBlock.read($0, now: now)) == part }
    }
    _ = try settings.change("view remove", "view: remove \(name)", dryRun: dryRun) { file in
      do throws(GitError) {
        try file.remove(section: "view.\(name)")
      } catch {
        throw StoreError.invalid(error.description)
      }
    }
    return outer.map(\.name)
  }
}

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
