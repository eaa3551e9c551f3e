import TasksCore

extension TaskStore {
  /// Converts a task to another format, with the workflow of this store.
  ///
  /// - Throws: `cannotEdit` if the format cannot hold it, `invalid` if it has no title to be named by.
  public func converting(
    _ document: any TaskDocument, to format: Format
  ) throws(StoreError) -> Conversion {
    do throws(EditError) {
      return try Conversion(
        of: document, to: format, specification: settings.keywords, workflow: settings.workflow)
    } catch .emptyTitle {
      let task = document.task
      // After COMMENT a title would be read as part of the comment.
      let takesTitle = (try? document.applying([.title("x")])) != nil
      throw .invalid(
        "\(Visible.text(task.path)) has no title, and a Markdown file needs one; give it one with: "
          + (takesTitle ? "tasks modify \(task.id.text) title:\"…\"" : "tasks edit \(task.id.text)")
      )
    } catch {
      throw .cannotEdit(title: Visible.text(document.task.title), error)
    }
  }
}
