import ArgumentParser
import TasksCore

/// A verb of the program, or a step of one, such as `clock in`.
///
/// Its file declares all of it: the names, the arguments and the help for the argument library, and here what else is
/// to be known of it. Help, completion, the tools for agents, the manual and the parser of common command lines are
/// made from these declarations.
package protocol Verb: ParsableCommand {
  /// The name, which is also the operation in commits, and after it other names, separated by blanks.
  static var names: String { get }
  /// What the words are that are not options.
  static var wordKind: VerbWords { get }
  /// The steps, each a command of its own; a verb with steps does nothing else.
  static var steps: [any Verb.Type] { get }
  /// The step that runs if no word names one. If the help does not show it, it has no name either.
  static var usualStep: (any Verb.Type)? { get }
  /// Parses a common command line without the argument library; nil leaves it to the library. A word that begins with
  /// a dash is one of ``quickFlags``.
  static func quick(_ words: [String]) -> (any Request)?
  static var quickFlags: [String] { get }
  /// Offers what can be typed for the word after those of ``Completion/given``.
  static func complete(_ line: inout Completion)
  /// Offers what can be typed as the value of an option.
  static func complete(valueOf option: String, _ line: inout Completion)
}

package enum VerbWords: Sendable {
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

extension Verb {
  package static var wordKind: VerbWords { usualStep?.wordKind ?? .plain }
  package static var steps: [any Verb.Type] { [] }
  package static var usualStep: (any Verb.Type)? { nil }
  package static func quick(_ words: [String]) -> (any Request)? { nil }
  package static var quickFlags: [String] { [] }
  package static func complete(_ line: inout Completion) {}
  package static func complete(valueOf option: String, _ line: inout Completion) {
    line.offer(usualValuesOf: option)
  }

  package static var name: String { names.split(separator: " ").first.map(String.init) ?? "" }
  package static var aliases: [String] {
    names.split(separator: " ").dropFirst().map(String.init)
  }
  /// Those of a verb with steps are those of its usual one.
  package static var options: VerbOptions { usualStep?.options ?? VerbOptions(of: Self()) }
  package static var isShown: Bool { configuration.shouldDisplay }
  /// What it does, in the first sentence of its help.
  package static var brief: String { HelpScreen.brief(configuration.abstract) }
  /// The steps that have a name.
  static var namedSteps: [any Verb.Type] { steps.filter { $0.isShown } }

  /// Whether `tasks FILTER VERB` is read: the verb changes or lists tasks of a filter.
  static var takesFilterFirst: Bool { options.contains("--where") || options.contains("--explain") }

}

/// The options of a verb, as typed: those without a value, and those with one.
package struct VerbOptions {
  package private(set) var flags: [String] = []
  package private(set) var valued: [String] = []

  /// The properties with a short name beside the long one.
  private static let shortened: Set = ["verbose", "yes", "number", "output"]

  /// Finds the options of a declaration by its property wrappers: the argument library names an option after its
  /// property.
  init(of declaration: some ParsableArguments) {
    add(declaration)
    flags += ["--help", "-h"]
  }

  package var all: [String] { flags + valued }

  package func contains(_ name: String) -> Bool { flags.contains(name) || valued.contains(name) }

  /// Adds its own options before those of the groups.
  fileprivate mutating func add(_ declaration: some ParsableArguments) {
    var groups: [any ArgumentDeclaration] = []
    for (label, value) in Mirror(reflecting: declaration).children {
      guard let label, let declared = value as? any ArgumentDeclaration else { continue }
      switch declared.part {
      case .flag: flags += VerbOptions.spellings(label)
      case .option: valued += VerbOptions.spellings(label)
      case .group: groups.append(declared)
      }
    }
    for group in groups { group.part.add(to: &self) }
  }

  /// `--dry-run` for the property `_dryRun`.
  private static func spellings(_ label: String) -> [String] {
    let name = label.drop { $0 == "_" }
    let long = name.reduce(into: "--") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
    return shortened.contains(String(name)) ? [long, "-\(name.prefix(1))"] : [long]
  }
}

/// A property wrapper of the argument library that declares options.
private protocol ArgumentDeclaration {
  var part: ArgumentPart { get }
}

private enum ArgumentPart {
  case flag, option
  case group(any ParsableArguments)

  func add(to options: inout VerbOptions) {
    if case .group(let group) = self { options.add(group) }
  }
}

extension Flag: ArgumentDeclaration { fileprivate var part: ArgumentPart { .flag } }
extension Option: ArgumentDeclaration { fileprivate var part: ArgumentPart { .option } }
extension OptionGroup: ArgumentDeclaration {
  fileprivate var part: ArgumentPart { .group(Value()) }
}

/// The verbs of the program.
package enum Verbs {
  /// In the order in which a new user meets them.
  package static let groups: [(name: String, verbs: [any Verb.Type])] = [
    ("Stores", [Init.self, Clone.self, Status.self, Config.self, GitCommand.self]),
    (
      "Tasks",
      [
        Add.self, Capture.self, Duplicate.self, List.self, Show.self, Modify.self, Edit.self,
        Note.self, Check.self, Uncheck.self, Encrypt.self, Decrypt.self, Open.self, Convert.self,
      ]
    ),
    (
      "Progress",
      [
        Done.self, Reopen.self, Start.self, Wait.self, Cancel.self, SetState.self, Delete.self,
        Trash.self, Restore.self, Purge.self,
      ]
    ),
    (
      "Order",
      [
        Ready.self, Next.self, InboxCommand.self, Nearby.self, Move.self, Refile.self, Lists.self,
        Tags.self, ViewCommand.self, Context.self,
      ]
    ),
    (
      "Planning",
      [
        DashboardCommand.self, AgendaCommand.self, ForecastCommand.self, TimelineCommand.self,
        ClockCommand.self, Remind.self, Habits.self, NextDates.self,
      ]
    ),
    (
      "History",
      [
        Log.self, Diff.self, BlameCommand.self, Stats.self, Undo.self, Redo.self, Verify.self,
        SquashCommand.self, RebuildCommand.self,
      ]
    ),
    ("Devices", [SyncCommand.self, PhoneCommand.self, Devices.self, Web.self, Conflicts.self]),
    ("Exchange", [Import.self, Export.self, Share.self, Mobile.self]),
    (
      "Other",
      [
        Where.self, Adopt.self, Forget.self, Doctor.self, MCPCommand.self, Completions.self,
        Tutorial.self, Demo.self, MergeDriver.self, Suggest.self,
      ]
    ),
  ]

  package static var all: [any Verb.Type] { groups.flatMap(\.verbs) }

  /// Returns the verb with this name or other name.
  package static func named(_ word: String) -> (any Verb.Type)? {
    verb(among: groups.lazy.flatMap(\.verbs), word)
  }

  /// Names before other names: they are nearly all that is asked for, and are compared without being copied.
  private static func verb(
    among verbs: some Sequence<any Verb.Type>, _ word: String
  ) -> (any Verb.Type)? {
    let name = word.utf8
    if name.contains(0x20) { return nil }
    let byName = verbs.first { verb in
      let names = verb.names.utf8
      return names.starts(with: name)
        && (names.count == name.count || names.dropFirst(name.count).first == 0x20)
    }
    return byName ?? verbs.first { $0.aliases.contains(word) }
  }

  /// Follows the words after a verb to the step that they name.
  ///
  /// - Parameters:
  ///   - words: Loses the names of steps.
  ///   - path: Gets the names.
  package static func namedStep(
    of verb: any Verb.Type, _ words: inout [String], path: inout [String]
  ) -> any Verb.Type {
    path.append(verb.name)
    guard !verb.steps.isEmpty, let place = index(ofStepIn: words, of: verb),
      let step = self.verb(among: verb.namedSteps, words[place])
    else { return verb }
    words.remove(at: place)
    return namedStep(of: step, &words, path: &path)
  }

  package static func namedStep(
    of verb: any Verb.Type, _ words: inout [String]
  ) -> any Verb.Type {
    var path: [String] = []
    return namedStep(of: verb, &words, path: &path)
  }

  /// Follows the words after a verb to the command that does it: the step that they name, or else the usual one.
  ///
  /// - Throws: ``CommandError`` if a step is to be named, and none is.
  package static func step(
    of verb: any Verb.Type, _ words: inout [String], path: inout [String]
  ) throws(CommandError) -> any Verb.Type {
    let verb = namedStep(of: verb, &words, path: &path)
    guard !verb.steps.isEmpty else { return verb }
    let place = index(ofStepIn: words, of: verb)
    if let usual = verb.usualStep, place == nil || !usual.isShown && usual.wordKind != .plain {
      return usual
    }
    let name = path.joined(separator: " ")
    let steps = verb.namedSteps.map { $0.name }
    guard let place else {
      let all = steps.map { "tasks \(name) \($0)" }.joined(separator: ", ")
      throw CommandError("say what to do: \(all)", code: .usage)
    }
    let others = steps.dropLast().joined(separator: ", ")
    throw CommandError(
      "'\(ControlCharacters.escaped(Text(words[place])))' is nothing that \(name) does; "
        + (NearestWord.to(words[place], among: steps).map { "did you mean '\(name) \($0)'?" }
          ?? "write \(others)\(others.isEmpty ? "" : " or ")\(steps[steps.count - 1])"),
      code: .usage)
  }

  /// The first word that is neither an option nor the value of one.
  private static func index(ofStepIn words: [String], of verb: any Verb.Type) -> Int? {
    var index = 0
    var valued: [String]?
    while index < words.count {
      let word = words[index]
      if word == "--" { return nil }
      if !word.hasPrefix("-") { return index }
      valued = valued ?? verb.steps.flatMap { $0.options.valued }
      index += valued?.contains(word) == true ? 2 : 1
    }
    return nil
  }
}

extension CommandConfiguration {
  /// Makes the configuration of a verb, which has the names and the steps that it declares. Its usage is that of the steps.
  init(
    of verb: any Verb.Type, abstract: String, usage: String? = nil, discussion: String = "",
    shouldDisplay: Bool = true
  ) {
    let steps = verb.steps
    self.init(
      commandName: verb.name, abstract: abstract,
      usage: usage
        ?? (steps.isEmpty
          ? nil : steps.compactMap { $0.configuration.usage }.joined(separator: "\n")),
      discussion: discussion, shouldDisplay: shouldDisplay, subcommands: steps,
      defaultSubcommand: verb.usualStep, aliases: verb.aliases)
  }
}
