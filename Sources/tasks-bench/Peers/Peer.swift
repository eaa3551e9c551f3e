/// A piece of work that programs for tasks can do.
enum Work: Hashable {
  case version
  case list
  case search(String)
  /// The number of the new task, or of the one that is changed.
  case add(Int)
  case done(Int)
  case modify(Int)
}

/// A program, and how it does each piece of work on a store of its own.
protocol Peer {
  var name: String { get }
  /// The folder of its stores; peers that name the same one share them.
  var storeName: String { get }
  /// Makes its store of the sample's tasks.
  func makeStore(at path: String, of sample: SampleTasks) throws(BenchError)
  func can(_ work: Work) -> Bool
  /// The commands to run one after the other, once what has to be there before them is.
  func commands(
    for work: Work, in path: String, of sample: SampleTasks
  ) throws(BenchError) -> [Command]
}

extension Peer {
  func can(_ work: Work) -> Bool { true }
}
