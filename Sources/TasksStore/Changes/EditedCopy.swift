import Platform
import TasksCore

/// A copy of a task's text outside of the store, for an editor whose result is not to be committed at once.
package struct EditedCopy {
  /// Absolute.
  package let path: String
  private let store: TaskStore
  private let document: any TaskDocument

  package init(of document: any TaskDocument, in store: TaskStore) throws {
    (self.store, self.document) = (store, document)
    let task = document.task
    path = "\(store.notesFolder)/edit-\(getpid()).\(task.format.rawValue)"
    try StoreFile.write(document.bytes, to: path, durable: false, makesFolder: true)
  }

  /// Returns the task as edited, and removes the copy.
  ///
  /// - Throws: `invalid`, and leaves the copy, if the text is no longer this task.
  package func finish() throws -> any TaskDocument {
    let fault: String
    do throws(ReadError) {
      let bytes = try StoreFile.read(path)
      if let edited = try store.parse(bytes, path: document.task.path),
        edited.task.id == document.task.id
      {
        try? StoreFile.remove(path)
        return edited
      }
      fault = "it is not this task any more"
    } catch {
      fault = error.reason
    }
    throw StoreError.invalid("the edited text cannot be taken: \(fault); it is in \(path)")
  }
}
