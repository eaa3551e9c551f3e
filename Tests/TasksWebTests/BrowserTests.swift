import Foundation
import TestSupport
import Testing

/// The page in Chromium: browser/run.py, with Playwright and axe, and its model in node, which `.ci/need browser` installs.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["TASKS_ALL"] != nil)) struct BrowserTests {
  @Test func theModelNeedsNoBrowser() throws {
    let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let page = place.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/TasksWeb/Page")
    let world = try World()
    for folder in [page, place.appendingPathComponent("model")] {
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where file.hasSuffix("js") || file.hasSuffix(".d.ts") {
        try FileManager.default.copyItem(
          atPath: folder.appendingPathComponent(file).path, toPath: world.path(file))
      }
    }
    try world.write(#"{"type": "module"}"#, to: "package.json")
    let types = [
      "--allowJs", "--checkJs", "--noEmit", "--skipLibCheck", "--target", "es2022", "--module",
      "es2022",
      "--lib", "es2022,dom,dom.iterable", world.path("main.js"), world.path("page.d.ts"),
    ]
    for (program, arguments) in [
      ("node", ["--test", world.path("model.test.mjs")]), ("tsc", types),
    ] {
      let outcome = try world.run(program, arguments)
      #expect(outcome.status == 0, "\(program): \(outcome.output)\n\(outcome.errors)")
    }
  }

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
