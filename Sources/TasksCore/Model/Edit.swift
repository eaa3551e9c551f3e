/// One change of one task, as a value: what a command decided, before anything is written.
///
/// An edit states the new value of a field, not how to write it. `nil`, an empty list and an empty text remove the
/// field.
public enum Edit: Hashable, Sendable {
  /// Writes the id into a file made by hand.
  case id(TaskID)
  case title(Text)
  case state(State)
  case priority(Priority?)
  case rank(Rank?)
  case tags([Text])
  case list(Text?)
  case created(Timestamp?)
  case scheduled(Planning?)
  case deadline(Planning?)
  case closed(Timestamp?)
  /// Moves the task to the trash or out of it. The tag that hides it from other programs is set or removed with it.
  case deleted(Timestamp?)
  case lastRepeat(Timestamp?)
  case reminders([Timestamp])
  case important(Bool)
  case firstAlert(Int?)
  case secondAlert(Int?)
  case placeName(Text?)
  case coordinates(Place.Coordinates?)
  case radius(Int?)
  case effort(Int?)
  case parent(TaskID?)
  case blockers([TaskID])
  /// Any property without a case of its own.
  case property(name: Text, value: Text?)
  case notes(Text)
  /// The new log. Entries that stay are not rewritten.
  case log([LogEntry])
  case clocks([Clock])
}

extension Task {
  /// Returns the task after the edit. Editing the file and reading it again gives the same task.
  ///
  /// Texts are normalized as a file holds them: no blanks around a title, no blank lines around the notes. A
  /// property with a field's name sets that field if its value can be parsed.
  public func applying(_ edit: Edit) -> Task {
    guard format == .org else { return setting(edit) }
    let edit = OrgProperty.fieldEdit(for: edit)
    guard let name = OrgProperty.change(by: edit)?.name else { return setting(edit) }
    var task = self
    if case .property = edit, let off = OrgProperty.named(name)?.edit(nil) {
      // The new value cannot be parsed, so the field loses its value and the text is kept as a property.
      task = task.setting(off)
    } else if OrgProperty.named(name) != nil {
      // An earlier value that could not be parsed is among the other properties.
      task.properties.removeAll { $0.name.isSameName(as: name) }
    }
    return task.setting(edit)
  }

  private func setting(_ edit: Edit) -> Task {
    var task = self
    switch edit {
    case .id(let id):
      task.id = id
      task.hasOwnID = true
    case .title(let title):
      task.title = format == .org ? OrgHeading.titleText(title.bytes[...]) : title
    case .state(let state): task.state = state
    case .priority(let priority): task.priority = priority
    case .rank(let rank): task.rank = rank
    case .tags(let tags):
      task.tags = []
      task.tags.append(new: isDeleted ? tags.filter { $0 != OrgDocument.archiveTag } : tags)
    case .list(let list): task.list = list
    case .created(let created): task.created = created
    case .scheduled(let planning): task.scheduled = planning
    case .deadline(let planning): task.deadline = planning
    case .closed(let closed): task.closed = closed
    case .deleted(let deleted):
      task.deleted = deleted
      if deleted != nil { task.tags.removeAll { $0 == OrgDocument.archiveTag } }
    case .lastRepeat(let time): task.lastRepeat = time
    case .reminders(let reminders): task.reminders = reminders
    case .important(let isImportant): task.isImportant = isImportant
    case .firstAlert(let minutes): task.firstAlert = minutes
    case .secondAlert(let minutes): task.secondAlert = minutes
    case .placeName(let name): task.place.name = name
    case .coordinates(let coordinates): task.place.coordinates = coordinates
    case .radius(let radius): task.place.radius = radius
    case .effort(let effort): task.effort = effort
    case .parent(let parent): task.parent = parent
    case .blockers(let blockers): task.blockers = blockers
    case .property(let name, let value): task.setProperty(name, to: value)
    case .notes(let notes):
      // Carriage returns are kept only if lines of the notes already end in one.
      task.notes =
        (task.notes.hasReturnsAtLineEnds ? notes : notes.withoutReturns).trimmingBlankLines
    case .log(let log): task.log = log
    case .clocks(let clocks): task.clocks = clocks
    }
    return task
  }

  public func applying(_ edits: [Edit]) -> Task {
    edits.reduce(self) { $0.applying($1) }
  }

  private mutating func setProperty(_ name: Text, to value: Text?) {
    let index = properties.firstIndex { $0.name.isSameName(as: name) }
    switch (index, value) {
    case let (index?, value?): properties[index].value = value
    case let (index?, nil): properties.remove(at: index)
    case let (nil, value?): properties.append(Property(name, value))
    case (nil, nil): break
    }
  }
}
