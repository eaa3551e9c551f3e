import Platform
import TasksCore

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
