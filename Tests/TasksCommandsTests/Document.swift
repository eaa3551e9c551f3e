import Foundation
import TestSupport

/// What a command printed with `--json`, read by a reader that is not ours.
struct Document {
  let text: String
  let fields: [String: Any]

  struct NotJSON: Error { let text: String }

  init(_ text: String) throws {
    self.text = text
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let fields = value as? [String: Any] else { throw NotJSON(text: text) }
    self.fields = fields
  }

  init(_ outcome: World.Outcome) throws {
    guard outcome.status == 0 else { throw NotJSON(text: outcome.errors) }
    try self.init(outcome.output)
  }

  var tasks: [[String: Any]] { rows("tasks") }

  func rows(_ kind: String) -> [[String: Any]] { fields[kind] as? [[String: Any]] ?? [] }

  /// The keys of the first object at a depth of braces, in the order they were written in.
  func keys(depth: Int) -> [String] {
    var keys: [String] = []
    var stack: [Character] = []
    var isInString = false
    var word = ""
    var last = ""
    var escaped = false
    for character in text {
      if isInString {
        if escaped {
          escaped = false
        } else if character == "\\" {
          escaped = true
        } else if character == "\"" {
          isInString = false
          last = word
        }
        word.append(character)
        continue
      }
      switch character {
      case "\"":
        isInString = true
        word = ""
      case "{", "[": stack.append(character)
      case "}", "]":
        stack.removeLast()
        if character == "}", stack.count == depth - 1, !keys.isEmpty { return keys }
      case ":" where stack.count == depth: keys.append(last)
      default: break
      }
    }
    return keys
  }
}
