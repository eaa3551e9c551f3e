/// What a query must know beside the task it looks at.
public struct QueryContext {
  public var now: Timestamp
  /// Whether the task of that id waits to be done; false for an id nobody has.
  public var isOpen: (TaskID) -> Bool
  /// Whether the task differs from what the upstream branch has.
  public var isUnsynced: (Task) -> Bool

  public init(
    now: Timestamp, isOpen: @escaping (TaskID) -> Bool, isUnsynced: @escaping (Task) -> Bool
  ) {
    self.now = now
    self.isOpen = isOpen
    self.isUnsynced = isUnsynced
  }
}
