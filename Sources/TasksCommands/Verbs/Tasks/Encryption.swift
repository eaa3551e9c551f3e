import ArgumentParser
import TasksCore
import TasksStore
import TasksTerminal

struct Encrypt: Verb {
  static let names = "encrypt"
  static let configuration = CommandConfiguration(
    of: Encrypt.self, abstract: "Encrypt the notes of tasks.",
    usage: "tasks encrypt <id> ... [--to <key>]",
    discussion: """
      The notes become a message of OpenPGP in the task's file, as org-crypt of Emacs makes it, and the task gets the \
      tag crypt. Whatever a command writes into notes with this tag is encrypted, by add and capture too.
      They are encrypted to the keys of --to, to those that the task names (CRYPTKEY), to crypt.recipients of the \
      store, or else with a passphrase. --to also changes whom notes are encrypted to.
      With --file the whole file is encrypted, title and dates too, to ID.org.gpg, which Emacs opens. It is in no \
      list then; show --decrypt, edit and decrypt take its id.

        tasks encrypt k7m
        tasks encrypt k7m b3x --to alice@example.org --to bob@example.org
        tasks encrypt s4v --file
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Option(
    help: ArgumentHelp(
      "A key that can read the notes; several with several of these.", valueName: "key"))
  var to: [String] = []

  @Flag(help: "Encrypt the whole file.")
  var file = false

  @Argument(help: TaskArgument.several) var ids: [String]

  static func complete(_ line: inout Completion) { line.offers = [.ids(.every)] }

  func run() throws {
    let session = try Session(options)
    let keys = to.isEmpty ? nil : to
    guard file else {
      return try session.perform(EncryptNotes(to: keys), on: ids, dryRun: write.dryRun)
    }
    let paths = try EncryptedFiles(of: session.openStore()).encrypt(
      ids, to: keys, dryRun: write.dryRun)
    let verb = write.dryRun ? "would encrypt" : "encrypted"
    try Output.print(paths.map { "\(verb) \($0)" }.joined(separator: "\n"))
  }
}

struct Decrypt: Verb {
  static let names = "decrypt"
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

  static func complete(_ line: inout Completion) { line.offers = [.ids(.every)] }

  func run() throws {
    let session = try Session(options)
    let store = try session.openStore()
    let reading = try store.read()
    let paths = try ids.map { try EncryptedFiles(of: store).find($0, unlessIn: reading) }
    guard paths.contains(where: { $0 != nil }) else {
      return try session.perform(DecryptNotes(), on: ids, dryRun: write.dryRun)
    }
    let whole = paths.compactMap(\.self)
    guard whole.count == ids.count else {
      throw CommandError("decrypt notes and whole files one after the other", code: .usage)
    }
    try session.change("decrypted", dryRun: write.dryRun) {
      try EncryptedFiles(of: $0).decrypt(whole, dryRun: write.dryRun)
    }
  }
}
