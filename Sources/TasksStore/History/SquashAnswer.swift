import TasksCore

/// The runs of commits that were joined.
package struct SquashAnswer: Answer {
  /// Commits that became one.
  package struct Run: Sendable {
    /// Nil if nothing was written.
    package let commit: String?
    /// What was joined, the oldest first.
    package let commits: [(id: String, subject: String)]

    init(commit: String?, commits: [(id: String, subject: String)]) {
      (self.commit, self.commits) = (commit, commits)
    }
  }

  package let kind = "squash"
  package let runs: [Run]

  init(_ runs: [Run]) { self.runs = runs }

  package func write(to json: inout JSONWriter) {
    json.array(runs) { json, run in
      json.object { json in
        json.member("commit", run.commit)
        json.key("commits")
        json.array(run.commits) { json, commit in
          json.object { json in
            json.member("commit", commit.id)
            json.member("subject", commit.subject)
          }
        }
      }
    }
  }
}
