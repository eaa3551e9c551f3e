import TasksCore

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// What must hold for any bytes at all, whatever made them; breaking it ends the program.
public enum ReaderLaws {
  public static func check(_ input: UnsafeBufferPointer<UInt8>, path: String) {
    let bytes = Array(input)
    guard let document = try? TaskReader.read(bytes, path: path) else { return }
    require(document.bytes == bytes, "reading keeps every byte")
    checkLossless(document)
  }

  private static func checkLossless(_ document: any TaskDocument) {
    let task = document.task
    require(document.same(after: []), "no edit keeps every byte")
    // Taking away a value that cannot be read is a change.
    for edit in valuesOf(task) where task.applying(edit) == task {
      require(document.same(after: [edit]), "what a field says already keeps every byte: \(edit)")
    }
    for edit in inverses(of: document) {
      guard let edited = try? document.applying([edit.there]) else { continue }
      guard let back = try? edited.applying([edit.back]) else { continue }
      require(back.bytes == document.bytes, "an edit and its inverse: \(edit)")
    }
    if task.format == .markdown { checkPriority(document) }
    checkReadings(document)
  }

  /// Markdown has many words for one priority: which of them stood there, and in which capitals, is not known any
  /// more once another stands there. The task comes back, and from then on the bytes do.
  private static func checkPriority(_ document: any TaskDocument) {
    let task = document.task
    guard task.priority != nil else { return }
    let edits: [Edit] = [.priority(Priority("B")), .priority(task.priority)]
    guard let once = try? document.applying(edits) else { return }
    require(once.task == task, "a priority set and set back")
    require(once.same(after: edits), "a priority set and set back twice")
  }

  /// What only reads must end, and must name nothing that is not there.
  private static func checkReadings(_ document: any TaskDocument) {
    let task = document.task
    let markup = Markup(task)
    require(markup.titleLinkCount <= markup.links.count, "links are counted")
    for link in markup.links {
      if case .here(let place) = LinkDestination(link, format: task.format) {
        require(place.line(in: document.bytes).map { $0 > 0 } ?? true, "lines count from 1")
      }
    }
    for index in task.checklist.indices.prefix(20) {
      let ticked = Checklist(task.notes, format: task.format).setting(index, to: true)
      require(
        Checklist(ticked, format: task.format).items.count == task.checklist.count,
        "ticking a box keeps all boxes")
    }
    let other: Format = task.format == .org ? .markdown : .org
    let conversion = try? Conversion(
      of: document, to: other, specification: "TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)",
      workflow: .standard)
    guard let new = conversion?.document else { return }
    let read = try? TaskReader.read(new.bytes, path: new.task.path)
    require(read?.task == new.task, "a converted file says what its task says")
    require(new.task.id == task.id, "a conversion keeps the id")
  }

  /// The edits that say what the task says.
  private static func valuesOf(_ task: Task) -> [Edit] {
    [
      .title(task.title), .state(task.state), .priority(task.priority), .rank(task.rank),
      .tags(task.tags), .created(task.created), .scheduled(task.scheduled),
      .deadline(task.deadline), .closed(task.closed), .notes(task.notes), .log(task.log),
      .clocks(task.clocks), .effort(task.effort), .blockers(task.blockers),
      .reminders(task.reminders),
    ]
  }

  /// Edits and what takes each back to the byte: those of fields that are written in one way only.
  private static func inverses(of document: any TaskDocument) -> [(there: Edit, back: Edit)] {
    let task = document.task
    var pairs: [(Edit, Edit)] = []
    // Boxes bring the counts of their headings up to date.
    if !task.notes.isEmpty, task.checklist.isEmpty {
      pairs.append((.notes(task.notes + "\nmore"), .notes(task.notes)))
    }
    if task.format == .org, let priority = task.priority {
      pairs.append((.priority(Priority("B")), .priority(priority)))
    }
    if task.property(named: "FUZZ") == nil, !task.properties.isEmpty {
      pairs.append(
        (.property(name: "FUZZ", value: "x"), .property(name: "FUZZ", value: nil)))
    }
    if task.rank != nil, let rank = Rank(7) {
      // A rank may be written in more than one way: the task is the same, if not the bytes.
      let back = try? document.applying([.rank(rank)]).applying([.rank(task.rank)])
      require(back.map { $0.task == task } ?? true, "a rank set and set back")
    }
    if task.format == .org {
      for keyword in document.workflow.keywords.prefix(4) {
        pairs.append((.state(keyword.state), .state(task.state)))
      }
    }
    return pairs
  }

  private static func require(_ holds: Bool, _ law: @autoclosure () -> String) {
    if holds { return }
    // libFuzzer keeps the input of a program that aborts.
    fputs("broken: \(law())\n", stderr)
    abort()
  }
}

extension TaskDocument {
  /// True when the edits leave the bytes alone, or are refused.
  fileprivate func same(after edits: [Edit]) -> Bool {
    guard let edited = try? applying(edits) else { return true }
    return edited.bytes == bytes
  }
}

extension Text {
  fileprivate static func + (a: Text, b: Text) -> Text { Text(bytes: a.bytes + b.bytes) }
}
