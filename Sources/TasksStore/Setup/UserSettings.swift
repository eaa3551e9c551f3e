import Git
import Platform
import TasksCore

/// A user's own settings, `$XDG_CONFIG_HOME/tasks/config`: what a store, which may come from others, must not
/// say, such as the programs to run.
public struct UserSettings {
  private let file: ConfigFile?

  /// - Throws: `invalid` when the file is no config file; one that is not there is an empty one.
  public init(variable: (String) -> String?) throws(StoreError) {
    let home = variable("HOME").map { $0 + "/.config" }
    let folder = variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    guard let path = folder.map({ $0 + "/tasks/config" }), File.kind(path) != nil else {
      file = nil
      return
    }
    do throws(GitError) {
      file = try ConfigFile(path: path)
    } catch {
      throw .invalid("your settings cannot be read: \(error.description)")
    }
  }

  /// What opens links in place of the system's opener: a program, and arguments in front of the link.
  public var opener: [String]? {
    guard let value = file?.string("tasks.opener"), !value.isEmpty else { return nil }
    // A path with blanks in it is one word.
    if value.hasPrefix("/"), File.isExecutable(value) { return [value] }
    let words = value.split(separator: " ").map(String.init)
    return words.isEmpty ? nil : words
  }
}
