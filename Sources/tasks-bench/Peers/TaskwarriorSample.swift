import TasksCore

/// The sample's tasks in the JSON format that Taskwarrior and dstask import.
struct TaskwarriorSample {
  let sample: SampleTasks

  func write(to path: String) throws(BenchError) {
    let file = try DiskFile(path)
    for number in 0..<sample.count {
      var writer = JSONWriter()
      write(try sample.document(number).task, number, to: &writer)
      let end = number == sample.count - 1 ? "\n]\n" : ","
      try file.append(Array((number == 0 ? "[\n" : "\n").utf8) + writer.bytes + Array(end.utf8))
    }
  }

  static func uuid(of number: Int) -> String {
    let digits = String(number)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.utf8.count)
      + digits
  }

  private func write(_ task: Task, _ number: Int, to writer: inout JSONWriter) {
    writer.object { writer in
      func member(_ key: String, _ value: String) {
        writer.key(key)
        writer.string(value)
      }
      member("uuid", TaskwarriorSample.uuid(of: number))
      member("description", task.title.string)
      member("status", task.isOpen ? "pending" : "completed")
      if let list = task.list { member("project", list.string) }
      if let created = task.created { member("entry", TaskwarriorSample.stamp(created)) }
      if let closed = task.closed { member("end", TaskwarriorSample.stamp(closed)) }
      if let deadline = task.deadline { member("due", TaskwarriorSample.stamp(deadline.start)) }
      writer.key("tags")
      writer.array { writer in
        for tag in task.tags { writer.string(tag.string.filter { $0 != "@" }) }
      }
    }
  }

  /// Prints a time as `20261120T091500Z`.
  private static func stamp(_ time: Timestamp) -> String {
    let clock = Timestamp.clock(time.minute ?? 0)
    return "\(time.date.iso)T\(clock)00Z".filter { $0 != "-" && $0 != ":" }
  }
}
