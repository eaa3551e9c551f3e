import TasksCore

extension TodoResource {
  /// The task as this client means it: the one that it was told of, with what the body says otherwise. The same body
  /// applied to the same task is the same task.
  ///
  /// - Parameters:
  ///   - base: Nil for a new task.
  ///   - baseText: What was printed of it.
  ///   - id: Of a new task, ``id(ofUID:_:)``.
  ///   - least: The least rank of the store, before which a client may put a task.
  ///   - relative: Returns the task of a UID; by default the one that gets its id from it.
  package func applied(
    to base: Task?, printedAs baseText: [UInt8]?, id: TaskID, _ context: ForeignContext,
    least: Rank? = nil, relative: @escaping (String) -> TaskID? = { _ in nil }
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
    let new: ClientTodo
    if master == nil, let told { new = told } else { new = try reader.read(master ?? overrides[0]) }
    var edit = ClientEdit(
      resource: self, context: context, reader: reader, told: told, new: new, least: least)
    return edit.result(base)
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
  /// The names of lines that have no room.
  private var left: [String]

  init(
    resource: TodoResource, context: ForeignContext, reader: ClientTodoReader, told: ClientTodo?,
    new: ClientTodo, least: Rank?
  ) {
    (self.resource, self.context, self.reader) = (resource, context, reader)
    (self.told, self.new, self.least, left) = (told, new, least, new.left)
  }

  /// When the client says that it changed the task, so that an edit does not depend on when it arrives.
  private var moment: Timestamp {
    let todo = resource.master ?? resource.overrides[0]
    return ["LAST-MODIFIED", "DTSTAMP"].lazy.compactMap { todo[$0] }
      .compactMap { try? CalendarDate($0) }.map(zones.local).first ?? context.now
  }

  private var zones: CalendarZones { CalendarZones(resource.calendar, clock: context.clock) }

  mutating func result(_ base: Task?) -> Task {
    var task = new.task
    if task.isDone, task.closed == nil, told?.task.isDone != true { task.closed = moment }
    var record = ForeignTask(line: 0, task: task)
    if let base, let told {
      if let next = nextByKeptRule(told.task) {
        record.task = next
        record.finished = [task.closed ?? moment]
      } else if advances(told) {
        record.finished = [moment]
      } else if overrides.contains(where: { $0.finish.map { isKnown($0, in: base) } == true }) {
        // It was sent before, and the dates have moved since.
        (record.task.scheduled, record.task.deadline) = (told.task.scheduled, told.task.deadline)
      }
      task =
        ForeignUpdate(
          task: base, told: told.task, record: record,
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
    left += WrittenLine.change(
      &task, from: told?.kept ?? [], to: new.kept, isRewritten: resource.isRewriter)
    let none = ClientAlarms(
      [], TodoDates(isStartWritten: false), zones: zones, context, id: task.id, base: nil, told: nil
    )
    left += ClientAlarms.change(&task, from: told?.alarms ?? none, to: new.alarms)
    readDates(into: &task)
    if !left.isEmpty {
      let names = left.uniqued().joined(separator: ", ")
      note("A calendar program wrote what is too large to be kept: \(names)", in: &task)
    }
    return task
  }

  /// Adds a note to the log once.
  private func note(_ text: String, in task: inout Task) {
    let text = Text(text)
    if task.entries.contains(where: { $0.note == text }) { return }
    task.log.insert(newestFirst: .entry(LogEntry(.note, at: moment, note: text)))
  }

  // MARK: Repeats

  /// True for an open task whose date was moved to a later one of its rule by Tasks.org, which advances by itself and
  /// says no more.
  private func advances(_ told: ClientTodo) -> Bool {
    let isOfTasks = ["tasks.org", "org.tasks"].contains { resource.product.contains($0) }
    guard isOfTasks, !told.task.isDone, !new.task.isDone, new.task.isRepeating,
      let interval = (told.task.scheduled ?? told.task.deadline)?.repeater?.interval,
      let old = told.lead, let date = new.lead, old < date
    else { return false }
    return interval.leads(from: old, to: date, on: told.task.repeats.days)
  }

  /// The task moved to the next date of a rule that no repeater expresses; nil if it is not finished, or for good.
  private func nextByKeptRule(_ told: Task) -> Task? {
    let names = [DoorNames.rule, "RRULE"]
    guard new.task.isDone, !told.isDone,
      let name = names.first(where: { new.task.property(named: $0) != nil }),
      var rule = new.task.property(named: name).flatMap({ CalendarRecurrence($0.string) }),
      rule.unread.isEmpty, let start = new.lead, rule.count ?? 2 > 1
    else { return nil }
    let now = new.task.closed ?? moment
    let after = max(start, start.minute == nil ? Timestamp(now.date) : now)
    let from =
      after.minute == nil ? Timestamp(after.date.adding(days: 1)) : after.adding(minutes: 1)
    var periods = 10_000
    // Each date counts once.
    let count = rule.count
    rule.count = nil
    let next = rule.occurrences(
      from: start, in: from...Timestamp(from.date.adding(days: 36_525)),
      until: rule.until.map(zones.local), most: 1, periods: &periods
    ).dates.first
    guard let next else { return nil }
    var task = new.task
    let days = next.date.dayNumber - start.date.dayNumber
    func moved(_ plan: Planning?) -> Planning? {
      guard let plan else { return nil }
      let isLead = plan.start == start
      return plan.moved(
        to: isLead ? next : Timestamp(plan.start.date.adding(days: days), minute: plan.start.minute)
      )
    }
    (task.scheduled, task.deadline) = (moved(task.scheduled), moved(task.deadline))
    (task.state, task.closed) = (told.state, told.closed)
    if let count {
      rule.count = count - 1
      task = task.applying(.property(name: name, value: Text(rule.text)))
    }
    return task
  }

  /// The single dates of a task that repeats, and when they were finished.
  private var overrides: [(todo: CalendarComponent, finish: Timestamp?)] {
    resource.overrides.map { todo in
      var plain = reader.plain(todo)
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
    guard !isKnown(moment, in: task), let line,
      let date = try? CalendarDate(reader.settled(line, told: lead(of: told?.printed)))
    else { return }
    let occurrence = zones.local(date)
    func isDue() -> Bool {
      let isOfStart = told?.printed["DTSTART"] != nil
      guard !task.isDone, task.isRepeating,
        let lead = isOfStart ? task.scheduled : task.deadline ?? task.scheduled
      else { return false }
      return lead.start.minute == nil || occurrence.minute == nil
        ? lead.start.date <= occurrence.date : lead.start <= occurrence
    }
    guard isDue() else {
      task.log.insert(finished: moment, from: task.state, as: context.done)
      return
    }
    task = task.applying(task.changing(to: context.done, workflow: context.workflow, now: moment))
    for _ in 0..<1_000 where isDue() {
      task.scheduled = task.scheduled?.repeated(now: occurrence, on: task.repeats.days)
      task.deadline = task.deadline?.repeated(now: occurrence, on: task.repeats.days)
    }
  }

  private func lead(of todo: CalendarComponent?) -> ContentLine? {
    todo.flatMap { $0["DTSTART"] ?? $0["DUE"] }
  }
}
