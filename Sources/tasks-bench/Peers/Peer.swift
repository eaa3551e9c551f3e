/// A piece of work to measure.
enum Work: Hashable {
  case version
  case list
  case search(String)
  /// The number of the task to add. For `done` and `modify`, it is that of the task to change.
  case add(Int)
  case done(Int)
  case modify(Int)
}

/// A program, and how it does each piece of work on its own store.
protocol Peer {
  var name: String { get }
  /// The name of its store's folder. Peers with the same name share a store.
  var storeName: String { get }
  /// Makes a store with the sample's tasks.
  func makeStore(at path: String, of sample: SampleTasks) throws(BenchError)
  func can(_ work: Work) -> Bool
  /// Prepares the work and returns the commands to measure, to be run one after the other.
  func commands(
    for work: Work, in path: String, of sample: SampleTasks
  ) throws(BenchError) -> [Command]
}

extension Peer {
  func can(_ work: Work) -> Bool { true }
}
