import TasksCore

/// What a push to a phone's folder or a pull from it has done.
struct MobileAnswer: Answer {
  let kind = "mobile"
  private let added: [TaskJSON.Row]
  private let changed: [TaskJSON.Row]
  private let remarks: [String]
  private let staged: [String]

  /// - Parameters:
  ///   - remarks: What was not applied, or in part only.
  ///   - staged: The names of the files for the phone.
  init(
    added: [TaskJSON.Row], changed: [TaskJSON.Row], remarks: [String], staged: [String]
  ) {
    (self.added, self.changed, self.remarks, self.staged) = (added, changed, remarks, staged)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("added")
      TaskJSON.write(added, to: &json)
      json.key("changed")
      TaskJSON.write(changed, to: &json)
      json.key("remarks")
      json.array(remarks) { $0.string(Text($1)) }
      json.key("staged")
      json.array(staged) { $0.string(Text($1)) }
    }
  }
}
