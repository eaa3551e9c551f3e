/// How a query was read, for people: a line a condition, indented by group, with absolute dates.
package struct QueryExplanation {
  /// Nothing here is escaped for a terminal.
  package private(set) var lines: [String] = []
  private let now: Timestamp

  package init(_ query: Query, now: Timestamp) {
    self.now = now
    if query.isEmpty { lines = ["every task"] } else { add(query.root, depth: 0) }
  }

  private mutating func add(_ node: Query.Node, depth: Int, prefix: String = "") {
    func line(_ text: String) {
      lines.append(String(repeating: "  ", count: depth) + prefix + text)
    }
    switch node {
    case .all(let nodes):
      line("all of")
      for node in nodes { add(node, depth: depth + 1) }
    case .any(let nodes):
      line("any of")
      for node in nodes { add(node, depth: depth + 1) }
    case .not(let node): add(node, depth: depth, prefix: "not ")
    case .term(let term): line(term.explanation(now: now))
    }
  }
}

extension QueryTerm {
  fileprivate func explanation(now: Timestamp) -> String {
    switch self {
    case .tag(let tag): "tag \(tag)"
    case .tagged: "with a tag"
    case .virtual(let tag): "+\(tag.rawValue): \(tag.meaning)"
    case .field(let field, let test):
      test.explanation(
        of: field.typed.first?.description ?? field.name.string,
        isDuration: field.kind.isDuration)
    case .state(let keyword): "state is \(keyword)"
    case .priority(let priority): priority.map { "priority is \($0.text)" } ?? "without a priority"
    case .date(let field, let test):
      test.explanation(of: field == .scheduled ? "scheduled" : field.rawValue, now: now)
    case .assignee(.none): "assigned to nobody"
    case .assignee(.any): "assigned to somebody"
    case .assignee(.equal(let name)): "assigned to \(name)"
    case .own(let field, .property(.none)): "without the property \(field.name)"
    case .own(let field, .property(.any)): "with the property \(field.name)"
    case .own(let field, .property(.equal(let value))): "property \(field.name) is \(value)"
    case .own(let field, .value(let test)):
      test.explanation(of: field.name.string, isDuration: field.kind.isDuration)
    case .own(let field, .date(let test)): test.explanation(of: field.name.string, now: now)
    case .title(_, let word): "'\(word)' in the title"
    case .text(_, let word):
      "'\(word)' in the title or the notes"
        + (word.utf8.count >= TaskID.shortest ? ", or an id that begins with it" : "")
    case .pattern(let pattern): "/\(pattern.expression)/ in the title or the notes"
    }
  }
}

extension FieldTest {
  fileprivate func explanation(of name: String, isDuration: Bool) -> String {
    func text(_ value: Double) -> String {
      isDuration ? Effort.text(Int(value)) : value.shortestDecimal
    }
    return switch self {
    case .none: "without \(name)"
    case .any: "with \(name)"
    case .equal(.moment(let moment)):
      "\(name) \(moment.minute == nil ? "on" : "at") \(moment.shown)"
    case .equal(.number(let number)): "\(name) is \(text(number))"
    case .equal(let value): "\(name) is \(value.text ?? "")"
    case .within(let list): "\(name) is \(list), or below it"
    case .over(let bound): "\(name) over \(text(bound))"
    case .under(let bound): "\(name) under \(text(bound))"
    case .id(let prefix): "\(name): an id that begins with \(prefix)"
    }
  }
}

extension DateTest {
  fileprivate func explanation(of name: String, now: Timestamp) -> String {
    switch self {
    case .none: "without a date \(name)"
    case .any: "with a date \(name)"
    case .overdue: "open, and the deadline has passed by \(now.shown)"
    case .equal(let moment): "\(name) \(moment.minute == nil ? "on" : "at") \(moment.shown)"
    case .before(let moment): "\(name) before \(moment.shown)"
    case .after(let moment): "\(name) after \(moment.shown)"
    }
  }
}
