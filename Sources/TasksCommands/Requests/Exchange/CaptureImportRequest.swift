import TasksCore
import TasksExchange
import TasksStore
import TasksTerminal

/// `capture --import FILE`: the templates of an Emacs init file.
struct CaptureImportRequest: Request {
  let path: String
  var isDryRun = false

  func run(in session: Session) throws {
    let store = try session.openStore()
    let file = try ImportedFile(path: path, session)
    guard
      let found = CaptureImport(try file.initFile(), workflow: store.settings.workflow)
    else { throw file.nothing("org-capture-templates") }
    let templates = StoreTemplates(of: store)
    let written = try templates.add(
      found.entries.map { ($0.name, $0.text) }, dryRun: isDryRun)
    var remarks = found.remarks
    for entry in found.entries where !written.contains(entry.name) {
      remarks.append(
        ImportRemark(
          line: entry.line,
          "there is a template '\(entry.name)' already, which stays as it is; remove it to import this one"
        ))
    }
    file.say(remarks)
    let entries = found.entries.filter { written.contains($0.name) }
    try session.print(TemplatesAnswer(entries.map(\.template), remarks: remarks)) { output in
      for entry in entries {
        let list = entry.list.map { "  list:\(ControlCharacters.escaped($0))" } ?? ""
        let past = isDryRun ? "would be imported" : "imported"
        output.line(
          "\(past) \(ControlCharacters.escaped(Text(entry.name)))  "
            + "\(ControlCharacters.escaped(entry.template.description))\(list)")
      }
      if entries.isEmpty { Conversation.say("nothing was imported") }
    }
  }
}
