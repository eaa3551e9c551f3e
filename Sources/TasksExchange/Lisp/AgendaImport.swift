import TasksCore

/// The views that `org-agenda-custom-commands` of an Emacs init file, or the `agendas.org` that Org stages for a phone,
/// stand for (Org manual, "Custom agenda views").
package struct AgendaImport {
  package private(set) var views: [(name: String, view: View)] = []
  package private(set) var remarks: [ImportRemark] = []
  /// Whether a view cannot have a name.
  private let isTaken: (String) -> Bool

  /// A command of Emacs's agenda with its blocks.
  package struct Command {
    var title: String
    package let key: String
    let line: Int
    var parts: [Attempt] = []

    /// A block, or why there is none.
    enum Attempt {
      case block(String)
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
    var blocks: [String] = []
    for part in command.parts {
      switch part {
      case .block(let block): blocks.append(block)
      case .refused(let reason, let line):
        remarks.append(ImportRemark(line: line, "'\(command.title)' is left out: \(reason)"))
        return
      }
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
