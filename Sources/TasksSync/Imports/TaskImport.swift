import Platform
import TasksCore
import TasksExchange
import TasksStore

/// The changes that files of another program make to a store.
package struct TaskImport {
  package let plan: ForeignImport
  /// Records that cannot be read or written.
  package private(set) var bad: [ForeignImport.Remark]
  package private(set) var changes: [Change] = []
  /// The states of new tasks and their files that the store does not have, and its keywords with them.
  package private(set) var lacking: (states: [Text], keywords: Text)?

  /// - Parameters:
  ///   - restores: Whether tasks in the trash that the files have are taken out of it, and purged ones made again.
  ///   - tellsKept: Whether it is wanted which tasks keep what was changed here.
  package init(
    _ files: [ForeignImport.File], of reader: any ForeignReader, context: ForeignContext,
    restores: Bool, tellsKept: Bool = false, in store: TaskStore, after reading: StoreReading
  ) throws {
    let repeating = reading.tasks(where: \.isOpen).filter(\.isRepeating)
    let basePath = ImportBase.path(of: type(of: reader).name)
    let known = try StoreFile.readIfThere(store.root + "/" + basePath)
    plan = try ForeignImport(
      files, of: reader, context: context, restores: restores, base: ImportBase(known ?? []),
      tellsKept: tellsKept, repeating: repeating,
      isGone: { TaskImport.isGone($0, home: store.context.variable("HOME") ?? "") },
      exports: {
        try ExportPoints(of: store).points(of: type(of: reader).name).map { ($0.tasks, $0.files) }
      }
    ) { reading.task(withID: $0) }
    bad = plan.bad
    var new = NewTasks(in: store, after: reading)
    let tasks = plan.added.map { new.task(imported: $0.task) }
    let (workflow, fields) = (store.settings.workflow, store.fields)
    let start = store.startOfNotes
    // A keyword that the store lacks is declared in the file.
    let files = zip(tasks, plan.added).map { task, addition in
      (task: task, others: addition.keywords + context.lacking([task]))
    }
    let others = files.flatMap(\.others).uniqued()
    if !others.isEmpty {
      lacking = (others.map(\.name).uniqued(), context.keywords(adding: others))
    }
    let printed = ParallelHalves.halves(of: files) { files in
      files.map { file in
        Attempt { () throws(EditError) in
          let isKnown = file.others.isEmpty
          let keywords = isKnown ? context.keywords : context.keywords(adding: file.others)
          return try TaskPrinter.print(
            new: file.task, keywords, isKnown ? workflow : Workflow(keywords), fields: fields,
            from: start)
        }
      }
    }
    changes.reserveCapacity(printed.count + plan.changed.count)
    for (addition, document) in zip(plan.added, printed) {
      do throws(EditError) {
        let document = try document.get()
        if let reason = TaskImport.size(of: document) {
          bad.append(addition.remark(reason))
        } else {
          changes.append(.addDocument(document))
        }
      } catch {
        bad.append(addition.remark(error.reason))
      }
    }
    for update in plan.changed {
      let document = try reading.document(of: update.old)
      let edits = update.new.edits(from: update.old).typed(by: fields)
      do throws(EditError) {
        if let reason = TaskImport.size(of: try document.applying(edits)) {
          bad.append(update.remark(reason))
        } else {
          changes.append(.edit(document, edits))
        }
      } catch {
        bad.append(update.remark(error.reason))
      }
    }
    // An export of this store that comes back changes nothing, and nothing is remembered of it.
    guard known != nil || !changes.isEmpty, plan.remembered != known ?? [] else { return }
    let attributes = ImportBase.attributes
    if File.isMissing(store.root + "/" + attributes.path) {
      changes.append(
        .text(path: attributes.path, old: nil, content: Array(attributes.text.utf8)))
    }
    changes.append(.text(path: basePath, old: known, content: plan.remembered))
  }

  /// Whether a file is no longer in its folder; on another machine the folder may be elsewhere.
  private static func isGone(_ source: String, home: String) -> Bool {
    let path = source.hasPrefix("~/") ? home + source.dropFirst() : source
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    return File.isMissing(path) && File.kind(String(folder)) == .folder
  }

  private static func size(of document: any TaskDocument) -> String? {
    do throws(ReadError) {
      try TaskReader.checkSize(document.bytes)
      return nil
    } catch {
      return error.reason
    }
  }
}
