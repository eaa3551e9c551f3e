import Git
import Platform
import TasksCore

/// The settings of a store from `.tasks/config`, and what this clone's git config adds.
package struct StoreSettings: Sendable {
  /// The version of stores that this program writes.
  static let version = 1
  /// The settings of a store; those without a section are in `tasks`.
  package static let names =
    [
      "max-open", "format", "keywords", "notes", "autocommit", "log.edits", "new.path",
      "inbox.file", "inbox.heading",
      "remind.dates", "remind.first-alert", "remind.second-alert", "remind.day-time",
      "remind.grace",
      "remind.pusher", "phone.enabled", "dav.done", "crypt.recipients", "version",
    ] + Urgency.Reason.allCases.map { "urgency.\($0.rawValue)" }
  /// The states of a store that names none.
  package static let keywords = (open: "TODO(t) NEXT(n) WAIT(w@/!)", done: "DONE(d) CANCELED(c@)")
  /// The largest file read, in bytes: parsing takes several times as much memory, and the file may come from anyone.
  static let largestFile = 1 << 20

  /// The limit of open tasks; 0 for no limit.
  package let maxOpen: Int
  package let format: Format
  /// The keywords for the `#+TODO:` line of new files.
  package let keywords: Text
  package let workflow: Workflow
  /// Which Markdown files are tasks.
  package let notes: NoteRule
  /// Where new tasks go; nil for the folders of months.
  package let newPath: NewPath?
  /// Whether changes are synced to disk before a command reports success.
  package let isDurable: Bool
  /// Whether changes are committed at all.
  package let autocommit: Bool
  /// Whether changes of titles and dates are logged in the tasks.
  let logsEdits: Bool
  /// The files at the store's top whose entries become tasks, and the headings below which these are.
  let inbox: (files: [String], place: [Text])
  package let alerts: AlertRules
  let urgency: Urgency
  let fields: OwnFields
  /// The device that pushes reminders to the phone, its name or its id; nil for each that is asked to.
  package let pusher: String?
  /// The names of the keys that notes are encrypted to if their task names none; a passphrase if there are none.
  let cryptKeys: [String]

  /// Reads the store's settings.
  ///
  /// - Throws: `damaged`, `newerVersion`.
  init(root: String, repository: borrowing Repository) throws(StoreError) {
    let path = root + "/.tasks/config"
    try self.init(try StoreSettings.file(path), path: path, repository: repository)
  }

  init(_ file: ConfigFile, path: String, repository: borrowing Repository) throws(StoreError) {
    try StoreSettings.check(size: file.bytes.count, of: path)
    do throws(GitError) {
      let version = try file.integer("tasks.version") ?? 1
      guard version <= StoreSettings.version else {
        throw .unsupportedRepository(path: path, feature: "\(version)")
      }
      let limit = try file.integer("tasks.max-open") ?? 200
      guard limit >= 0 else {
        throw .badConfigValue(key: "tasks.max-open", value: "\(limit)", expected: "0 or more")
      }
      maxOpen = limit
      isDurable = try repository.bool("tasks.fsync") ?? true
      logsEdits = try file.bool("log.edits") ?? false
      _ = try file.bool("phone.enabled")
      let shared = try file.bool("tasks.autocommit")
      autocommit = try repository.bool("tasks.autocommit") ?? shared ?? true
    } catch {
      if case .unsupportedRepository(_, let version) = error {
        throw .newerVersion(Int(version) ?? 0, path: path)
      }
      throw .damaged(path: path, reason: error.description)
    }
    let inboxFile = file.string("inbox.file")
    if let inboxFile,
      Format(path: inboxFile) == nil || inboxFile.contains("/") || inboxFile.hasPrefix(".")
    {
      throw .damaged(
        path: path,
        reason:
          "sets inbox.file to \(inboxFile), which is not the name of an .org or .md file at the store's top"
      )
    }
    func unusable(_ key: String, _ value: String, _ what: String) -> StoreError {
      .damaged(path: path, reason: "sets \(key) to \(value), which \(what)")
    }
    let words = file.string("tasks.notes") ?? ""
    guard let rule = words.isEmpty ? NoteRule() : NoteRule(words) else {
      throw unusable(
        "tasks.notes", words, "has a word that is no folder/, +tag or key:value, nor one after a -")
    }
    notes = rule
    let place = file.string("new.path") ?? ""
    newPath = place.isEmpty ? nil : NewPath(place)
    guard place.isEmpty || newPath != nil else {
      throw unusable(
        "new.path", place, "is no path of a file of tasks with {title} or {id} in its name")
    }
    alerts = try AlertRules(file, path: path)
    var weights: [Urgency.Reason: Double] = [:]
    for entry in file.entries where entry.key.hasPrefix("urgency.") {
      guard let reason = Urgency.Reason(rawValue: String(entry.key.dropFirst(8))) else { continue }
      let text = entry.value ?? ""
      guard let weight = Double(text), abs(weight) <= 1000 else {
        throw .damaged(
          path: path,
          reason: "sets \(entry.key) to \(text), which is no number from -1000 to 1000")
      }
      weights[reason] = weight
    }
    urgency = Urgency(weights)
    fields = StoreSettings.fields(file)
    pusher = file.string("remind.pusher").flatMap { $0.isEmpty ? nil : $0 }
    let names = file.strings("crypt.recipients").flatMap { $0.split(separator: ",") }
    // The words of a name are parted by one blank.
    cryptKeys = names.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    let headings = (file.string("inbox.heading") ?? "").split(separator: "/")
    inbox = (
      inboxFile.map { [$0] } ?? ["inbox.org", "inbox.md"], headings.map { Text(String($0)) }
    )
    let name = file.string("tasks.format") ?? "org"
    guard let format = Format(rawValue: name) else {
      throw .damaged(
        path: path, reason: "sets tasks.format to \(name), which is neither org nor md")
    }
    self.format = format
    let text = file.string("tasks.keywords").map { Text($0) }
    let usual = StoreSettings.keywords
    keywords = text ?? Text("\(usual.open) | \(usual.done)")
    let workflow = Workflow(keywords)
    guard workflow.first != nil, workflow.keywords.contains(where: \.state.isDone) else {
      throw .damaged(path: path, reason: "has no keywords in tasks.keywords")
    }
    self.workflow = workflow
  }

  /// Reads the store's own fields, `field.NAME`. One that is set to nothing is none, nor is one by the name of a field
  /// that every store has: a later version may have more of these. One of a kind that is not known is a text.
  static func fields(_ file: ConfigFile) -> OwnFields {
    var fields: [OwnField] = []
    for entry in file.entries where entry.key.hasPrefix(fieldPrefix) {
      let name = String(entry.key.dropFirst(fieldPrefix.utf8.count))
      fields.removeAll { $0.name.string == name }
      guard let text = entry.value, !text.isEmpty, OwnFields.fault(of: name) == nil else {
        continue
      }
      fields.append(OwnField(Text(name), OwnField.Kind(text) ?? .text))
    }
    return OwnFields(fields)
  }

  package static let fieldPrefix = "field."

  /// Reads the file of a store's settings.
  ///
  /// - Throws: `damaged`.
  static func file(_ path: String) throws(StoreError) -> ConfigFile {
    try checkSize(of: path)
    do throws(GitError) {
      return try ConfigFile(path: path)
    } catch {
      throw .damaged(path: path, reason: "is not a valid config file: \(error.description)")
    }
  }

  /// Checks the size of a settings file.
  ///
  /// - Throws: `damaged` if the file is too large.
  static func checkSize(of path: String) throws(StoreError) {
    try check(size: File.size(path) ?? 0, of: path)
  }

  private static func check(size: Int, of path: String) throws(StoreError) {
    guard size <= largestFile else {
      throw .damaged(path: path, reason: "is larger than 1 MiB, the limit for a store's settings")
    }
  }
}
