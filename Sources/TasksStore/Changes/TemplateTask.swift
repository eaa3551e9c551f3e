import TasksCore

/// The task that the text of a template and the words of a command make.
public struct TemplateTask {
  /// With all values in place of the escapes.
  public let text: [UInt8]
  public let template: Template
  /// What the words set; its title comes after the one that the text has.
  public var draft = Draft()
  /// What the context asks of new tasks, as far as neither text nor words say otherwise.
  public var context: Query?
  /// Where the task is to be done, unless text or words say it.
  public var place: Location?
  public var isDone = false

  public init(_ text: [UInt8], of template: Template) {
    (self.text, self.template) = (text, template)
  }

  /// Returns true if the text has no title.
  ///
  /// - Throws: `invalid` if it is no task.
  public func lacksTitle(in store: TaskStore) throws -> Bool {
    try document(in: store).task.title.isEmpty
  }

  /// Returns the new task, with an id, a rank and the time of creation of its own, whatever the text has of them.
  public func document(
    _ new: inout NewTasks, after reading: StoreReading, in store: TaskStore
  ) throws -> any TaskDocument {
    let document = try filled(after: reading, in: store)
    guard !document.task.title.isEmpty else { throw InputError.emptyTitle(nil) }
    return try new.document(document.bytes, format: template.format)
  }

  /// Returns the task before it is added, which has no rank and no time of creation.
  func filled(after reading: StoreReading, in store: TaskStore) throws -> any TaskDocument {
    var document = try document(in: store)
    let task = document.task
    var generator = SystemRandomNumberGenerator()
    do {
      let own: [Edit] = task.hasOwnID ? [.id(TaskID(using: &generator))] : []
      let words = completed(for: task)
      document = try document.applying(own + [.rank(nil), .created(nil)])
      let edits = try words.edits(for: document.task) { try reading.document($0.text).task.id }
      document = try document.applying(edits)
      document = try document.applying(placing(document.task))
      if isDone, !document.task.isDone,
        let state = document.workflow.finish(for: document.task.state)
      {
        document = try document.applying(
          document.changing(to: state, now: store.context.clock().now))
      }
      return document
    } catch let error as EditError {
      throw StoreError.cannotEdit(title: ControlCharacters.escaped(task.title), error)
    }
  }

  /// Reads the text. An Org file says its keywords, and never begins with its heading.
  private func document(in store: TaskStore) throws -> any TaskDocument {
    var text = text
    if template.format == .org, text.first == 0x2A {
      text = Array("#+TODO: ".utf8) + store.settings.keywords.bytes + [0x0A, 0x0A] + text
    }
    let reason: String
    do throws(ReadError) {
      if let document = try store.parse(text, path: "." + template.format.rawValue) {
        return document
      }
      reason =
        template.format == .markdown
        ? "its front matter has no status" : "its first heading has no keyword of the store"
    } catch {
      reason = error.reason
    }
    throw StoreError.invalid(
      "the template '\(ControlCharacters.escaped(Text(template.name)))' makes no task: \(reason)")
  }

  /// Returns the draft with what the context asks for and the text leaves open.
  private func completed(for task: Task) -> Draft {
    var draft = draft
    if let words = draft.title, !task.title.isEmpty { draft.title = "\(task.title) \(words)" }
    guard let context else { return draft }
    var completed = context.completing(draft)
    if draft.priority == .keep, task.priority != nil { completed.priority = .keep }
    for field in PlainField.allCases where draft[field] == .keep && !field.value(in: task).isNothing
    {
      completed[field] = .keep
    }
    return completed
  }

  private func placing(_ task: Task) -> [Edit] {
    guard let place, task.location.isEmpty else { return [] }
    return [.coordinates(place.coordinates)] + (place.name.map { [.placeName($0)] } ?? [])
  }
}
