import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

package struct Config: Verb {
  package static let names = "config"
  package static let configuration = CommandConfiguration(
    of: Config.self, abstract: "Print or change the settings of the store.",
    usage: "tasks config [<key> [<value>]]",
    discussion: """
      Without a key, all settings of the store are listed. A new value is committed, so other clones get it with the \
      store. Settings of your own (theme, remind.push-url and the like) are in ~/.config/tasks/config and in no store; \
      tasks help settings lists both.

        max-open    the highest number of open tasks; 0 for no limit
        format      the format of new tasks: org or md (Markdown)
        keywords    the states of tasks, as in a #+TODO: line of Org
        notes       which Markdown files are tasks, such as "Tasks/ +task -Templates/";
                    new.path is where new ones go; see tasks help obsidian
        autocommit  if false, tasks writes files and leaves the commit to you
        log.edits   if true, changes of titles and dates are logged in the tasks
        inbox.file  the file at the top of the store that tasks are taken in from,
                    by default inbox.org and inbox.md; inbox.heading names the
                    headings below which they are: General/Inbox
        field.NAME  a field of your own, as number or "one of low high"; an
                    empty value removes it; see tasks help fields

        tasks config
        tasks config max-open 500
        tasks config keywords "TODO NEXT WAIT | DONE CANCELED"
        tasks config log.edits true
        tasks config field.points number
        tasks config theme light
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: "The name of the setting.") var key: String?
  @Argument(help: "The new value.") var value: String?

  package init() {}

  package static func complete(_ line: inout Completion) {
    if line.place == 0 { line.offers = [.settings] }
    if line.given == ["format"] { line.offer(Format.allCases.map(\.rawValue)) }
    if line.place == 1, line.given[0].hasPrefix("field.") { line.offer(OwnField.Kind.notations) }
  }

  package func run() throws {
    var config = self
    // A value may be a negative number.
    config.key = key.map { DashedWords.restored([$0])[0] }
    config.value = value.map { DashedWords.restored([$0])[0] }
    try config.run(in: Session(options))
  }

  private func run(in session: Session) throws {
    if let key, let own = UserSettings.key(key) {
      let settings = try UserSettings(variable: Machine.variable)
      _ = try show(
        own, settings.string(own), session, note: ", a setting of yours alone",
        set: { try settings.set(own, to: $0, dryRun: $1) })
      return
    }
    let settings = SettingsFile(of: try session.openStore())
    guard let key else {
      let all = try settings.all()
      return try session.print(Config.answer(all)) { output in
        for (key, value) in all { output.line("\(key) = \(ControlCharacters.escaped(value))") }
      }
    }
    guard try settings.knows(key) else {
      let near = NearestWord.to(
        key.hasPrefix("tasks.") ? String(key.dropFirst(6)) : key,
        among: StoreSettings.names + UserSettings.names)
      throw CommandError(
        "there is no setting '\(ControlCharacters.escaped(Text(key)))'; "
          + (near.map { "did you mean '\($0)'?" } ?? "tasks help settings lists them"),
        code: .usage)
    }
    let isOfNotes = value != nil && !write.dryRun && ["notes", "tasks.notes"].contains(key)
    let before = isOfNotes ? try session.openStore().read().tasks : []
    let isChange = try show(
      key, try settings.value(key), session, set: { try settings.set(key, to: $0, dryRun: $1) })
    if isChange, isOfNotes {
      let after = Set(try session.openStore().read().paths)
      let left = before.count { $0.isOfStore && !after.contains($0.path) }
      Conversation.say(
        "\(after.count) of the files are tasks now, \(before.count) before"
          + (left == 0
            ? "" : "; \(left) with an id of tasks \(left == 1 ? "is" : "are") none any more"))
    }
    if isChange, !write.dryRun { try sayUnread(key, session) }
    guard isChange, !write.dryRun, ["keywords", "tasks.keywords"].contains(key) else { return }
    let own = try OwnKeywords(session.openStore()).paths.count
    if own > 0 {
      Conversation.say(
        "\(own == 1 ? "1 file keeps" : "\(own) files keep") a #+TODO: line without these states; renew "
          + "\(own == 1 ? "it" : "them") with: tasks doctor --fix")
    }
  }

  /// Says how many tasks have a value that is not of the kind of a field.
  private func sayUnread(_ key: String, _ session: Session) throws {
    guard key.lowercased().hasPrefix(StoreSettings.fieldPrefix) else { return }
    let store = try session.openStore()
    let name = TasksCore.Text(String(key.dropFirst(StoreSettings.fieldPrefix.utf8.count)))
    let count = try store.read().tasks.count { task in
      task.properties.contains { $0.name.isSameName(as: name) && store.fields.isUnread($0) }
    }
    guard count > 0 else { return }
    Conversation.say(
      "\(count) \(count == 1 ? "task has" : "tasks have") a value of another kind, which \(count == 1 ? "stays" : "stay"); tasks doctor names \(count == 1 ? "it" : "them")"
    )
  }

  private static func answer(_ settings: [(key: String, value: String)]) -> JSONAnswer {
    JSONAnswer("config") { json in
      json.object { json in
        for (key, value) in settings {
          json.key(key)
          json.string(value)
        }
      }
    }
  }

  /// Prints a setting, or changes it.
  ///
  /// - Parameters:
  ///   - old: The value; nil if it is not set.
  ///   - note: What else to say of a change.
  /// - Returns: Whether anything changed.
  private func show(
    _ key: String, _ old: String?, _ session: Session, note: String = "",
    set: (_ value: String, _ dryRun: Bool) throws -> Bool
  ) throws -> Bool {
    guard let value else {
      guard let old else {
        throw CommandError("the setting \(key) is not set", code: .failed)
      }
      try session.print(Config.answer([(key, old)])) { $0.line(ControlCharacters.escaped(old)) }
      return false
    }
    let isChange = try set(value, write.dryRun)
    try session.print(Config.answer([(key, value)])) { output in
      guard isChange else { return Conversation.say("nothing to change") }
      output.line(
        "\(write.dryRun ? "would set" : "set") \(key) = \(ControlCharacters.escaped(value))\(note)")
    }
    return isChange
  }
}
