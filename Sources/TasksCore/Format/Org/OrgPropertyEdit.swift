/// Conversion between edits of a task and changes of its properties.
extension OrgProperty {
  /// The property that an edit changes, and its new value, nil to remove it. Nil for edits that do not concern
  /// a property.
  static func change(by edit: Edit) -> (name: Text, value: Text?)? {
    func change(_ property: OrgProperty, _ value: String?) -> (name: Text, value: Text?) {
      (Text(property.rawValue), value.map { Text($0) })
    }
    switch edit {
    case .id(let id): return (Text(OrgProperty.id.rawValue), id.text)
    case .rank(let rank): return change(.rank, rank?.text)
    case .created(let time): return change(.created, time.map(OrgStamp.printInactive))
    case .list(let list): return (Text(OrgProperty.list.rawValue), list)
    case .effort(let minutes): return change(.effort, minutes.map(OrgDuration.text))
    case .parent(let id):
      return (
        Text(OrgProperty.parent.rawValue), id.map { Text(bytes: Array("id:".utf8) + $0.text.bytes) }
      )
    case .blockers(let ids):
      let list = ids.map(\.text.bytes).joined(separator: [0x20])
      return (
        Text(OrgProperty.blockers.rawValue),
        ids.isEmpty ? nil : Text(bytes: Array("ids(".utf8) + Array(list) + [0x29])
      )
    case .reminders(let moments):
      let text = moments.map(OrgStamp.printInactive).joined(separator: " ")
      return change(.reminders, moments.isEmpty ? nil : text)
    case .important(let isImportant): return change(.important, isImportant ? "t" : nil)
    case .firstAlert(let minutes): return change(.firstAlert, minutes.map(String.init))
    case .secondAlert(let minutes): return change(.secondAlert, minutes.map(String.init))
    case .placeName(let name): return (Text(OrgProperty.placeName.rawValue), name)
    case .coordinates(let coordinates): return change(.coordinates, coordinates?.text)
    case .radius(let metres): return change(.radius, metres.map(String.init))
    case .lastRepeat(let time): return change(.lastRepeat, time.map(OrgStamp.printInactive))
    case .deleted(let time): return change(.deleted, time.map(OrgStamp.printInactive))
    case .property(let name, let value): return (name, value)
    case .title, .state, .priority, .tags, .scheduled, .deadline, .closed, .notes, .log, .clocks:
      return nil
    }
  }

  /// The value of a PARENT property with another parent: replaces the first id, which is the effective one, and
  /// keeps the rest. Nil if the old value has no id.
  static func replacingParent(in old: ArraySlice<UInt8>, with new: TaskID) -> Text? {
    guard let word = old.split(whereSeparator: \.isBlank).first(where: { id($0) != nil }) else {
      return nil
    }
    let text = Array("id:".utf8) + new.text.bytes
    return Text(bytes: old[..<word.startIndex] + text + old[word.endIndex...])
  }

  /// The value of a REMIND property with other dates: dates that stay keep their text, and a date that replaces
  /// another keeps its repeater. Nil if the old value cannot be parsed.
  static func replacingReminders(
    in old: ArraySlice<UInt8>, with new: [Timestamp]
  ) -> Text? {
    guard let known = reminders(old) else { return nil }
    let hunks = LineDifference(known.map(\.moment), new).hunks
    if hunks.allSatisfy({ $0.old.count == $0.new.count }) {
      return Text(bytes: replacing(hunks.flatMap { Array($0.old) }, of: known, in: old, with: new))
    }
    var words = new.map { Array(OrgStamp.printInactive($0).utf8) }
    var (x, y) = (0, 0)
    let end = LineDifference.Hunk(old: known.count..<known.count, new: new.count..<new.count)
    for hunk in hunks + [end] {
      while x < hunk.old.lowerBound {
        words[y] = Array(old[known[x].range])
        (x, y) = (x + 1, y + 1)
      }
      for (oldIndex, newIndex) in zip(hunk.old, hunk.new) {
        guard let stamp = known[oldIndex].stamp else { continue }
        let text = stamp.replacing(with: stamp.planning.moved(to: new[newIndex]), in: old)
        words[newIndex] = Array(text.utf8)
      }
      (x, y) = (hunk.old.upperBound, hunk.new.upperBound)
    }
    return Text(bytes: Array(words.joined(separator: [0x20])))
  }

  /// Replaces the dates with the given indices in place.
  private static func replacing(
    _ changed: [Int], of known: [(moment: Timestamp, range: Range<Int>, stamp: OrgStamp?)],
    in old: ArraySlice<UInt8>, with new: [Timestamp]
  ) -> [UInt8] {
    var out = Array(old)
    for index in changed.reversed() {
      let (_, range, stamp) = known[index]
      let text = stamp.map { $0.replacing(with: $0.planning.moved(to: new[index]), in: old) }
      out.replaceSubrange(
        range.lowerBound - old.startIndex..<range.upperBound - old.startIndex,
        with: (text ?? OrgStamp.printInactive(new[index])).utf8)
    }
    return out
  }

  /// Turns an edit of a property by name into the edit of the field it stores; returns any other edit
  /// unchanged. An empty text clears a field.
  static func fieldEdit(for edit: Edit) -> Edit {
    switch edit {
    case .list(let text?) where text.isEmpty: return .list(nil)
    case .placeName(let text?) where text.isEmpty: return .placeName(nil)
    default: break
    }
    guard case .property(let name, let value) = edit, let field = named(name) else { return edit }
    return field.edit(value) ?? edit
  }

  /// The edit that sets the field to a property's value, or clears it for nil. Returns nil if the value cannot
  /// be parsed, or if it would remove the id.
  func edit(_ value: Text?) -> Edit? {
    var task = Task(
      id: .none, path: "", format: .org, title: .empty,
      state: State(.empty, isDone: false))
    if let value, !read(value.bytes[...], into: &task) { return nil }
    switch self {
    case .id: return task.hasOwnID && value != nil ? .id(task.id) : nil
    case .rank: return .rank(task.rank)
    case .created: return .created(task.created)
    case .list: return .list(task.list)
    case .effort: return .effort(task.effort)
    case .parent: return .parent(task.parent)
    case .blockers: return .blockers(task.blockers)
    case .reminders: return .reminders(task.reminders)
    case .important: return .important(task.isImportant)
    case .firstAlert: return .firstAlert(task.firstAlert)
    case .secondAlert: return .secondAlert(task.secondAlert)
    case .placeName: return .placeName(task.place.name)
    case .coordinates: return .coordinates(task.place.coordinates)
    case .radius: return .radius(task.place.radius)
    case .lastRepeat: return .lastRepeat(task.lastRepeat)
    case .deleted: return .deleted(task.deleted)
    }
  }
}
