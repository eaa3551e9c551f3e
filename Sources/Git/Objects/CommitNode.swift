/// A commit as far as its place in the history goes, without its parents.
public struct CommitNode: BitwiseCopyable, Sendable {
  public let tree: ObjectID
  /// When it was committed, in seconds since 1970.
  public let time: Int64
}
