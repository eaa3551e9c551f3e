import Foundation
import TestSupport
import Testing

/// .ci/demo and .ci/install where the program is not built, with a `swift` that only prints.
@Suite struct DemoScriptTests {
  /// A copy of what the scripts use. `FAILS` makes the build fail.
  private func world() throws -> World {
    let world = try World()
    let root = LayeringTests.root.path
    try world.write(
      """
      #!/bin/sh
      echo "$*" >>calls
      echo "Building for production..."
      test -z "$FAILS" || { echo "error: no such module"; exit 1; }
      sleep 1.5
      echo "[1/2] Compiling Platform Machine.swift"
      sleep 1.5
      mkdir -p .build/release
      for name in tasks tasks-web; do ln -sf "\(World.tasks)" .build/release/$name; done
      """, to: "bin/swift")
    let copy = "chmod +x bin/swift && cp -r \(root)/.ci \(root)/Man \(root)/README.md ."
    try #require(world.shell(copy, in: "").status == 0)
    world.environment["PATH"] = world.path("bin") + ":" + (world.environment["PATH"] ?? "")
    return world
  }

  @Test func demoSaysHowFarTheBuildIs() throws {
    let world = try world()
    let outcome = try world.run("bash", [".ci/demo"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let line = try Regex(#"building: \d+ %, about \d+ (min|s) left \(Platform is built\)\n"#)
    #expect(outcome.errors.contains(line), "\(outcome.errors)")
    #expect(outcome.output.contains("A plain git pull on the laptop"))
    #expect(try world.read("calls") == "build -c release --product tasks\n")
  }

  @Test func demoEstimatesNothingIfNothingIsToBeBuilt() throws {
    let world = try world()
    let modules = "sed -n '/^modules=/,/)/p' .ci/demo | grep -o '[A-Za-z]*=' | grep -v modules"
    let built = try world.shell(
      """
      for module in $(\(modules)); do
        module=.build/release/${module%=}.build/${module%=}.d
        mkdir -p ${module%/*} && touch $module || exit 1
      done
      ls .build/release
      """, in: "")
    try #require(built.output.contains("Platform.build\n"), "\(built.errors)")
    let outcome = try world.run("bash", [".ci/demo"])
    #expect(outcome.status == 0 && !outcome.errors.contains("left"), "\(outcome.errors)")
  }

  @Test func demoShowsWhyTheBuildFails() throws {
    let outcome = try world().run("bash", [".ci/demo"], environment: ["FAILS": "1"])
    #expect(outcome.status == 1 && outcome.errors.contains("error: no such module"))
    #expect(outcome.output == "")
  }

  @Test func installBuildsWhatIsMissing() throws {
    let world = try world()
    for _ in 0..<2 {
      let outcome = try world.run(
        "bash", [".ci/install"], environment: ["PREFIX": world.path("prefix")])
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try world.read("calls") == "build -c release\n")
    #expect(FileManager.default.isExecutableFile(atPath: world.path("prefix/bin/tasks-web")))
  }
}
