import TasksCore
import TasksExchange

/// What an import has done.
struct ImportAnswer: Answer {
  let kind = "import"
  private let added: [TaskJSON.Row]
  private let changed: [TaskJSON.Row]
  private let unchanged: [Task]
  private let kept: [Task]
  private let gone: [Task]
  private let trashed: [Task]
  private let remarks: [ForeignImport.Remark]

  /// - Parameters:
  ///   - kept: Those of the unchanged tasks that keep what was changed here; known of a dry run.
  ///   - gone: Open tasks that their source no longer has.
  ///   - trashed: Tasks that stay in the trash.
  ///   - remarks: What was read in another way, or left out.
  init(
    added: [TaskJSON.Row], changed: [TaskJSON.Row], unchanged: [Task], kept: [Task],
    gone: [Task], trashed: [Task], remarks: [ForeignImport.Remark]
  ) {
    (self.kept, self.gone) = (kept, gone)
    (self.added, self.changed, self.unchanged) = (added, changed, unchanged)
    (self.trashed, self.remarks) = (trashed, remarks)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("added")
      TaskJSON.write(added, to: &json)
      json.key("changed")
      TaskJSON.write(changed, to: &json)
      json.key("unchanged")
      json.array(unchanged) { $0.string($1.id.text) }
      json.key("trashed")
      json.array(trashed) { $0.string($1.id.text) }
      for (key, tasks) in [("kept", kept), ("gone", gone)] where !tasks.isEmpty {
        json.key(key)
        json.array(tasks) { $0.string($1.id.text) }
      }
      json.key("remarks")
      json.array(remarks) { json, remark in
        json.object { json in
          json.member("file", remark.file)
          json.member("line", remark.line)
          json.member("remark", remark.text)
        }
      }
    }
  }
}
