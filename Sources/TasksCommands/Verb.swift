import ArgumentParser

/// A verb of the program: its names, and what the argument library makes of the words after it. Everything that reads
/// words before the library does, and the names in help and completion, come from this table.
package struct Verb: Sendable {
  /// What the words are that are not options.
  package enum Words: Sendable {
    /// Ids, numbers and other words that never begin with a dash.
    case plain
    /// The user's own text, in which only known options are options.
    case text
    /// Changes of tasks, such as `-tag`.
    case changes
    /// Conditions, such as `-tag`.
    case filter
    /// Times, such as `-3d`.
    case times
  }

  /// The name; it is also the operation in commits.
  package let name: String
  package let command: any ParsableCommand.Type
  package let words: Words
  // In one string each, because the table is made in every process and hardly a verb of it is looked at.
  private let otherNames: String
  private let ownFlags: String
  private let ownOptions: String
  /// True for a verb without the options that the others share.
  let isBare: Bool

  private init(
    _ name: String, _ otherNames: String = "", as command: any ParsableCommand.Type,
    words: Words = .plain, flags: String = "", options: String = "", isBare: Bool = false
  ) {
    self.name = name
    self.otherNames = otherNames
    self.command = command
    self.words = words
    self.ownFlags = flags
    self.ownOptions = options
    self.isBare = isBare
  }

  /// The options of ``GlobalOptions``, which every verb has that is not bare.
  static let commonFlags = ["--json", "--verbose", "-v"]
  static let commonOptions = ["--store"]

  private static let listingFlags = "--unsynced --jsonl --explain --tree"
  private static let listingOptions = "--at --format --sort --group --columns --limit"

  package var aliases: [String] { Verb.words(of: otherNames) }

  /// Whether `tasks FILTER VERB` is read: the verb changes or lists tasks of a filter.
  var takesFilterFirst: Bool { options.contains("--where") || ownOptions == Verb.listingOptions }

  /// The options without a value, as typed.
  package var flags: [String] {
    Verb.words(of: ownFlags) + (isBare ? [] : Verb.commonFlags) + ["--help", "-h"]
  }

  /// The options with a value, as typed.
  package var options: [String] { Verb.words(of: ownOptions) + (isBare ? [] : Verb.commonOptions) }

  package func hasOption(_ name: String) -> Bool { flags.contains(name) || options.contains(name) }

  private static func words(of text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  /// Returns the verb with this name or alias.
  package static func named(_ name: String) -> Verb? {
    for group in groups {
      for verb in group.verbs {
        if verb.name == name || !verb.otherNames.isEmpty && verb.aliases.contains(name) {
          return verb
        }
      }
    }
    return nil
  }

  /// The verbs in the order in which a new user meets them.
  package static let groups: [(name: String, verbs: [Verb])] = [
    (
      "Stores",
      [
        Verb(
          "init", as: Init.self, flags: "--dry-run --move --agents --remove", options: "--format"),
        Verb("clone", as: Clone.self, flags: "--dry-run"),
        Verb("status", as: Status.self, flags: "--short"),
        Verb("config", as: Config.self, flags: "--dry-run"),
        Verb("git", as: GitCommand.self, isBare: true),
      ]
    ),
    (
      "Tasks",
      [
        Verb(
          "add", "a new", as: Add.self, words: .text, flags: "--dry-run --edit --done",
          options: "--template --set --link --here"),
        Verb(
          "capture", as: Capture.self, words: .text, flags: "--dry-run --edit --list",
          options: "--set --link --here --import"),
        Verb("duplicate", "dup", as: Duplicate.self, flags: "--dry-run"),
        Verb(
          "list", "ls l", as: List.self, words: .filter,
          flags: "--done --deleted --all --hidden \(listingFlags)", options: listingOptions),
        Verb(
          "show", "info", as: Show.self, flags: "--path --raw --history --decrypt", options: "--at"),
        Verb(
          "modify", "mod m", as: Modify.self, words: .changes, flags: "--dry-run --yes -y",
          options: "--where"),
        Verb("edit", as: Edit.self, flags: "--dry-run"),
        Verb("note", as: Note.self, words: .text, flags: "--dry-run"),
        Verb("check", as: Check.self, flags: "--dry-run"),
        Verb("uncheck", as: Uncheck.self, flags: "--dry-run"),
        Verb("encrypt", as: Encrypt.self, flags: "--dry-run --file", options: "--to"),
        Verb("decrypt", as: Decrypt.self, flags: "--dry-run"),
        Verb("open", as: Open.self),
        Verb("convert", as: Convert.self, flags: "--dry-run", options: "--to"),
      ]
    ),
    (
      "Progress",
      [
        Verb(
          "done", "do close", as: Done.self, words: .filter, flags: "--dry-run --yes -y --force",
          options: "--note --where"),
        Verb(
          "reopen", as: Reopen.self, words: .filter, flags: "--dry-run --yes -y",
          options: "--note --where"),
        Verb(
          "start", as: Start.self, words: .filter,
          flags: "--dry-run --yes -y --claim --force",
          options: "--note --where"),
        Verb(
          "wait", as: Wait.self, words: .filter, flags: "--dry-run --yes -y",
          options: "--note --where"),
        Verb(
          "cancel", as: Cancel.self, words: .filter, flags: "--dry-run --yes -y",
          options: "--note --where"),
        Verb(
          "state", as: SetState.self, words: .filter, flags: "--dry-run --yes -y --force",
          options: "--note --where"),
        Verb(
          "delete", "rm", as: Delete.self, words: .filter, flags: "--dry-run --yes -y",
          options: "--where"),
        Verb("trash", as: Trash.self),
        Verb(
          "restore", as: Restore.self, words: .filter, flags: "--dry-run --yes -y",
          options: "--where"),
        Verb(
          "purge", as: Purge.self, words: .filter, flags: "--dry-run --yes -y",
          options: "--older-than --where"),
      ]
    ),
    (
      "Order",
      [
        Verb(
          "ready", as: Ready.self, words: .filter, flags: "--claim --dry-run \(listingFlags)",
          options: listingOptions),
        Verb(
          "next", as: Next.self, words: .filter, flags: "--why \(listingFlags)",
          options: listingOptions),
        Verb(
          "inbox", as: InboxCommand.self, words: .filter, flags: "--walk \(listingFlags)",
          options: listingOptions),
        Verb("nearby", as: Nearby.self, words: .filter),
        Verb("move", "mv", as: Move.self, flags: "--dry-run"),
        Verb(
          "refile", as: Refile.self, words: .filter, flags: "--dry-run --yes -y", options: "--where"
        ),
        Verb("lists", as: Lists.self),
        Verb("tags", as: Tags.self),
        Verb(
          "view", as: ViewCommand.self, words: .filter, flags: "--dry-run --jsonl --tree",
          options: "--sort --group --columns --limit --block --at"),
        Verb("context", as: Context.self, flags: "--dry-run"),
      ]
    ),
    (
      "Planning",
      [
        Verb("dashboard", as: DashboardCommand.self),
        Verb("agenda", as: AgendaCommand.self, words: .filter, flags: "--log", options: "--at"),
        Verb("forecast", as: ForecastCommand.self, words: .filter, options: "--at"),
        Verb("timeline", as: TimelineCommand.self, words: .filter),
        Verb(
          "clock", as: ClockCommand.self, words: .filter, flags: "--dry-run", options: "--at --by"),
        Verb(
          "remind", as: Remind.self, words: .times,
          flags:
            "--dry-run --missed --important --service --timer --launchd --print --remove",
          options: "--for"),
        Verb("habits", as: Habits.self, words: .filter),
        Verb("next-dates", as: NextDates.self),
      ]
    ),
    (
      "History",
      [
        Verb(
          "log", "history", as: Log.self, flags: "--stat --patches --jsonl",
          options: "--number -n --since --until --device --field --list --tag"),
        Verb("diff", as: Diff.self, words: .times),
        Verb("blame", as: BlameCommand.self),
        Verb("stats", as: Stats.self, words: .filter, options: "--svg"),
        Verb("undo", as: Undo.self, flags: "--dry-run --yes -y", options: "--op --last"),
        Verb("redo", as: Redo.self, flags: "--dry-run"),
        Verb("verify", as: Verify.self),
        Verb("squash", as: SquashCommand.self, flags: "--dry-run --yes -y"),
        Verb(
          "rebuild", as: RebuildCommand.self, flags: "--dry-run --allow-gaps", options: "--from"),
      ]
    ),
    (
      "Devices",
      [
        Verb(
          "sync", as: SyncCommand.self, flags: "--dry-run --yes -y", options: "--every --bundle"),
        Verb("phone", as: PhoneCommand.self, flags: "--dry-run"),
        Verb("devices", as: Devices.self),
        Verb("web", as: Web.self, flags: "--no-open", options: "--port"),
        Verb("conflicts", as: Conflicts.self, flags: "--dry-run"),
      ]
    ),
    (
      "Exchange",
      [
        Verb(
          "import", as: Import.self, flags: "--dry-run --skip-bad --restore --flat",
          options: "--project-as"),
        Verb(
          "export", as: Export.self, words: .filter, flags: "--spreadsheet --decrypt",
          options: "--output -o"),
        Verb(
          "share", as: Share.self, words: .filter, flags: "--decrypt", options: "--as --output -o"),
        Verb("mobile", as: Mobile.self, flags: "--dry-run"),
      ]
    ),
    (
      "Other",
      [
        Verb("where", as: Where.self),
        Verb("adopt", as: Adopt.self, flags: "--dry-run"),
        Verb("forget", as: Forget.self, flags: "--dry-run --all --list"),
        Verb("doctor", as: Doctor.self, flags: "--fix --remote"),
        Verb("mcp", as: MCPCommand.self),
        Verb("completions", as: Completions.self, isBare: true),
        Verb("tutorial", as: Tutorial.self, isBare: true),
        Verb("demo", as: Demo.self, flags: "--keep", isBare: true),
        Verb("merge-driver", as: MergeDriver.self, isBare: true),
        Verb("suggest", as: Suggest.self, isBare: true),
      ]
    ),
  ]
}

extension CommandConfiguration {
  /// Makes the configuration of a command, which has the names that the table of verbs gives it.
  init(
    of command: any ParsableCommand.Type, abstract: String, usage: String? = nil,
    discussion: String = "", shouldDisplay: Bool = true
  ) {
    let verb = Verb.groups.lazy.flatMap(\.verbs).first { $0.command == command }
    self.init(
      commandName: verb?.name, abstract: abstract, usage: usage, discussion: discussion,
      shouldDisplay: shouldDisplay, aliases: verb?.aliases ?? [])
  }
}
