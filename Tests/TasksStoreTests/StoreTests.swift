import StoreTestSupport
import Foundation
import TasksCore
import TasksStore
import TestSupport
import Testing

@Suite struct StoreLocationTests {
  @Test(arguments: [
    ("/a/b", "/x", "/a/b"), ("b", "/x", "/x/b"), ("./b/", "/x/", "/x/b"), (".", "/x", "/x"),
    ("../b", "/x/y", "/x/y/../b"), ("/", "/x", "/"), ("a//b/./c", "/", "/a/b/c"),
  ])
  func pathsAreMadeAbsolute(path: String, folder: String, wanted: String) {
    #expect(StoreLocation.absolute(path, in: folder) == wanted)
  }

  @Test func theNearestRuleCounts() throws {
    let world = try World()
    let inner = world.path("outer/inner/deep")
    for folder in ["outer/.tasks", "outer/inner/deep/more"] {
      try FileManager.default.createDirectory(
        atPath: world.path(folder), withIntermediateDirectories: true)
    }
    func find(_ option: String?, in folder: String, _ variables: [String: String])
      -> StoreLocation?
    {
      StoreLocation.find(option: option, currentFolder: folder) { variables[$0] }
    }
    let all = ["TASKS_DIR": "/named", "XDG_DATA_HOME": "/data", "HOME": "/home/ann"]
    #expect(find("mine", in: inner, all) == .named(inner + "/mine"))
    #expect(find(nil, in: inner, all) == .named("/named"))
    #expect(find(nil, in: inner, ["TASKS_DIR": "here"]) == .named(inner + "/here"))
    #expect(find(nil, in: inner, ["TASKS_DIR": "", "HOME": "/h"]) == .named(world.path("outer")))
    #expect(find(nil, in: world.path("outer"), [:]) == .named(world.path("outer")))
    let beside = ["XDG_DATA_HOME": "/data", "HOME": "/home/ann"]
    #expect(find(nil, in: "/", beside) == .standard("/data/tasks"))
    #expect(
      find(nil, in: "/", ["XDG_DATA_HOME": "relative", "HOME": "/home/ann"])
        == .standard("/home/ann/.local/share/tasks"))
    #expect(find(nil, in: "/", ["HOME": ""]) == nil)
  }
}

@Suite struct StoreLockTests {
  @Test func oneHolderAtATime() throws {
    let world = try World()
    let path = world.path("lock")
    do {
      let lock = try StoreLock.take(path, timeout: 0, workTree: "/nowhere")
      #expect(lock != nil)
      #expect(StoreLock.owner(of: path) == getpid())
      #expect(try StoreLock.take(path, timeout: 0.05, workTree: "/nowhere") == nil)
      withExtendedLifetime(lock) {}
    }
    #expect(StoreLock.owner(of: path) == nil)
    // A child that another test is just starting holds all files of ours for a moment.
    #expect(try StoreLock.take(path, timeout: 5, workTree: "/nowhere") != nil)
  }

  @Test func anotherHolderIsWaitedFor() throws {
    let world = try World()
    let path = world.path("lock")
    let taken = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let lock = try? StoreLock.take(path, timeout: 0, workTree: "/nowhere")
      taken.signal()
      usleep(150_000)
      withExtendedLifetime(lock) {}
    }
    taken.wait()
    #expect(try StoreLock.take(path, timeout: 0, workTree: "/nowhere") == nil)
    #expect(try StoreLock.take(path, timeout: 10, workTree: "/nowhere") != nil)
  }

  @Test func aFileThatNamesNobodyAndALink() throws {
    let world = try World()
    try world.write("no number\n", to: "lock")
    #expect(StoreLock.owner(of: world.path("lock")) == nil)
    #expect(try StoreLock.take(world.path("lock"), timeout: 0, workTree: "/nowhere") != nil)
    #expect(symlink("elsewhere", world.path("link")) == 0)
    #expect(throws: StoreError.self) {
      _ = try StoreLock.take(world.path("link"), timeout: 0, workTree: "/nowhere")
    }
    #expect(throws: StoreError.self) {
      _ = try StoreLock.take(world.path("none/lock"), timeout: 0, workTree: "/nowhere")
    }
  }
}

@Suite struct NewTaskTests {
  @Test(arguments: [
    ("Call Bob about the invoice", "call-bob-about-the-invoice"), ("", "task"), ("日本", "task"),
    ("Žluťoučký kůň", "zlutoucky-kun"), ("  --a__b!!", "a-b"), ("e\u{301}a", "ea"),
    ("Straße æ Ø", "strasse-ae-o"),
    (String(repeating: "x", count: 60), String(repeating: "x", count: 40)),
    ("../../etc/passwd", "etc-passwd"),
    ("one two three four five six seven eight nine", "one-two-three-four-five-six-seven-eight"),
  ])
  func slugs(title: String, slug: String) {
    #expect(TaskPath.slug(Text(title)) == slug)
  }

  @Test func theFileAfterThe512thGoesToTheNextFolder() throws {
    let world = try StoreWorld()
    _ = try world.create()
    for number in 0..<511 { try world.write("", to: "2026-11/\(number).md") }
    try world.write("", to: "2026-11/.hidden")
    let store = try world.open()
    let report = try store.write("add") { reading in
      let drafts = ["last", "next", "after"].map { title in
        var draft = Draft()
        draft.title = Text(title)
        return draft
      }
      var new = NewTasks(in: store, after: reading)
      return try drafts.map { .add(try new.task($0)) }
    }
    let paths = report.changed.compactMap { $0.new?.path }
    #expect(
      paths.map { $0.prefix { $0 != "/" } } == ["2026-11", "2026-11-2", "2026-11-2"])
    #expect(paths.allSatisfy { $0.hasSuffix(".org") })
    #expect(try world.add("one more").hasPrefix("2026-11-2/one-more-"))
    let ranks = try world.open().read().tasks.compactMap { $0.rank?.value }
    #expect(ranks == [1, 2, 3, 4])
  }
}

@Suite struct StoreSettingsTests {
  private func store(_ config: String) throws -> StoreWorld {
    let world = try StoreWorld()
    try world.write(config, to: ".tasks/config")
    return world
  }

  @Test func whatIsNotSaidHasItsDefault() throws {
    let settings = try store("").open().settings
    #expect(settings.maxOpen == 200 && settings.format == .org && settings.autocommit)
    #expect(!settings.isDurable, "the clone says so")
    let other = try store(
      "[tasks]\nmax-open = 1k\nformat = md\nautocommit = no\nkeywords = A | B\n"
    )
    .open().settings
    #expect(other.maxOpen == 1024 && other.format == .markdown && !other.autocommit)
    #expect(other.workflow.keywords.map(\.state.isDone) == [false, true])
  }

  @Test(arguments: [
    ("[tasks]\nversion = 2\n", "has version 2"), ("[tasks]\nmax-open = -1\n", "0 or more"),
    ("[tasks]\nmax-open = many\n", "a number"), ("[tasks]\nformat = txt\n", "neither org nor md"),
    ("[tasks]\nkeywords = TODO\n", ""), ("[tasks]\nkeywords = |\n", "has no keywords"),
    ("[tasks\n", "line 1"), ("no section\n", "line 1"),
    ("[tasks]\nautocommit = perhaps\n", "true or false"),
  ])
  func errorsSayWhatIsWrong(config: String, words: String) throws {
    let world = try store(config)
    do {
      let settings = try world.open().settings
      #expect(words.isEmpty && settings.workflow.keywords.contains { $0.state.isDone })
    } catch let error as StoreError {
      #expect(error.kind == .noStore)
      #expect(error.description.contains(words), "\(error)")
      #expect(error.description.contains(".tasks/config"))
    }
  }

  @Test func aSettingThatCannotBeIsNotWritten() throws {
    let world = try StoreWorld()
    let store = try world.create()
    let before = try world.read(".tasks/config")
    for (key, value) in [
      ("max-open", "-3"), ("format", "txt"), ("version", "3"), ("bad_key", "1"), ("keywords", "|"),
    ] {
      #expect(throws: StoreError.self, "\(key)") { try SettingsFile(of: store).set(key, to: value) }
    }
    #expect(try world.read(".tasks/config") == before)
    try SettingsFile(of: store).set("max-open", to: "7")
    #expect(try world.open().settings.maxOpen == 7)
    #expect(try SettingsFile(of: world.open()).value("max-open") == "7")
    try world.expectClean()
  }

  @Test func aStoreIsNotLookedAtThroughLinks() throws {
    let world = try StoreWorld()
    _ = try world.create()
    try world.world.git("mv", ".tasks/config", "elsewhere", in: "repo")
    #expect(symlink("../elsewhere", world.root + "/.tasks/config") == 0)
    #expect(throws: StoreError.self) { _ = try world.open() }
  }
}
