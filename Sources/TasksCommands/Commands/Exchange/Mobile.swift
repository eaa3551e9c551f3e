import ArgumentParser

struct Mobile: ParsableCommand {
  enum Step: String, CaseIterable { case push, pull }

  static let configuration = CommandConfiguration(
    of: Mobile.self, abstract: "Exchange tasks with a phone by a folder, as Org's org-mobile does.",
    usage: """
      tasks mobile push <folder>
      tasks mobile pull <folder>
      """,
    discussion: """
      push writes the open tasks for the phone, a file a list, with the agenda of the week and the saved views. pull \
      takes what the phone has noted, edited and flagged, in one commit, which one undo reverses, and then empties \
      mobileorg.org; push pulls first. Emacs may do either in the same folder (org-mobile-push, org-mobile-pull).

      An edit is merged with what has changed here since: where both changed one field, the task keeps its value, and \
      tasks conflicts has the one of the phone. What cannot be applied becomes a task without a list, with the reason \
      and the text. A flag becomes the tag FLAGGED and a note in the log.

      Files that are encrypted are read with the password that mobile.password-command in your settings prints, and \
      mobile.encrypt = true encrypts what push writes (openssl, AES-256).

        tasks mobile push ~/Phone
        tasks mobile pull ~/Phone
        tasks mobile pull ~/Phone --dry-run
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Argument(help: "push or pull, then the folder that the phone shares.")
  var words: [String] = []

  func run() throws {
    guard words.count == 2, let step = Step(rawValue: words[0]) else {
      throw CommandError(
        "say what to do with which folder: tasks mobile push DIR, tasks mobile pull DIR",
        code: .usage)
    }
    try MobileRequest(step: step, folder: words[1], isDryRun: write.dryRun).run(
      in: Session(options))
  }
}
