import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct Convert: Verb {
  static let names = "convert"
  static let configuration = CommandConfiguration(
    of: Convert.self, abstract: "Convert tasks to the other format, Org or Markdown.",
    discussion: """
      The id stays the same; in the path only the file extension changes. Fields, log and clock times are kept. \
      Links, emphasis and, in the notes, headings, lists, code, quotes, tables and comments are rewritten in the \
      markup of the other format. Whatever the other format cannot express stays as it is written and is \
      reported on standard error, or under losses with --json. So is text that means something else in the \
      other format, such as a date.

      If another device changes the old file before it receives the conversion, the merge applies that change \
      to the new file. Whatever cannot be carried over is kept in the log, and tasks conflicts lists it.

        tasks convert k7m --to md
        tasks convert k7m b3x --to org --dry-run
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Option(help: ArgumentHelp("The new format: org or md (Markdown).", valueName: "format"))
  var to: Format

  @Argument(help: TaskArgument.several)
  var ids: [String]

  static func complete(_ line: inout Completion) { line.offers = [.ids(.every)] }

  static func complete(valueOf option: String, _ line: inout Completion) {
    if option == "--to" { return line.offer(Format.allCases.map(\.rawValue)) }
    line.offer(usualValuesOf: option)
  }

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    var losses: [(id: TasksCore.Text, text: String)] = []
    let report = try store.write("convert", dryRun: write.dryRun) { reading in
      losses = []
      let documents = try reading.documents(ids).filter { $0.task.format != to }
      return try documents.map { document in
        let conversion = try store.converting(document, to: to)
        let title = ControlCharacters.escaped(document.task.title)
        let id = document.task.id.text
        losses += conversion.losses.map {
          (id, "'\(title)': \(ControlCharacters.escaped($0.description))")
        }
        return .convert(document, to: conversion.document)
      }
    }
    for loss in losses { Conversation.say(loss.text) }
    try Report(session: session, store: store, past: "converted")
      .print(report, dryRun: write.dryRun, losses: losses)
  }
}

extension Format: ExpressibleByArgument {}
