extension Task {
  /// Returns the edits that change the task's state at `now`, as Org does it (Org manual, "TODO basics", "Repeated
  /// tasks"): CLOSED is set or removed, and the log line that the workflow asks for is added. A repeating task is
  /// reopened instead, with its dates moved on.
  ///
  /// - Parameters:
  ///   - note: A note for the log entry. With a note, the change is logged even if the workflow does not ask for
  ///     it.
  ///   - moved: Edits of anything else in the file that moves on with the task's dates.
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
      edits.append(.log([.entry(entry)] + log))
    }
    return edits
  }

  /// True if completing the task moves its dates on instead of closing it.
  public var isRepeating: Bool {
    scheduled?.isRepeating == true || deadline?.isRepeating == true
      || (format == .org
        && (OrgStamp.titleHasRepeater(title)
          || properties.contains { OrgStamp.propertyHasRepeater($0.value) }
          || OrgStamp.hasActiveRepeater(in: notes)
          || entries.contains { OrgStamp.moving($0, now: nil) != nil }))
  }

  /// A repetition that the file states but that no repeater can express, such as a TaskNotes rule with several days
  /// or without a date. Completing such a task completes it for good.
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
      // Before the new entry is added, because timestamps in its note must not move.
      log = log.map { $0.mapEntry { OrgStamp.moving($0, now: now) ?? $0 } }
      if log != self.log { edits.append(.log(log)) }
    }
    edits += moved
    edits.append(.lastRepeat(now))
    let entry = LogEntry(.state(from: self.state.keyword, to: state.keyword), at: now, note: note)
    edits.append(.log([.entry(entry)] + log))
    return edits
  }

  private func restartState(_ workflow: Workflow) -> State? {
    if let named = property(named: "REPEAT_TO_STATE"), let keyword = workflow[named] {
      return keyword.state
    }
    return workflow.restart(for: state)
  }
}
