/// The links of a task, numbered from 1.
public struct LinksAnswer: Answer {
  public let kind = "links"
  public let links: [(target: Text, label: Text?)]

  public init(_ markup: Markup) {
    links = markup.links.map { ($0.target, $0.shownLabel(in: markup.format)) }
  }

  public func write(to json: inout JSONWriter) {
    json.array(links.enumerated()) { json, link in
      json.object { json in
        json.member("number", link.offset + 1)
        json.member("target", link.element.target)
        json.member("label", link.element.label)
      }
    }
  }
}
