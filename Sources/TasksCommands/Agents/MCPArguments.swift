import TasksCore

/// The arguments of a call of a tool.
package struct MCPArguments: Sendable {
  /// Why arguments cannot be used; the model that made them is told.
  package struct Fault: Error {
    let text: String
  }

  let members: [JSONValue.Member]

  private func value(_ name: String) -> JSONValue { JSONValue.object(members)[Text(name)] }

  func text(_ name: String) -> String? { value(name).text?.string }
  func flag(_ name: String) -> Bool { value(name).bool ?? false }
  func number(_ name: String) -> Int? { value(name).number.flatMap { Int(exactly: $0) } }
  func texts(_ name: String) -> [String] { value(name).elements.compactMap { $0.text?.string } }

  /// The id or path of a task. An empty one is none.
  func name(_ name: String) throws(Fault) -> String {
    guard let text = text(name), !text.isEmpty else { throw Fault(text: "'\(name)' is empty") }
    return text
  }

  /// Ids or paths of tasks. What is no name might be read as a change, or as a filter.
  func names(_ name: String) throws(Fault) -> [String] {
    let names = texts(name)
    if let wrong = names.first(where: { $0.isEmpty || $0.hasPrefix("+") || $0.hasPrefix("-") }) {
      throw Fault(text: "'\(wrong)' in '\(name)' is no id")
    }
    return names
  }

  /// Lines of quick-add, and tasks in JSON on a line each.
  func lines(_ name: String) throws(Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    for element in value(name).elements {
      switch element {
      case .string(let line) where line.string.contains(where: \.isNewline):
        throw Fault(text: "a line of quick-add holds no line break; give notes in an object")
      case .string(let line): bytes += line.bytes + [0x0A]
      default:
        var writer = JSONWriter()
        writer.value(element)
        bytes += writer.bytes + [0x0A]
      }
    }
    return bytes
  }

  /// Checks the arguments against what a tool takes.
  func check(_ parameters: [MCPTool.Parameter]) throws(Fault) {
    for member in members {
      let name = ControlCharacters.escaped(member.name)
      guard let parameter = parameters.first(where: { $0.name == member.name.string }) else {
        throw Fault(
          text: "there is no argument '\(name)'; the arguments are "
            + parameters.map(\.name).joined(separator: " "))
      }
      guard parameter.kind.accepts(member.value) else {
        throw Fault(text: "'\(name)' is to be \(parameter.kind.noun)")
      }
    }
    for parameter in parameters where parameter.isRequired {
      switch value(parameter.name) {
      case .null, .array([]): throw Fault(text: "'\(parameter.name)' is missing")
      default: continue
      }
    }
  }
}

extension MCPTool.Parameter.Kind {
  fileprivate func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.text, .string(let text)): !text.bytes.contains(0)
    case (.flag, .bool): true
    case (.number, .number(let number)): Int32(exactly: number).map { $0 >= 0 } ?? false
    case (.choice(let words), .string(let text)): words.contains(text.string)
    case (.texts, .array(let elements)):
      elements.allSatisfy { $0.text.map { !$0.bytes.contains(0) } ?? false }
    case (.tasks, .array(let elements)):
      elements.allSatisfy { element in
        if case .object = element { true } else { element.text != nil }
      }
    default: false
    }
  }

  fileprivate var noun: String {
    switch self {
    case .text: "a string"
    case .flag: "true or false"
    case .number: "a number from 0"
    case .choice(let words): "one of " + words.joined(separator: " ")
    case .texts: "an array of strings"
    case .tasks: "an array of strings and objects"
    }
  }

  /// Writes the JSON Schema of a value.
  func writeSchema(help: String, to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .text, .choice: json.member("type", "string")
      case .flag: json.member("type", "boolean")
      case .number: json.member("type", "integer")
      case .texts, .tasks: json.member("type", "array")
      }
      json.member("description", help)
      switch self {
      case .choice(let words):
        json.key("enum")
        json.array(words) { $0.string($1) }
      case .number: json.member("minimum", 0)
      case .texts:
        json.key("items")
        json.object { $0.member("type", "string") }
      case .tasks:
        json.key("items")
        json.object { json in
          json.key("type")
          json.array(["string", "object"]) { $0.string($1) }
        }
      case .text, .flag: break
      }
    }
  }
}

extension JSONWriter {
  /// Writes a value as it was parsed.
  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let bool): self.bool(bool)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .array(let elements): array(elements) { $0.value($1) }
    case .object(let members):
      object { json in
        for member in members {
          json.key(member.name)
          json.value(member.value)
        }
      }
    }
  }
}
