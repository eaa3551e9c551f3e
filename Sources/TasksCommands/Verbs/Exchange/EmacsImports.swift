import TasksCore
import TasksExchange
import TasksStore
import TasksTerminal

/// `view import FILE`: the custom agenda commands of an Emacs init file, or the agendas staged for a phone.
struct ViewImportRequest: Request {
  let path: String
  var isDryRun = false

  func run(in session: Session) throws {
    let store = try session.openStore()
    let views = Views(of: store)
    let file = try ImportedFile(path: path, session)
    let names = try views.all().map(\.name)
    let isOrg = Format(path: path) == .org
    let read =
      isOrg
      ? AgendaImport(agendas: file.bytes, isTaken: ViewCommand.isTaken)
      : AgendaImport(try file.initFile(), isTaken: ViewCommand.isTaken)
    guard let found = read else {
      throw file.nothing(isOrg ? "agendas" : "org-agenda-custom-commands")
    }
    var remarks = found.remarks
    var imported: [(name: String, view: View)] = []
    for (name, view) in found.views {
      if names.contains(name) {
        remarks.append(
          ImportRemark(
            line: nil,
            "there is a view '\(name)' already, which stays as it is; remove it to import this one")
        )
        continue
      }
      do throws(InputError) {
        try view.check(now: session.now, fields: store.fields)
        imported.append((name, view))
      } catch {
        remarks.append(ImportRemark(line: nil, "'\(name)' is left out: \(error.message)"))
      }
    }
    try views.add(imported, dryRun: isDryRun)
    file.say(remarks)
    try session.print(ViewsAnswer(imported, remarks: remarks)) { output in
      for (name, view) in imported {
        let words = [name, view.filter] + view.blocks.map { "--block \($0)" }
        let line = words.filter { !$0.isEmpty }.map { ControlCharacters.escaped(Text($0)) }
        output.line("\(isDryRun ? "would import" : "imported") " + line.joined(separator: "  "))
      }
      if imported.isEmpty { Conversation.say("nothing was imported") }
    }
  }
}

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
