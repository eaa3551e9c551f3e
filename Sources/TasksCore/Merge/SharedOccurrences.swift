/// Occurrences of a repeating task that both sides finished while they were apart: each is finished once. The later dates
/// and the later LAST_REPEAT stand, and of two entries of the log for one occurrence the earlier.
///
/// It holds only if the dates of both sides are those that finishing gives, so that no date set by hand is taken for one.
/// An entry with a note or a keyword of its own stays.
///
/// Law: the result does not depend on which side is called ours.
struct SharedOccurrences {
  /// The entries for occurrences that the other side finished earlier.
  let superseded: Set<LogItem>
  /// Whether finishing gives also the moments until which both sides hide the task.
  private let movesWait: Bool

  /// Returns nil unless both sides have finished an occurrence since base.
  init?(_ documents: ThreeWay<any TaskDocument>) {
    guard let base = documents.base?.task, base.isRepeating else { return nil }
    let known = Set(base.log)
    func finishes(_ side: Side) -> [LogEntry] {
      let workflow = documents[side].workflow
      return documents[side].task.log.compactMap { item in
        guard let entry = item.entry, case .state(_, let to) = entry.kind, entry.at != nil,
          workflow[to]?.state.isDone == true, !known.contains(item)
        else { return nil }
        return entry
      }.ordered { $0.moment < $1.moment }
    }
    let (ours, theirs) = (finishes(.ours), finishes(.theirs))
    guard let ourNext = SharedOccurrences.next(ours, base, documents.ours.task),
      let theirNext = SharedOccurrences.next(theirs, base, documents.theirs.task)
    else { return nil }
    movesWait =
      ourNext.wait == documents.ours.task.wait && theirNext.wait == documents.theirs.task.wait
    // What both have is no other's occurrence.
    let (mine, others) = (Set(ours), Set(theirs))
    let pairs = zip(ours.filter { !others.contains($0) }, theirs.filter { !mine.contains($0) })
    superseded = Set(
      pairs.filter { $0.kind == $1.kind && $0.note == $1.note }.map {
        .entry($0.moment < $1.moment ? $1 : $0)
      })
  }

  /// The task that finishing at the times of these entries gives; nil if there are none, or if it has other dates than a
  /// side. The last date may follow from LAST_REPEAT, where a merge has kept an earlier entry.
  private static func next(_ finishes: [LogEntry], _ base: Task, _ side: Task) -> Task? {
    guard let last = finishes.last?.moment else { return nil }
    let tasks = [last, side.lastRepeat ?? last].map { last in
      (finishes.dropLast().map(\.moment) + [last]).reduce(base) { $0.repeated(now: $1) ?? $0 }
    }
    return tasks.first { moved in
      [\Task.scheduled, \Task.deadline].allSatisfy { date in
        base[keyPath: date]?.isRepeating != true || moved[keyPath: date] == side[keyPath: date]
      }
    }
  }

  /// Returns the side whose value is the later one; nil for a field that finishing does not move.
  func later(_ field: Field, _ tasks: ThreeWay<Task>) -> Side? {
    if field.name == PlainField.repeatTimes.name, let ours = tasks.ours.repeats.times,
      let theirs = tasks.theirs.repeats.times
    {
      return ours > theirs ? .theirs : .ours
    }
    let moments = tasks.map { task -> Timestamp? in
      switch field.name {
      case "scheduled": task.scheduled?.start
      case "deadline": task.deadline?.start
      case PlainField.lastRepeat.name: task.lastRepeat
      case PlainField.wait.name: movesWait ? task.wait : nil
      default: nil
      }
    }
    guard let ours = moments.ours, let theirs = moments.theirs else { return nil }
    return ours < theirs ? .theirs : .ours
  }
}

extension LogEntry {
  fileprivate var moment: Timestamp { at ?? Timestamp(CivilDate(dayNumber: 0)) }
}
