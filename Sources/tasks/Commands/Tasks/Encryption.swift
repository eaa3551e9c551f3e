import ArgumentParser
import TasksCore
import TasksStore

struct Encrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Encrypt.self, abstract: "Encrypt the notes of tasks.",
    usage: "tasks encrypt <id> ... [--to <key>]",
    discussion: """
      The notes become a message of OpenPGP in the task's file, as org-crypt of Emacs makes it, and the task gets the \
      tag crypt. Whatever a command writes into notes with this tag is encrypted, by add and capture too.
      They are encrypted to the keys of --to, to those that the task names (CRYPTKEY), to crypt.recipients of the \
      store, or else with a passphrase. --to also changes whom notes are encrypted to.

        tasks encrypt k7m
        tasks encrypt k7m b3x --to alice@example.org --to bob@example.org
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Option(
    help: ArgumentHelp(
      "A key that can read the notes; several with several of these.", valueName: "key"))
  var to: [String] = []

  @Argument(help: TaskArgument.several) var ids: [String]

  func run() throws {
    try Session(options).perform(
      EncryptNotes(to: to.isEmpty ? nil : to), on: ids, dryRun: write.dryRun)
  }
}

struct Decrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    of: Decrypt.self, abstract: "Put the plain notes of tasks back.",
    discussion: """
      The task also loses the tag crypt. To read notes and leave them encrypted: tasks show k7m --decrypt; to change \
      them: tasks edit k7m.

        tasks decrypt k7m
        tasks decrypt k7m b3x
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @Argument(help: TaskArgument.several) var ids: [String]

  func run() throws {
    try Session(options).perform(DecryptNotes(), on: ids, dryRun: write.dryRun)
  }
}
