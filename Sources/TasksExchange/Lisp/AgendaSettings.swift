import TasksCore

/// What the settings of a command mean for a view. Those of its look mean nothing.
struct AgendaSettings {
  private(set) var span = "week"
  private(set) var conditions: [String] = []

  init() {}

  /// - Throws: A refusal for a setting that changes what is shown and has to be evaluated.
  init(_ settings: [LispForm]) throws(MatchFilter.Refusal) {
    for setting in settings {
      guard let pair = setting.elements, pair.count > 1, let name = pair[0].symbol else { continue }
      let value = pair[1].quoted
      switch name {
      case "org-agenda-span", "org-agenda-ndays":
        guard let span = AgendaSettings.span(pair[1].symbol == nil ? value : pair[1]) else {
          throw MatchFilter.Refusal(reason: "its span has to be evaluated")
        }
        self.span = span
      case "org-agenda-start-day":
        throw MatchFilter.Refusal(reason: "it does not begin today")
      case "org-agenda-files":
        guard let files = value?.elements, !files.isEmpty, files.allSatisfy({ $0.string != nil })
        else {
          throw MatchFilter.Refusal(reason: "its files are found by Lisp")
        }
        let lists = files.compactMap { $0.string.map { AgendaSettings.list($0.string) } }
        conditions.append(lists.count == 1 ? lists[0] : "(\(lists.joined(separator: " or ")))")
      case "org-agenda-tag-filter-preset", "org-agenda-category-filter-preset":
        guard let tags = value?.elements, tags.allSatisfy({ $0.string != nil }) else {
          throw MatchFilter.Refusal(reason: "its preset is made by Lisp")
        }
        for tag in tags.compactMap({ $0.string?.string }) {
          let bare = tag.drop { "+-".contains($0) }
          let sign = tag.hasPrefix("-")
          conditions.append(
            name.contains("tag-filter")
              ? (sign ? "-" : "+") + bare
              : (sign ? "not " : "") + "list:\(MatchProperty.quoted(String(bare)))")
        }
      case "org-agenda-skip-function": conditions += try AgendaSettings.skipping(value)
      default: break
      }
    }
  }

  private static func span(_ form: LispForm?) -> String? {
    switch form?.value {
    case .integer(1)?, .symbol("day")?: "day"
    case .integer(7)?, .symbol("week")?: "week"
    case .symbol("month")?: "month"
    case .symbol("year")?: "year"
    case .symbol("fortnight")?: "today..13d"
    case .integer(let days)? where (2...366).contains(days): "today..\(days - 1)d"
    default: nil
    }
  }

  private static func list(_ path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return "list:"
      + MatchProperty.quoted(String(file.lastIndex(of: ".").map { file[..<$0] } ?? file))
  }

  /// Reads the calls of `org-agenda-skip-entry-if` that say what a filter says too.
  private static func skipping(_ form: LispForm?) throws(MatchFilter.Refusal) -> [String] {
    let refusal = MatchFilter.Refusal(reason: "what it skips is decided by Lisp")
    guard let call = form?.elements, call.first?.symbol == "org-agenda-skip-entry-if" else {
      throw refusal
    }
    var conditions: [String] = []
    var rest = call.dropFirst()
    while let form = rest.popFirst() {
      switch form.quoted?.symbol {
      case "scheduled"?: conditions.append("sched.none:")
      case "notscheduled"?: conditions.append("sched.any:")
      case "deadline"?: conditions.append("due.none:")
      case "notdeadline"?: conditions.append("due.any:")
      case let kind? where kind == "todo" || kind == "nottodo":
        guard let states = rest.popFirst()?.quoted?.elements, !states.isEmpty,
          states.allSatisfy({ $0.string != nil })
        else { throw refusal }
        let words = states.compactMap {
          $0.string.map { "state:\(MatchProperty.quoted($0.string))" }
        }
        let any = "(\(words.joined(separator: " or ")))"
        conditions.append(kind == "todo" ? "not \(any)" : any)
      default: throw refusal
      }
    }
    return conditions
  }
}
