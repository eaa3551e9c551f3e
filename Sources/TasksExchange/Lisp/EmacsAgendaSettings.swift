import TasksCore

/// What the settings of a command mean for a view.
struct EmacsAgendaSettings {
  private(set) var span = "week"
  private(set) var conditions: [String] = []
  /// The names of those that mean nothing, as those of the look.
  private(set) var dropped: [String] = []

  init() {}

  /// - Throws: A refusal for a setting that changes what is shown and has to be evaluated.
  init(_ settings: [LispForm]) throws(MatchFilter.Refusal) {
    for setting in settings {
      guard let pair = setting.elements, pair.count > 1, let name = pair[0].symbol else { continue }
      let value = pair[1].quoted
      switch name {
      case "org-agenda-span", "org-agenda-ndays":
        guard let span = EmacsAgendaSettings.span(pair[1].symbol == nil ? value : pair[1]) else {
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
        let lists = files.compactMap { $0.string.map { EmacsAgendaSettings.list($0.string) } }
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
      case "org-agenda-skip-function": conditions += try EmacsAgendaSettings.skipping(value)
      default: dropped.append(name)
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
    let name = String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
    return "list:" + (name.lowercased() == "inbox" ? "inbox" : MatchProperty.quoted(name))
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

/// The agendas in an `agendas.org`, as `org-mobile-push` stages them for a phone: a heading a block, which says what it
/// shows, `* ToDo: NEXT<after>KEYS=n#2 TITLE: Next steps</after>`. The blocks of a command have its key before the `#`.
package enum StagedAgendas {
  package static func commands(_ bytes: [UInt8]) -> [AgendaImport.Command] {
    var commands: [AgendaImport.Command] = []
    for (index, line) in Text(bytes: bytes).lines.enumerated() {
      let line = line.string
      guard line.hasPrefix("* "), let after = line.firstRange(of: "<after>KEYS="),
        let end = line.firstRange(of: "</after>"), after.upperBound <= end.lowerBound
      else { continue }
      let heading = String(line[..<after.lowerBound].dropFirst(2)).trimmedBlanks
      let rest = line[after.upperBound..<end.lowerBound]
      let keys = rest.prefix { !$0.isWhitespace }
      let key = String(keys.prefix { $0 != "#" })
      let title = rest.firstRange(of: "TITLE: ").map { String(rest[$0.upperBound...]) }
      if keys.contains("#"), let last = commands.last, last.key == key {
        commands[commands.count - 1].parts.append(part(heading, line: index + 1))
      } else {
        var command = AgendaImport.Command(title: title ?? heading, key: key, line: index + 1)
        command.parts = [part(heading, line: index + 1)]
        commands.append(command)
      }
    }
    return commands
  }

  private static func part(_ heading: String, line: Int) -> AgendaImport.Command.Attempt {
    let kinds: [(prefix: String, type: String)] = [
      ("ToDo:", "todo"), ("Global list of TODO items of type:", "todo"),
      ("Headlines with TAGS match:", "tags"), ("Search words:", "search"),
      ("List of stuck projects:", "stuck"),
    ]
    do throws(MatchFilter.Refusal) {
      if let kind = kinds.first(where: { heading.hasPrefix($0.prefix) }) {
        let match = String(heading.dropFirst(kind.prefix.count)).trimmedBlanks
        return .block(
          try AgendaCommandReader.block(
            kind.type, kind.type == "todo" && match == "ALL" ? "" : match, EmacsAgendaSettings()),
          without: [])
      }
      if let agenda = heading.firstRange(of: "-agenda") {
        let span = heading[..<agenda.lowerBound].lowercased()
        if ["day", "week", "month", "year"].contains(span) {
          return .block("agenda:\(span)", without: [])
        }
      }
      return .refused("'\(heading)' does not say what it shows", line: line)
    } catch {
      return .refused(error.reason, line: line)
    }
  }
}

/// The views that `org-agenda-custom-commands` of an Emacs init file, or the `agendas.org` that Org stages for a phone,
/// stand for (Org manual, "Custom agenda views").
package struct AgendaImport {
  package private(set) var views: [(name: String, view: View)] = []
  package private(set) var remarks: [ImportRemark] = []
  /// Whether a view cannot have a name.
  private let isTaken: (String) -> Bool

  package struct Command {
    var title: String
    package let key: String
    let line: Int
    var parts: [Attempt] = []

    /// A block, or why there is none.
    enum Attempt {
      case block(String, without: [String])
      case refused(String, line: Int)
    }
  }

  /// Reads an init file; nil if it sets no commands.
  package init?(_ file: InitFile, isTaken: @escaping (String) -> Bool) {
    guard let list = file.list("org-agenda-custom-commands") else { return nil }
    self.isTaken = isTaken
    remarks = list.remarks
    for form in list.entries {
      guard let command = AgendaCommandReader.command(form) else { continue }
      add(command)
    }
  }

  /// Reads an `agendas.org`; nil if it is none.
  package init?(agendas bytes: [UInt8], isTaken: @escaping (String) -> Bool) {
    let commands = StagedAgendas.commands(bytes)
    guard !commands.isEmpty else { return nil }
    self.isTaken = isTaken
    for command in commands { add(command) }
  }

  private mutating func add(_ command: Command) {
    var (blocks, dropped): ([String], [String]) = ([], [])
    for part in command.parts {
      switch part {
      case .block(let block, let names):
        blocks.append(block)
        dropped += names
      case .refused(let reason, let line):
        remarks.append(ImportRemark(line: line, "'\(command.title)' is left out: \(reason)"))
        return
      }
    }
    if !dropped.isEmpty {
      let names = dropped.uniqued().joined(separator: ", ")
      remarks.append(
        ImportRemark(line: command.line, "'\(command.title)' is imported without \(names)"))
    }
    var view = View()
    // A list alone is the view itself; a filter of nothing would not be saved.
    if blocks.count == 1, blocks[0].hasPrefix("list:"), blocks[0] != "list:" {
      view.filter = String(blocks[0].dropFirst(5))
    } else {
      view.blocks = blocks
    }
    views.append((name(of: command), view))
  }

  private func name(of command: Command) -> String {
    var words = command.title.lowercased().split { !$0.isLetter && !$0.isNumber }
    if words.first?.first?.isLetter != true { words.insert("agenda", at: 0) }
    let name = words.joined(separator: "-")
    var (free, number) = (name, 2)
    while isTaken(free) || views.contains(where: { $0.name == free }) {
      free = "\(name)-\(number)"
      number += 1
    }
    return free
  }
}
