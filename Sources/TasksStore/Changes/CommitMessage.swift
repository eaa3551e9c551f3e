import Platform
import TasksCore

/// The message of a commit: the operation, its tasks and the device.
package struct CommitMessage {
  /// The trailer that names the device.
  package static let deviceTrailer = "Tasks-Device"
  /// The trailer that names the verb.
  package static let operationTrailer = "Tasks-Operation"

  /// Returns `done: Call Bob about the invoice`, or for several tasks a count with the titles below.
  package static func text(
    verb: String, headline: String? = nil, operation: String? = nil, changed: [ChangedTask],
    device: Device,
    extra: [(name: String, value: String)] = []
  ) -> String {
    let titles = changed.compactMap { ($0.new ?? $0.old).map { line($0.title) } }
    var text: String
    switch titles.count {
    case 0: text = "\(headline ?? verb)\n"
    case 1 where headline == nil: text = "\(verb): \(titles[0])\n"
    default:
      text =
        (headline ?? "\(verb): \(titles.count) tasks") + "\n\n"
        + titles.map { "- \($0)\n" }.joined()
    }
    let details = titles.count == 1 ? details(of: changed) : []
    if !details.isEmpty { text += "\n" + details.map { "\($0)\n" }.joined() }
    text += "\n"
    for (name, value) in extra { text += "\(name): \(value)\n" }
    return text + "\(deviceTrailer): \(device.id)\n\(operationTrailer): \(operation ?? verb)\n"
  }

  /// Returns one line for each changed field.
  private static func details(of changed: [ChangedTask]) -> [String] {
    guard let change = changed.first, change.old != nil, change.new != nil else { return [] }
    return change.fields.map { line($0.summary) }
  }

  /// Returns a text as one line without control characters.
  private static func line(_ text: Text) -> String { ControlCharacters.escaped(text) }
}
