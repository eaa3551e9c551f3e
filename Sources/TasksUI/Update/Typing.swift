import TasksCore
import TasksSync

/// The modes in which keys write or choose.
extension ScreenState {
  private static func isBack(_ key: Key) -> Bool { ["Esc", "^C"].contains(key.name) }

  mutating func take(
    _ key: Key, filtering line: LineEditor, _ before: String, _ row: RowSource.Row?
  ) -> [Effect] {
    var line = line
    offers = []
    switch key.name {
    case "Enter": mode = .normal
    case "↓", "^N": cursor += 1
    case "↑", "^P": cursor -= 1
    case "Tab": return [.complete(["list"] + Prompt(.verb, line.head).completed.words)]
    case _ where ScreenState.isBack(key):
      mode = .normal
      returning = row
      return narrow(to: before)
    default:
      guard line.take(key) else { return [] }
      mode = .filter(line, before: before, at: row)
      return narrow(to: line.text)
    }
    return []
  }

  private mutating func narrow(to text: String) -> [Effect] {
    filterError = nil
    filter = text
    return [.read]
  }

  mutating func take(_ key: Key, at prompt: Prompt) -> [Effect] {
    var prompt = prompt
    prompt.error = nil
    offers = []
    switch key.name {
    case _ where ScreenState.isBack(key):
      mode = .normal
      return []
    case "Enter": return enter(prompt)
    case "^E" where prompt.isAdd:
      mode = .normal
      typed.append(prompt.line.text)
      return [.run(["add", "--edit"] + QuickAdd.split(prompt.line.text), waits: false)]
    case "Tab":
      let words = prompt.completed.words
      return words.isEmpty ? [] : [.complete(words)]
    case "↑", "↓":
      let earlier = (prompt.earlier ?? -1) + (key.name == "↑" ? 1 : -1)
      guard earlier < typed.count else { break }
      prompt.earlier = earlier < 0 ? nil : earlier
      prompt.line = LineEditor(earlier < 0 ? "" : typed[typed.count - 1 - earlier])
    default: _ = prompt.line.take(key)
    }
    mode = .prompt(prompt)
    return []
  }

  private mutating func enter(_ prompt: Prompt) -> [Effect] {
    let text = prompt.line.text.trimmed
    mode = .normal
    if text.isEmpty, !prompt.takesNothing { return [] }
    guard let operation = prompt.operation else {
      typed.append(text)
      return runVerb(text)
    }
    if case .modify(_, let words) = operation, words.isEmpty { return [] }
    let effects = perform(operation)
    // An error keeps the text.
    if case .normal = mode { mode = .prompt(prompt) }
    return effects
  }

  /// Puts the only word that is offered, or what all have in common, in place of the word that is typed.
  mutating func take(offers words: [String]) {
    offers = words
    if case .prompt(let prompt) = mode {
      let prefix = prompt.completed.prefix
      offers = words.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
    }
    func completed(_ line: LineEditor, without prefix: String) -> LineEditor {
      var line = line
      let words = words.filter { $0.hasPrefix(prefix) }.map { word in
        prefix.isEmpty ? word.quotedValue : String(word.dropFirst(prefix.count))
      }
      guard let first = words.first else { return line }
      let common = words.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
      line.complete(
        common + (words.count == 1 && prefix.isEmpty && !common.hasSuffix(":") ? " " : ""))
      if words.count == 1 { offers = [] }
      return line
    }
    switch mode {
    case .prompt(var prompt):
      prompt.line = completed(prompt.line, without: prompt.completed.prefix)
      mode = .prompt(prompt)
    case .filter(let line, let before, let row):
      mode = .filter(completed(line, without: ""), before: before, at: row)
    default: break
    }
  }

  mutating func take(_ key: Key, in menu: Menu) -> [Effect] {
    var menu = menu
    if ScreenState.isBack(key) {
      mode = .normal
      return []
    }
    let entries = entries(of: menu)
    var steps = [
      "↓": 1, "^N": 1, "↑": -1, "^P": -1, "PgDn": 10, "PgUp": -10, "Home": -1000, "End": 1000,
    ]
    if case .help = menu.kind {} else { (steps["j"], steps["k"]) = (1, -1) }
    if key.name == "Enter" {
      return entries.indices.contains(menu.cursor) ? choose(entries[menu.cursor]) : []
    } else if case .help(var line) = menu.kind, steps[key.name] == nil, line.take(key) {
      menu = Menu(.help(line))
    } else if let entry = entries.first(where: { $0.keys == key.name.lowercased() }) {
      return choose(entry)
    } else if let step = steps[key.name] {
      menu.cursor = max(0, min(menu.cursor + step, entries.count - 1))
    } else {
      say("\(key.name) is none of these")
    }
    mode = .menu(menu)
    return []
  }

  private mutating func choose(_ entry: Menu.Entry) -> [Effect] {
    (mode, message) = (.normal, nil)
    switch entry.choice {
    case .place(let place): return go(to: place)
    case .menu(.views) where reading.views.isEmpty: return openView(0)
    case .menu(let kind): mode = .menu(Menu(kind))
    case .action(let action): return run(action)
    case .operation(let operation): return perform(operation)
    case .link(let id, let number):
      return [.run(["open", id.text.string, "\(number)"], waits: false)]
    case .nothing: break
    }
    return []
  }

  /// Pasted text is never read as keys.
  mutating func paste(_ text: String) -> [Effect] {
    switch mode {
    case .filter(var line, let before, let row):
      line.insert(text)
      mode = .filter(line, before: before, at: row)
      return narrow(to: line.text)
    case .prompt(var prompt):
      prompt.line.insert(text)
      mode = .prompt(prompt)
    case .menu(let menu):
      guard case .help(var line) = menu.kind else { break }
      line.insert(text)
      mode = .menu(Menu(.help(line)))
    case .confirm: break
    case .normal:
      let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter { line in
        !line.allSatisfy(\.isWhitespace)
      }
      if lines.count > 1 { return perform(.add(lines, on: place)) }
      if let line = lines.first { mode = .prompt(Prompt(.add(place), line)) }
    }
    return []
  }
}

extension String {
  /// A word of a line, with a value that has blanks in double quotes.
  fileprivate var quotedValue: String {
    guard contains(" ") else { return self }
    let key = firstIndex(of: ":").map { self[...$0] } ?? ""
    return "\(key)\"\(dropFirst(key.count))\""
  }

  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
