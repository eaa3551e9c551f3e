import ArgumentParser
import TasksCore
import TasksTerminal

/// How a list is shown.
struct ListOptions: ParsableArguments {
  @Option(help: "Order by columns: due,-priority; a - reverses one.")
  var sort: String?

  @Option(
    help: "Put tasks under headings by list, tag, state, due, parent or a field of your own.",
    completion: .list(Grouping.names))
  var group: String?

  @Option(
    help:
      "Show these columns: id,priority,title,marks,tags,list,dates or any {field} of --format.")
  var columns: String?

  @Option(help: ArgumentHelp("Show no more than so many tasks.", valueName: "number"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0.") }
  }

  var view: View {
    var view = View()
    (view.sort, view.group, view.columns, view.limit) = (sort, group, columns, limit)
    return view
  }
}

/// The options of every verb that lists tasks.
package struct ListingOptions: ParsableArguments {
  @Flag(
    help: "List open and finished tasks that differ from the upstream branch.")
  var unsynced = false

  @Option(help: PointArgument.help("List the tasks as they were"))
  var at: String?

  @Flag(help: "Show how the filter is read, with all dates, instead of the tasks.")
  var explain = false

  @Flag(help: "Print one JSON object per line, one per task.")
  var jsonl = false

  @Option(
    help: ArgumentHelp(
      "Print one line per task in this format; {short}, {title}, {due} and so on are replaced by its fields.",
      valueName: "format"))
  var format: String?

  @Flag(help: "Put tasks below their parents.")
  var tree = false

  @OptionGroup var look: ListOptions

  package init() {}

  /// Refuses what excludes each other.
  func check(_ options: GlobalOptions) throws {
    let forms = [
      (options.json, "--json"), (jsonl, "--jsonl"), (format != nil, "--format"),
      (explain, "--explain"),
    ]
    .filter(\.0).map(\.1)
    if forms.count > 1 { throw ValidationError("\(forms[0]) and \(forms[1]) exclude each other.") }
    if tree, look.group.map({ $0 != "none" }) ?? false {
      throw ValidationError("--tree and --group exclude each other.")
    }
  }

  /// Whether an option asks for more than the order of the tasks.
  var selectsOtherwise: Bool {
    unsynced || at != nil || explain || jsonl || format != nil || tree || look.group != nil
      || look.columns != nil || look.limit != nil
  }

  /// Shows a listing with these options.
  ///
  /// - Parameters:
  ///   - filter: As the argument library gives it.
  ///   - sort: The order if no option names one.
  ///   - limit: How many tasks are shown if no option tells.
  func run(
    _ listing: Listing, _ filter: [String], _ options: GlobalOptions, sort: String? = nil,
    limit: Int? = nil
  ) throws {
    var listing = listing
    listing.filter = DashedWords.restored(filter)
    if explain { return try explain(listing, in: Session(options)) }
    listing.isUnsyncedOnly = unsynced
    listing.at = at
    listing.options = look.view
    listing.options.sort = look.sort ?? sort
    listing.options.limit = look.limit ?? limit
    listing.options.isTree = tree
    listing.form = jsonl ? .jsonl : format.map { .format($0) } ?? .plain
    try listing.run(in: Session(options))
  }

  private func explain(_ listing: Listing, in session: Session) throws {
    let query = try listing.query(session, session.openStore())
    var output = Output(session.terminal)
    for line in QueryExplanation(query, now: session.now).lines {
      output.line(ControlCharacters.escaped(line))
    }
    try output.flush()
  }
}

package struct List: Verb {
  package static let names = "list ls l"
  package static let wordKind = VerbWords.filter
  package static let configuration = CommandConfiguration(
    of: List.self,
    abstract: "List tasks in rank order; only open ones by default.",
    usage: "tasks list [<filter> ...]",
    discussion: """
      A task must match all words of the filter:

        text /regex/         in the title or the notes; text may also begin an id
        title:text           in the title
        +tag -tag @context   with the tag; without it
        list:work            in that list, or one below it, as work/clients
        state:WAIT pri:A     in that state; with that priority
        due:today            on that day; also sched: wait: until: created:
                             closed: modified:
        due.before:eow       before that day; also .after and .is
        due:overdue          open, and the deadline has passed
        due.any: due.none:   with a deadline; without one; the same for
                             all keys but state, also tags.none:
        effort:1h            with that value; also effort.over: and .under:;
                             the same for rank, and without these two for
                             \(List.fields)
        assignee:ann         that Ann does
        prop.NAME:value      with that value of any other property; a field of
                             your own is a key: tasks help fields
        +OVERDUE +TODAY      deadline has passed; scheduled or due today
        +WEEK                scheduled or due this week, Monday to Sunday
        +READY +BLOCKED      can be done now; waits for another task
        +WAITING +HABIT      in the state WAIT; an Org habit
        +PARENT +CHILD       the parent of an open task; with a parent
        +CLOCKED +REPEATING  with a running clock; with dates that repeat
        +INBOX +HIDDEN       in the list inbox; hidden until later by wait:
        +ACTIVE +PENDING     in the state NEXT or with a running clock; open
        +BLOCKING +LATEST    another open task waits for it; made last
        +UNSYNCED            differs from the upstream branch

      Combine words with and, or, not and ( ); quote parentheses for the shell. A quoted argument that begins with a \
      key is that key with a value, blanks and all ("list:Two words"), unless it has parentheses, and, or, not, or a \
      further key or +tag in it; then quote such a value again. Nothing after a colon asks for tasks without the field. \
      --explain shows how a filter was read. --tree puts children below their parents.

      On a terminal a link in a title is shown by its description; off it titles are as written. After the title stand

        2/5          checked boxes, or children that are done, of all
        ✎ *          notes below
        ⛔ #          blocked by another task
        ▶ !          a clock runs
        ↑ ^          not synchronized
        ?            a value that cannot be read; tasks doctor names it

      and among the dates

        Fri          due; ▸ Fri or > Fri: scheduled
        ◌ Fri  z Fri hidden until then
        ↻ 3d  ~ 3d   repeats every three days
        ≈2h  =2h     takes two hours

      The second sign of each is for terminals without the first (glyphs = ascii).

        tasks list +phone due.before:eow
        tasks list "list:work (pri:A or due:overdue)"
        tasks list --explain list:work due.before:eow
        tasks list --tree --sort due
        tasks list --at yesterday --all
        tasks list --all --jsonl
        tasks list --format "{short} {title}"
      """)

  /// The keys of the other fields that are one value.
  private static var fields: String {
    PlainField.allCases.compactMap { field in
      [.list, .effort, .rank, .wait, .repeatUntil].contains(field)
        ? nil : QuickAddKey.field(field).name
    }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  @OptionGroup package var options: GlobalOptions

  @Flag(help: "List finished tasks.")
  package var done = false

  @Flag(help: "List tasks in the trash.")
  package var deleted = false

  @Flag(help: "List open and finished tasks.")
  package var all = false

  @Flag(help: "List the tasks that are hidden until later.")
  package var hidden = false

  @OptionGroup var form: ListingOptions

  @Argument(help: "The conditions that a task must match.")
  package var filter: [String] = []

  package init() {}

  package static let tool = MCPTool(
    command: List.self,
    hint:
      "The words of the filter are all to match: +tag -tag @context list:work due.before:eow pri:A state:WAIT.",
    isReadOnly: true,
    parameters: [
      MCPTool.Parameter(name: "filter", kind: .texts, help: "The words of a filter."),
      MCPTool.Parameter(
        name: "ready", kind: .flag, help: "Only tasks that can be begun now, as tasks ready."),
      MCPTool.Parameter(name: "done", kind: .flag, help: "Finished tasks."),
      MCPTool.Parameter(name: "all", kind: .flag, help: "Open and finished tasks."),
      MCPTool.Parameter(name: "deleted", kind: .flag, help: "Tasks in the trash."),
      MCPTool.Parameter(name: "sort", kind: .text, help: "Columns, such as due,-priority."),
      MCPTool.Parameter(name: "limit", kind: .number, help: "No more than so many tasks."),
    ],
    words: { arguments throws(MCPArguments.Fault) in
      let filter = arguments.texts("filter")
      // A condition is no option, but what looks like one would be read as one.
      let options = arguments.flag("ready") ? Ready.options : List.options
      for word in filter where word.hasPrefix("--") || options.contains(word) {
        throw MCPArguments.Fault(text: "'\(word)' is an option, not a condition of a filter")
      }
      return MCPTool.Call(words: filter)
    }, verb: { $0.flag("ready") ? "ready" : nil })

  package static func complete(_ line: inout Completion) { line.offerConditions() }

  package static func quick(_ words: [String]) -> (any Request)? {
    let kinds = words.filter { $0.hasPrefix("-") }
    guard kinds.count < 2 else { return nil }
    let kind: TaskGroup =
      switch kinds.first {
      case "--done": .finished
      case "--deleted": .deleted
      case "--all": .all
      default: .open
      }
    return Listing(filter: words.filter { !$0.hasPrefix("-") }, kind: kind)
  }

  package static let quickFlags = ["--done", "--deleted", "--all"]

  package func validate() throws {
    let kinds = [
      (done, "--done"), (deleted, "--deleted"), (all, "--all"), (hidden, "--hidden"),
    ].filter(\.0).map(\.1)
    if kinds.count > 1 { throw ValidationError("\(kinds[0]) and \(kinds[1]) exclude each other.") }
    try form.check(options)
  }

  package func run() throws {
    var listing = Listing()
    if hidden { listing.tag = .hidden }
    listing.kind = done ? .finished : deleted ? .deleted : all || form.unsynced ? .all : .open
    try form.run(listing, filter, options)
  }
}

package struct Ready: Verb {
  package static let names = "ready"
  package static let wordKind = VerbWords.filter
  package static let configuration = CommandConfiguration(
    of: Ready.self, abstract: "List the tasks that can be begun, in rank order.",
    usage: "tasks ready [<filter> ...]",
    discussion: """
      They are open, neither waiting nor hidden, their scheduled date has come, and no open task must be done first. The filter \
      and the options are those of tasks list.

      With --claim the first of them that nobody has claimed is claimed, as tasks start --claim does it, and is \
      printed; if there is none, nothing is, and the exit code is 0.

        tasks ready
        tasks ready +phone --limit 3
        tasks ready --sort due --json
        tasks ready list:work --claim --json
      """)

  @OptionGroup package var options: GlobalOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var form: ListingOptions

  @Flag(help: "Claim the first of the tasks that nobody has claimed.")
  var claim = false

  @Argument(help: "The conditions that a task must match.")
  package var filter: [String] = []

  package init() {}

  package static func complete(_ line: inout Completion) { line.offerConditions() }

  package static func quick(_ words: [String]) -> (any Request)? {
    Listing(filter: words, tag: .ready)
  }

  package func validate() throws {
    try form.check(options)
    if write.dryRun, !claim { throw ValidationError("--dry-run is for --claim.") }
    if claim, form.selectsOtherwise {
      throw ValidationError("--claim takes a filter, --sort and --json, no other form of a list.")
    }
  }

  package func run() throws {
    let listing = Listing(tag: .ready)
    guard claim else { return try form.run(listing, filter, options) }
    var request = ClaimRequest(listing: listing, isDryRun: write.dryRun)
    request.listing.filter = DashedWords.restored(filter)
    request.listing.options = form.look.view
    try request.run(in: Session(options))
  }
}
