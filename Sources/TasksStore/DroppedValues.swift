import TasksCore

/// The values that merges dropped from a task, as its log has them.
public struct DroppedValues {
  public struct Value: Sendable {
    public let field: Text
    /// Nil where the losing side had taken the value away.
    public let dropped: Text?
    /// What the task says now.
    public let kept: Text?
    let entry: LogEntry
  }

  public let all: [Value]
  private let document: any TaskDocument

  public init(_ document: any TaskDocument) {
    self.document = document
    all = document.task.log.compactMap { entry in
      guard case .dropped(let field, let value) = entry.kind else { return nil }
      let task = document.task
      let kept = Field.named(field, in: task.format).flatMap { $0.value(in: task, besides: value) }
      return Value(field: field, dropped: value, kept: kept, entry: entry)
    }
  }

  /// The value of a field; without a name the only one there is.
  ///
  /// - Throws: `invalid` when there is none, or several and no name.
  public func value(of field: Text?) throws(StoreError) -> Value {
    let found = all.filter { value in field.map { value.field.isSameName(as: $0) } ?? true }
    let title = Visible.text(document.task.title)
    guard let first = found.first else {
      throw .invalid(
        "no merge dropped \(field.map { "the \(Visible.text($0))" } ?? "a value") of “\(title)”")
    }
    guard found.count == 1 || field != nil else {
      let names = found.map { Visible.text($0.field) }.joined(separator: ", ")
      throw .invalid("merges dropped several values of “\(title)”; name the field: \(names)")
    }
    return first
  }

  /// The edits that put a dropped value back; the one it replaces is noted in its place.
  public func taking(_ value: Value, now: Timestamp) throws(StoreError) -> [Edit] {
    let task = document.task
    guard let field = Field.named(value.field, in: task.format),
      let edits = field.edits(reading: value.dropped, into: task, workflow: document.workflow)
    else {
      throw .invalid(
        "the value of \(Visible.text(value.field)) cannot be read; change it with: tasks edit")
    }
    var log = task.log
    if let index = log.firstIndex(of: value.entry) {
      // What joins a set replaces nothing.
      let replaced = LogEntry(.dropped(field: value.field, value: value.kept))
      log.replaceSubrange(index...index, with: field.rule == .set ? [] : [replaced])
    }
    return edits + closing(edits, now) + [.log(log)]
  }

  /// The edits that forget a dropped value.
  public func forgetting(_ value: Value) -> [Edit] {
    var log = document.task.log
    if let index = log.firstIndex(of: value.entry) { log.remove(at: index) }
    return [.log(log)]
  }

  /// A state that is taken back takes CLOSED with it.
  private func closing(_ edits: [Edit], _ now: Timestamp) -> [Edit] {
    for case .state(let state) in edits {
      if state.isDone, document.task.closed == nil { return [.closed(now)] }
      if !state.isDone, document.task.closed != nil { return [.closed(nil)] }
    }
    return []
  }
}
