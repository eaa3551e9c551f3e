import Platform
import TasksCore
import TasksStore
import TasksTerminal

/// A parsed `capture` command, or `add --template`.
struct CaptureRequest: Request {
  /// Nil if the first word may name it.
  var template: String?
  let words: [String]
  let options: CaptureOptions
  var opensEditor = false
  var isDone = false
  var isDryRun = false

  func run(in session: Session) throws {
    // What cannot be read makes no store.
    let there = try session.openStoreIfThere()
    let fields = there?.fields ?? OwnFields()
    _ = try QuickAdd.readUntitled(words, now: session.now, fields: fields)
    let store = try there ?? (isDryRun ? session.openStore() : session.openOrCreateStore())
    let (template, rest) = try chosen(in: store)
    var draft = try QuickAdd.readUntitled(
      rest, now: session.now, fields: fields, mention: Conversation.mention)
    try session.checkReminders(of: draft)
    let edits = opensEditor && !isDryRun
    var prompts = template.prompts
    let isBlank = try probe(template, session).lacksTitle(in: store)
    let needsTitle = isBlank && !edits && draft.title == nil
    if needsTitle { prompts.append(TemplatePrompt("title", .text)) }
    var values = TemplateValues(now: session.now)
    values.answers = try TemplateAnswers(template: template, prompts: prompts, now: session.now)
      .read(options.settings)
    if needsTitle { draft.title = values.answers["title"].map { Text($0) } }
    try fill(&values, template, session)
    var words: Text?
    if template.hasCursor {
      values.words = TemplateTask.cursor
      words = draft.title ?? .empty
      if edits { values.words = (words?.string ?? "") + values.words }
      draft.title = nil
    } else if edits {
      draft.title = Text((draft.title.map { "\($0)" } ?? "") + TemplateTask.cursor)
    }
    var task = TemplateTask(try template.text(values), of: template)
    if !edits { task.words = words }
    task.draft = draft
    task.context = try ActiveContext.of(store, now: session.now)?.query
    task.place = try CapturePlace(option: options.here).location()
    task.isDone = isDone
    let report =
      edits
      ? try Editor(store: store).add(DraftFile(task, cursor: TemplateTask.cursor, in: store))
      : try store.write("capture", dryRun: isDryRun) { [task] reading in
        var new = NewTasks(in: store, after: reading)
        return [.addDocument(try task.document(&new, after: reading, in: store))]
      }
    try Report(session: session, store: store, past: "added").print(report, dryRun: isDryRun)
  }

  /// The template, and the words that go into the task.
  private func chosen(in store: TaskStore) throws -> (Template, [String]) {
    let templates = StoreTemplates(of: store)
    if let template { return (try templates.named(template), words) }
    let (template, words, near) = try templates.chosen(by: words)
    if let near, let first = words.first {
      Conversation.say(
        "'\(first)' names no template, so it is part of the title, and the template is "
          + "\(template.name); did you mean '\(near)'?")
    }
    return (template, words)
  }

  /// The template with something in place of each answer, to see what it makes.
  private func probe(_ template: Template, _ session: Session) throws -> TemplateTask {
    var values = TemplateValues(now: session.now)
    for prompt in template.prompts where prompt.kind == .text { values.answers[prompt.name] = "x" }
    return TemplateTask(try template.text(values), of: template)
  }

  /// Adds what the template has of the place where the command was called.
  private func fill(
    _ values: inout TemplateValues, _ template: Template, _ session: Session
  ) throws {
    values.user = Machine.user
    if template.readsInput, isatty(0) == 0 {
      let lines = try StandardInput.text().string.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let last = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
      values.input = lines[..<last].joined(separator: "\n")
    }
    if template.readsClipboard { values.clipboard = Clipboard.text() }
    if template.links || options.link != nil {
      values.link = CallingPlace(folder: session.currentFolder).link(
        to: options.link, from: session.currentFolder, home: Machine.variable("HOME"))
    }
    if options.link != nil, !template.links {
      Conversation.say("the template '\(template.name)' has no %a, so --link adds nothing")
    }
  }
}
