import TasksCore

/// The links of a task, numbered from 1.
struct LinksAnswer: Answer {
  let kind = "links"
  let links: [(target: Text, label: Text?)]

  init(_ markup: Markup) {
    links = markup.links.map { ($0.target, $0.shownLabel(in: markup.format)) }
  }

  func write(to json: inout JSONWriter) {
    json.array(links.enumerated()) { json, link in
      json.object { json in
        json.member("number", link.offset + 1)
        json.member("target", link.element.target)
        json.member("label", link.element.label)
      }
    }
  }
}
