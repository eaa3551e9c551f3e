import Git
import Platform
import TasksCore

extension TaskStore {
  private var settingsPath: String { ".tasks/config" }

  /// Returns a setting from the store's config; a key without a section is in `tasks`.
  public func setting(_ key: String) throws -> String? {
    try settingsFile().string(full(key))
  }

  /// Returns all settings in the order of the file.
  public func settingsList() throws -> [(key: String, value: String)] {
    try settingsFile().entries.map { ($0.key, $0.value ?? "true") }
  }

  /// Sets a setting and commits it, if it leaves the store usable.
  ///
  /// - Returns: Whether anything changed.
  @discardableResult
  public func setSetting(_ key: String, to value: String, dryRun: Bool = false) throws -> Bool {
    let full = full(key)
    guard full != "tasks.version" else {
      throw StoreError.invalid("the version of a store cannot be set by hand")
    }
    var file = try settingsFile()
    do throws(GitError) {
      try file.set(full, to: value)
    } catch {
      throw StoreError.invalid(error.description)
    }
    do throws(StoreError) {
      _ = try StoreSettings(file, path: root + "/" + settingsPath, repository: repository)
    } catch {
      throw StoreError.invalid(
        "“\(Visible.text(Text(value)))” is not a valid value of \(key): \(error.description)")
    }
    let content = file.bytes
    let report = try write("config", subject: "config: \(full) = \(value)", dryRun: dryRun) { _ in
      [.restore(path: settingsPath, content: content)]
    }
    return report.isChange
  }

  private func settingsFile() throws -> ConfigFile {
    try StoreSettings.file(root + "/" + settingsPath)
  }

  private func full(_ key: String) -> String { key.contains(".") ? key : "tasks." + key }
}
