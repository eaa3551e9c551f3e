import ArgumentParser
import Platform
import TasksCore
import TasksStore
import TasksSync

struct Forget: Verb {
  static let names = "forget"
  static let configuration = CommandConfiguration(
    of: Forget.self, abstract: "Take out of a clone what tasks has registered with git.",
    discussion: """
      It takes out the merge driver, the merge strategy, and the lines in info/attributes and info/exclude of the \
      repository: git then works there as it does without tasks. The tasks stay. The next command in the store sets it \
      up again. --list prints the stores that this user has set up on this machine.

        tasks forget
        tasks forget --list
        tasks forget --all
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var write: WriteOptions

  @Flag(help: "Do so in all stores that were set up on this machine.") var all = false
  @Flag(help: "List those stores.") var list = false
  @Argument(help: "The folder of the store; by default the one used here.", completion: .directory)
  var dir: String?

  func validate() throws {
    if [all, list, dir != nil].filter({ $0 }).count > 1 {
      throw ValidationError("Name a folder, --all or --list, one of them.")
    }
  }

  func run() throws {
    let session = try Session(options)
    let clones = RegisteredClones(Machine.variable)
    let roots =
      all || list
      ? clones.roots
      : [
        try dir.map { StoreLocation.absolute($0, in: session.currentFolder) }
          ?? session.location().path
      ]
    if !list, !write.dryRun {
      for root in roots { try CloneSetup(store: TaskStore(at: root, session.context)).forget() }
    }
    let verb = list ? "" : write.dryRun ? "would forget " : "forgot "
    try session.print(
      JSONAnswer("forget") { json in
        json.array(roots) { json, root in json.string(root) }
      }
    ) { output in
      for root in roots { output.line(verb + root) }
    }
  }
}
