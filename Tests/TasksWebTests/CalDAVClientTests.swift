import Foundation
import TestSupport
import Testing

/// Clients that others wrote, and programs that judge servers, at the door for CalDAV: caldav/run.py, with what
/// `.ci/need browser` installs.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["TASKS_ALL"] != nil))
struct CalDAVClientTests {
  @Test func clientsAndJudgesAreContent() throws {
    let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = place.deletingLastPathComponent().deletingLastPathComponent()
    let world = try World()
    let outcome = try world.run(
      root.path + "/.build/judges/bin/python3", ["-B", place.path + "/caldav/run.py"],
      environment: ["TASKS_PROGRAM": World.tasks, "TASKS_WEB": ServedStore.program])
    #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
  }
}
