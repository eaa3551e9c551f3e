import TasksCore
import TasksExchange

/// The history as patches, each after those that it follows.
struct PatchesAnswer: Answer {
  let kind = "patches"
  private let patches: [Patch]

  init(_ patches: [Patch]) { self.patches = patches }

  func write(to json: inout JSONWriter) {
    json.array(patches) { $1.write(to: &$0) }
  }
}
