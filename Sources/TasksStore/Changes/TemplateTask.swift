import TasksCore

/// The task that the text of a template and the words of a command make.
package struct TemplateTask {
  /// Stands in the text for the place of the cursor.
  package static let cursor = "the-cursor-is-here"

  /// With all values in place of the escapes.
  let text: [UInt8]
  let template: Template
  /// What takes the place of ``cursor``; nil if the editor is to begin there. In a title, only what may be a title.
  package var words: Text?
  /// What the words set; its title comes after the one that the text has.
  package var draft = Draft()
  /// What the context asks of new tasks, as far as neither text nor words say otherwise.
  package var context: Query?
  /// Where the task is to be done, unless text or words say it.
  package var place: Location?
  package var isDone = false

  package init(_ text: [UInt8], of template: Template) {
    (self.text, self.template) = (text, template)
  }

  /// Returns true if the text has no title.
  ///
  /// - Throws: `invalid` if it is no task.
  package func lacksTitle(in store: TaskStore) throws -> Bool {
    try document(text, in: store).task.title.isEmpty
  }

  /// Returns the new task, with an id, a rank and the time of creation of its own, whatever the text has of them.
  package func document(
    _ new: inout NewTasks, after reading: StoreReading, in store: TaskStore
  ) throws -> any TaskDocument {
    let document = try filled(after: reading, in: store)
    guard !document.task.title.isEmpty else { throw InputError.emptyTitle(nil) }
    return try new.document(document.bytes, format: template.format)
  }

  /// Returns the task before it is added, which has no rank and no time of creation.
  func filled(after reading: StoreReading, in store: TaskStore) throws -> any TaskDocument {
    var document = try document(text, in: store)
    if let words {
      let mark = Array(TemplateTask.cursor.utf8)
      var title = document.task.title.bytes
      if let place = title.firstRange(of: mark) {
        title.replaceSubrange(place, with: words.bytes)
        guard title.contains(where: { $0 != 0x20 }) else { throw InputError.emptyTitle(nil) }
        document = try titled(document, Text(bytes: title))
      } else if let place = text.firstRange(of: mark) {
        var text = text
        text.replaceSubrange(place, with: words.bytes)
        document = try self.document(text, in: store)
      }
    }
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

  private func titled(
    _ document: any TaskDocument, _ title: Text
  ) throws(StoreError) -> any TaskDocument {
    do throws(EditError) {
      return try document.applying([.title(title)])
    } catch {
      throw .cannotEdit(title: ControlCharacters.escaped(title), error)
    }
  }

  /// Reads the text. An Org file says its keywords, and never begins with its heading.
  private func document(
    _ text: [UInt8], in store: TaskStore
  ) throws(StoreError) -> any TaskDocument {
    var text = text
    if template.format == .org, text.first == 0x2A {
      text = Array("#+TODO: ".utf8) + store.settings.keywords.bytes + [0x0A, 0x0A] + text
    }
    let reason: String
    do throws(ReadError) {
      if let document = try store.parse(text: text, path: "." + template.format.rawValue) {
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
