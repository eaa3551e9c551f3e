import ArgumentParser
import TasksCore
import TasksStore

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a link of a task's title or notes.",
    discussion: """
      The links are numbered as tasks show prints them. Without a number the only link is opened; of several \
      a list is printed.

      A link to a file (file:notes.org, or a path in Markdown) is looked for from the folder of the task's own \
      file. Text opens in the editor, at the place the link names: file:notes.org::*Heading, ::#custom-id, \
      ::123, ::some words. A [[Note]] of Markdown is looked for by its name in the whole store. An id: link \
      shows that task, or opens the Org file of the store that has a heading with that id. All else, https: \
      and mailto: above all, and files that are no text or a page, a drawing or a PDF file, goes to the \
      system's opener, xdg-open or open, or to the one that you name in ~/.config/tasks/config:

        [tasks]
            opener = firefox --new-tab

      The link is its last argument; no shell reads it. Links that would run a command (shell:, elisp:) are \
      not followed.

        tasks open k7m
        tasks open k7m 2
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: TaskArgument.one, completion: Suggestion.every) var id: String
  @Argument(help: "The number of the link.") var number: Int?

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let reading = try store.read()
    let task = try reading.document(id).task
    let links = Markup(task).links
    guard !links.isEmpty || options.json && number == nil else {
      throw CommandError("“\(Visible.text(task.title))” has no links", code: .failed)
    }
    if let number, !links.indices.contains(number - 1) {
      throw CommandError(
        "there is no link \(number); they are numbered from 1 to \(links.count)", code: .usage)
    }
    let chosen = number ?? (links.count == 1 && !options.json ? 1 : nil)
    if let chosen {
      try Opening(session: session, store: store, reading: reading)
        .open(links[chosen - 1], of: task)
    } else {
      try list(links, in: task.format)
    }
  }

  private func list(_ links: [MarkupLink], in format: Format) throws {
    var output = Output()
    if options.json {
      output.write(json(links, in: format))
    } else {
      let width = "\(links.count)".count
      for (index, link) in links.enumerated() {
        let label = link.shownLabel(in: format).map { "  " + Visible.text($0) } ?? ""
        output.line("\(index + 1)".leftPadded(to: width) + "  \(Visible.text(link.target))" + label)
      }
    }
    try output.flush()
  }

  private func json(_ links: [MarkupLink], in format: Format) -> [UInt8] {
    JSONWriter.document(kind: "links") { json in
      json.array(links.enumerated()) { json, link in
        json.object { json in
          json.key("number")
          json.number(link.offset + 1)
          json.key("target")
          json.string(link.element.target)
          json.key("label")
          json.string(link.element.shownLabel(in: format))
        }
      }
    }
  }
}
