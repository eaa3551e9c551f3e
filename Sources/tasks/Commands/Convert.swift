import ArgumentParser
import TasksCore
import TasksStore

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Write tasks anew in the other format, Org or Markdown.",
    discussion: """
      The id stays, and of the path all but the ending. What the other format cannot hold is told on standard \
      error, and with --json under losses; what it can hold comes along, log and clock times too. Links and \
      emphasis, and in the notes headings, lists, code, quotes, tables and comments, are written in the signs of \
      the other format. What these cannot say stays as it is written, and is told; so is text that the other \
      format reads as something of its own, such as a date.

      A change that another device makes to the old file before it has heard of the conversion is merged into \
      the new one. What cannot be brought over is kept in the log, where tasks conflicts lists it.

        tasks convert k7m --to md
        tasks convert k7m b3x --to org --dry-run
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Option(help: ArgumentHelp("The format: org or md (Markdown).", valueName: "format"))
  var to: Format

  @Argument(help: TaskArgument.several, completion: Suggestion.every)
  var ids: [String]

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    var losses: [(id: TasksCore.Text, text: String)] = []
    let report = try store.write("convert", dryRun: write.dryRun) { reading in
      losses = []
      let documents = try reading.documents(ids).filter { $0.task.format != to }
      return try documents.map { document in
        let conversion = try store.converting(document, to: to)
        let title = Visible.text(document.task.title)
        let id = document.task.id.text
        losses += conversion.losses.map {
          (id, "“\(title)”: \(Visible.text($0.description))")
        }
        return .convert(document, to: conversion.document)
      }
    }
    for loss in losses { Conversation.say(loss.text) }
    try Report(session: session, store: store, verb: "converted")
      .print(report, dryRun: write.dryRun) { json in
        json.key("losses")
        json.array(losses) { json, loss in
          json.object { json in
            json.key("id")
            json.string(loss.id)
            json.key("loss")
            json.string(loss.text)
          }
        }
      }
  }
}

extension Format: ExpressibleByArgument {}
