import Git
import Platform
import TasksCore

/// A user's own settings, `$XDG_CONFIG_HOME/tasks/config`: those that a store must not decide, since it may come from
/// others, such as programs to run.
package struct UserSettings {
  /// The settings; those without a section are in `tasks`.
  package static let names = [
    "columns", "theme", "glyphs", "opener", "dashboard", "agenda.span", "agenda.week-start",
    "agenda.calendars", "capture.place-command", "crypt.passphrase-command",
    "mobile.password-command", "mobile.encrypt", "refile.levels", "remind.notifier", "remind.popup",
    "remind.snooze", "remind.sound-command", "remind.push-service", "remind.push-text",
    "remind.push-token", "remind.push-url", "remind.push-user", "ui.border", "ui.cursor", "ui.key",
    "ui.mouse", "ui.sync", "ui.view", "web.sync", "web.url",
  ]

  /// The whole name of a user's own setting; nil for any other.
  package static func key(_ name: String) -> String? {
    let short = name.hasPrefix("tasks.") ? String(name.dropFirst(6)) : name
    guard names.contains(short) || name.hasPrefix("color.") else { return nil }
    return short.contains(".") ? short : "tasks." + short
  }

  private let file: ConfigFile?
  private let folder: String?
  private let home: String?

  /// Reads the settings; a missing file counts as empty.
  ///
  /// - Throws: `invalid` if the file cannot be parsed.
  package init(variable: (String) -> String?) throws(StoreError) {
    folder = UserSettings.folder(variable)
    home = variable("HOME")
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

  /// Sets a setting, in a file that is made with the first one and that only its owner may read.
  ///
  /// - Returns: Whether anything changed.
  /// - Throws: `invalid` for a name that cannot be one; of the file.
  package func set(_ key: String, to value: String, dryRun: Bool) throws -> Bool {
    guard let folder else {
      throw StoreError.invalid("HOME is not set, so there is no place for settings of yours")
    }
    guard string(key) != value else { return false }
    if dryRun { return true }
    let path = folder + "/config"
    // What could not be read must not be written anew.
    guard file != nil || File.isMissing(path) else {
      throw StoreError.invalid("your settings cannot be read: \(path)")
    }
    var changed: ConfigFile
    do throws(GitError) {
      if let file { changed = file } else { changed = try ConfigFile(bytes: [], path: path) }
      try changed.set(key, to: value)
    } catch {
      throw StoreError.invalid(error.description)
    }
    try StoreFile.makeFolder(folder)
    // It may be a link into a folder of settings that git keeps.
    let real = File.realPath(path)
    let new = real + ".new"
    try StoreFile.write(changed.bytes, to: new, modeOf: real, mode: 0o600, durable: true)
    try StoreFile.rename(new, to: real)
    return true
  }

  /// Returns the last value of a setting.
  package func string(_ key: String) -> String? { file?.string(key) }

  /// Returns all values of a setting that can be set several times.
  package func strings(_ key: String) -> [String] { file?.strings(key) ?? [] }

  /// Returns a setting that is true or false.
  ///
  /// - Throws: `invalid` for another value.
  package func bool(_ key: String) throws(StoreError) -> Bool? {
    do throws(GitError) {
      return try file?.bool(key)
    } catch {
      throw .invalid("your settings cannot be used: \(error.description)")
    }
  }

  /// The settings `color.NAME`, in the order of the file.
  package var colors: [(name: String, value: String)] {
    (file?.entries ?? []).compactMap { entry in
      entry.key.hasPrefix("color.") ? (String(entry.key.dropFirst(6)), entry.value ?? "") : nil
    }
  }

  static func folder(_ variable: (String) -> String?) -> String? {
    let home = variable("HOME").map { $0 + "/.config" }
    let folder = variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    return folder.map { $0 + "/tasks" }
  }

  /// How many levels of the names of lists are completed for `refile`; nil for all.
  package var refileLevels: Int? {
    string("refile.levels").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The paths of the calendars that the agenda shows. `~/` is the home folder, and other relative paths begin at the
  /// folder of the settings, as those of git's `include.path` do.
  package var calendars: [String] {
    let paths = file?.strings("agenda.calendars").filter { !$0.isEmpty } ?? []
    return paths.map { path in
      if path.hasPrefix("/") { return path }
      if path == "~" || path.hasPrefix("~/"), let home { return home + path.dropFirst() }
      return folder.map { "\($0)/\(path)" } ?? path
    }
  }

  /// The addresses at which others forward requests to the web server of this machine, such as
  /// `https://desk.example.ts.net`, in lower case and without a slash at the end.
  ///
  /// - Throws: `invalid` for what is no such address.
  package func webOrigins() throws(StoreError) -> [String] {
    var origins: [String] = []
    for url in file?.strings("web.url") ?? [] {
      let parts = url.lowercased().split(separator: "/", omittingEmptySubsequences: false)
      let isAddress =
        (3...4).contains(parts.count) && ["https:", "http:"].contains(parts[0])
        && parts[1].isEmpty && !parts[2].isEmpty && (parts.count == 3 || parts[3].isEmpty)
      guard isAddress else {
        throw .invalid(
          "web.url in your settings must be an address without a path, such as https://desk.example.org"
        )
      }
      origins.append(parts.prefix(3).joined(separator: "/"))
    }
    return origins
  }

  /// How long a reminder is snoozed, in minutes.
  ///
  /// - Throws: `invalid` for what is no length of time.
  package func snoozeMinutes() throws(StoreError) -> Int {
    guard let text = file?.string("remind.snooze") else { return 10 }
    guard let minutes = try? Effort.read(text), minutes > 0 else {
      throw .invalid(
        "remind.snooze in your settings is '\(text)'; it can be a length of time such as 10m or 1h")
    }
    return minutes
  }

  /// How many minutes pass between the syncs that the web server makes by itself while a page is open, 1 to 1440; nil for
  /// `never`.
  ///
  /// - Throws: `invalid` for anything else.
  package func webSyncMinutes() throws(StoreError) -> Int? {
    guard let text = file?.string("web.sync") else { return 5 }
    if text == "never" { return nil }
    guard let minutes = Int(text), (1...1440).contains(minutes) else {
      throw .invalid(
        "web.sync in your settings is '\(text)'; it can be a number of minutes, or never")
    }
    return minutes
  }

  /// The program that opens links in place of the system's, with arguments before the link.
  package var opener: [String]? {
    guard let value = file?.string("tasks.opener"), !value.isEmpty else { return nil }
    // An existing path with blanks is one word.
    if value.hasPrefix("/"), File.isExecutable(value) { return [value] }
    let words = value.split(separator: " ").map(String.init)
    return words.isEmpty ? nil : words
  }
}

extension AlertRules {
  /// Reads the settings `remind.*` of a store.
  ///
  /// - Throws: `damaged` for a value that cannot be used.
  init(_ file: ConfigFile, path: String) throws(StoreError) {
    self.init()
    func value<Value>(
      _ name: String, _ expected: @autoclosure () -> String, _ read: (String) -> Value?
    ) throws(StoreError) -> Value? {
      guard let text = file.string("remind.\(name)") else { return nil }
      guard let value = read(text) else {
        throw .damaged(
          path: path, reason: "sets remind.\(name) to \(text); it can be \(expected())")
      }
      return value
    }
    func lead(_ name: String) throws(StoreError) -> Int?? {
      try value(name, "a length of time such as 15m or 1h, or off") { text -> Int?? in
        text == "off" ? .some(nil) : (try? Effort.read(text)).map { .some($0) }
      }
    }
    let all = { Dates.allCases.map(\.rawValue).joined(separator: ", ") }
    if let value = try value("dates", all(), { Dates(rawValue: $0) }) { dates = value }
    if let value = try lead("first-alert") { first = value }
    if let value = try lead("second-alert") { second = value }
    if let value = try value("day-time", "a time of day such as 9:00", { TimeOfDay.minute($0) }) {
      dayTime = value
    }
    if let value = try value("grace", "a length of time such as 12h", { try? Effort.read($0) }) {
      grace = value
    }
  }
}
