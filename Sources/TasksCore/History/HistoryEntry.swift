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
  public var fields: [FieldChange]

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
