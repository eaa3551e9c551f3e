import TasksCore

/// Makes tasks of other programs writable here, and says what it changes for that, a sentence each.
struct ForeignFitting {
  let context: ForeignContext
  let traits: Set<ForeignTrait>
  /// Whether the reader gives tasks in the format of the store.
  let keepsFormat: Bool

  /// - Parameter converts: Whether what is in the markup of another format is converted.
  func fit(_ task: inout Task, to format: Format, converts: Bool) -> [String] {
    let remarks = !keepsFormat && converts ? convert(&task, to: format) : []
    return task.title.isEmpty ? remarks : remarks + fit(&task)
  }

  private func convert(_ task: inout Task, to format: Format) -> [String] {
    guard task.format != format else { return [] }
    if task.notes.isEmpty, task.log.isEmpty {
      task.format = format
      return []
    }
    var source = task
    source.path = "task.\(task.format.rawValue)"
    do {
      let document = try TaskPrinter.print(new: source, context.keywords, context.workflow)
      let conversion = try Conversion(
        of: document, to: format, specification: context.keywords, workflow: context.workflow)
      task = conversion.document.task
      task.path = ""
      return conversion.losses.map(\.description)
    } catch {
      task.format = format
      task.path = ""
      return ["its notes keep their markup, which cannot be converted"]
    }
  }

  private func fit(_ task: inout Task) -> [String] {
    var remarks: [String] = []
    if task.title.bytes.contains(0x09) {
      task.title = Text(bytes: task.title.bytes.map { $0 == 0x09 ? 0x20 : $0 })
    }
    if task.title.bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      task.title = ForeignProperty.line(task.title)
      remarks.append("the line breaks of its title became blanks")
    }
    for property in task.properties where context.fields.isUnread(property) {
      remarks.append(context.fields.fault(of: property) + "; it is kept as it is")
    }
    let notes = task.notes.indentingHeadings
    if task.format == .org, !traits.contains(.keepsHeadings), notes != task.notes {
      task.notes = notes
      remarks.append("lines of its notes that begin with a star became items of a list")
    }
    let fitted = ConvertedTask.fitting(
      task, specification: context.keywords, workflow: context.workflow)
    task = fitted.task
    return remarks + fitted.losses.map(\.description)
  }
}
