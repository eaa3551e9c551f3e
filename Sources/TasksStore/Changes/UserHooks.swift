import Platform
import TasksCore

extension TaskStore {
  /// Whether another program holds git's index, which a change waits for.
  package var isIndexLocked: Bool {
    File.kind(repository.gitDirectory + "/index.lock") != nil
  }

  /// Whether a change runs programs of others, which may take long: hooks of the user or of git.
  package var runsHooks: Bool {
    UserHooks(self) != nil
      || ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"].contains {
        ((try? repository.hook(named: $0)) ?? nil) != nil
      }
  }
}

/// The hooks of the user: programs in `$XDG_CONFIG_HOME/tasks/hooks/`, and never in a store, which may come from others.
package struct UserHooks {
  /// Set for a hook, so that the commands which it runs run no hooks.
  private static let variable = "TASKS_HOOK"

  private let store: TaskStore
  private let folder: String

  /// Nil if the user has no hooks, which costs one look at the folder.
  package init?(_ store: TaskStore) {
    guard let settings = UserSettings.folder(store.context.variable) else { return nil }
    let folder = settings + "/hooks"
    guard File.isExecutable(folder), store.context.variable(UserHooks.variable) == nil else {
      return nil
    }
    (self.store, self.folder) = (store, folder)
  }

  /// Runs the hook for a change before it is written.
  ///
  /// - Returns: The edits that the hook makes to the new task.
  /// - Throws: `refusedByHook` if the hook fails, `badHook` if what it prints cannot be used.
  func edits(
    for planned: PlannedChange, verb: String, in reading: StoreReading
  ) throws -> [Edit] {
    let change = planned.change
    let finish = change.old.flatMap { planned.document?.workflow.finish(for: $0.state) }
    let hook = UserHook(from: change.old, to: change.new, verb: verb, finish: finish)
    guard let program = program(hook) else { return [] }
    let new = planned.document?.shownTask
    let outcome = try run(program, hook, try input(verb, change.old, new, reading).line)
    let messages = outcome.said.isEmpty ? [] : [outcome.said]
    guard outcome.succeeded else {
      let printed = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
      throw StoreError.refusedByHook(
        hook.rawValue, said: messages.first ?? printed.joined(separator: "\n"))
    }
    do throws(HookOutput.Failure) {
      let output = try HookOutput(Text(bytes: outcome.output))
      for message in output.messages + messages { store.context.say(message) }
      guard let document = planned.document, let new else { return [] }
      return try output.edits(of: new, workflow: document.workflow)
    } catch {
      throw StoreError.badHook(hook.rawValue, reason: error.message)
    }
  }

  /// Runs the hook for a commit, which gets a line for each of its tasks.
  func committed(_ changed: [ChangedTask], verb: String, before reading: StoreReading) {
    guard let program = program(.commit), !changed.isEmpty else { return }
    finish(program, .commit) {
      try changed.flatMap { try input(verb, $0.old, $0.new, reading).line }
    }
  }

  /// Runs the hook for a sync, which gets the report as JSON.
  package func synced(_ report: [UInt8]) {
    guard let program = program(.sync) else { return }
    finish(program, .sync) { report }
  }

  /// Runs a hook after what it is for; its failure is told, and no failure of the command.
  private func finish(_ program: String, _ hook: UserHook, _ input: () throws -> [UInt8]) {
    do {
      let outcome = try run(program, hook, try input())
      let printed = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
      for line in printed { store.context.say(String(line)) }
      if !outcome.said.isEmpty { store.context.say(outcome.said) }
      guard !outcome.succeeded else { return }
      store.context.say(
        "the hook \(hook.rawValue) failed with status \(outcome.status.code); what it is for is done"
      )
    } catch {
      store.context.say("the hook \(hook.rawValue) failed: \(StoreError(error).description)")
    }
  }

  private func program(_ hook: UserHook) -> String? {
    let path = "\(folder)/\(hook.rawValue)"
    return File.isExecutable(path) ? path : nil
  }

  private func run(
    _ program: String, _ hook: UserHook, _ input: [UInt8]
  ) throws -> ChildProcess.Outcome {
    let variables = ["TASKS_DIR": store.root, UserHooks.variable: hook.rawValue]
    return try ChildProcess(program, [], folder: store.root, environment: variables)
      .run(input: input, heedsSignals: true)
  }

  private func input(
    _ verb: String, _ old: Task?, _ new: Task?, _ reading: StoreReading
  ) throws -> HookInput {
    let old = old.map(reading.shown)
    let state = try old.flatMap { try store.syncStates(of: [$0], in: reading).first }
    return HookInput(
      verb: verb,
      old: old.map { ($0, reading.short($0), (state ?? .unsynchronized).rawValue) },
      new: new.map { ($0, reading.short($0), SyncState.unsynchronized.rawValue) })
  }
}

/// What a hook gets of one task: `{"schema":1,"kind":"hook","verb":"done","old":…,"new":…}`. There is no old task in
/// what is added, and no new one in what is purged.
package struct HookInput {
  let verb: String
  let old: TaskJSON.Row?
  let new: TaskJSON.Row?

  package init(verb: String, old: TaskJSON.Row?, new: TaskJSON.Row?) {
    (self.verb, self.old, self.new) = (verb, old, new)
  }

  /// The object on a line of its own.
  package var line: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("schema", 1)
      writer.member("kind", "hook")
      writer.member("verb", verb)
      writer.name("old")
      HookInput.write(old, to: &writer)
      writer.name("new")
      HookInput.write(new, to: &writer)
    }
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ row: TaskJSON.Row?, to writer: inout JSONWriter) {
    guard let row else { return writer.null() }
    TaskJSON.write(row.task, short: row.short, sync: row.sync, to: &writer)
  }
}

/// What a hook has printed: messages, and the task as it is to be written.
package struct HookOutput {
  /// Why what a hook has printed cannot be used.
  package enum Failure: Error, Hashable, Sendable {
    case notJSON
    case severalTasks
    case noTask(TaskJSONReader.Failure)
    /// A key that no hook can change.
    case fixed(key: String)

    var message: String {
      switch self {
      case .notJSON: "a line begins with { and is no whole object of JSON"
      case .severalTasks: "it has printed several tasks"
      case .noTask(let failure): failure.message
      case .fixed(let key): "the \(key) of a task cannot change"
      }
    }
  }

  package private(set) var messages: [String] = []
  /// The task in JSON; nil if the hook leaves it as it is.
  private var task: JSONValue?

  /// Reads the lines. One that begins with a brace is a task, or the hook's input with another new task in it; any other
  /// one is a message.
  package init(_ text: Text) throws(Failure) {
    for line in text.lines {
      guard line.bytes.first == 0x7B else {
        if !line.bytes.isEmpty { messages.append(line.string) }
        continue
      }
      guard task == nil else { throw .severalTasks }
      do throws(JSONSyntaxError) {
        let json = try JSONValue(line.bytes)
        task = json["kind"].text == "hook" ? json["new"] : json
      } catch {
        throw .notJSON
      }
    }
  }

  /// Returns the edits that turn a task into the printed one; none for keys that are as in the task's own JSON.
  package func edits(of task: Task, workflow: Workflow) throws(Failure) -> [Edit] {
    guard let printed = self.task else { return [] }
    let given: Task
    var wanted: Task
    do throws(TaskJSONReader.Failure) {
      // Bytes that are not UTF-8 are others in JSON, and are no change.
      given = try HookOutput.asPrinted(task)
      wanted = try TaskJSONReader.task(printed)
    } catch {
      throw .noTask(error)
    }
    if wanted.id != given.id { throw .fixed(key: "id") }
    if wanted.path != given.path { throw .fixed(key: "path") }
    if wanted.format != given.format { throw .fixed(key: "format") }
    if given.hasEncryptedNotes, wanted.notes != given.notes { throw .fixed(key: "encrypted notes") }
    wanted.state = workflow[wanted.state.keyword]?.state ?? wanted.state
    return wanted.edits(from: given)
  }

  private static func asPrinted(_ task: Task) throws(TaskJSONReader.Failure) -> Task {
    var writer = JSONWriter()
    TaskJSON.write(task, short: "", sync: "", to: &writer)
    let json = try? JSONValue(writer.bytes)
    return try TaskJSONReader.task(json ?? .null)
  }
}

/// A hook of the user, by the name of its program. Those before a change can refuse it or change what is written.
enum UserHook: String, Sendable {
  case add = "on-add"
  case modify = "on-modify"
  case done = "on-done"
  case delete = "on-delete"
  case commit = "post-commit"
  case sync = "post-sync"

  /// Makes the hook for a change of a task.
  ///
  /// - Parameters:
  ///   - verb: The operation. `done` finishes a repeating task too, which is open again afterwards.
  ///   - finish: The state that `done` gives the old task.
  init(from old: Task?, to new: Task?, verb: String, finish: State?) {
    guard let new else {
      self = .delete
      return
    }
    guard let old else {
      self = .add
      return
    }
    if new.isDeleted, !old.isDeleted {
      self = .delete
    } else if verb == "done" || !old.isDone && new.isDone && new.state == finish {
      self = .done
    } else {
      self = .modify
    }
  }
}
