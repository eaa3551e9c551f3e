/// One commit's change of one task.
package struct HistoryEntry: Sendable {
  package let commit: String
  /// The verb, as the commit's trailer names it; nil for a commit that is not ours.
  package let operation: String?
  package let time: Timestamp
  /// The id of the device, nil for a commit that is not ours.
  package let device: String?
  package let author: String
  /// True if the commit is a merge, of which only what it made itself is told.
  package let isMerge: Bool
  package let change: ChangedTask
  package var fields: [FieldChange]

  package init(
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

  package var task: Task? { change.new ?? change.old }
}
