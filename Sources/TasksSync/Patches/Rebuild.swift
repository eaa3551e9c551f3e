import Platform
import TasksCore
import TasksExchange
import TasksStore

/// The tasks that patches give, and a new store of them (requirements, R14).
package struct Rebuild {
  /// A task that is not as its patches say.
  package struct Gap {
    package let id: TaskID
    package let title: Text?
    package let missing: [Text]
    /// Why it is left out; nil for a task that is built from what there is.
    package let reason: String?
  }

  /// The files of the tasks, each at the path that it is to have.
  package private(set) var documents: [any TaskDocument] = []
  package private(set) var gaps: [Gap] = []
  /// Remarks for the user: what could not be written as it was, and what devices have not decided.
  package private(set) var remarks: [String] = []
  package let patchCount: Int
  private let keywords: Text

  private enum Outcome: Sendable {
    case built(any TaskDocument, remarks: [String])
    case impossible(title: Text?, reason: String)
    case removed
  }

  package init(_ set: PatchSet) {
    let lines = set.tasks
    patchCount = set.count
    let versions = ParallelHalves.halves(of: lines) { lines in
      lines.map { Version(id: $0.id, patches: $0.patches) }
    }
    let keywords = Rebuild.keywords(of: versions.compactMap(\.task))
    self.keywords = keywords
    let workflow = Workflow(keywords)
    let outcomes = ParallelHalves.halves(of: versions) { versions in
      versions.map { Rebuild.outcome($0, keywords, workflow) }
    }
    var paths: Set<String> = []
    for (version, outcome) in zip(versions, outcomes) {
      let missing = version.missing
      switch outcome {
      case .built(let document, let words):
        let path = document.task.path
        let title = document.task.title
        guard paths.insert(path).inserted else {
          gaps.append(
            Gap(
              id: version.id, title: title, missing: missing,
              reason: "another task has its path \(path)"))
          continue
        }
        documents.append(document)
        remarks += words
        if !missing.isEmpty {
          gaps.append(Gap(id: version.id, title: title, missing: missing, reason: nil))
        }
      case .impossible(let title, let reason):
        gaps.append(Gap(id: version.id, title: title, missing: missing, reason: reason))
      case .removed:
        if !missing.isEmpty {
          gaps.append(Gap(id: version.id, title: nil, missing: missing, reason: nil))
        }
      }
    }
  }

  /// The ids of patches that are missing, in alphabetical order.
  package var missing: [Text] { Set(gaps.flatMap(\.missing)).sorted() }

  // MARK: Tasks

  /// What patches make of a task.
  private struct Version: Sendable {
    let id: TaskID
    let missing: [Text]
    let undecided: [Text]
    let fields: PatchedFields?
    let task: Task?
    let failure: TaskJSONReader.Failure?

    init(id: TaskID, patches: TaskPatches) {
      self.id = id
      (missing, undecided, fields) = (patches.missing, patches.undecided, patches.fields)
      do throws(TaskJSONReader.Failure) {
        task = try fields?.task(id)
        failure = nil
      } catch {
        (task, failure) = (nil, error)
      }
    }
  }

  /// The keywords of every new store, and those that only these tasks have.
  private static func keywords(of tasks: [Task]) -> Text {
    let states = Set(tasks.map(\.state)).filter { Workflow.standard[$0.keyword] == nil }
    func words(_ isDone: Bool) -> String {
      states.filter { $0.isDone == isDone }.map { $0.keyword.string + " " }.sorted().joined()
    }
    let usual = StoreSettings.keywords
    return Text("\(usual.open) \(words(false))| \(words(true))\(usual.done)")
  }

  private static func outcome(
    _ version: Version, _ keywords: Text, _ workflow: Workflow
  ) -> Outcome {
    let id = version.id
    guard let fields = version.fields else { return .removed }
    guard var task = version.task else {
      return .impossible(title: nil, reason: version.failure?.message ?? "it has no fields")
    }
    guard TaskPath.isPlace(task.path, task.format) else {
      return .impossible(
        title: task.title,
        reason: "its path '\(task.path)' is not that of a \(task.format.rawValue) file in a store")
    }
    var remarks: [String] = []
    func remark(_ text: String) {
      remarks.append("'\(ControlCharacters.escaped(task.title))' (\(id)): \(text)")
    }
    if !version.undecided.isEmpty {
      remark(
        "devices changed \(list(version.undecided)) and no merge decided; the later change counts")
    }
    if !fields.unknown.isEmpty {
      remark("\(list(fields.unknown)) is of a later version of tasks and left out")
    }
    while true {
      do throws(EditError) {
        let document = try TaskPrinter.print(new: task, keywords, workflow)
        let lost = PatchedFields(TaskFields(document.shownTask)).differences(to: fields)
          .filter { !fields.unknown.contains($0) }
        if !lost.isEmpty { remark("\(list(lost)) could not be written as before") }
        return .built(document, remarks: remarks)
      } catch {
        switch error {
        // Shown with the task where its file has it, but no property that can be set.
        case .badProperty(let name, _), .badPropertyName(let name):
          let left = task.properties.filter { !$0.name.isSameName(as: name) }
          if left.count < task.properties.count {
            task.properties = left
            continue
          }
        default: break
        }
        return .impossible(title: task.title, reason: error.reason)
      }
    }
  }

  private static func list(_ fields: [Text]) -> String {
    fields.map { ControlCharacters.escaped($0) }.joined(separator: ", ")
  }

  // MARK: The store

  /// Makes a store of the tasks, in one commit after the first.
  ///
  /// - Throws: `invalid` if the folder is not empty. Nothing is left then, and after any other failure.
  package func store(at root: String, _ context: StoreContext) throws -> TaskStore {
    try Rebuild.checkPlace(of: root)
    let folder = try CloneFolder(root)
    do {
      let format = documents.first?.task.format ?? .org
      let isUsual = Workflow(keywords) == Workflow.standard
      let store = try TaskStore.create(
        at: root, format: format, keywords: isUsual ? nil : keywords, context
      ).store
      var write = StoreWrite(
        store: store, verb: "rebuild", commitsHandEdits: false, encrypts: false)
      write.headline = { [patchCount] in "rebuild: \($0) tasks from \(patchCount) patches" }
      _ = try write.run { _ in
        documents.map { .restore(path: $0.task.path, content: $0.bytes) }
      }
      return store
    } catch {
      folder.clear()
      throw error
    }
  }

  /// - Throws: `invalid` for a folder that is not empty, or lies where no store can be.
  package static func checkPlace(of root: String) throws {
    if File.kind(root) != nil, File.kind(root) != .folder || File.names(in: root)?.isEmpty != true {
      throw StoreError.invalid(
        "\(root) already exists and is not empty; a store is rebuilt in a new folder")
    }
    try TaskStore.checkPlace(of: root)
  }
}
