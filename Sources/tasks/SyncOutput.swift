import TasksCore
import TasksStore

/// Prints what `tasks sync` did or would do.
struct SyncOutput {
  let isJSON: Bool

  func print(_ report: SyncReport) throws {
    var output = Output()
    if isJSON {
      output.write(
        JSONWriter.document(kind: "sync") { json in
          json.object { json in
            write(
              remote: report.remote, report.received, report.sent, merged: report.merged, to: &json)
          }
        })
    } else if report.isEmpty {
      output.line("up to date with \(report.remote)")
    } else {
      let merged = report.merged ? ", merged" : ""
      output.line(
        "synchronized with \(report.remote): \(report.received) received, \(report.sent) sent\(merged)"
          + made(report.newBranch)
      )
    }
    try output.flush()
  }

  func print(_ plan: SyncPlan) throws {
    var output = Output()
    if isJSON {
      output.write(
        JSONWriter.document(kind: "sync") { json in
          json.object { json in
            write(remote: plan.remote, plan.received, plan.sent, merged: plan.merges, to: &json)
            json.key("edited")
            json.array(plan.edited) { json, path in json.string(path) }
          }
        })
    } else {
      for path in plan.edited { output.line("would commit \(Visible.text(path))") }
      if plan.received > 0 {
        let verb = plan.merges ? "merge" : "fast-forward by"
        output.line("would \(verb) \(commits(plan.received)) already fetched from \(plan.remote)")
      }
      output.line(
        plan.sent > 0
          ? "would push \(commits(plan.sent)) to \(plan.remote)" + made(plan.newBranch)
          : "nothing to push")
    }
    try output.flush()
    Conversation.say("\(plan.remote) was not contacted; it may have newer commits")
  }

  private func write(
    remote: String, _ received: Int, _ sent: Int, merged: Bool, to json: inout JSONWriter
  ) {
    json.key("remote")
    json.string(remote)
    json.key("received")
    json.number(received)
    json.key("sent")
    json.number(sent)
    json.key("merged")
    json.bool(merged)
  }

  private func made(_ branch: String?) -> String {
    branch.map { ", as the new branch \(Visible.text($0))" } ?? ""
  }

  private func commits(_ count: Int) -> String { count == 1 ? "1 commit" : "\(count) commits" }
}
