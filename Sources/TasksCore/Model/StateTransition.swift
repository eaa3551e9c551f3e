extension Task {
  /// Returns the edits that change the task's state at `now`, as Org does it (Org manual, "TODO basics", "Repeated
  /// tasks"): CLOSED is set or removed, the log line that the workflow asks for is added, and a clock that runs ends
  /// when the task is finished. A repeating task is reopened instead, with its dates moved on.
  ///
  /// - Parameters:
  ///   - note: A note for the log entry. With a note, the change is logged even if the workflow does not ask for
  ///     it.
  ///   - moved: Edits of anything else in the file that moves on with the task's dates. If there are any, the task
  ///     repeats.
  ///   - foreign: Clocks that another program keeps, which run on.
  package func changing(
    to state: State, workflow: Workflow, now: Timestamp, note: Text? = nil,
    moving moved: [Edit] = [], keeping foreign: [Clock] = []
  ) -> [Edit] {
    if state.isDone, !isDone, isRepeating || !moved.isEmpty, let next = repeated(now: now) {
      return repeating(
        as: next, finishedAs: state, workflow: workflow, now: now, note: note, moving: moved,
        keeping: foreign)
    }
    guard state != self.state || note != nil else { return [] }
    var edits: [Edit] = []
    if state != self.state { edits.append(.state(state)) }
    if state.isDone, !isDone || closed == nil { edits.append(.closed(now)) }
    if !state.isDone, closed != nil { edits.append(.closed(nil)) }
    var log = state.isDone ? self.log.endingClocks(at: now, except: foreign) : self.log
    if note != nil || workflow.record(from: self.state, to: state) != .nothing {
      let isChange = state != self.state
      let entry = LogEntry(
        isChange ? .state(from: self.state.keyword, to: state.keyword) : .note, at: now, note: note)
      log.insert(.entry(entry), at: 0)
    }
    if log != self.log { edits.append(.log(log)) }
    return edits
  }

  /// True if a date repeats, so that completing the task moves its dates on instead of closing it.
  package var isRepeating: Bool {
    scheduled?.isRepeating == true || deadline?.isRepeating == true
  }

  private func repeating(
    as next: Task, finishedAs state: State, workflow: Workflow, now: Timestamp, note: Text?,
    moving moved: [Edit],
    keeping foreign: [Clock]
  ) -> [Edit] {
    var edits: [Edit] = []
    if let open = restartState(workflow), open != self.state { edits.append(.state(open)) }
    if closed != nil { edits.append(.closed(nil)) }
    if deadline?.isRepeating == true { edits.append(.deadline(next.deadline)) }
    if scheduled != nil { edits.append(.scheduled(next.scheduled)) }
    if next.repeats.times != repeats.times {
      edits.append(.field(.repeatTimes, FieldValue(next.repeats.times)))
    }
    edits += moved
    if let wait = next.wait, wait != self.wait { edits.append(.field(.wait, .moment(wait))) }
    edits.append(.lastRepeat(now))
    // Timestamps in the note of the new entry do not move.
    let log = moved.compactMap { if case .log(let log) = $0 { log } else { nil } }.last ?? log
    let entry = LogEntry(.state(from: self.state.keyword, to: state.keyword), at: now, note: note)
    edits.append(.log([.entry(entry)] + log.endingClocks(at: now, except: foreign)))
    return edits
  }

  private func restartState(_ workflow: Workflow) -> State? {
    if let named = property(named: "REPEAT_TO_STATE"), let keyword = workflow[named] {
      return keyword.state
    }
    return workflow.restart(for: state)
  }
}
