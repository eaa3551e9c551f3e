import Foundation
import TestSupport
import Testing

/// Two versions of the program use one store: what one has remembered never misleads the other.
@Suite struct TwoVersionsTests {
  /// A store with so many tasks and commits that both are remembered, and two programs that take each other for
  /// another version.
  private struct Place {
    let world: World
    let programs: [String]

    static let count = 90

    init() throws {
      world = try World()
      world.environment["TASKS_DEVICE"] = "laptop"
      try world.write(world.read("gitconfig") + "[tasks]\n\tfsync = false\n", to: "gitconfig")
      programs = ["one", "two"].map { [world] in world.path("tasks-\($0)") }
      for program in programs {
        try FileManager.default.copyItem(atPath: World.tasks, toPath: program)
      }
      let newer = try #require(FileHandle(forWritingAtPath: programs[1]))
      try newer.seekToEnd()
      try newer.write(contentsOf: [0])
      try newer.close()
      try world.run(programs[0], ["init", "store"])
      try commits((0..<Place.count).map { ($0, "Task \($0)") })
      usleep(60_000)
    }

    static func path(_ number: Int) -> String { "2026-11/t-\(number).org" }

    static func text(_ number: Int, _ title: String) -> String {
      "* TODO \(title)\n:PROPERTIES:\n:ID: \(9000 + number)aaaaaaaaaaaa\n:RANK: \(number + 1)\n:END:\n"
    }

    /// A commit for each change of a title.
    func commits(_ titles: [(number: Int, title: String)]) throws {
      var script = ""
      for (turn, (number, title)) in titles.enumerated() {
        let text = Place.text(number, title)
        script +=
          "commit refs/heads/main\ncommitter Ann <ann@example.org> 17636265\(10 + turn) +0000\n"
        script += "data 1\nx\n" + (turn == 0 ? "from refs/heads/main^0\n" : "")
        script += "M 100644 inline \(Place.path(number))\ndata \(text.utf8.count)\n\(text)\n"
      }
      let made = try world.run("git", ["fast-import", "--quiet"], in: "store", input: script)
      try #require(made.status == 0, "\(made.errors)")
      try world.git("reset", "-q", "--hard", in: "store")
    }

    /// The command lines whose answers come out of what is remembered.
    static let questions = [
      ["list", "--all", "--json"], ["log", "--json"], ["log", "9003aaaaaaaaaaaa", "--json"],
    ]

    func answer(_ question: [String], by program: String) throws -> String {
      let outcome = try world.run(program, question, in: "store")
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
      return outcome.output
    }

    /// What is answered where nothing is remembered.
    func wanted() throws -> [String] {
      try Place.questions.map { question in
        for name in try names.filter({ $0.hasPrefix("cache") || $0 == "history" }) {
          try FileManager.default.removeItem(atPath: own(name))
        }
        return try answer(question, by: programs[0])
      }
    }

    func own(_ name: String) -> String { world.path("store/.git/tasks/" + name) }

    func answers(by program: String) throws -> [String] {
      try Place.questions.map { try answer($0, by: program) }
    }

    var names: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: own("")).sorted() }
    }

    /// The caches, one for each program, by name.
    var caches: [String] {
      get throws { try names.filter { $0.hasPrefix("cache") } }
    }

    func remembered(_ name: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: own(name)))
    }
  }

  @Test func inTurns() throws {
    let place = try Place()
    let (one, two) = (place.programs[0], place.programs[1])
    #expect(try place.answers(by: one) == place.answers(by: two))
    let caches = try place.caches
    #expect(caches.count == 2, "each has a cache of its own")
    let before = try caches.map { try place.remembered($0) }
    for program in [one, two] { _ = try place.answers(by: program) }
    #expect(try place.caches.map { try place.remembered($0) } == before, "and leaves the other's")
    for turn in 0..<4 {
      // By hand, by either of the two, and by git.
      try place.world.write(
        Place.text(3, "By hand \(turn)"), to: "store/" + Place.path(3))
      try place.world.run(two, ["modify", "9004aaaaaaaaaaaa", "title:Two \(turn)"], in: "store")
      try place.world.run(one, ["modify", "9003aaaaaaaaaaaa", "title:One \(turn)"], in: "store")
      if turn % 2 == 0 { try place.commits((0..<80).map { ($0, "Git \(turn) \($0)") }) }
      let found = try [two, one, two].map { try place.answers(by: $0) }
      let wanted = try place.wanted()
      #expect(found.allSatisfy { $0 == wanted }, "turn \(turn)")
    }
  }

  /// What each has remembered is put in the other's place, whole or not.
  @Test func withTheFilesOfTheOther() throws {
    let place = try Place()
    let wanted = try place.wanted()
    // What is wanted was asked of the first program.
    let first = try place.caches
    _ = try place.answers(by: place.programs[1])
    let own = try first + place.caches.filter { !first.contains($0) }
    try #require(own.count == 2)
    let files = try own.map { try [$0, "history"].map { try place.remembered($0) } }
    print("seed 91")
    var random = SeededGenerator(seed: 91)
    for turn in 0..<10 {
      for (number, name) in [own[(turn + 1) % 2], "history"].enumerated() {
        var bytes = files[turn % 2][number]
        switch turn / 2 {
        case 0: break
        case 1: bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
        default:
          bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
            1 << UInt8.random(in: 0..<8, using: &random)
        }
        try bytes.write(to: URL(fileURLWithPath: place.own(name)))
      }
      #expect(try place.answers(by: place.programs[(turn + 1) % 2]) == wanted, "turn \(turn)")
    }
  }

  /// Both read again and again while each takes away what the other has written, and then while a third changes
  /// tasks.
  @Test func atOnce() throws {
    let place = try Place()
    let wanted = try place.wanted()
    try place.world.write(
      """
      for turn in 1 2 3 4; do
        "$1" list --all --json > $2.list.$turn && "$1" log --json > $2.log.$turn || echo failed
        rm -f store/.git/tasks/$3*
      done

      """, to: "ask")
    try place.world.write(
      """
      one=$1; two=$2; shift 2
      for id; do
        "$one" modify $id title:One > one.said && "$two" modify $id title:Changed > two.said \\
          || echo failed
      done

      """, to: "change")
    place.world.environment["TASKS_DIR"] = place.world.path("store")
    func run(_ last: [String]) throws {
      let (one, two) = (place.programs[0], place.programs[1])
      let lines = [
        "ask \(one) a cache", "ask \(two) b history", "ask \(one) c history", "ask \(two) d cache",
      ]
      let said = try place.world.run(
        "xargs", ["-P", "5", "-L", "1", "sh"],
        input: (lines + last).joined(separator: "\n") + "\n")
      #expect(said.status == 0 && said.output == "" && said.errors == "", "\(said)")
    }
    try run([])
    for name in ["a", "b", "c", "d"] {
      for turn in 1...4 {
        #expect(try place.world.read("\(name).list.\(turn)") == wanted[0])
        #expect(try place.world.read("\(name).log.\(turn)") == wanted[1])
      }
    }
    let ids = (0..<6).map { "\(9010 + $0)aaaaaaaaaaaa" }
    try run(["change \(place.programs.joined(separator: " ")) \(ids.joined(separator: " "))"])
    let found = try place.programs.map { try place.answers(by: $0) }
    let afterwards = try place.wanted()
    #expect(found.allSatisfy { $0 == afterwards })
    #expect(afterwards[0].components(separatedBy: "Changed").count >= 7)
    for name in ["a", "b", "c", "d"] {
      for turn in 1...4 {
        let list = try place.world.read("\(name).list.\(turn)")
        #expect(list.split(separator: "\"id\"").count == Place.count + 1)
      }
    }
  }
}
