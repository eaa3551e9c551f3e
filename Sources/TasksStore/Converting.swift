import TasksCore

extension TaskStore {
  /// A task written anew in another format, by the workflow of this store.
  ///
  /// - Throws: `cannotEdit` where the format cannot hold it.
  public func converting(
    _ document: any TaskDocument, to format: Format
  ) throws(StoreError) -> Conversion {
    do throws(EditError) {
      return try Conversion(
        of: document, to: format, specification: settings.keywords, workflow: settings.workflow)
    } catch {
      throw .cannotEdit(title: Visible.text(document.task.title), error)
    }
  }
}
