import TasksCore

/// The words of a task as typed for `tasks add`.
enum QuickWords {
  static func of(_ task: Task) -> [String] {
    var words = task.title.string.split(separator: " ").map(String.init)
    words += task.tags.map { $0.string.hasPrefix("@") ? $0.string : "+\($0.string)" }
    if let list = task.list { words.append("list:\(list.string)") }
    if let deadline = task.deadline { words.append("due:\(deadline.start.iso)") }
    return words
  }
}
