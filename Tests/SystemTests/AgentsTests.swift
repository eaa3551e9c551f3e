import Foundation
import TestSupport
import Testing

/// Ten agents in ten work trees of one repository add, claim and finish tasks at once, and what they did is merged.
@Suite struct AgentsTests {
  private static let agents = (0..<10).map { "agent\($0)" }
  private static let contended = ["Roof", "Wall", "Door", "Gate", "Lamp", "Sign"]

  /// Adds a task, tries to claim the same one as all others, then takes what is ready until nothing is left.
  private static let script = """
    set -eu
    me=$1; one=$2
    tasks add "Found by $me" list:found discovered-from:$one
    tasks start $one --claim && status=0 || status=$?
    echo $status > ../$me.one
    : > ../$me.claimed
    while :; do
      id=$(tasks ready list:work --claim --json | jq -r '.tasks[0].id // empty')
      [ -n "$id" ] || break
      echo $id >> ../$me.claimed
      tasks done $id / by $me
    done
    """

  @Test func nothingIsLostAndNoTaskIsClaimedTwice() throws {
    let fleet = try Fleet("store")
    for title in Self.contended { try fleet.tasks("add", title, "list:work", on: "store") }
    try fleet.tasks("add", "The one", "list:shared", on: "store")
    func tasks(_ filter: String...) throws -> [[String: Any]] {
      let text = try fleet.run("tasks", ["list", "--all", "--json"] + filter, on: "store")
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return try #require(json?["tasks"] as? [[String: Any]])
    }
    let one = try #require(try tasks("list:shared").first?["id"] as? String)
    for agent in Self.agents {
      try fleet.git("worktree", "add", "--quiet", "../" + agent, on: "store")
    }
    let running = try Self.agents.map { agent in
      try fleet.world.start(
        "/bin/sh", ["-c", Self.script, "agent", agent, one], in: agent)
    }
    for agent in running { #expect(agent.waitUntilExit() == .exited(0)) }

    let statuses = try Self.agents.map { try fleet.world.read("\($0).one") }
    #expect(statuses.sorted() == ["0\n"] + Array(repeating: "5\n", count: 9))
    var claims: [String: String] = [:]
    for agent in Self.agents {
      for id in try fleet.world.read("\(agent).claimed").split(separator: "\n") {
        #expect(claims.updateValue(agent, forKey: String(id)) == nil, "\(id) is claimed twice")
      }
    }
    #expect(claims.count == Self.contended.count)

    for agent in Self.agents { try fleet.git("merge", "--no-edit", agent, on: "store") }
    #expect(try fleet.git("status", "--porcelain", on: "store") == "")
    let titles = try tasks("list:found").compactMap { $0["title"] as? String }
    #expect(titles.sorted() == Self.agents.map { "Found by \($0)" })
    let work = try tasks("list:work")
    #expect(work.count == Self.contended.count)
    for task in work {
      let agent = try #require(claims[task["id"] as? String ?? ""])
      let properties = task["properties"] as? [String: String]
      #expect(task["state"] as? String == "DONE")
      #expect(properties?["assignee"]?.hasSuffix("/\(agent))") == true, "\(task)")
      let log = try #require(task["log"] as? [[String: Any]])
      #expect(log.contains { $0["note"] as? String == "by \(agent)" })
      #expect(!log.contains { $0["kind"] as? String == "dropped" })
    }
  }
}
