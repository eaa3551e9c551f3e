import TasksCore

/// A task whose keys other programs write into front matter, with what reading in place does not do: their times are
/// UTC.
struct ForeignMarkdown {
  let keys: ForeignFrontMatter
  private let context: ForeignContext
  var task: Task

  init?(_ bytes: [UInt8], _ context: ForeignContext) {
    guard let keys = ForeignFrontMatter(bytes, workflow: context.workflow) else { return nil }
    (self.keys, self.context, task) = (keys, context, keys.task)
    task.properties.removeAll { $0.value.isEmpty || $0.value == "[]" }
  }

  /// The local time of a key; a day if it names nothing else. Nil for the zero of Go.
  func moment(_ key: StaticString) -> Timestamp? {
    guard let (text, seconds) = value(key) else { return nil }
    return text.bytes.count > 10
      ? context.local(seconds) : Timestamp(ForeignContext.civil(seconds).date)
  }

  /// The date of a key, which is a day at midnight.
  func planned(_ key: StaticString) -> Planning? {
    value(key).map { Planning(context.planned($0.seconds)) }
  }

  private func value(_ key: StaticString) -> (text: Text, seconds: Int64)? {
    guard let text = keys.text(key), let seconds = ForeignContext.seconds(utc: text.string),
      ForeignContext.civil(seconds).date.year > 1
    else { return nil }
    return (text, seconds)
  }

  /// The record, once its properties have names that both formats have.
  func record(of format: String) -> ForeignTask {
    var task = task
    task.path = ""
    task.format = .markdown
    task.title = ForeignProperty.line(task.title)
    var remarks: [String] = []
    let properties = task.properties
    task.properties = []
    for property in properties {
      guard let new = ForeignProperty(property.name, property.value, of: format) else { continue }
      if new.isChanged {
        remarks.append("line breaks of \(ControlCharacters.escaped(property.name)) became blanks")
      }
      task.properties.append(foreign: new)
    }
    return ForeignTask(line: 1, task: task, remarks: remarks)
  }
}
