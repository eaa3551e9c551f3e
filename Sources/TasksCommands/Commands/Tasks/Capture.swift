import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

/// The options of every command that fills a template.
struct CaptureOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Answer a prompt of the template; may be repeated.", valueName: "prompt=value"))
  var settings: [String] = []

  @Option(
    help: ArgumentHelp("The file that %a links to, and the line in it.", valueName: "file[:line]"))
  var link: String?

  @Option(
    help: ArgumentHelp(
      "Where the task is to be done; a name may follow.", valueName: "lat,lon"))
  var here: String?

  var isEmpty: Bool { settings.isEmpty && link == nil && here == nil }
}

package struct Capture: ParsableCommand {
  package static let configuration = CommandConfiguration(
    of: Capture.self, abstract: "Add a task from a template.",
    usage: """
      tasks capture [<template>] [<words> ...] [--set <prompt=value>] [--edit]
      tasks capture --list
      tasks capture --import <file>
      """,
    discussion: """
      The template is todo if the first word names none. The words after it are read as in tasks add: the plain ones go where the \
      template has %?, else after its title; +tag, due: and the others apply to the task that the template makes. A \
      prompt is asked on a terminal; elsewhere --set answers it.

      A template of yours is a task file .tasks/templates/NAME.org or NAME.md in the store, with a comment at its \
      start to describe it. In it, these stand for something else, as in Org:

        %?                where the words go, and the editor begins
        %t %T %u %U       the date, with the time; inactive, with the time
        %^t %^T %^u %^U   asks for a date; %^{Due}t calls it Due
        %^{Who|Bob|Ann}   asks for Who: Bob if nothing is answered, and offers Ann
        %^g               asks for tags
        %\\1               the answer to the first prompt again
        %i                standard input, if it is not a terminal
        %a %l %L          a link to this git repository or folder; bare; its address
        %c %x             the clipboard, of wl-paste, xclip or pbpaste
        %<%H:%M>          the time as strftime writes it
        %n                your user name
        \\%t               the characters themselves

      %(...) and %[...] would run or read something of yours for a file that may come from others, and are refused.

      --import reads the org-capture-templates of an Emacs init file as data and writes a template each. What Emacs \
      would have to run is named and left out.

        tasks capture Call Bob due:fri
        tasks capture note Ask Ann about the key
        tasks capture meeting Budget +work --set When=fri@10:00 --set Who=Ann
        tasks capture bug Crash on an empty line --link main.c:12
        tasks capture habit Stretch every:.+2d/4d --here 50.0875,14.4213,Home
        tasks capture --list
        tasks capture --import init.el --dry-run
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var capture: CaptureOptions

  @Flag(help: "Open the text in the editor before the task is added.")
  var edit = false

  @Flag(help: "Show the templates.")
  var list = false

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp("Import the templates of an Emacs init file.", valueName: "file"))
  var importedFile: String?

  @Argument(help: "The template, and what goes into the task.")
  var words: [String] = []

  package init() {}

  package func run() throws {
    let session = try Session(options)
    let words = DashedWords.restored(words)
    if list { return try showTemplates(session) }
    if let importedFile {
      return try CaptureImportRequest(path: importedFile, isDryRun: write.dryRun).run(in: session)
    }
    try CaptureRequest(
      words: words, options: capture, opensEditor: edit, isDryRun: write.dryRun
    ).run(in: session)
  }

  private func showTemplates(_ session: Session) throws {
    let templates = StoreTemplates(of: try session.openStore()).all()
    try session.print(TemplatesAnswer(templates)) { output in
      let isTable = session.terminal.width != nil
      var table = CellTable([
        CellTable.Column(heading: "Template"),
        CellTable.Column(heading: "Makes", least: 20, isMain: true),
        CellTable.Column(heading: "Asks for", least: 10),
      ])
      for template in templates {
        let name = ControlCharacters.escaped(TasksCore.Text(template.name))
        let description = ControlCharacters.escaped(template.description)
        let prompts = template.prompts.map { ControlCharacters.escaped(TasksCore.Text($0.name)) }
        guard isTable else {
          output.line("\(name)  \(description)")
          continue
        }
        table.add(name)
        table.add(description)
        table.add(prompts.joined(separator: ", "), .dim)
      }
      if isTable { table.write(to: &output) }
    }
  }
}
