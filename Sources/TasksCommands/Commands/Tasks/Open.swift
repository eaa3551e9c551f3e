import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Open.self, abstract: "Open a link in a task's title or notes.",
    discussion: """
      The links are numbered as in tasks show. Without a number, the only link is opened; if there are several, \
      they are listed.

      The path of a link to a file (file:notes.org, or a path in Markdown) is relative to the folder of the \
      task's file. A text file opens in the editor, at the location in the link: file:notes.org::*Heading, \
      ::#custom-id, ::123, ::some words. A Markdown [[Note]] is searched for by name in the whole store. An id: \
      link shows that task, or opens the Org file in the store that has a heading with that id. Other links, \
      such as https: and mailto:, and other files, such as pictures, HTML and PDF, go to the system's opener \
      (xdg-open or open) or to the program named in ~/.config/tasks/config:

        [tasks]
            opener = firefox --new-tab

      The program gets the link as its last argument, without a shell. Links that run a command (shell:, \
      elisp:) are not followed.

        tasks open k7m
        tasks open k7m 2
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: TaskArgument.one) var id: String
  @Argument(help: "The number of the link.") var number: Int?

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let reading = try store.read()
    let task = try reading.document(id).task
    let answer = LinksAnswer(Markup(task))
    let links = Markup(task).links
    guard !links.isEmpty || options.json && number == nil else {
      throw CommandError("'\(ControlCharacters.escaped(task.title))' has no links", code: .failed)
    }
    if let number, !links.indices.contains(number - 1) {
      throw CommandError(
        "there is no link \(number); the numbers are 1 to \(links.count)", code: .usage)
    }
    let chosen = number ?? (links.count == 1 && !options.json ? 1 : nil)
    if let chosen {
      try LinkOpener(session: session, store: store, reading: reading)
        .open(links[chosen - 1], of: task)
    } else {
      try session.print(answer) { output in
        let width = "\(links.count)".count
        for (index, link) in answer.links.enumerated() {
          let label = link.label.map { "  " + ControlCharacters.escaped($0) } ?? ""
          output.line(
            "\(index + 1)".leftPadded(to: width) + "  \(ControlCharacters.escaped(link.target))"
              + label)
        }
      }
    }
  }
}
