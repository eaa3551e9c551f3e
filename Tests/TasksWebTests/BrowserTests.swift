import Foundation
import TestSupport
import Testing

/// The page in Chromium: browser/run.py, with Playwright and axe, which `.ci/need browser` installs.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["TASKS_ALL"] != nil)) struct BrowserTests {
  @Test func thePageWorksInChromium() throws {
    let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = place.deletingLastPathComponent().deletingLastPathComponent()
    let python = root.path + "/.build/judges/bin/python3"
    let world = try World()
    let outcome = try world.run(
      python, ["-B", place.path + "/browser/run.py"],
      environment: ["TASKS_PROGRAM": World.tasks, "TASKS_WEB": ServedStore.program])
    #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
  }
}
