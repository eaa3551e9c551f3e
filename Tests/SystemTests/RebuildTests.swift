import Foundation
import TestSupport
import Testing

/// A store that is rebuilt from the patches of a history holds the same tasks.
@Suite struct RebuildTests {
  /// All that `list` says of the tasks of a store, but for what depends on a remote.
  private func tasks(_ store: String, _ fleet: Fleet) throws -> [String: NSDictionary] {
    var tasks: [String: NSDictionary] = [:]
    for kind in ["--all", "--deleted"] {
      let lines = try fleet.tasks("--store", fleet.world.path(store), "list", kind, "--jsonl")
      for line in lines.split(separator: "\n") {
        var task = try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        task["sync"] = nil
        task["short"] = nil
        tasks[task["id"] as? String ?? ""] = task as NSDictionary
      }
    }
    return tasks
  }

  private func expectSame(_ store: String, as other: String, _ fleet: Fleet) throws {
    let (built, wanted) = (try tasks(store, fleet), try tasks(other, fleet))
    #expect(Set(built.keys) == Set(wanted.keys))
    for (id, task) in wanted { #expect(built[id] == task, "\(id)") }
  }

  private func rebuild(
    _ fleet: Fleet, from files: [String], to store: String, _ options: String...
  ) throws -> World.Outcome {
    try fleet.attempt("tasks", ["rebuild", "--from"] + files + [store] + options, on: "")
  }

  /// Exports the patches of a device.
  private func export(_ device: String, _ fleet: Fleet) throws {
    try fleet.world.write(try fleet.tasks("log", "--patches", on: device), to: device + ".jsonl")
  }

  @Test(arguments: [1, 2, 3]) func whatThreeDevicesDid(seed: UInt64) throws {
    let simulation = try Simulation(seed: seed, devices: 3)
    try simulation.run(steps: TestScope.cases(60, all: 400))
    let fleet = simulation.fleet
    var files: [String] = []
    for device in simulation.devices {
      // What is on one device only.
      try fleet.tasks("add", "only \(device)", on: device)
      try export(device, fleet)
      files.append(device + ".jsonl")
    }
    for device in simulation.devices {
      let built = "built-" + device
      let outcome = try rebuild(fleet, from: [device + ".jsonl"], to: built)
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
      try expectSame(built, as: device, fleet)
    }
    #expect(try rebuild(fleet, from: files.reversed() + files, to: "all").status == 0)
    for device in simulation.devices { try fleet.tasks("sync", on: device) }
    for device in simulation.devices { try fleet.tasks("sync", on: device) }
    let (all, merged) = (try tasks("all", fleet), try tasks("d0", fleet))
    #expect(Set(all.keys) == Set(merged.keys))
    for (id, task) in merged {
      // A merge ranks anew.
      let (one, two) = (all[id]?.mutableCopy(), task.mutableCopy())
      for case let fields? in [one as? NSMutableDictionary, two as? NSMutableDictionary] {
        fields["rank"] = nil
      }
      #expect(one as? NSDictionary == two as? NSDictionary)
    }
  }

  @Test func oddHistories() throws {
    let fleet = try Fleet("a")
    func commit(_ what: String) throws {
      try fleet.git("add", "-A", on: "a")
      try fleet.git("commit", "-qm", what, on: "a")
    }
    try fleet.tasks("config", "keywords", "TODO IDEA | DONE SHIPPED", on: "a")
    try fleet.tasks("add", "One", on: "a")
    let path = try fleet.path("One", on: "a")
    let text = try fleet.read(path, on: "a")
    // A version that no one can read, and then another title.
    try fleet.write("* TODO a\n* TODO b\n:PROPERTIES:\n", to: path, on: "a")
    try commit("broken")
    try fleet.write(
      text.replacingOccurrences(of: "TODO One", with: "SHIPPED Two"), to: path, on: "a")
    try commit("mended")
    // Without an id, moved, then with one.
    try fleet.write("* TODO By hand :a:b:\n", to: "hand.org", on: "a")
    try commit("by hand")
    try fleet.git("mv", "hand.org", "moved.org", on: "a")
    try commit("moved")
    try fleet.tasks("modify", "moved.org", "+c", on: "a")
    // One id twice, then once.
    try fleet.tasks("add", "Copied", on: "a")
    let copied = try fleet.path("Copied", on: "a")
    try fleet.write(try fleet.read(copied, on: "a"), to: "copy.org", on: "a")
    try commit("copied")
    try fleet.git("rm", "-q", copied, on: "a")
    try commit("the copy stays")
    try fleet.write(
      "---\nid: note\ntitle: \"A: b\"\nstatus: todo\naliases: [x, y]\nowner: me\n---\n\nText\n",
      to: "n/note.md", on: "a")
    try fleet.write("# no task\n", to: "README.md", on: "a")
    try fleet.write("* TODO Inbox\n", to: ".hidden/x.org", on: "a")
    try commit("more")
    try export("a", fleet)
    let outcome = try rebuild(fleet, from: ["a.jsonl"], to: "built")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    try expectSame("built", as: "a", fleet)
    #expect(try tasks("built", fleet).count == 4)
  }

  /// Patches come from a pipe of the shell as well, and a file that is not there is an error in the command line.
  @Test func aPipeIsAFile() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "One", on: "a")
    let program = World.tasks
    let outcome = try fleet.world.run(
      "bash", ["-c", "'\(program)' rebuild --from <('\(program)' --store a log --patches) built"])
    #expect(outcome.status == 0, "\(outcome)")
    try expectSame("built", as: "a", fleet)
    let missing = try rebuild(fleet, from: ["none.jsonl"], to: "other")
    #expect(missing.status == 2 && missing.errors.contains("none.jsonl: No such file"))
  }

  @Test func aShallowCloneBeginsWithWhatItHas() throws {
    let fleet = try Fleet("a")
    for title in ["One", "Two", "Three"] { try fleet.tasks("add", title, on: "a") }
    try fleet.tasks("sync", on: "a")
    try fleet.git("clone", "-q", "--depth", "2", "file://" + fleet.world.path("hub.git"), "b")
    let patches = try fleet.attempt("tasks", ["log", "--patches"], on: "b")
    #expect(patches.status == 0 && patches.errors.contains("shallow"))
    try fleet.world.write(patches.output, to: "b.jsonl")
    #expect(try rebuild(fleet, from: ["b.jsonl"], to: "built").status == 0)
    try expectSame("built", as: "a", fleet)
  }

  @Test func gapsAndDamage() throws {
    let fleet = try Fleet("a")
    try fleet.tasks("add", "One", on: "a")
    try fleet.tasks("add", "Two", on: "a")
    try fleet.tasks("modify", try fleet.path("One", on: "a"), "title:Uno", on: "a")
    try fleet.tasks("modify", try fleet.path("Uno", on: "a"), "+tag", on: "a")
    try export("a", fleet)
    let lines = try fleet.world.read("a.jsonl").split(separator: "\n")
    try #require(lines.count == 4)
    func write(_ lines: [some StringProtocol]) throws {
      try fleet.world.write(lines.joined(separator: "\n"), to: "x.jsonl")
    }
    func expectRefused(_ reason: String, _ store: String = "new") throws {
      let outcome = try rebuild(fleet, from: ["x.jsonl"], to: store)
      #expect(outcome.status == 2 && outcome.errors.contains(reason), "\(outcome.errors)")
      #expect(!fleet.exists(".git", on: "new"))
    }
    let missing = String(lines[2].split(separator: "\"")[3])
    try write([lines[0], lines[1], lines[3]])
    try expectRefused(missing)
    let built = try rebuild(fleet, from: ["x.jsonl"], to: "part", "--allow-gaps", "--json")
    #expect(built.status == 0 && built.errors.contains(missing))
    let json = try JSONSerialization.jsonObject(with: Data(built.output.utf8)) as? [String: Any]
    let answer = json?["rebuild"] as? [String: Any]
    let gaps = answer?["gaps"] as? [[String: Any]]
    #expect(answer?["tasks"] as? Int == 2)
    #expect(gaps?.map { $0["missing"] as? [String] } == [[missing]])
    #expect(gaps?.first?["built"] as? Bool == true)
    #expect(try fleet.titles(on: "part").sorted() == ["One", "Two"])
    // With the patch from elsewhere it is whole.
    #expect(try rebuild(fleet, from: ["x.jsonl", "a.jsonl"], to: "whole").status == 0)
    try expectSame("whole", as: "a", fleet)

    try write([lines[0].dropLast(5)] + lines.dropFirst())
    try expectRefused("x.jsonl, line 1 is damaged")
    try write([Substring("{\"id\":\"a\"}")])
    try expectRefused("line 1 is no patch: the key 'task'")
    try write(lines + [Substring(lines[0].replacingOccurrences(of: "\"One\"", with: "\"1\""))])
    try expectRefused("line 5: the patch")
    let place = try fleet.path("Two", on: "a")
    for odd in ["../two.org", "/tmp/two.org", ".git/two.org", "two.md", "a//two.org", "a/../b.org"]
    {
      try write(lines.map { $0.replacingOccurrences(of: place, with: odd) })
      try expectRefused("its path")
    }
    try fleet.world.write("x", to: "full/file")
    try write(lines)
    try expectRefused("is not empty", "full")
  }
}
