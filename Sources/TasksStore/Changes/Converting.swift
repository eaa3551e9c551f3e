import TasksCore

extension TaskStore {
  /// A task written anew in another format, by the workflow of this store.
  ///
  /// - Throws: `cannotEdit` where the format cannot hold it, `invalid` where it has no title to name it by.
  public func converting(
    _ document: any TaskDocument, to format: Format
  ) throws(StoreError) -> Conversion {
    do throws(EditError) {
      return try Conversion(
        of: document, to: format, specification: settings.keywords, workflow: settings.workflow)
    } catch .emptyTitle {
      let task = document.task
      // Behind COMMENT a title would be read as one.
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
