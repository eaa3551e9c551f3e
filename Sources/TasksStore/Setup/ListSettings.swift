import Git
import TasksCore

/// The settings of a list in a store's settings: `[list "Groceries"]` with `dav`, the segment of its address that a
/// client has chosen, and `color`, `order` and `description`. The empty name is that of the tasks without a list.
package struct ListSettings: Hashable, Sendable {
  package enum Key: String, CaseIterable, Sendable { case dav, color, order, description }

  private var values: [Key: String] = [:]

  package init() {}

  package subscript(key: Key) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// Returns the settings of each list that has some.
  package static func all(of store: TaskStore) throws -> [Text: ListSettings] {
    var found: [Text: ListSettings] = [:]
    for entry in try SettingsFile(of: store).file().entries {
      let parts = entry.key.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
      guard parts.count > 2, parts[0].elementsEqual("list".utf8),
        let key = Key(rawValue: String(parts[parts.count - 1]) ?? "")
      else { continue }
      let name = Text(bytes: Array(parts[1..<parts.count - 1].joined(separator: [0x2E])))
      found[name, default: ListSettings()][key] = entry.value
    }
    return found
  }

  /// Returns for how many days finished tasks stay in their lists for clients; nil for ever.
  ///
  /// - Throws: `invalid`.
  package static func doneDays(of store: TaskStore) throws -> Int? {
    let value = try SettingsFile(of: store).file().entries.last { $0.key == "dav.done" }?.value
    if value == "all" { return nil }
    guard let days = value.map({ Int($0) }) ?? 90, days > 0 else {
      throw StoreError.invalid("dav.done is '\(value ?? "")', and not a number of days, or all")
    }
    return days
  }

  /// Returns the change of the store's settings that gives lists these settings, for a commit with other changes. What
  /// else is set of a list stays; a list with nil loses all.
  package static func change(
    _ lists: [(name: Text?, settings: ListSettings?)], in store: TaskStore
  ) throws -> Change {
    try SettingsFile(of: store).changed { file throws in
      for (name, settings) in lists {
        let section = "list.\(name?.string ?? "")"
        do throws(GitError) {
          guard let settings else {
            try file.remove(section: section)
            continue
          }
          for key in Key.allCases {
            let full = "\(section).\(key.rawValue)"
            if let value = settings[key] {
              try file.set(full, to: value)
            } else {
              try file.remove(full)
            }
          }
        } catch {
          throw StoreError.invalid(error.description)
        }
      }
    }
  }
}
