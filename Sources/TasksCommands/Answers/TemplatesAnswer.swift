import TasksCore
import TasksExchange

/// The capture templates, or those that were imported.
struct TemplatesAnswer: Answer {
  let kind = "templates"
  let templates: [Template]

  /// What an import left out; nil for a listing.
  let remarks: [ImportRemark]?

  init(_ templates: [Template], remarks: [ImportRemark]? = nil) {
    (self.templates, self.remarks) = (templates, remarks)
  }

  func writeRest(to json: inout JSONWriter) { json.remarks(remarks) }

  func write(to json: inout JSONWriter) {
    json.array(templates) { json, template in
      json.object { json in
        json.member("name", template.name)
        json.member("description", template.description.string)
        json.member("format", template.format.rawValue)
        json.name("shipped")
        json.bool(template.isShipped)
        json.name("prompts")
        json.array(template.prompts) { json, prompt in
          json.object { json in
            json.member("name", prompt.name)
            json.member("kind", prompt.kindName)
            json.member("default", prompt.initial)
            json.name("choices")
            json.array(prompt.choices) { json, choice in json.string(choice) }
          }
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes what an import left out, if it is one.
  mutating func remarks(_ remarks: [ImportRemark]?) {
    guard let remarks else { return }
    name("left_out")
    array(remarks) { json, remark in
      json.object { json in
        json.member("line", remark.line)
        json.member("reason", remark.text)
      }
    }
  }
}

extension TemplatePrompt {
  fileprivate var kindName: String {
    switch kind {
    case .text: "text"
    case .date: "date"
    case .tags: "tags"
    }
  }
}
