import Git
import Platform
import TasksCore

/// A user's own settings, `$XDG_CONFIG_HOME/tasks/config`: those that a store must not decide, since it may come from
/// others, such as programs to run.
public struct UserSettings {
  private let file: ConfigFile?

  /// Reads the settings; a missing file counts as empty.
  ///
  /// - Throws: `invalid` if the file cannot be parsed.
  public init(variable: (String) -> String?) throws(StoreError) {
    let folder = UserSettings.folder(variable)
    guard let path = folder.map({ $0 + "/config" }), File.kind(path) != nil else {
      file = nil
      return
    }
    do throws(GitError) {
      file = try ConfigFile(path: path)
    } catch {
      throw .invalid("your settings cannot be read: \(error.description)")
    }
  }

  /// Returns the last value of a setting.
  public func string(_ key: String) -> String? { file?.string(key) }

  /// The settings `color.NAME`, in the order of the file.
  public var colors: [(name: String, value: String)] {
    (file?.entries ?? []).compactMap { entry in
      entry.key.hasPrefix("color.") ? (String(entry.key.dropFirst(6)), entry.value ?? "") : nil
    }
  }

  /// Returns the folder of the user's settings, whether it exists or not.
  static func folder(_ variable: (String) -> String?) -> String? {
    let home = variable("HOME").map { $0 + "/.config" }
    let folder = variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    return folder.map { $0 + "/tasks" }
  }

  /// How many levels of the names of lists are completed for `refile`; nil for all.
  public var refileLevels: Int? {
    string("refile.levels").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The program that opens links in place of the system's, with arguments before the link.
  public var opener: [String]? {
    guard let value = file?.string("tasks.opener"), !value.isEmpty else { return nil }
    // An existing path with blanks is one word.
    if value.hasPrefix("/"), File.isExecutable(value) { return [value] }
    let words = value.split(separator: " ").map(String.init)
    return words.isEmpty ? nil : words
  }
}
