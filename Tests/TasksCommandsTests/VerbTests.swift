import ArgumentParser
import Foundation
import TasksCommands
import TasksCore
import TestSupport
import Testing

/// Verbs are what the argument library makes of their declarations.
@Suite struct VerbTests {
  /// The options that are found by the property wrappers are those that the library reads.
  @Test func optionsAreWhatTheLibraryReads() throws {
    struct Dump: Decodable { var command: ManualPage.Command }
    let dump = Tasks._dumpHelp()
    let told = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command.subcommands ?? []
    var count = 0
    func check(_ commands: [ManualPage.Command], _ verbs: [any Verb.Type]) {
      let commands = commands.filter { $0.commandName != "help" }
      #expect(commands.map(\.commandName) == verbs.map { $0.name })
      for (command, verb) in zip(commands, verbs) {
        count += 1
        check(command.subcommands ?? [], verb.steps)
        #expect(verb.aliases == command.aliases ?? [])
        guard verb.steps.isEmpty else { continue }
        var found: [String: Set<String>] = [:]
        for argument in command.arguments ?? [] where !argument.isPositional {
          let names = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
          found[argument.kind, default: []].formUnion(names)
        }
        #expect(found["flag"]?.subtracting(["--version"]) == Set(verb.options.flags), "\(verb)")
        #expect(found["option"] ?? [] == Set(verb.options.valued), "\(verb)")
      }
    }
    check(told, Verbs.all)
    #expect(count > 95)
  }

  @Test func namesAreEachOfOneVerb() {
    let names = Verbs.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    for verb in Verbs.all {
      for name in [verb.name] + verb.aliases { #expect(Verbs.named(name) == verb) }
    }
    #expect(Verbs.named("lis") == nil && Verbs.named("list ls") == nil && Verbs.named("") == nil)
  }

  @Test func helpIsThatOfTheStep() throws {
    let world = try World.withSampleStore()
    for (line, head) in [
      ("clock --help --json", "Clock the time that is worked on tasks."),
      ("clock --json in --help", "Start the clock of a task; another one that runs ends."),
      ("view --help -v", "Show a saved list; save one, remove one, or list them all."),
      ("help web token add", "Make a token for another browser or a phone."),
    ] {
      let outcome = try world.run(
        World.tasks, line.split(separator: " ").map(String.init), in: "store")
      #expect(outcome.status == 0 && outcome.output.hasPrefix(head + "\n"), "\(line)")
    }
    #expect(try world.tasks("add", "--", "--help", in: "store").output.hasPrefix("added"))
    let hidden = try world.tasks("view", "--bogus", in: "store")
    #expect(hidden.status == 2 && hidden.errors.contains("See 'tasks view --help'"))
    let marked = try world.tasks("remind", "list", "-3d", "-4d", in: "store")
    #expect(marked.errors.hasPrefix("tasks: Unexpected argument '-4d'\n"))
  }

  @Test func optionsBeforeAStepAreThoseOfTheStep() throws {
    let world = try World.withSampleStore()
    for line in ["clock --json in 2cc", "clock --at 9:00 in 2cc", "--json clock --dry-run in 2cc"] {
      let outcome = try world.run(
        World.tasks, line.split(separator: " ").map(String.init), in: "store")
      #expect(outcome.status == 0, "\(line): \(outcome.errors)")
    }
    for (line, message) in [
      ("clock out --by tag", "--by is for clock report"),
      ("web tokn", "'tokn' is nothing that web does; did you mean 'web token'?"),
      ("web token x", "'x' is nothing that web token does; write list, add or revoke"),
      ("mobile", "say what to do: tasks mobile push, tasks mobile pull"),
      ("clock --dry-run", "--dry-run is for clock in, clock out, clock cancel, clock add"),
      ("sync list --every 5", "--every is for sync"),
      ("web token list --port 9", "--port is for web, web token add"),
    ] {
      let outcome = try world.run(
        World.tasks, line.split(separator: " ").map(String.init), in: "store")
      #expect(outcome.status == 2 && outcome.errors == "tasks: \(message)\n")
    }
  }

  /// `--at -3d` and the like: what comes after an option with a value is the value, whatever it begins with.
  @Test func aValueMayBeginWithADash() throws {
    let fillers: [String: [String]] = [
      "show": ["k7m"], "encrypt": ["k7m"], "convert": ["k7m", "--to", "md"], "done": ["k7m"],
      "reopen": ["k7m"],
      "start": ["k7m"],
      "wait": ["k7m"], "cancel": ["k7m"], "state": ["k7m", "WAIT"], "purge": [], "undo": [],
      "modify": ["k7m", "+tag"], "refile": ["k7m", "work"], "rebuild": ["new", "--from", "x"],
      "export": ["json"], "share": ["k7m"], "import": ["json"],
    ]
    var count = 0
    for verb in Verbs.all where verb.steps.isEmpty {
      for option in verb.options.valued
      where ![
        "--format", "--to", "--every", "--number", "-n", "--limit", "--as", "--project-as",
        "--port", "--last",
      ].contains(option) {
        guard let words = fillers[verb.name] ?? (verb.options.valued.count > 1 ? [] : nil) else {
          continue
        }
        // A purge takes an age or ids, a listing one form.
        let isPurge = verb.name == "purge" && option == "--store"
        let line = [verb.name] + words + [option, "-3d"] + (isPurge ? ["k7m"] : [])
        let command = try Tasks.command(line)
        #expect(type(of: command) == verb, "\(line)")
        count += 1
      }
    }
    #expect(count > 20)
  }

  @Test func aWrongOptionAmongTextIsNamed() throws {
    let world = try World.withSampleStore()
    for (words, message) in [
      (
        ["add", "Lunch", "--dryrun"],
        "'--dryrun' is not an option of tasks add; did you mean --dry-run?"
      ),
      (["a", "Lunch", "--jsn=x"], "'--jsn' is not an option of tasks add; did you mean --json?"),
      (["add", "a", "--b", "--", "--c"], "'--b' is not an option of tasks add."),
      (
        ["note", "2cc", "--dry"], "'--dry' is not an option of tasks note; did you mean --dry-run?"
      ),
      (["note", "2cc", "--- a line"], "'--- a line' is not an option of tasks note."),
    ] {
      let outcome = try world.run(World.tasks, words, in: "store")
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(
        outcome.errors
          == "tasks: \(message) Text that begins with two dashes must follow a --\n")
    }
    let json = try world.tasks("add", "Lunch", "--dryrun", "--json", in: "store")
    #expect(json.status == 2 && json.errors.contains(#""error":"usage""#))
    #expect(
      try world.tasks("add", "--dry-run", "--", "Lunch", "--dryrun", in: "store").output
        .contains("Lunch --dryrun"))
    #expect(try world.tasks("note", "2cc", "--", "--- a line", in: "store").status == 0)
    #expect(try world.tasks("show", "2cc", in: "store").output.contains("--- a line"))
  }

  @Test func aWrongOptionOfAnyVerbIsNamed() throws {
    let world = try World.withSampleStore()
    for (words, near) in [
      (["modify", "2cc", "+tag", "--dry"], "--dry-run"), (["list", "+tag", "--jso"], "--json"),
      (["done", "2cc", "--dry"], "--dry-run"), (["wait", "2cc", "--not=x"], "--note"),
    ] {
      let outcome = try world.run(World.tasks, words, in: "store")
      #expect(outcome.status == 2 && outcome.output == "")
      let name = words[words.count - 1].prefix { $0 != "=" }
      #expect(
        outcome.errors
          == "tasks: '\(name)' is not an option of tasks \(words[0]); did you mean \(near)?\n")
    }
    #expect(try world.tasks("git", "log", "--onelin", in: "store").errors.contains("--onelin"))
  }

  @Test func anyMomentCanBeAskedForWithADash() throws {
    let world = try World.withSampleStore()
    let outcome = try world.tasks("list", "--at", "-3d", in: "store")
    #expect(outcome.status == 0 && !outcome.errors.contains("not"))
    #expect(try world.tasks("show", "2cc", "--at", "-3d", in: "store").status == 3)
    let unknown = try world.tasks("list", "--at", "-x", in: "store")
    #expect(unknown.status == 2 && unknown.errors.contains("'-x' is neither a date nor a commit"))
    // An option is never taken for a value: it would be lost unnoticed.
    let missing = try world.tasks("done", "2cc", "--note", "--dry-run", in: "store")
    #expect(missing.status == 2 && missing.errors.contains("Missing value for '--note <text>'"))
  }

  @Test func nearWordsAreFound() {
    let words = ["--dry-run", "--edit", "--json", "-v"]
    #expect(NearestWord.to("--dryrun", among: words) == "--dry-run")
    #expect(NearestWord.to("--dry_runs", among: words) == "--dry-run")
    #expect(NearestWord.to("--jsn", among: words) == "--json")
    #expect(NearestWord.to("--js", among: words) == "--json")
    #expect(NearestWord.to("--dry", among: words) == "--dry-run")
    #expect(NearestWord.to("--d", among: words) == nil)
    #expect(NearestWord.to("--else", among: words) == nil)
    #expect(NearestWord.to("--x", among: []) == nil)
  }
}
