import Platform
import TasksCore
import TasksExchange
import TasksStore
import TasksSync
import TasksTerminal

/// A parsed `mobile` command.
struct MobileRequest: Request {
  let step: Mobile.Step
  /// As typed.
  let folder: String
  let isDryRun: Bool

  func run(in session: Session) throws {
    let store = try session.openStore()
    let path = folder.hasPrefix("/") ? folder : session.currentFolder + "/" + folder
    let cipher = try MobileCipher(UserSettings(variable: Machine.variable))
    let folder = try MobileFolder(at: path, cipher)
    let (report, remarks) = try pull(folder, store)
    for remark in remarks { Conversation.say(remark) }
    let reading = try store.read()
    TaskList.warn(about: reading)
    let stage = step == .push ? try stage(store, reading, session) : nil
    let counts = try isDryRun ? nil : stage.map { try folder.stage($0) }
    let list = TaskList(session: session, store: store)
    let after = report?.reading ?? reading
    let added = (report?.changed ?? []).filter { $0.old == nil }.compactMap(\.new)
    let changed = (report?.changed ?? []).filter { $0.old != nil }.compactMap(\.new)
    func answer() throws -> MobileAnswer {
      MobileAnswer(
        added: try list.rows(added.map(after.shown), after),
        changed: try list.rows(changed.map(after.shown), after), remarks: remarks,
        staged: stage?.files.map(\.name) ?? [])
    }
    try session.output(of: answer()) { output in
      let would = isDryRun ? "would be " : ""
      var line = list.line
      line.isEcho = true
      for (word, tasks) in [("added", added), ("changed", changed)] {
        for task in tasks {
          output.write(Array("\(would)\(word) ".utf8))
          line.write(task, short: after.short(task), to: &output)
        }
      }
      output.line("\(added.count) \(would)added, \(changed.count) \(would)changed")
      if let stage {
        let count = stage.files.count
        let details = counts.map { " (\($0.written) written, \($0.removed) removed)" } ?? ""
        output.line("\(count) files \(would)staged" + details)
      }
    }.flush()
  }

  /// Takes what the phone has written, and empties its file.
  private func pull(
    _ folder: MobileFolder, _ store: TaskStore
  ) throws -> (WriteReport?, remarks: [String]) {
    guard let capture = try folder.capture(), !capture.items.isEmpty else { return (nil, []) }
    var remarks: [String] = []
    let context = store.foreignContext
    let report = try store.write("mobile", dryRun: isDryRun) { reading in
      let pull = try MobilePull(capture.items, context: context, in: store, after: reading)
      remarks = pull.remarks
      guard try folder.isUnchanged(since: capture) else {
        throw CommandError(
          "the phone is writing to \(folder.path); try again when it is done", code: .failed)
      }
      return pull.changes
    }
    if !isDryRun, try !folder.empty(capture) {
      remarks.append(
        "the phone has written to \(folder.path) meanwhile, so that mobileorg.org still has what was taken: "
          + "take it back with tasks undo, and pull again")
    }
    return (report, remarks)
  }

  private func stage(
    _ store: TaskStore, _ reading: StoreReading, _ session: Session
  ) throws -> MobileStage {
    let agendas = try MobileAgendas(session: session, store: store, reading: reading).all()
    return MobileStage(
      reading.tasks(where: \.isOpen), lists: reading.mobileLists, agendas: agendas,
      context: store.foreignContext)
  }
}
