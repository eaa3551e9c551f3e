import TasksCommands
import TasksCore
import Testing

/// What is read without the argument library is what it would have read.
@Suite struct FastPathTests {
  @Test(arguments: [
    "", "list", "ls +phone", "l due:today and not list:work", "add Buy milk +errand due:fri",
    "a milk", "new two  words", "add Buy --store /s milk", "modify k7m +tag due:mon", "m k7m x:",
    "done k7m", "do k7m b3x", "close k7m", "reopen k7m", "start k7m", "wait k7m --store /s",
    "cancel k7m", "wait k7m / for Bob", "--all", "list --all word", "ls --done --json",
    "l --deleted", "--json",
    "add milk --json", "done --json k7m", "tags", "lists --json", "suggest fish done --json x",
    "status --short --store /s", "clock", "clock status --json", "clock report week +phone", "log",
    "agenda", "agenda week +phone --json", "forecast", "dashboard --store /s", "ready",
    "ready +phone --json", "log k7m b3x", "history --json k7m --store /s",
  ]) func agreesWithTheLibrary(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let plain = try #require(FastPath(words))
    let command = try Tasks.command(words)
    switch (plain.request, command) {
    case (let request as Listing, let command as List):
      #expect(request.filter == command.filter)
      let kinds: [TaskGroup] =
        (command.done ? [.finished] : []) + (command.deleted ? [.deleted] : [])
        + (command.all ? [.all] : [])
      #expect(kinds == (request.kind == .open ? [] : [request.kind]))
      if case .plain = request.form {} else { Issue.record("\(request.form)") }
      #expect(plain.wantsJSON == command.options.json)
      #expect(plain.store == command.options.store)
    case (let request as Listing, let command as Ready):
      #expect(request.filter == command.filter && request.tag == .ready)
      #expect(plain.wantsJSON == command.options.json)
    case (let request as AddRequest, let command as Add):
      #expect(request.words == command.words && !request.opensEditor && !request.isDryRun)
      #expect(plain.store == command.options.store)
    case (let request as ModifyRequest, let command as Modify):
      #expect(request.words == command.words && !request.isDryRun)
      #expect(plain.store == command.options.store)
    case (let request as ActionRequest, let command as any StateCommand):
      #expect(request.words == command.words && request.action.verb == command.action.verb)
      #expect(command.options.note == nil && plain.store == command.options.common.store)
    case (let request as CountsRequest, is Tags): #expect(request.names == .tags)
    case (let request as CountsRequest, is Lists): #expect(request.names == .lists)
    case (let request as SuggestRequest, let command as Suggest):
      #expect(request.words == command.words)
    case (is ShortStatus, let command as Status):
      #expect(command.short && plain.store == command.options.store)
    case (is ClockStatus, let command as ClockCommand.Status):
      #expect(plain.wantsJSON == command.options.json)
    case (let request as ClockReporting, let command as ClockCommand.Report):
      #expect(request.words == command.words && request.part == .task && command.by == .task)
    case (let request as AgendaListing, let command as AgendaCommand):
      #expect(request.words == command.words && !request.withLog && !command.log)
      #expect(plain.wantsJSON == command.options.json)
    case (let request as ForecastListing, let command as ForecastCommand):
      #expect(request.words == command.words)
    case (is DashboardRequest, let command as DashboardCommand):
      #expect(plain.store == command.options.store)
    case (let request as LogListing, let command as Log):
      #expect(request.words == command.ids && request.limit == .max && command.number == nil)
      #expect(plain.wantsJSON == command.options.json && plain.store == command.options.store)
    default: Issue.record("\(plain.request) for \(command)")
    }
  }

  @Test(arguments: [
    "add", "done", "modify", "add -", "add milk --edit", "add -- -5 degrees", "modify k7m -tag",
    "list -v", "--help", "list --store", "list --store --json", "show k7m", "state k7m WAIT",
    "done k7m --note x", "unknown word", "list --store a --store b", "add milk --all",
    "list --all --done", "list --jsonl", "list --all --all", "log -n 3", "log --all", "tags phone",
    "clock in k7m", "clock report --by tag", "status", "status --short --short", "list --short",
    "status --short word",
    "status --json --short",
  ]) func theRestIsLeftToIt(line: String) {
    #expect(FastPath(line.split(separator: " ").map(String.init)) == nil)
  }
}
