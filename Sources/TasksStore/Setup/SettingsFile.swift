import Git
import Platform
import TasksCore

/// The settings that are stored in a store, `.tasks/config`.
package struct SettingsFile {
  private static let path = ".tasks/config"
  private let store: TaskStore

  package init(of store: TaskStore) { self.store = store }

  /// Returns a setting from the store's config; a key without a section is in `tasks`.
  package func value(_ key: String) throws -> String? {
    try file().string(full(key))
  }

  package func all() throws -> [(key: String, value: String)] {
    try file().entries.map { ($0.key, $0.value ?? "true") }
  }

  /// Sets a setting and commits it, if it leaves the store usable.
  ///
  /// - Returns: Whether anything changed.
  @discardableResult
  package func set(_ key: String, to value: String, dryRun: Bool = false) throws -> Bool {
    let full = full(key)
    guard full != "tasks.version" else {
      throw StoreError.invalid("the version of a store cannot be set by hand")
    }
    let isField = full.lowercased().hasPrefix(StoreSettings.fieldPrefix)
    if isField, !value.isEmpty {
      let name = String(full.dropFirst(StoreSettings.fieldPrefix.utf8.count))
      if let fault = OwnFields.fault(of: name) { throw StoreError.invalid(fault) }
      guard OwnField.Kind(value) != nil else {
        throw StoreError.invalid(
          "'\(ControlCharacters.escaped(Text(value)))' is no kind of field; the kinds are "
            + OwnField.Kind.notations.joined(separator: ", "))
      }
    }
    return try change("config", "config: \(full) = \(value)", dryRun: dryRun) { file in
      do throws(GitError) {
        if isField, value.isEmpty { try file.remove(full) } else { try file.set(full, to: value) }
      } catch {
        throw StoreError.invalid(error.description)
      }
      do throws(StoreError) {
        _ = try StoreSettings(
          file, path: store.root + "/" + SettingsFile.path,
          repository: store.repository)
      } catch {
        var reason = error.description
        if case .damaged(_, let why) = error {
          // What it says of the file is no news here.
          let parts = why.split(separator: ", which ", maxSplits: 1)
          reason =
            parts.count > 1
            ? "it \(parts[1])" : why.split(separator: "; ").last.map(String.init) ?? why
          if reason.hasSuffix("; correct it") { reason.removeLast("; correct it".count) }
        }
        throw StoreError.invalid(
          "'\(ControlCharacters.escaped(Text(value)))' is not a valid value of \(key): \(reason)")
      }
    }
  }

  /// Changes the file and commits it.
  ///
  /// - Parameter subject: The first line of the commit message.
  /// - Returns: Whether anything changed.
  package func change(
    _ verb: String, _ subject: String, dryRun: Bool, _ body: (inout ConfigFile) throws -> Void
  ) throws -> Bool {
    let changed = try changed(body)
    let write = StoreWrite(store: store, verb: verb, subject: subject)
    let decide = { (_: StoreReading) in [changed] }
    return try (dryRun ? write.preview(decide) : write.run(decide)).isChange
  }

  /// Returns the change of the file, for a commit with others.
  func changed(_ body: (inout ConfigFile) throws -> Void) throws -> Change {
    var file = try file()
    try body(&file)
    return .restore(path: SettingsFile.path, content: file.bytes)
  }

  /// Whether there is a setting of a store with this key, or the store has a value for it.
  package func knows(_ key: String) throws -> Bool {
    let name = key.hasPrefix("tasks.") ? String(key.dropFirst(6)) : key
    return try StoreSettings.names.contains(name) || name.hasPrefix("view.")
      || name.hasPrefix("list.") || name.hasPrefix(StoreSettings.fieldPrefix) || value(key) != nil
  }

  /// Whether a setting of yes or no is set to yes, as the file says now.
  package func isEnabled(_ key: String) throws -> Bool {
    let file = try file()
    do throws(GitError) {
      return try file.bool(key) ?? false
    } catch {
      throw StoreError.git(error)
    }
  }

  func file() throws -> ConfigFile {
    try StoreSettings.file(store.root + "/" + SettingsFile.path)
  }

  private func full(_ key: String) -> String { key.contains(".") ? key : "tasks." + key }
}
