/// A value that a merge dropped from a task, as the task's log has it.
///
/// Law: whatever a merge wrote, the value can be taken back, and what is in its place then can be kept.
public struct DroppedEntry: Sendable {
  public let field: Text
  /// Nil where the losing side had taken the value away.
  public let dropped: Text?
  /// What the task says now.
  public let kept: Text?
  private let entry: LogEntry

  public static func all(in document: any TaskDocument) -> [DroppedEntry] {
    document.task.log.compactMap { DroppedEntry($0, in: document) }
  }

  private init?(_ entry: LogEntry, in document: any TaskDocument) {
    guard case .dropped(let field, let value) = entry.kind else { return nil }
    self.entry = entry
    self.field = field
    dropped = value
    let task = document.task
    kept =
      field == DroppedEntry.preamble
      ? Text?(document.preamble).flatMap { $0.isEmpty ? nil : $0 }
      : Field.named(field, in: task.format).flatMap { $0.value(in: task, besides: value) }
  }

  /// What stands above the task, which is no field of it.
  static let preamble: Text = "preamble"
  /// Lines that a conversion has left behind.
  static let lines: Text = "lines"

  /// The file with the value put back, and the one it replaces noted in its place. What no field of the file
  /// can hold any more goes into the notes: there it can be read, and nothing is lost.
  ///
  /// - Returns: Nil when the file takes it nowhere.
  public func taken(in document: any TaskDocument, now: Timestamp) -> (any TaskDocument)? {
    putBack(in: document, now) ?? noted(in: document)
  }

  /// The edits that forget the value.
  public func forgetting(in task: Task) -> [Edit] { [.log(log(of: task, with: []))] }

  private func log(of task: Task, with replacement: [LogEntry]) -> [LogEntry] {
    var log = task.log
    if let index = log.firstIndex(of: entry) {
      log.replaceSubrange(index...index, with: replacement)
    }
    return log
  }

  // MARK: Back into its field

  private func putBack(in document: any TaskDocument, _ now: Timestamp) -> (any TaskDocument)? {
    guard field != DroppedEntry.preamble else { return preambleBack(in: document) }
    guard let field = Field.named(field, in: document.task.format),
      let edits = field.edits(reading: dropped, into: document.task, workflow: document.workflow),
      let edited = try? document.applying(edits + closing(edits, document.task, now)),
      edited.task != document.task || field.value(in: edited.task).text == dropped
    else { return nil }
    // What joins a set replaces nothing.
    let isSet = field.rule == .set || field.rule == .log
    return try? edited.applying([.log(log(of: edited.task, with: isSet ? [] : [replaced]))])
  }

  private var replaced: LogEntry { LogEntry(.dropped(field: field, value: kept)) }

  private func preambleBack(in document: any TaskDocument) -> (any TaskDocument)? {
    let edited = document.replacingPreamble(with: dropped ?? .empty)
    // With other keywords it may be another task, or none.
    guard edited.preamble == dropped ?? .empty,
      edited.task.hasSameFields(as: document.task), edited.task.id == document.task.id
    else { return nil }
    return try? edited.applying([.log(log(of: edited.task, with: [replaced]))])
  }

  /// A state that is taken back takes CLOSED with it.
  private func closing(_ edits: [Edit], _ task: Task, _ now: Timestamp) -> [Edit] {
    for case .state(let state) in edits {
      if state.isDone, task.closed == nil { return [.closed(now)] }
      if !state.isDone, task.closed != nil { return [.closed(nil)] }
    }
    return []
  }

  // MARK: Into the notes

  private func noted(in document: any TaskDocument) -> (any TaskDocument)? {
    let name = field.bytes + [0x3A, 0x20]
    let isText = field == DroppedEntry.lines || field == DroppedEntry.preamble
    // In quotes, as it stands in the log already, where the notes cannot have it as it is.
    let quoted = dropped.map(LogEntry.Kind.quoted) ?? Array("nothing".utf8)
    let texts = [dropped.map { isText ? $0.bytes : name + $0.bytes }, name + quoted]
    for text in texts.compactMap({ $0 }) {
      let edits = [
        document.task.appending(note: Text(bytes: text)),
        .log(log(of: document.task, with: [])),
      ]
      if let edited = try? document.applying(edits) { return edited }
    }
    return nil
  }
}
