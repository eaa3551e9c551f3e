import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksTerminal

struct Open: Verb {
  static let names = "open"
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

  static func complete(_ line: inout Completion) {
    if line.place == 0 { line.offers = [.ids(.every)] }
  }

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let reading = try store.read()
    let task = try reading.document(id).task
    let markup = Markup(task)
    let links = markup.links
    let answer = JSONAnswer("links", rows: Array(links.enumerated())) { json, link in
      json.member("number", link.offset + 1)
      json.member("target", link.element.target)
      json.member("label", link.element.shownLabel(in: markup.format))
    }
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
        for (index, link) in links.enumerated() {
          let label =
            link.shownLabel(in: markup.format).map { "  " + ControlCharacters.escaped($0) } ?? ""
          output.line(
            "\(index + 1)".leftPadded(to: width) + "  \(ControlCharacters.escaped(link.target))"
              + label)
        }
      }
    }
  }
}

/// Opens the links of a task.
struct LinkOpener {
  let session: Session
  let store: TaskStore
  let reading: StoreReading

  /// Opens a link's destination, and waits for the program that shows it.
  func open(_ link: MarkupLink, of task: Task) throws {
    switch LinkDestination(link, format: task.format) {
    case .address(let address): try hand(over: address)
    case .file(let path, let place):
      try show(try store.linkedFile(path, from: task), at: place)
    case .note(let name, let place): try show(try store.linkedNote(name, from: task), at: place)
    case .here(let place):
      try edit(store.root + "/" + task.path, at: place, in: try store.contents(task.path))
    case .id(let id): try open(id)
    case .command(let scheme):
      throw CommandError(
        "links that begin with \(scheme): run a command, and are not followed", code: .failed)
    case .unreadable:
      throw CommandError(
        "'\(ControlCharacters.escaped(link.target))' is not a link that can be opened",
        code: .failed)
    }
  }

  /// Extensions of text files that are viewed instead of edited. Like Emacs (`org-file-apps`), the system opens web
  /// pages and PDF files.
  private static let pictures: Set<Substring> = ["html", "htm", "xhtml", "pdf", "svg"]

  /// Opens text in the editor and any other file in the system's opener.
  private func show(_ file: LinkedFile, at place: LinePlace?) throws {
    let ending = file.path.split(separator: ".").last.map { Substring($0.lowercased()) }
    let isPicture = place == nil && ending.map(LinkOpener.pictures.contains) ?? false
    if let text = file.text, !isPicture {
      try edit(file.path, at: place, in: text)
    } else {
      try hand(over: file.path)
    }
  }

  /// Shows the task with an id, or opens the file with a heading that has the id.
  private func open(_ id: TasksCore.Text) throws {
    if let name = TaskID(id), reading.task(withID: name) != nil {
      let task = try reading.document(id.string).shownTask
      let list = TaskList(session: session, store: store)
      try session.print(list.answer([task], reading)) { output in
        try list.writeDetails(of: [task], reading, to: &output)
      }
    } else if let found = store.heading(withID: id) {
      try edit(found.path, line: found.line)
    } else {
      throw CommandError(
        "no task and no heading in the store has the id \(ControlCharacters.escaped(id))",
        code: .noSuchTask)
    }
  }

  private func edit(_ path: String, at place: LinePlace?, in text: [UInt8]) throws {
    let line = place?.line(in: text)
    if place != nil, line == nil {
      Conversation.say(
        "\(ControlCharacters.escaped(path)) does not contain the location in the link")
    }
    try edit(path, line: line)
  }

  private func edit(_ path: String, line: Int?) throws {
    let status = try Editor(store: store).run([path], line: line)
    guard status == 0 else {
      throw CommandError("the editor exited with status \(status)", code: .failed)
    }
  }

  /// Runs the opener. `address` begins with a scheme or a slash, so that it is never read as an option.
  private func hand(over address: String) throws {
    let words = try UserSettings(variable: Machine.variable).opener ?? [OwnProgram.opener]
    guard !address.hasPrefix("-"), let program = words.first else { return }
    let status: Int32
    do {
      status = try Program(program, words.dropFirst() + [address]).runOnTerminal()
    } catch {
      throw CommandError(
        "\(StoreError(error).description); name another opener with tasks.opener in "
          + "~/.config/tasks/config", code: .failed)
    }
    guard status == 0 else {
      throw CommandError("\(program) exited with status \(status)", code: .failed)
    }
  }
}
