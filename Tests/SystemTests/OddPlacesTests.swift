import Foundation
import TestSupport
import Testing

/// Files, folders and repositories that lie where or as one would not expect.
@Suite struct OddPlacesTests {
  private func store() throws -> World {
    let world = try World()
    try world.tasks("init", "store")
    return world
  }

  private func status(_ world: World) throws -> String {
    try world.git("status", "--porcelain", in: "store").output
  }

  private func titles(_ world: World) throws -> [String] {
    try world.tasks("list", "--format", "{title}", in: "store").output
      .split(separator: "\n").map(String.init).sorted()
  }

  @Test func aGitDirectoryElsewhere() throws {
    let world = try World()
    try world.git("init", "-q", "--separate-git-dir", "elsewhere", "store")
    try world.tasks("init", "store")
    try world.tasks("add", "One", in: "store")
    #expect(try status(world) == "")
    let paths = try world.git("ls-tree", "-r", "--name-only", "HEAD", in: "store").output
    #expect(paths.contains("\n2026-11/one-") && !paths.contains("store/"))
  }

  @Test func aFileWhereAFolderWas() throws {
    let world = try store()
    try world.write("* TODO inside\n", to: "store/q.org/a.org")
    try world.tasks("add", "One", in: "store")
    try world.run("rm", ["-r", "q.org"], in: "store")
    try world.write("* TODO instead\n", to: "store/q.org")
    #expect(try world.tasks("add", "Two", in: "store").status == 0)
    #expect(try titles(world) == ["One", "Two", "instead"])
    #expect(try status(world) == "")
  }

  @Test func aLinkWhereAFolderWas() throws {
    let world = try store()
    try world.tasks("add", "One", in: "store")
    try world.run("mv", ["2026-11", "real"], in: "store")
    try world.run("ln", ["-s", "real", "2026-11"], in: "store")
    try world.tasks("add", "Two", in: "store")
    let paths = try world.git("ls-tree", "-r", "--name-only", "HEAD", in: "store").output
    #expect(paths.contains("real/one-") && !paths.contains("2026-11/one-"))
    #expect(paths.contains("2026-11-2/two-"))
    #expect(try titles(world).count { $0 == "One" } == 1)
  }

  /// To Swift the two are one text, to the file system and to git two names.
  @Test func oneNameInTwoUnicodeForms() throws {
    let world = try store()
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    for (number, name) in [one, two].enumerated() {
      try world.write("* TODO file \(number)\n", to: "store/\(name).org")
      try world.write("* TODO inside \(number)\n", to: "store/d\(name)/a.org")
    }
    try world.git("add", "-A", in: "store")
    try world.git("commit", "-qm", "both", in: "store")
    try world.tasks("add", "One", in: "store")
    for name in [one, two] {
      try world.write("* TODO changed \(Array(name.utf8).count)\n", to: "store/\(name).org")
    }
    let outcome = try world.tasks("add", "Two", in: "store")
    #expect(outcome.status == 0)
    let listing = try world.tasks("list", in: "store")
    #expect(listing.errors.components(separatedBy: "a different Unicode form").count == 5)
    #expect(try titles(world) == ["One", "Two"])
    // Nobody's text is committed under the other's name.
    for (number, name) in [one, two].enumerated() {
      let shown = try world.git("show", "HEAD:\(name).org", in: "store").output
      #expect(shown == "* TODO file \(number)\n")
    }
    try world.run("mv", ["\(two).org", "other.org"], in: "store")
    try world.run("mv", ["d\(two)", "other"], in: "store")
    #expect(try titles(world).count == 6)
    try world.tasks("add", "Three", in: "store")
    #expect(try status(world) == "")
    #expect(try world.git("show", "HEAD:other.org", in: "store").output == "* TODO changed 6\n")
  }

  @Test func aNameThatIsNotUTF8IsNamedSo() throws {
    let world = try store()
    try world.run(
      "/bin/sh", ["-c", "printf '* TODO x\\n' > \"$(printf 'odd\\377.org')\""], in: "store")
    #expect(try world.tasks("list", in: "store").errors.contains("its name is not UTF-8"))
    #expect(try world.tasks("add", "One", in: "store").status == 0)
  }

  @Test func optionsInFrontOfTheVerb() throws {
    let world = try store()
    for option in ["-v", "--verbose"] {
      let outcome = try world.tasks(option, "add", "with \(option.count) letters", in: "store")
      #expect(outcome.output.contains("added"))
    }
    #expect(try world.tasks("--dry-run", "add", "not yet", in: "store").status == 0)
    #expect(try titles(world) == ["with 2 letters", "with 9 letters"])
  }

  /// Thousands of tasks in one commit take no longer each than a few.
  @Test func thousandsInOneCommit() throws {
    /// Seconds of the processor.
    func time(_ count: Int) throws -> Double {
      let world = try store()
      try world.tasks("config", "max-open", "0", in: "store")
      let lines = (0..<count).map { "Task \($0)\n" }.joined()
      let add = try world.run(
        "bash", ["-c", "TIMEFORMAT=%U; time \"$0\" add - > added", World.tasks], in: "store",
        input: lines)
      #expect(add.status == 0)
      let told = try world.tasks("log", in: "store").output
      #expect(told.split(separator: "\n").count == count)
      return try #require(Double(add.errors.trimmingCharacters(in: .newlines)))
    }
    // Eight times as many: a square would take 64 times as long.
    #expect(try time(2400) < time(300) * 30 + 0.5)
  }
}
