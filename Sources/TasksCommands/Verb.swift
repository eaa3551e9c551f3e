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
  /// The steps, each a command of its own; a verb with steps does nothing of its own: one of them runs.
  static var steps: [any Verb.Type] { get }
  /// The step that runs if no word names one. If help does not show it, no word can name it.
  static var usualStep: (any Verb.Type)? { get }
  /// Parses a common command line without the argument library; nil leaves it to the library. A word that begins with
  /// a dash is one of ``quickFlags``.
  static func quick(_ words: [String]) -> (any Request)?
  /// The options without a value that ``quick(_:)`` reads.
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
  /// Those of a verb with steps are those of its usual one, or else of the first.
  package static var options: VerbOptions {
    (usualStep ?? steps.first)?.options ?? VerbOptions(of: Self())
  }
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
  /// A verb whose type is made only when it is asked for: to make that of `list` alone takes a fiftieth of a listing.
  private struct Entry: Sendable {
    let names: String
    let type: @Sendable () -> any Verb.Type
    let hasSteps: @Sendable () -> Bool
    let quickFlags: @Sendable () -> [String]
    let quick: @Sendable ([String]) -> (any Request)?

    @inline(__always)
    init<Declared: Verb>(_ type: @escaping @Sendable @autoclosure () -> Declared.Type) {
      names = Declared.names
      self.type = type
      hasSteps = { !Declared.steps.isEmpty }
      quickFlags = { Declared.quickFlags }
      quick = { Declared.quick($0) }
    }
  }

  /// In the order in which a new user meets them.
  private static let table: [(name: String, verbs: [Entry])] = [
    (
      "Stores",
      [
        Entry(Init.self), Entry(Clone.self), Entry(Status.self), Entry(Config.self),
        Entry(GitCommand.self),
      ]
    ),
    (
      "Tasks",
      [
        Entry(Add.self), Entry(Capture.self), Entry(Duplicate.self), Entry(List.self),
        Entry(Show.self), Entry(Modify.self), Entry(Edit.self), Entry(Note.self), Entry(Check.self),
        Entry(Uncheck.self), Entry(Encrypt.self), Entry(Decrypt.self), Entry(Open.self),
        Entry(Convert.self),
      ]
    ),
    (
      "Progress",
      [
        Entry(Done.self), Entry(Reopen.self), Entry(Start.self), Entry(Wait.self),
        Entry(Cancel.self), Entry(SetState.self), Entry(Delete.self), Entry(Trash.self),
        Entry(Restore.self), Entry(Purge.self),
      ]
    ),
    (
      "Order",
      [
        Entry(Ready.self), Entry(Next.self), Entry(InboxCommand.self), Entry(Nearby.self),
        Entry(Move.self), Entry(Refile.self), Entry(Lists.self), Entry(Tags.self),
        Entry(ViewCommand.self), Entry(Context.self), Entry(ScreenCommand.self),
      ]
    ),
    (
      "Planning",
      [
        Entry(DashboardCommand.self), Entry(AgendaCommand.self), Entry(ForecastCommand.self),
        Entry(TimelineCommand.self), Entry(ClockCommand.self), Entry(Remind.self),
        Entry(Habits.self), Entry(NextDates.self),
      ]
    ),
    (
      "History",
      [
        Entry(Log.self), Entry(Diff.self), Entry(BlameCommand.self), Entry(Stats.self),
        Entry(Undo.self), Entry(Redo.self), Entry(Verify.self), Entry(SquashCommand.self),
        Entry(RebuildCommand.self),
      ]
    ),
    (
      "Devices",
      [
        Entry(SyncCommand.self), Entry(PhoneCommand.self), Entry(Devices.self), Entry(Web.self),
        Entry(Conflicts.self),
      ]
    ),
    ("Exchange", [Entry(Import.self), Entry(Export.self), Entry(Share.self), Entry(Mobile.self)]),
    (
      "Other",
      [
        Entry(Where.self), Entry(Adopt.self), Entry(Forget.self), Entry(Doctor.self),
        Entry(MCPCommand.self), Entry(Completions.self), Entry(Tutorial.self), Entry(Demo.self),
        Entry(MergeDriver.self), Entry(Suggest.self),
      ]
    ),
  ]

  package static var groups: [(name: String, verbs: [any Verb.Type])] {
    table.map { ($0.name, $0.verbs.map { $0.type() }) }
  }

  package static var all: [any Verb.Type] { groups.flatMap { $0.verbs } }

  /// Returns the verb with this name or other name.
  package static func named(_ word: String) -> (any Verb.Type)? { entry(named: word)?.type() }

  private static func entry(named word: String) -> Entry? {
    for group in table {
      for verb in group.verbs where isName(word, in: verb.names) { return verb }
    }
    return nil
  }

  /// Parses a common command line without the argument library; nil leaves it to the library.
  static func quick(_ name: String, _ words: [String]) -> (any Request)? {
    // Even the table takes a hundredth of a listing.
    if isName(name, in: List.names) { return quick(words, List.quickFlags, List.quick) }
    guard let verb = entry(named: name) else { return nil }
    guard verb.hasSteps() else { return quick(words, verb.quickFlags(), verb.quick) }
    var words = words
    var path: [String] = []
    guard let step = try? step(of: verb.type(), &words, path: &path) else { return nil }
    return quick(words, step.quickFlags, step.quick)
  }

  private static func quick(
    _ words: [String], _ flags: [String], _ read: ([String]) -> (any Request)?
  ) -> (any Request)? {
    words.allSatisfy { !$0.hasPrefix("-") || flags.contains($0) } ? read(words) : nil
  }

  /// Whether a word is one of the names of a verb. In one pass, since each listing asks this of many verbs.
  private static func isName(_ word: String, in names: String) -> Bool {
    var rest = word.utf8.makeIterator()
    var isSame = !word.isEmpty
    for byte in names.utf8 {
      if byte == 0x20 {
        if isSame, rest.next() == nil { return true }
        rest = word.utf8.makeIterator()
        isSame = !word.isEmpty
      } else if isSame {
        isSame = rest.next() == byte
      }
    }
    return isSame && rest.next() == nil
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
      let step = verb.namedSteps.first(where: { isName(words[place], in: $0.names) })
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
