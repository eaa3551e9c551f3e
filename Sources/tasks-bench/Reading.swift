import TasksCore

/// Reads the task in a file again and again: a process of its own, as its memory is none of the others' business.
struct Reading {
  let path: String
  let times: Int

  func run() throws(BenchError) {
    guard let bytes = Disk.read(path) else { throw .usage("\(path) cannot be read") }
    for _ in 0..<times {
      // The name decides between the two formats.
      guard (try? TaskReader.read(bytes, path: path)) != nil else {
        throw .usage("\(path) is no task, or cannot be read")
      }
    }
  }
}
