import Platform
import TasksCore

/// The text of a new task that is edited before the task is added. Its file is not in the store, where any command
/// would take it for a task.
package struct DraftFile {
  /// Absolute.
  package let path: String
  private let folder: (path: String, isPrivate: Bool)
  private let store: TaskStore
  private let format: Format
  private let written: [UInt8]
  /// What is read as the title of a text without one: nothing, or a name for it.
  private let blankTitle: Text
  /// The operation that adds the task.
  private let verb: String
  /// The line to begin at, from 1.
  package let line: Int?

  /// Writes the file of a draft, which may be without a title.
  package init(_ draft: Draft, isDone: Bool = false, in store: TaskStore) throws {
    var new = NewTasks(in: store, after: try store.read())
    let isBlank = draft.title == nil
    var task = try new.task(draft)
    // The rank follows when the task is added.
    if draft[.rank] == .keep { task.rank = nil }
    if isDone { task = new.finished(task) }
    // A printed task has a title; this one is like no other part of the text.
    if isBlank { task.title = Text("title-\(task.id)") }
    // Elsewhere the name of the file may stand for the title.
    task.path = "." + task.format.rawValue
    var bytes: [UInt8]
    do throws(EditError) {
      let (keywords, workflow) = (store.settings.keywords, store.settings.workflow)
      bytes = try TaskPrinter.print(
        new: task, keywords, workflow, fields: store.fields, from: store.startOfNotes
      ).bytes
    } catch {
      throw StoreError.cannotEdit(title: ControlCharacters.escaped(task.title), error)
    }
    if isBlank, let place = bytes.firstRange(of: task.title.bytes) { bytes.removeSubrange(place) }
    (self.store, format, written, verb, line) = (store, task.format, bytes, "add", nil)
    folder = try DraftFile.folder(for: task, in: store)
    let path = "\(folder.path)/new-\(task.id.text.string).\(task.format.rawValue)"
    self.path = path
    blankTitle =
      isBlank ? (try? store.parse(text: bytes, path: path))?.task.title ?? .empty : .empty
    try StoreFile.write(bytes, to: path, durable: false)
  }

  /// Writes the text of a template.
  ///
  /// - Parameter cursor: A word in the text, where the editor begins; it is not written.
  package init(_ task: TemplateTask, cursor: String, in store: TaskStore) throws {
    let document = try task.filled(after: try store.read(), in: store)
    var bytes = document.bytes
    var line: Int?
    if let place = bytes.firstRange(of: Array(cursor.utf8)) {
      bytes.removeSubrange(place)
      line = bytes[..<place.lowerBound].count { $0 == 0x0A } + 1
    }
    var generator = SystemRandomNumberGenerator()
    let name = TaskID(using: &generator).text.string
    (self.store, format, written, verb) = (store, document.task.format, bytes, "capture")
    folder = try DraftFile.folder(for: document.task, in: store)
    let path = "\(folder.path)/new-\(name).\(format.rawValue)"
    (self.path, self.line) = (path, line)
    blankTitle =
      document.task.title == Text(cursor)
      ? (try? store.parse(text: bytes, path: path))?.task.title ?? .empty : .empty
    try StoreFile.write(bytes, to: path, durable: false)
  }

  /// The folder for a draft: one that nobody else can read if its notes are to be encrypted.
  private static func folder(
    for task: Task, in store: TaskStore
  ) throws(StoreError) -> (path: String, isPrivate: Bool) {
    guard task.tags.contains(Task.cryptTag) else { return (store.notesFolder, false) }
    return (try PrivateCopy.makeFolder(in: store), true)
  }

  private func remove() throws(StoreError) {
    if folder.isPrivate { PrivateFolder.remove(folder.path) } else { try StoreFile.remove(path) }
  }

  /// Adds the task and removes the file.
  ///
  /// - Returns: Nil if the text has no title; the file stays if there is anything of the user's in it.
  /// - Throws: `invalid` if the text is no task, `unreadable`.
  package func add() throws -> WriteReport? {
    let text: [UInt8]
    do throws(ReadError) {
      text = try StoreFile.read(path)
    } catch {
      throw StoreError.unreadable(path: path, error)
    }
    let isEmpty = text.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if isEmpty || (try? store.parse(text: text, path: path))?.task.title == blankTitle {
      if isEmpty || text == written { try remove() }
      return nil
    }
    let report = try store.write(verb) { reading in
      var new = NewTasks(in: store, after: reading)
      return [.addDocument(try new.document(text, format: format))]
    }
    try remove()
    return report
  }

  package var isLeft: Bool { !File.isMissing(path) }
}
