import Foundation
import Git
import Platform
import TestSupport
import Testing

@Suite struct ConfigFileTests {
  static let odd = [
    "", " ", "plain", " leading", "trailing ", "two  blanks", "a # no comment", "semi; colon",
    "\"quoted\"", "back\\slash", "tab\there", "line\nline", "\u{8}bell", "\\\"", "emoji 🦆 ž", "=",
    "[section]", "carriage\rreturn", "ends with \\", "'single'", "\t", "\n", "$(id)", "~/x",
  ]

  @Test(arguments: odd)
  func aValueReadsBackForUsAndForGit(value: String) throws {
    let world = try TestRepository(fresh: false)
    var file = try ConfigFile(bytes: Array("[a]\n\tb = old\n".utf8))
    try file.set("a.b", to: value)
    try file.set("new.key", to: value)
    try file.set("sub.Odd \"name\" \\ x.key", to: value)
    let path = world.root + "/config"
    try Data(file.bytes).write(to: URL(fileURLWithPath: path))
    for key in ["a.b", "new.key", "sub.Odd \"name\" \\ x.key"] {
      #expect(file.string(key) == value)
    }
    let said = try GitProgram(folder: world.path).check(["config", "-z", "-f", path, "--list"])
    #expect(
      String(decoding: said, as: UTF8.self)
        == "a.b\n\(value)\0new.key\n\(value)\0sub.Odd \"name\" \\ x.key\n\(value)\0")
  }

  /// A section goes with its entries, all else stays as it is.
  @Test func aSectionIsRemoved() throws {
    let text = "# one\n[view \"a\"]\n\tx = 1 # why\n\n[b]\n\ty = 2\n[view \"a\"] z = 3\n# end\n"
    var file = try ConfigFile(bytes: Array(text.utf8), path: "config")
    try file.remove(section: "view.A")
    #expect(file.bytes == Array(text.utf8))
    try file.remove(section: "view.a")
    #expect(file.entries.map(\.key) == ["b.y"])
    #expect(String(decoding: file.bytes, as: UTF8.self).hasSuffix("\n[b]\n\ty = 2\n# end\n"))
  }

  @Test(arguments: [
    ("a.x", "[a]\n\ty = 2\n[b] z = 3\n"), ("a.y", "[a]\n\tx = 1\n\tx = 4\n[b] z = 3\n"),
    ("b.z", "[a]\n\tx = 1\n\ty = 2\n\tx = 4\n[b] \n"),
    ("b.q", "[a]\n\tx = 1\n\ty = 2\n\tx = 4\n[b] z = 3\n"),
  ])
  func aKeyIsRemoved(key: String, rest: String) throws {
    var file = try ConfigFile(bytes: Array("[a]\n\tx = 1\n\ty = 2\n\tx = 4\n[b] z = 3\n".utf8))
    try file.remove(key)
    #expect(String(decoding: file.bytes, as: UTF8.self) == rest)
  }

  /// A setting that one side changed is as there; one that both changed is ours.
  @Test func versionsMergeBySetting() throws {
    let base = "# head\n[a]\n\tx = 1\n\ty = 2\n\tz = 3\n[v \"w\"]\n\tb = 1\n\tb = 2\n"
    let ours =
      base.replacing("x = 1", with: "x = 5").replacing("# head", with: "# mine") + "[n]\n\to = 1\n"
    let theirs =
      base.replacing("x = 1", with: "x = 6").replacing("y = 2", with: "y = 7")
      .replacing("\tz = 3\n", with: "").replacing("b = 2", with: "b = 4") + "[n]\n\tt = 1\n"
    let merged = try #require(
      ConfigFile.merged(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8)))
    let file = try ConfigFile(bytes: merged)
    #expect(file.strings("a.x") == ["5"] && file.strings("a.y") == ["7"])
    #expect(file.strings("a.z").isEmpty && file.strings("v.w.b") == ["1", "4"])
    #expect(file.strings("n.o") == ["1"] && file.strings("n.t") == ["1"])
    #expect(merged.starts(with: Array("# mine".utf8)))
    #expect(ConfigFile.merged(base: nil, ours: Array("[".utf8), theirs: merged) == nil)
  }

  /// What git wrote we read, and the other way round, whatever is set, and removed by git.
  @Test func randomChangesReadAsGitReadsThem() throws {
    let seed: UInt64 = 20_261_120
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let world = try TestRepository()
    let path = world.root + "/config"
    var file = try ConfigFile(
      bytes: Array(
        "# head\n[Core]\n\tOne = 1 ; note\n[x \"Y\"] two\n[core]\r\n\tthree = 3\r\n".utf8))
    let keys = ["core.one", "core.three", "x.Y.two", "x.y.two", "z.q", "z.q.r"]
    for step in 0..<40 {
      let key = keys.randomElement(using: &random) ?? ""
      if Int.random(in: 0..<3, using: &random) == 0 {
        try Data(file.bytes).write(to: URL(fileURLWithPath: path))
        _ = try GitProgram(folder: world.path).run(["config", "-f", path, "--unset-all", key])
        file = try ConfigFile(path: path)
        #expect(file.string(key) == nil)
      } else {
        try file.set(key, to: Self.odd.randomElement(using: &random) ?? "")
      }
      guard step % 4 == 3 else { continue }
      try Data(file.bytes).write(to: URL(fileURLWithPath: path))
      let said = try GitProgram(folder: world.path).check(["config", "-z", "-f", path, "--list"])
      let ours = file.entries.map { entry in entry.key + (entry.value.map { "\n" + $0 } ?? "") }
      let theirs = String(decoding: said, as: UTF8.self).components(separatedBy: "\0").dropLast()
      #expect(ours == Array(theirs), "seed \(seed), step \(step)")
    }
    #expect(String(decoding: file.bytes, as: UTF8.self).hasPrefix("# head\n[Core]\n"))
  }

  @Test func aChangeKeepsEveryOtherByte() throws {
    let text = """
      # about
      [tasks]   ; the section
      \tversion = 1   # of the store
        max-open=200
      [other "Sub"]
      \tflag

      """
    var file = try ConfigFile(bytes: Array(text.utf8))
    try file.set("tasks.max-open", to: "300")
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == text.replacingOccurrences(of: "max-open=200", with: "max-open = 300"))
    try file.set("tasks.version", to: "2")
    try file.set("tasks.version", to: "1")
    try file.set("tasks.max-open", to: "200")
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == text.replacingOccurrences(of: "max-open=200", with: "max-open = 200"))
    #expect(file.string("other.Sub.flag") == "true")
    #expect(file.string("other.sub.flag") == nil)
    #expect(try file.bool("other.Sub.flag") == true)
  }

  @Test func anotherSectionMayBeginOnTheSameLine() throws {
    var file = try ConfigFile(bytes: Array("[core] [a]\n\tb = 1\n".utf8))
    try file.set("core.probe", to: "x")
    #expect(String(decoding: file.bytes, as: UTF8.self) == "[core]\n\tprobe = x\n [a]\n\tb = 1\n")
    #expect(file.string("core.probe") == "x" && file.string("a.b") == "1")
  }

  @Test func numbersAndBooleans() throws {
    let file = try ConfigFile(
      bytes: Array(
        "[a]\nk = 2k\nm=1M\nneg=-3\nbig=9999999999g\nword=x\non=ON\nno=No\nempty=\n".utf8))
    #expect(try file.integer("a.k") == 2048)
    #expect(try file.integer("a.m") == 1_048_576)
    #expect(try file.integer("a.neg") == -3)
    #expect(try file.integer("a.none") == nil)
    #expect(try file.bool("a.on") == true)
    #expect(try file.bool("a.no") == false)
    #expect(try file.bool("a.empty") == false)
    #expect(throws: GitError.self) { _ = try file.integer("a.big") }
    #expect(
      throws: GitError.badConfigValue(key: "a.word", value: "x", expected: "true or false")
    ) { _ = try file.bool("a.word") }
  }

  @Test(arguments: [
    "[a\nb=1\n", "[a \"b]\nc=1\n", "[a]\n1b = 2\n", "[a]\nb = \"open\n",
    "[a]\nb = \\q\n", "[]\nb=1\n", "[a b]\nc=1\n", "[a]\nb c\n", "[a]\nb = \\\rc\n", "[a]\nb\r",
    "[a]\nb = \\\r\n c\\\rd\n",
  ])
  func whatGitRefusesWeRefuse(text: String) throws {
    let world = try TestRepository(fresh: false)
    let path = world.root + "/config"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let git = try GitProgram(folder: world.path).run(["config", "-f", path, "--list"])
    #expect(!git.succeeded)
    #expect(throws: GitError.self) { _ = try ConfigFile(bytes: Array(text.utf8)) }
  }

  /// git ends a text at its NUL; and a setting written after a backslash would become part of the last one.
  @Test(arguments: [
    "[a]\nb = c\0d\n", "[a \"b\0c\"]\nd = e\n", "[a]\nb = c\\", "[a]\nb = c\\\n",
    "[a]\nb = c\\\r\n",
  ])
  func whatGitReadsOtherwiseWeRefuse(text: String) throws {
    #expect(throws: GitError.self) { _ = try ConfigFile(bytes: Array(text.utf8)) }
  }

  @Test func aReturnIsABlank() throws {
    let file = try ConfigFile(bytes: Array("[a]\nb =\rc\r \r\n\rd = \"e\r\" \r".utf8))
    #expect(file.string("a.b") == "c")
    #expect(file.string("a.d") == "e\r")
  }

  @Test(arguments: ["", "a", ".b", "a.", "a.1b", "a.b_c", "a b.c", "a.x\ny.c"])
  func keysThatAreNone(key: String) throws {
    var file = try ConfigFile(bytes: [])
    #expect(throws: GitError.badConfigKey(key)) { try file.set(key, to: "1") }
    #expect(file.string(key) == nil)
  }

  /// The last one counts.
  @Test func aKeyThatStandsTwice() throws {
    var file = try ConfigFile(bytes: Array("[a]\nb = 1\nb = 2 # two\n[c]\n[a]\nb = 3".utf8))
    #expect(file.strings("a.b") == ["1", "2", "3"])
    try file.set("a.b", to: "4")
    #expect(file.strings("A.B") == ["1", "2", "4"])
  }
}
