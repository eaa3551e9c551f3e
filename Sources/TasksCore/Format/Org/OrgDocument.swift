public struct OrgDocument: TaskDocument {
  public let bytes: [UInt8]
  public let task: Task
  public let workflow: Workflow
  public let preamble: Text
  public init?(_ bytes: [UInt8], path: String, workflow: Workflow) { return nil }
  public func applying(_ edits: [Edit]) throws(EditError) -> OrgDocument { self }
  public func replacingPreamble(with text: Text) -> OrgDocument { self }
}
