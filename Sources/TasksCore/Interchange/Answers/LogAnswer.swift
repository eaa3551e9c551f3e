/// The history, newest first.
public struct LogAnswer: Answer {
  public let kind = "log"
  public let entries: [HistoryEntry]

  public init(_ entries: [HistoryEntry]) { self.entries = entries }

  public func write(to json: inout JSONWriter) {
    json.array(entries) { json, entry in
      json.object { json in
        json.member("commit", entry.commit)
        json.member("operation", entry.operation)
        json.member("time", entry.time)
        json.member("device", entry.device)
        json.member("id", entry.task?.id.text)
        json.member("title", entry.task?.title)
        json.key("changes")
        json.array(entry.fields) { $1.write(to: &$0) }
      }
    }
  }
}

/// One commit's change of one task.
public struct HistoryEntry: Sendable {
  public let commit: String
  /// The verb, as the commit's trailer names it; nil for a commit that is not ours.
  public let operation: String?
  public let time: Timestamp
  /// The id of the device, nil for a commit that is not ours.
  public let device: String?
  public let author: String
  /// True if the commit is a merge, of which only what it made itself is told.
  public let isMerge: Bool
  public let change: ChangedTask
  public let fields: [FieldChange]

  public init(
    commit: String, operation: String?, time: Timestamp, device: String?, author: String,
    isMerge: Bool = false, change: ChangedTask, fields: [FieldChange]
  ) {
    self.commit = commit
    self.operation = operation
    self.time = time
    self.device = device
    self.author = author
    self.isMerge = isMerge
    self.change = change
    self.fields = fields
  }

  public var task: Task? { change.new ?? change.old }
}
