extension Task {
  /// The edits that take the task to another state at `now`, as Org does it (Org manual, "TODO basics",
  /// "Repeated tasks"): CLOSED set or taken away, the log line the workflow asks for, and for a task that
  /// repeats, its dates moved on and the task opened again.
  ///
  /// - Parameters:
  ///   - note: What the log says about it; a note is logged whether the workflow asks or not.
  ///   - moved: What else in the file moves on with its dates.
  public func changing(
    to state: State, workflow: Workflow, now: Timestamp, note: Text? = nil,
    moving moved: [Edit] = []
  ) -> [Edit] {
    if state.isDone, !isDone, isRepeating || !moved.isEmpty {
      return repeating(
        finishedAs: state, workflow: workflow, now: now, note: note, moving: moved)
    }
    guard state != self.state || note != nil else { return [] }
    var edits: [Edit] = []
    if state != self.state { edits.append(.state(state)) }
    if state.isDone, !isDone || closed == nil { edits.append(.closed(now)) }
    if !state.isDone, closed != nil { edits.append(.closed(nil)) }
    if note != nil || workflow.record(from: self.state, to: state) != .nothing {
      let isChange = state != self.state
      let entry = LogEntry(
        isChange ? .state(from: self.state.keyword, to: state.keyword) : .note, at: now, note: note)
      edits.append(.log([entry] + log))
    }
    return edits
  }

  /// True when finishing the task moves its dates on instead.
  public var isRepeating: Bool {
    scheduled?.isRepeating == true || deadline?.isRepeating == true
      || (format == .org
        && (OrgStamp.titleHasRepeater(title)
          || properties.contains { OrgStamp.propertyHasRepeater($0.value) }
          || OrgStamp.hasActiveRepeater(in: notes)
          || log.contains { OrgStamp.moving($0, now: nil) != nil }))
  }

  /// How the file says that the task comes again where no repeater can: a rule of TaskNotes with several days, say,
  /// or one without a date. Finishing such a task finishes it for good.
  public var unreadRepeat: Text? {
    guard format == .markdown else { return nil }
    return properties.first {
      switch MarkdownKey.named($0.name.bytes[...])?.key {
      case .repeat, .scheduledRepeat: true
      default: false
      }
    }?.value
  }

  private func repeating(
    finishedAs state: State, workflow: Workflow, now: Timestamp, note: Text?, moving moved: [Edit]
  ) -> [Edit] {
    var log = log
    var edits: [Edit] = []
    if let next = restartState(workflow), next != self.state { edits.append(.state(next)) }
    if closed != nil { edits.append(.closed(nil)) }
    if let deadline, deadline.isRepeating { edits.append(.deadline(deadline.repeated(now: now))) }
    if let scheduled {
      edits.append(.scheduled(scheduled.isRepeating ? scheduled.repeated(now: now) : nil))
    }
    if format == .org {
      let title = OrgStamp.repeatingStamps(ofTitle: title, now: now)
      if title != self.title { edits.append(.title(title)) }
      for property in properties {
        let moved = OrgStamp.repeatingStamps(ofProperty: property.value, now: now)
        if moved != property.value { edits.append(.property(name: property.name, value: moved)) }
      }
      let moved = OrgStamp.repeatingActiveStamps(in: notes, now: now)
      if moved != notes { edits.append(.notes(moved)) }
      // Before the new entry stands there: its note was written now.
      log = log.map { OrgStamp.moving($0, now: now) ?? $0 }
      if log != self.log { edits.append(.log(log)) }
    }
    edits += moved
    edits.append(.lastRepeat(now))
    let entry = LogEntry(.state(from: self.state.keyword, to: state.keyword), at: now, note: note)
    edits.append(.log([entry] + log))
    return edits
  }

  private func restartState(_ workflow: Workflow) -> State? {
    if let named = property(named: "REPEAT_TO_STATE"), let keyword = workflow[named] {
      return keyword.state
    }
    return workflow.restart(for: state)
  }
}
