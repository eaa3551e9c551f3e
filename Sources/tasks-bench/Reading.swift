import TasksCore

/// Parses the task in a file repeatedly, in a process of its own so that its memory does not count for other
/// programs.
struct Reading {
  let path: String
  let times: Int

  func run() throws(BenchError) {
    guard let bytes = Disk.read(path) else { throw .usage("\(path) cannot be read") }
    for _ in 0..<times {
      // The path determines the format.
      guard (try? TaskReader.read(bytes, path: path)) != nil else {
        throw .usage("\(path) is no task, or cannot be read")
      }
    }
  }
}
