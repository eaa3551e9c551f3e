import Platform
import TasksCore
import TasksReminders
import TasksStore
import TasksTerminal

/// A parsed `remind install`: lets the system run the reminders.
struct ReminderInstall: Request {
  /// Nil for what this system has.
  let kind: ReminderUnits.Kind?
  let isPrintOnly: Bool
  let removes: Bool

  func run(in session: Session) throws {
    let store = try session.openStore(noticesMerges: false)
    let units = try ReminderUnits(of: store)
    if removes { return try remove(units, session) }
    let kind = kind ?? (OwnProgram.hasLaunchd ? .launchd : .service)
    let pushes = try PushService(UserSettings(variable: Machine.variable)) != nil
    let files = units.units(kind, pushes: pushes)
    let reason = isPrintOnly ? nil : try units.install(kind, pushes: pushes)
    try session.print(UnitsAnswer(files.map { ($0.path, $0.text) })) { output in
      for file in files {
        if isPrintOnly {
          output.line("# \(file.path)")
          output.write(Array(file.text.utf8))
        } else {
          output.line("wrote \(ControlCharacters.escaped(Text(file.path)))")
        }
      }
    }
    if let reason {
      throw CommandError(
        "written, but not started: \(reason); in a desktop session, run it again: tasks remind install",
        code: .failed)
    }
  }

  private func remove(_ units: ReminderUnits, _ session: Session) throws {
    let removed = try units.remove()
    if removed.isEmpty { Conversation.say("nothing is installed for this store") }
    try session.print(UnitsAnswer(removed.map { ($0, nil) })) { output in
      for path in removed { output.line("removed \(ControlCharacters.escaped(Text(path)))") }
    }
  }
}
