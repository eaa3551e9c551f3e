import TestSupport
import Testing

/// Clones that have left out what they did not need yet.
@Suite struct PartialCloneTests {
  /// What a partial clone has left out, git fetches.
  @Test(arguments: ["blob:none", "tree:0"]) func aPartialClone(filter: String) throws {
    let world = try World.withSampleStore()
    for word in ["+one", "+two", "pri:B"] { try world.tasks("modify", "2cc", word, in: "store") }
    try world.git("config", "uploadpack.allowFilter", "true", in: "store")
    try world.git("config", "uploadpack.allowAnySHA1InWant", "true", in: "store")
    func clone(_ name: String) throws {
      let source = "file://" + world.path("store")
      #expect(try world.git("clone", "-q", "--filter=\(filter)", source, name).status == 0)
    }
    try clone("log")
    let log = try world.tasks("log", in: "log")
    #expect(try log.output == world.tasks("log", in: "store").output)
    #expect(log.errors == "")
    try clone("task")
    #expect(
      try world.tasks("log", "2cc", in: "task").output
        == world.tasks("log", "2cc", in: "store").output)
    try clone("undo")
    try world.tasks("modify", "2cc", "+three", in: "undo")
    let undo = try world.tasks("undo", in: "undo")
    #expect(undo.status == 0, "\(undo.errors)")
    try clone("sync")
    for place in ["store", "sync"] {
      #expect(try world.tasks("modify", "2cc", "+\(place)", in: place).status == 0)
    }
    // It may not push into a branch that is checked out.
    try world.git("checkout", "-q", "--detach", in: "store")
    let sync = try world.tasks("sync", in: "sync")
    #expect(sync.status == 0, "\(sync.errors)")
    let shown = try world.tasks("show", "2cc", in: "sync").output
    #expect(shown.contains("store") && shown.contains("sync"), "\(shown)")
  }

  /// Old versions come in one go; those that cannot be had are left out aloud.
  @Test func aPartialCloneAndItsRemote() throws {
    let world = try World.withSampleStore()
    for number in 0..<12 { try world.tasks("modify", "2cc", "title:Turn \(number)", in: "store") }
    try world.git("config", "uploadpack.allowFilter", "true", in: "store")
    try world.git("config", "uploadpack.allowAnySHA1InWant", "true", in: "store")
    let whole = try world.tasks("log", in: "store").output
    for filter in ["blob:none", "tree:0"] {
      let source = "file://" + world.path("store")
      try world.git("clone", "-q", "--filter=\(filter)", source, "one", "--no-tags")
      try world.shell("mv store elsewhere", in: "")
      let offline = try world.tasks("log", in: "one")
      #expect(offline.status == 6, "\(offline)")
      #expect(offline.errors.contains("git could not fetch what this partial clone has left out"))
      if filter == "blob:none" {
        #expect(offline.errors.contains("changes are not shown"), "\(offline)")
        // What is there is told.
        #expect(!offline.output.isEmpty && whole.hasSuffix(offline.output), "\(offline)")
        let json = try world.tasks("log", "--json", in: "one")
        #expect(json.status == 6 && json.errors.contains("\"error\":\"network\""), "\(json)")
      }
      for arguments in [["undo", "2cc"], ["list", "--at", "2026-11-19T12:00"]] {
        let outcome = try world.run(World.tasks, arguments, in: "one")
        #expect(outcome.status == 6 && outcome.output == "", "\(arguments): \(outcome)")
      }
      try world.shell("mv elsewhere store", in: "")
      let online = try world.tasks(
        "log", in: "one", environment: ["GIT_TRACE": world.path("trace." + filter)])
      #expect(online.status == 0 && online.output == whole, "\(online)")
      let trace = try world.read("trace." + filter)
      let fetches = trace.split(separator: "\n").count {
        $0.contains("git-upload-pack") && $0.contains("run_command")
      }
      #expect((1...4).contains(fetches), "\(trace)")
      try world.shell("rm -rf one", in: "")
    }
  }
}
