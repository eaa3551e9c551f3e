import TasksCore
import TasksSync

/// The modes in which keys write or choose.
extension ScreenState {
  private static func isBack(_ key: Key) -> Bool { ["Esc", "^C"].contains(key.name) }

  mutating func take(_ key: Key, filtering line: LineEditor, _ before: String, _ id: TaskID?)
    -> [Effect]
  {
    var line = line
    switch key.name {
    case "Enter": mode = .normal
    case "↓", "^N": cursor += 1
    case "↑", "^P": cursor -= 1
    case _ where ScreenState.isBack(key):
      mode = .normal
      if let id { landing = .back(id) }
      return narrow(to: before)
    default:
      guard line.take(key) else { return [] }
      mode = .filter(line, before: before, at: id)
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
    switch key.name {
    case _ where ScreenState.isBack(key):
      mode = .normal
      return []
    case "Enter":
      let text = prompt.line.text
      mode = .prompt(prompt)
      if text.allSatisfy({ $0 == " " }) {
        mode = .normal
        return []
      }
      switch prompt.kind {
      case .add: return [.perform(.add([text]))]
      case .title(let id, let was): return [.perform(.retitle(id, to: text, was: was))]
      }
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

  mutating func take(_ key: Key, in menu: Menu) -> [Effect] {
    var menu = menu
    if ScreenState.isBack(key) {
      mode = .normal
      return []
    }
    let entries = menu.entries(reading.views)
    var (down, up) = (["↓", "^N"], ["↑", "^P"])
    if case .help = menu.kind {} else { (down, up) = (down + ["j"], up + ["k"]) }
    if key.name == "Enter" {
      return entries.indices.contains(menu.cursor) ? choose(entries[menu.cursor]) : []
    } else if down.contains(key.name) {
      menu.cursor = min(menu.cursor + 1, max(0, entries.count - 1))
    } else if up.contains(key.name) {
      menu.cursor = max(0, menu.cursor - 1)
    } else if case .help(var line) = menu.kind {
      if line.take(key) { menu = Menu(kind: .help(line)) }
    } else if let entry = entries.first(where: { $0.keys == key.name.lowercased() }) {
      return choose(entry)
    } else {
      say("\(key.name) is none of these")
    }
    mode = .menu(menu)
    return []
  }

  private mutating func choose(_ entry: Menu.Entry) -> [Effect] {
    (mode, message) = (.normal, nil)
    switch entry.choice {
    case .screen(let screen): return go(to: screen)
    case .views:
      if reading.views.isEmpty {
        say("there are no views yet; make one with: tasks view save NAME FILTER")
      } else {
        mode = .menu(Menu(kind: .views))
      }
      return []
    case .action(let action): return run(action)
    }
  }

  /// Pasted text is never read as keys.
  mutating func paste(_ text: String) -> [Effect] {
    switch mode {
    case .filter(var line, let before, let id):
      line.insert(text)
      mode = .filter(line, before: before, at: id)
      return narrow(to: line.text)
    case .prompt(var prompt):
      prompt.line.insert(text)
      mode = .prompt(prompt)
    case .menu(let menu):
      guard case .help(var line) = menu.kind else { break }
      line.insert(text)
      mode = .menu(Menu(kind: .help(line)))
    case .confirm: break
    case .normal:
      let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter { line in
        !line.allSatisfy(\.isWhitespace)
      }
      if lines.count > 1 { return perform(.add(lines)) }
      if let line = lines.first { mode = .prompt(Prompt(.add, line)) }
    }
    return []
  }
}
