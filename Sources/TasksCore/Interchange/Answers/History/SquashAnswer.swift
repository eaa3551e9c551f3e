/// The runs of commits that were joined.
public struct SquashAnswer: Answer {
  /// Commits that became one.
  public struct Run: Sendable {
    /// Nil if nothing was written.
    public let commit: String?
    /// What was joined, the oldest first.
    public let commits: [(id: String, subject: String)]

    public init(commit: String?, commits: [(id: String, subject: String)]) {
      (self.commit, self.commits) = (commit, commits)
    }
  }

  public let kind = "squash"
  public let runs: [Run]

  public init(_ runs: [Run]) { self.runs = runs }

  public func write(to json: inout JSONWriter) {
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
