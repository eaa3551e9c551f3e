import ArgumentParser
import TasksCore
import TasksStore

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Write tasks anew in the other format, Org or Markdown.",
    discussion: """
      The id stays, and of the path all but the ending. What the other format cannot hold is told on standard \
      error; what it can hold comes along, log and clock times too. Links, headings and other markup of the \
      notes stay as they are written; comments become those of the other format.

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
    var losses: [String] = []
    let report = try store.write("convert", dryRun: write.dryRun) { reading in
      let documents = try reading.documents(ids).filter { $0.task.format != to }
      return try documents.map { document in
        let conversion = try store.converting(document, to: to)
        let title = Visible.text(document.task.title)
        losses += conversion.losses.map { "“\(title)”: \(Visible.text($0.description))" }
        return .convert(document, to: conversion.document)
      }
    }
    for loss in losses { Conversation.say(loss) }
    try Report(session: session, store: store, verb: "converted")
      .print(report, dryRun: write.dryRun)
  }
}

extension Format: ExpressibleByArgument {}
