import CoreTestSupport
import TasksCore
import Testing

/// Emacs reads what every edit leaves of files in other programs' styles as we do, and finds nothing changed in them
/// that the edit does not mean.
@Suite struct OrgEmacsEditsTests {
  private struct Trial {
    let name: String
    let edit: Edit
    /// The place of the file among those read, and that of the edited one.
    let before: Int
    let after: Int
  }

  @Test func emacsFindsTheMeantChangeAlone() throws {
    var documents: [OrgDocument] = []
    var trials: [Trial] = []
    let files = OrgStyleFiles.all + EditMatrixFile.org.map { ($0.path, $0.text) }
    for (name, text) in files {
      let document = try OrgLaw.document(text)
      let before = documents.count
      documents.append(document)
      for edit in try Self.edits(of: document) {
        guard let new = try? document.applying([edit]), new.bytes != document.bytes else {
          continue
        }
        trials.append(Trial(name: name, edit: edit, before: before, after: documents.count))
        documents.append(new)
      }
    }
    #expect(trials.count > 700)
    let headings = try OrgEmacs.read(documents.map(\.bytes))
    for (document, heading) in zip(documents, headings) {
      try OrgEmacsTests.compare(document, with: heading, "read")
      #expect(heading?.isDone == document.task.isDone, "\(OrgLaw.shown(document.bytes))")
    }
    for trial in trials {
      let old = try #require(headings[trial.before])
      let new = try #require(headings[trial.after])
      let unmeant = Self.changes(from: old, to: new)
        .subtracting(Self.meant(by: trial.edit, in: documents[trial.before]))
      #expect(
        unmeant.isEmpty,
        "\(trial.name), \(trial.edit): \(unmeant)\n\(OrgLaw.shown(documents[trial.after].bytes))")
    }
  }

  /// Every edit, every state of the file's own workflow, and another value for each property.
  private static func edits(of document: OrgDocument) throws -> [Edit] {
    try EditMatrix.cases(for: document.task).map(\.edit)
      + document.workflow.keywords.map { .state($0.state) }
      + document.task.properties.map { .property(name: $0.name, value: "other") }
  }

  /// What differs, by the names of ``OrgEmacs/Heading`` and of properties.
  private static func changes(
    from old: OrgEmacs.Heading, to new: OrgEmacs.Heading
  ) -> Set<String> {
    let values: [(String, Bool)] = [
      ("todo", old.todo == new.todo), ("done", old.isDone == new.isDone),
      ("title", old.title == new.title), ("priority", old.priority == new.priority),
      ("tags", old.tags == new.tags), ("fileTags", old.fileTags == new.fileTags),
      ("category", old.category == new.category), ("scheduled", old.scheduled == new.scheduled),
      ("deadline", old.deadline == new.deadline), ("closed", old.closed == new.closed),
      ("clocked", old.clocked == new.clocked),
    ]
    let names = Set(old.properties.keys).union(new.properties.keys)
    return Set(values.filter { !$0.1 }.map(\.0))
      .union(names.filter { old.properties[$0] != new.properties[$0] })
  }

  private static func meant(by edit: Edit, in document: OrgDocument) -> Set<String> {
    switch edit {
    case .title: ["title"]
    case .state: ["todo", "done"]
    case .priority: ["priority"]
    case .tags: ["tags", "fileTags"]
    case .scheduled: ["scheduled"]
    case .deadline: ["deadline"]
    case .closed: ["closed"]
    case .deleted: ["tags", "DELETED"]
    case .field(.list, _): ["category", "CATEGORY"]
    // Cookies follow the boxes; settings in the notes go with them.
    case .notes: document.hasSettingsInNotes ? ["title", "fileTags", "category"] : ["title"]
    case .log(let log): log.compactMap(\.clock) == document.task.clocks ? [] : ["clocked"]
    default:
      Set([OrgProperty.change(by: edit)?.name.string.uppercased()].compactMap { $0 })
    }
  }
}
