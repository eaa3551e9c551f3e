import TasksCore

extension TodoResource {
  /// The task as this client means it: the one that it was told of, with what the body says otherwise. The same body
  /// applied to the same task is the same task.
  ///
  /// - Parameters:
  ///   - base: Nil for a new task.
  ///   - baseText: What was printed of it.
  ///   - id: Of a new task, ``id(ofUID:_:)``.
  ///   - least: The least rank of the store, before which a client may put a task. It is asked for only then.
  ///   - relative: Returns the task of a UID; by default the one that gets its id from it.
  ///   - parent: Returns what a task of the store is part of: a parent that is part of the task itself is left out.
  package func applied(
    to base: Task?, printedAs baseText: [UInt8]?, id: TaskID, _ context: ForeignContext,
    least: @autoclosure () -> Rank? = nil, relative: @escaping (String) -> TaskID? = { _ in nil },
    parent: @escaping (TaskID) -> TaskID? = { _ in nil }
  ) throws(TodoResourceError) -> Task {
    var context = context
    context.format = base?.format ?? context.format
    var told: ClientTodo?
    if let base {
      let text =
        baseText
        ?? TodoResource.print(
          base, version: "", parent: nil, modified: base.created ?? context.now, context)
      let old = try TodoResource(reading: text, context)
      told = try old.master.map { todo throws(TodoResourceError) in
        try ClientTodoReader(
          resource: old, context: context, id: id, base: base, told: nil, relative: relative
        ).read(todo)
      }
    }
    let reader = ClientTodoReader(
      resource: self, context: context, id: id, base: base, told: told, relative: relative)
    // Without a master, single dates are all that is said.
    var new: ClientTodo
    if master == nil, let told { new = told } else { new = try reader.read(master ?? overrides[0]) }
    if let first = new.task.parent, first != told?.task.parent,
      sequence(first: first, next: parent).prefix(10_000).contains(id)
    {
      new.task.parent = told?.task.parent
    }
    return ClientEdit(
      resource: self, context: context, reader: reader, told: told, new: new,
      least: (new.order ?? 1) < 1 ? least() : nil
    ).result(base)
  }

  /// Whether a client finished a task, or an occurrence of one that repeats.
  package static func finishes(_ old: Task, _ new: Task, _ workflow: Workflow) -> Bool {
    if new.isDone { return !old.isDone }
    let known = Set(old.entries)
    return new.entries.contains { entry in
      guard case .state(_, let to) = entry.kind, !known.contains(entry) else { return false }
      return workflow[to]?.state.isDone == true
    }
  }
}

/// What a client changes in a task, or the new one that it makes.
struct ClientEdit {
  let resource: TodoResource
  let context: ForeignContext
  let reader: ClientTodoReader
  let told: ClientTodo?
  let new: ClientTodo
  let least: Rank?

  /// When the client says that it changed the task, so that an edit does not depend on when it arrives.
  private var moment: Timestamp {
    let todo = resource.master ?? resource.overrides[0]
    return ["LAST-MODIFIED", "DTSTAMP"].lazy.compactMap { todo[$0] }
      .compactMap(reader.moment).first ?? context.now
  }

  private var zones: CalendarZones { resource.zones }

  func result(_ base: Task?) -> Task {
    var task = new.task
    if task.isDone, task.closed == nil, told?.task.isDone != true { task.closed = moment }
    if let base, let told {
      task.notes = changed(base.notes, from: told.task.notes, to: task.notes)
      var record = ForeignTask(line: 0, task: task)
      let finish = task.closed ?? moment
      let finishes = task.isDone && !told.task.isDone
      let isAgain = finishes && repeats(base) && isKnown(finish, in: base)
      if isAgain || overrides.contains(where: { $0.finish.map { isKnown($0, in: base) } == true }) {
        // It was sent before, and the dates have moved since.
        record.task.takeDates(of: told.task)
        if isAgain || !task.isDone {
          (record.task.state, record.task.closed) = (told.task.state, told.task.closed)
        }
      } else if finishes, var next = advanced(task, from: new.lead, past: finish) {
        (next.state, next.closed) = (told.task.state, told.task.closed)
        record.task = next
        record.finished = [finish]
      } else if advances(told) {
        record.finished = [moment]
      }
      var known = told.task
      // A date after DUE is not told, and may be known all the same.
      if known.scheduled == nil, record.task.scheduled != nil {
        known.scheduled = base.scheduled.map { Planning($0.start) }
      }
      task =
        ForeignUpdate(
          task: base, told: known, record: record,
          absent: resource.isRewriter ? .rewrittenByClient : .removedByClient,
          workflow: context.workflow, now: moment
        ).result
    } else if resource.writtenUID != task.id.text.string, !resource.writtenUID.isEmpty {
      task.properties.append(Task.Property(DoorNames.uid, Text(resource.writtenUID)))
    }
    if let order = new.order, order != told?.order {
      let first = least?.value ?? 1
      if order > 0 {
        task.rank = Rank(Double(order) / 1024)
      } else if task.rank.map({ $0.value > first }) ?? true {
        task.rank = Rank(first / 2)
      }
    }
    let left =
      new.left
      + WrittenLine.change(
        &task, from: told?.kept ?? [], to: new.kept, isRewritten: resource.isRewriter)
      + ClientAlarms.change(&task, from: told?.alarms ?? ClientAlarms(), to: new.alarms)
    readDates(into: &task)
    // Files have four digits for a year.
    for date in PlannedDate.allCases where (task[date]?.start.date.year ?? 1) > 9999 {
      task[date] = base?[date]
    }
    for line in new.unread {
      let text = "\(line.name):\(line.value)"
      note("A calendar program wrote what is no such value and changes nothing: \(text)", in: &task)
    }
    if !left.isEmpty {
      let names = left.uniqued().joined(separator: ", ")
      note("A calendar program wrote what is too large to be kept: \(names)", in: &task)
    }
    return task
  }

  /// A text with what a client changes in the lines that it was told of it. Where blocks or headings change, no line may
  /// become part of the file.
  private func changed(_ own: Text, from told: Text, to new: Text) -> Text {
    let (old, lines, format) = (told.lines, new.lines, reader.base?.format ?? context.format)
    var own = own.lines
    if told == new || own.count != old.count { return new }
    let hunks = LineDifference(old, lines).hunks
    let changes = hunks.flatMap { old[$0.old] + lines[$0.new] }
    if changes.contains(where: { ["#", "`", "~"].contains($0.string.trimmedBlanks.first) }) {
      own = zip(own, old).map { GuardedNotes.notes($0, format) == $0 ? $0 : $1 }
    }
    for hunk in hunks.reversed() { own.replaceSubrange(hunk.old, with: lines[hunk.new]) }
    return Text.joining(own)
  }

  /// Adds a note to the log once.
  private func note(_ text: String, in task: inout Task) {
    let text = Text(CalendarText.line(String(CalendarText.cleaned(text).prefix(250))))
    if task.entries.contains(where: { $0.note == text }) { return }
    task.log.insert(newestFirst: .entry(LogEntry(.note, at: moment, note: text)))
  }

  // MARK: Repeats

  /// True for an open task whose date was moved to a later one of its rule by a program that advances by itself and says
  /// no more.
  private func advances(_ told: ClientTodo) -> Bool {
    let programs = ["tasks.org", "org.tasks", "Evolution", "K Desktop Environment"]
    guard programs.contains(where: resource.product.contains), !told.task.isDone, !new.task.isDone,
      new.task.isRepeating,
      let interval = (told.task.scheduled ?? told.task.deadline)?.repeater?.interval,
      let old = told.lead, let date = new.lead, old < date
    else { return false }
    return interval.leads(from: old, to: date, on: told.task.repeats.days)
  }

  private func keptRule(_ task: Task) -> (name: Text, rule: CalendarRecurrence)? {
    for name in [DoorNames.rule, "RRULE"] {
      if let text = task.property(named: name), let rule = CalendarRecurrence(text.string),
        rule.unread.isEmpty
      {
        return (name, rule)
      }
    }
    return nil
  }

  private func repeats(_ task: Task) -> Bool { task.isRepeating || keptRule(task) != nil }

  /// The task moved to the next date of a rule that no repeater expresses; nil at its end.
  private func advanced(_ task: Task, from start: Timestamp?, past finish: Timestamp) -> Task? {
    guard let (name, written) = keptRule(task), written.count ?? 2 > 1, let start else {
      return nil
    }
    let after = max(start, start.minute == nil ? Timestamp(finish.date) : finish)
    let from =
      after.minute == nil ? Timestamp(after.date.adding(days: 1)) : after.adding(minutes: 1)
    var periods = 10_000
    // Each date counts once.
    var rule = written
    rule.count = nil
    let next = rule.occurrences(
      from: start, in: from...Timestamp(from.date.adding(days: 36_525)),
      until: rule.until.map(zones.local), most: 1, periods: &periods
    ).dates.first
    guard let next else { return nil }
    let days = next.date.dayNumber - start.date.dayNumber
    func moved(_ plan: Planning?) -> Planning? {
      plan.map { plan in
        plan.moved(
          to: plan.start == start
            ? next : Timestamp(plan.start.date.adding(days: days), minute: plan.start.minute))
      }
    }
    var task = task
    (task.scheduled, task.deadline) = (moved(task.scheduled), moved(task.deadline))
    rule.count = written.count.map { $0 - 1 }
    return rule.count == nil ? task : task.applying(.property(name: name, value: Text(rule.text)))
  }

  /// The single dates of a task that repeats, and when they were finished.
  private var overrides: [(todo: CalendarComponent, finish: Timestamp?)] {
    resource.overrides.map { todo in
      var plain = reader.plain(todo)
      // The time that was told is that of the task.
      if todo["COMPLETED"].flatMap({ try? CalendarDate($0) }) == nil {
        plain.lines.removeAll { $0.name == "COMPLETED" }
      }
      if plain["COMPLETED"] == nil, var line = plain["LAST-MODIFIED"] {
        line.name = "COMPLETED"
        plain.lines.append(line)
      }
      return (todo, TodoReader(context, resource.calendar).finish(plain))
    }
  }

  private func isKnown(_ finish: Timestamp, in task: Task) -> Bool {
    task.entries.contains { entry in
      guard case .state(_, let to) = entry.kind else { return false }
      return entry.at == finish && context.workflow[to]?.state.isDone == true
    }
  }

  private func readDates(into task: inout Task) {
    var kept: [(name: String, lines: [WrittenLine])] = []
    for (todo, moment) in overrides {
      let line = todo["RECURRENCE-ID"]
      if let moment {
        finish(line, at: moment, &task)
      } else {
        kept.append((line?.value ?? "", resource.block(todo)))
      }
    }
    for line in resource.master?.lines ?? [] where ["EXDATE", "RDATE"].contains(line.name) {
      kept.append((line.value, [resource.written(line)].compactMap { $0 }))
    }
    for (date, lines) in kept {
      let json = Text(bytes: JSONWriter.text { $0.lines(lines) })
      if task.properties(ofKind: DoorNames.override).contains(where: { $0.value == json }) {
        continue
      }
      guard json.bytes.count <= WrittenLine.longest, task.add(json, ofKind: DoorNames.override)
      else {
        note("A calendar program changed a single date, and it is not kept: \(date)", in: &task)
        continue
      }
      note("A calendar program changed a single date, which has no effect here: \(date)", in: &task)
    }
  }

  /// Finishes one occurrence: it is logged, and the dates move past it.
  private func finish(_ line: ContentLine?, at moment: Timestamp, _ task: inout Task) {
    let old = told?.printed["DTSTART"] ?? told?.printed["DUE"]
    guard !isKnown(moment, in: task), let line,
      let occurrence = reader.moment(reader.settled(line, told: old))
    else { return }
    func lead() -> Planning? {
      told?.printed["DTSTART"] != nil ? task.scheduled : task.deadline ?? task.scheduled
    }
    func isDue() -> Bool {
      guard !task.isDone, repeats(task), let start = lead()?.start else { return false }
      return start.minute == nil || occurrence.minute == nil
        ? start.date <= occurrence.date : start <= occurrence
    }
    let next = task.isRepeating ? nil : advanced(task, from: lead()?.start, past: occurrence)
    guard isDue(), next == nil else {
      task = (isDue() ? next ?? task : task).logging(finished: [moment], as: context.done)
      return
    }
    task = task.applying(task.changing(to: context.done, workflow: context.workflow, now: moment))
    for _ in 0..<1_000 where isDue() {
      task.scheduled = task.scheduled?.repeated(now: occurrence, on: task.repeats.days)
      task.deadline = task.deadline?.repeated(now: occurrence, on: task.repeats.days)
    }
  }
}

extension Task {
  /// Takes the dates of another version, and how often it repeats.
  fileprivate mutating func takeDates(of other: Task) {
    (scheduled, deadline, repeats) = (other.scheduled, other.deadline, other.repeats)
    for name in [DoorNames.rule, "RRULE"] {
      self = applying(.property(name: name, value: other.property(named: name)))
    }
  }
}
