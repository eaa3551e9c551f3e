/// A summary of a store at one moment.
public struct StatusAnswer: Answer, Sendable {
  public let kind = "status"
  /// The store's folder.
  public var root = ""
  /// The format of new tasks.
  public var format = Format.org
  /// Neither finished nor deleted.
  public var open = 0
  public var done = 0
  public var deleted = 0
  /// The number of tasks that differ from the upstream branch.
  public var unsynced = 0
  /// Commits ahead and behind; nil without an upstream branch.
  public var branch: (ahead: Int, behind: Int)?
  /// The number of values that merges dropped and that were not settled yet.
  public var conflicts = 0
  /// The paths of files that look like tasks and cannot be read.
  public var unreadable: [String] = []
  /// The tasks that lead back to themselves, by their parents or by what they depend on, named in their order.
  public var cycles: [String] = []
  /// The number of files that a sparse checkout leaves out.
  public var sparse = 0
  public var device: (id: String, name: String) = ("", "")

  public init() {}

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("store", root)
      json.member("format", format.rawValue)
      json.member("open", open)
      json.member("done", done)
      json.member("deleted", deleted)
      json.member("unsynced", unsynced)
      json.member("ahead", branch?.ahead)
      json.member("behind", branch?.behind)
      json.member("conflicts", conflicts)
      json.key("unreadable")
      json.array(unreadable) { $0.string($1) }
      json.member("sparse", sparse)
      json.member("device", device.name)
      json.key("cycles")
      json.array(cycles) { $0.string($1) }
    }
  }
}
