/// The history as patches, each after those that it follows.
public struct PatchesAnswer: Answer {
  public let kind = "patches"
  private let patches: [Patch]

  public init(_ patches: [Patch]) { self.patches = patches }

  public func write(to json: inout JSONWriter) {
    json.array(patches) { $1.write(to: &$0) }
  }
}
