import Foundation
import TestSupport
import Testing

/// What .ci/install puts where, and that it takes all of it away.
@Suite struct InstallTests {
  private static let root = LayeringTests.root.path

  private func install(_ world: World, _ arguments: String...) throws {
    let outcome = try world.run(
      "bash", [Self.root + "/.ci/install"] + arguments,
      environment: [
        "DESTDIR": world.path("image"), "PREFIX": "/usr/local", "TASKS_PROGRAM": World.tasks,
      ])
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func files(_ world: World) throws -> Set<String> {
    let found = try world.run("find", ["image", "!", "-type", "d"]).output
    return Set(found.split(separator: "\n").map(String.init))
  }

  @Test func uninstallRemovesWhatInstallPut() throws {
    let world = try World()
    try world.write("another program's", to: "image/usr/local/share/man/man1/other.1")
    let before = try files(world)
    try install(world)
    // Over an older one as well.
    try install(world)
    let prefix = "image/usr/local/"
    #expect(
      try files(world).subtracting(before)
        == Set(
          [
            "bin/tasks", "bin/tasks-web", "bin/git-merge-tasks", "share/man/man1/tasks.1",
            "share/man/man1/git-merge-tasks.1", "share/man/man5/tasks-file.5",
            "share/man/man1/tasks-ui.1", "share/man/man7/tasks-sync.7",
            "share/man/man7/tasks-web.7",
            "share/bash-completion/completions/tasks",
            "share/zsh/site-functions/_tasks", "share/fish/vendor_completions.d/tasks.fish",
            "share/doc/tasks/README.md", "share/doc/tasks/Man/list.svg",
            "share/doc/tasks/Man/ui.svg",
          ].map { prefix + $0 }))
    try install(world, "--uninstall")
    #expect(try files(world) == before)
    #expect(!FileManager.default.fileExists(atPath: world.path(prefix + "share/doc/tasks")))
    try install(world, "--uninstall")
  }

  @Test func theInstalledProgramIsComplete() throws {
    let world = try World()
    try install(world)
    try Self.check(world, prefix: world.path("image/usr/local"))
  }

  @Test func installSaysWhatItLacks() throws {
    let world = try World()
    let outcome = try world.run(
      "bash", [Self.root + "/.ci/install"],
      environment: ["DESTDIR": world.path("image"), "TASKS_PROGRAM": "/nowhere/tasks"])
    #expect(outcome.status == 1 && outcome.errors.contains("bash .ci/build"))
    #expect(try files(world).isEmpty)
    #expect(try world.run("bash", [Self.root + "/.ci/install", "--remove"]).status == 2)
  }

  /// Nothing in git names the program after its removal, in any clone of this user.
  @Test func removalForgetsEveryClone() throws {
    let world = try World()
    let script = Self.root + "/.ci/install"
    let places = ["home/notes", "home/work", "home/code/tasks"]
    let home = world.path("home")
    world.environment["HOME"] = home
    world.environment["PATH"] = home + "/.local/bin:" + (world.environment["PATH"] ?? "")
    try #require(
      try world.run(
        "bash", [script], environment: ["PREFIX": home + "/.local", "TASKS_PROGRAM": World.tasks]
      ).status == 0)
    try world.write("int main;\n", to: "home/code/main.c")
    try world.shell("git init -q && git add . && git commit -qm base", in: "home/code")
    let before = try world.read("home/code/.git/config")
    for place in ["home/notes", "home/work"] {
      try #require(try world.run("tasks", ["init", world.path(place)]).status == 0)
    }
    try #require(try world.run("tasks", ["init"], in: "home/code").status == 0)
    for place in places {
      try #require(try world.run("tasks", ["add", "Milk"], in: place).status == 0)
      #expect(try world.git("config", "merge.tasks.driver", in: place).output.contains(home))
    }
    let removal = try world.run("bash", [script, "--uninstall"])
    #expect(removal.status == 0, "\(removal.errors)")
    for place in places { #expect(removal.output.contains(world.path(place)), "\(removal.output)") }
    #expect(!FileManager.default.fileExists(atPath: home + "/.local/bin/tasks"))
    for place in places {
      let config = try world.git("config", "--local", "--list", in: place).output
      #expect(
        !config.contains("merge.") && !config.contains("pull."), "\(place): \(config)")
      // Both sides add a task, which git merges as it is.
      try world.shell(
        """
        git checkout -qb side; echo '* TODO a' > a.org; git add .; git commit -qm a
        git checkout -q -; echo '* TODO b' > b.org; git add .; git commit -qm b
        """, in: place)
      let merge = try world.git("merge", "-q", "--no-edit", "side", in: place)
      #expect(merge.status == 0, "\(place): \(merge.output)\(merge.errors)")
    }
    let config = try world.read("home/code/.git/config")
    #expect(
      config.split(separator: "\n").filter { !$0.contains("device") }.joined(separator: "\n")
        .replacing("[tasks]", with: "").contains(before.trimmingCharacters(in: .newlines)))
    let again = try world.run("bash", [script, "--uninstall"])
    #expect(again.status == 0 && again.output.contains("nothing was removed"), "\(again.output)")
  }

  /// The program finds its second name, man its pages, and the shells their completions.
  static func check(_ world: World, prefix: String, manual: String? = nil) throws {
    world.environment["PATH"] = prefix + "/bin:" + (world.environment["PATH"] ?? "")
    try #require(world.run(prefix + "/bin/tasks", ["init", "installed"]).status == 0)
    let doctor = try world.run(prefix + "/bin/tasks", ["doctor"], in: "installed")
    #expect(doctor.output.contains("git merge and git pull use git-merge-tasks"))
    for page in [
      ["1", "tasks"], ["1", "git-merge-tasks"], ["5", "tasks-file"], ["7", "tasks-sync"],
    ] {
      let found = try world.run("mman", ["-M", prefix + "/share/man", "-w"] + page)
      #expect(found.output.hasPrefix(prefix), "\(page): \(found.errors)")
    }
    for (shell, path) in [
      ("bash", "bash-completion/completions/tasks"),
      ("fish", "fish/vendor_completions.d/tasks.fish"),
    ] {
      #expect(try world.run(shell, ["-n", prefix + "/share/" + path]).status == 0)
    }
  }
}
