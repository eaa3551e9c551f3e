import Foundation
import TestSupport
import Testing

/// Devices that have no git server, but a folder that some program carries between them.
@Suite struct DropTests {
  /// Devices, each with its own copy of a folder.
  private final class Carried {
    let fleet: Fleet
    let devices: [String]
    private var random: SeededGenerator

    init(_ devices: [String], seed: UInt64) throws {
      self.devices = devices
      random = SeededGenerator(seed: seed)
      fleet = try Fleet()
      for device in devices {
        try FileManager.default.createDirectory(
          atPath: folder(of: device), withIntermediateDirectories: true)
      }
      try fleet.tasks("init", devices[0])
      try fleet.tasks("add", "The first", on: devices[0])
      try fleet.tasks("sync", "add", "origin", "drop:" + folder(of: devices[0]), on: devices[0])
      try fleet.tasks("sync", on: devices[0])
      for device in devices.dropFirst() {
        carry(from: devices[0], to: device, stopsAnywhere: false)
        try fleet.tasks("clone", "drop:" + folder(of: device), device)
      }
    }

    func folder(of device: String) -> String { fleet.world.path("drop-\(device)") }

    func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// Copies what has changed, file by file in an order of chance, as a program does that keeps folders the same; it may
    /// stop after some files, leave one half written, and make a copy of one that it takes for changed on both sides.
    func carry(from: String, to: String, stopsAnywhere: Bool = true) {
      let files = FileManager.default
      let names = (try? files.contentsOfDirectory(atPath: folder(of: from))) ?? []
      for name in names.shuffled(using: &random) {
        // Its own files are those that a device has newer than others.
        let (source, target) = (folder(of: from) + "/" + name, folder(of: to) + "/" + name)
        guard !name.hasPrefix(".") || name == ".tasks-drop",
          let data = files.contents(atPath: source),
          data != files.contents(atPath: target), name == ".tasks-drop" || owns(from, name)
        else { continue }
        let lot = stopsAnywhere ? chance(12) : 11
        if lot == 0 { return }
        let whole = lot == 1 ? data.prefix(chance(data.count + 1)) : data
        if lot == 2 {
          let copy =
            folder(of: to) + "/" + name.replacing(".bundle", with: ".sync-conflict-1.bundle")
          try? data.prefix(chance(data.count)).write(to: URL(fileURLWithPath: copy))
        }
        try? whole.write(to: URL(fileURLWithPath: target))
      }
    }

    private func owns(_ device: String, _ name: String) -> Bool {
      let id = try? fleet.git("config", "tasks.device", on: device)
        .trimmingCharacters(in: .newlines)
      return id.map { name == "\($0).bundle" || name == "\($0)-1.bundle" } ?? false
    }
  }

  /// Law: whatever the carrier does, once it has carried everything all devices have all tasks, and the same ones.
  @Test(arguments: [1, 2, 3] as [UInt64]) func allConverge(seed: UInt64) throws {
    let carried = try Carried(["desk", "lap", "pad"], seed: seed)
    let (fleet, devices) = (carried.fleet, carried.devices)
    var titles: Set<String> = ["The first"]
    let first = try fleet.tasks("list", "--format", "{id}", on: "desk")
      .trimmingCharacters(in: .newlines)
    for step in 0..<12 {
      let device = devices[carried.chance(3)]
      let title = "Task \(step) of \(device)"
      try fleet.tasks("add", title, on: device)
      titles.insert(title)
      if step % 3 == 0 { try fleet.tasks("modify", first, "+t\(step)", on: device) }
      try fleet.tasks("sync", on: device)
      let other = devices[carried.chance(3)]
      if other != device { carried.carry(from: device, to: other) }
    }
    for _ in 0..<3 {
      for device in devices {
        for other in devices where other != device {
          carried.carry(from: other, to: device, stopsAnywhere: false)
        }
        try fleet.tasks("sync", on: device)
      }
    }
    let trees = try devices.map { try fleet.git("rev-parse", "HEAD^{tree}", on: $0) }
    #expect(Set(trees).count == 1, "seed \(seed)")
    let found = try fleet.tasks("list", "--format", "{title}", on: "pad").split(separator: "\n")
    #expect(Set(found.map(String.init)) == titles, "seed \(seed)")
    for device in devices {
      #expect(try fleet.git("status", "--porcelain", on: device) == "")
      #expect(try fleet.tasks("list", "--unsynced", on: device) == "")
      #expect(try fleet.tasks("sync", on: device) == "up to date with origin\n")
      #expect(try fleet.git("fsck", "--no-dangling", on: device) == "")
    }
  }

  @Test func whatIsInTheWayIsNamedAndNothingIsLost() throws {
    let carried = try Carried(["desk", "lap"], seed: 1)
    let (fleet, folder) = (carried.fleet, carried.folder(of: "desk"))
    try fleet.tasks("add", "Mine", on: "desk")
    // Unplugged: the place of the mount is an empty folder, or is not there.
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
    let gone = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(gone.status == 6 && gone.errors.contains("is not there"), "\(gone)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let empty = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(empty.status == 6 && empty.errors.contains("is it mounted?"), "\(empty)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.moveItem(atPath: folder + "-away", toPath: folder)
    // Files that are none, and one of another store.
    try fleet.tasks("init", "other")
    try fleet.git(
      "bundle", "create", "--quiet", folder + "/zzzz.bundle", "HEAD", "main", on: "other")
    for (name, text) in [("a.bundle", ""), ("b.bundle", "# v2 git bundle\n"), ("c.txt", "x")] {
      try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
    }
    let said = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(said.status == 0, "\(said)")
    for word in [
      "a.bundle is not complete", "b.bundle is not complete", "zzzz.bundle is of another store",
    ] {
      #expect(said.errors.contains(word), "\(said.errors)")
    }
    carried.carry(from: "desk", to: "lap", stopsAnywhere: false)
    try fleet.tasks("sync", on: "lap")
    #expect(try fleet.tasks("list", "--format", "{title}", on: "lap").contains("Mine"))
  }

  /// A device reads only what is new: its own file grows by what others lack.
  @Test func bundlesGrowByWhatIsNew() throws {
    let carried = try Carried(["desk", "lap"], seed: 1)
    let (fleet, folder) = (carried.fleet, carried.folder(of: "desk"))
    for number in 0..<30 { try fleet.tasks("add", "Task \(number)", on: "desk") }
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("add", "One more", on: "desk")
    try fleet.tasks("sync", on: "desk")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files.count == 3, "\(files)")
    let sizes = files.map { FileManager.default.contents(atPath: folder + "/" + $0)?.count ?? 0 }
    #expect(sizes[1] < sizes[2] || sizes[2] < sizes[1], "\(sizes)")
    carried.carry(from: "desk", to: "lap", stopsAnywhere: false)
    try fleet.tasks("sync", on: "lap")
    #expect(try fleet.tasks("list", on: "lap").split(separator: "\n").count == 32)
  }

  @Test func placesAreAddedListedAndRemoved() throws {
    let fleet = try Fleet("desk")
    let place = fleet.world.path("stick")
    let missing = try fleet.attempt("tasks", ["sync", "add", "stick", "drop:\(place)"], on: "desk")
    #expect(missing.status == 2 && missing.errors.contains("is no folder"), "\(missing)")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try fleet.tasks("sync", "add", "stick", "drop:../stick", on: "desk")
    #expect(
      try fleet.tasks("sync", "list", on: "desk")
        == "origin  \(fleet.world.path("hub.git"))\nstick  drop:\(place)\n")
    #expect(
      try fleet.tasks("sync", "list", "--json", on: "desk").contains(
        #"{"name":"stick","place":"drop:\#(place)","synced":true}"#))
    try fleet.git("remote", "add", "web", "https://me:secret@example.org/x.git", on: "desk")
    for words in [["sync", "list"], ["sync", "list", "--json"]] {
      let listed = try fleet.attempt("tasks", words, on: "desk").output
      #expect(listed.contains("https://example.org/x.git"), "\(listed)")
    }
    try fleet.git("remote", "remove", "web", on: "desk")
    #expect(
      try fleet.tasks("sync", "--dry-run", on: "desk")
        == "nothing to push to origin\nwould push 1 commit to stick\n")
    #expect(
      try fleet.attempt("tasks", ["doctor"], on: "desk").output.contains("bundles in \(place)"))
    try FileManager.default.removeItem(atPath: place)
    let away = try fleet.attempt("tasks", ["doctor"], on: "desk")
    #expect(away.output.contains("stick: \(place) is not there"), "\(away)")
    let twice = try fleet.attempt("tasks", ["sync", "add", "stick", "drop:\(place)"], on: "desk")
    #expect(twice.status == 2 && twice.errors.contains("there is a place stick already"))
    try fleet.tasks("sync", "remove", "stick", on: "desk")
    #expect(try fleet.attempt("tasks", ["sync", "remove", "stick"], on: "desk").status == 2)
    #expect(try fleet.attempt("tasks", ["sync", "rename"], on: "desk").status == 2)
  }

  /// A host without git: rsync copies the same bundles, here through a stand-in for ssh.
  @Test func aHostWithoutGit() throws {
    let fleet = try Fleet("desk")
    try fleet.tasks("git", "remote", "remove", "origin", on: "desk")
    let ssh = fleet.world.path("ssh")
    try fleet.world.write(StandIn.ssh, to: "ssh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ssh)
    fleet.world.environment["RSYNC_RSH"] = ssh
    let place = "rsync:me@host:\(fleet.world.path("far"))"
    try fleet.tasks("add", "From the desk", on: "desk")
    try fleet.tasks("sync", "add", "far", place, on: "desk")
    try fleet.tasks("sync", on: "desk")
    let there = try FileManager.default.contentsOfDirectory(atPath: fleet.world.path("far"))
    #expect(there.count == 2, "\(there)")
    try fleet.tasks("clone", place, "lap")
    try fleet.tasks("sync", on: "desk")
    for round in 0..<3 {
      try fleet.tasks("add", "From the lap \(round)", on: "lap")
      try fleet.tasks("add", "Desk \(round)", on: "desk")
      for device in ["desk", "lap", "desk"] { try fleet.tasks("sync", on: device) }
    }
    let titles = try fleet.tasks("list", "--format", "{title}", on: "desk")
    #expect(titles.split(separator: "\n").count == 7, "\(titles)")
    #expect(try fleet.tasks("list", "--format", "{title}", on: "lap") == titles)
    #expect(try fleet.tasks("sync", on: "desk") == "up to date with far\n")
    try fleet.tasks("add", "Later", on: "desk")
    fleet.world.environment["RSYNC_RSH"] = "/nowhere"
    let failed = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(failed.status == 6 && failed.errors.contains("far cannot be reached"), "\(failed)")
    fleet.world.environment["RSYNC_RSH"] = ssh
    #expect(
      try fleet.tasks("sync", on: "desk").hasPrefix("synchronized with far: 0 received, 1 sent"))
    try fleet.tasks("sync", on: "lap")
    #expect(try fleet.tasks("list", "--format", "{title}", on: "lap").contains("Later"))
  }

  /// One sync contacts all places, and brings to each what another one had.
  @Test func severalPlaces() throws {
    let carried = try Carried(["desk", "lap"], seed: 1)
    let fleet = carried.fleet
    try fleet.git("init", "--quiet", "--bare", "hub.git")
    try fleet.tasks("sync", "add", "hub", fleet.world.path("hub.git"), on: "desk")
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("clone", fleet.world.path("hub.git"), "pad")
    try fleet.tasks("add", "From the pad", on: "pad")
    try fleet.tasks("sync", on: "pad")
    let said = try fleet.tasks("sync", on: "desk")
    #expect(
      said
        == "synchronized with origin: 0 received, 1 sent\nsynchronized with hub: 1 received, 0 sent\n"
    )
    carried.carry(from: "desk", to: "lap", stopsAnywhere: false)
    try fleet.tasks("sync", on: "lap")
    #expect(try fleet.tasks("list", "--format", "{title}", on: "lap").contains("From the pad"))
    // One that is away keeps none of the others from it.
    try fleet.tasks("add", "From the desk", on: "desk")
    let folder = carried.folder(of: "desk")
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
    let partly = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(partly.status == 6 && partly.errors.contains("origin cannot be reached"), "\(partly)")
    try fleet.tasks("sync", on: "pad")
    #expect(try fleet.tasks("list", "--format", "{title}", on: "pad").contains("From the desk"))
  }

  @Test func oneFileByHand() throws {
    let fleet = try Fleet("desk", "lap")
    try fleet.tasks("add", "From the desk", on: "desk")
    try fleet.tasks("add", "From the lap", on: "lap")
    let file = fleet.world.path("todo.bundle")
    for device in ["desk", "lap", "desk"] { try fleet.tasks("sync", "--bundle", file, on: device) }
    #expect(
      try fleet.git("rev-parse", "HEAD", on: "desk") == fleet.git("rev-parse", "HEAD", on: "lap"))
    #expect(try fleet.tasks("list", on: "lap").split(separator: "\n").count == 2)
    try "nonsense".write(toFile: file, atomically: true, encoding: .utf8)
    let bad = try fleet.attempt("tasks", ["sync", "--bundle", file], on: "desk")
    #expect(bad.status != 0 && bad.errors.contains("no bundle of git"), "\(bad)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "nonsense")
  }

  @Test func doctorWarnsOfARepositoryThatIsCarried() throws {
    let fleet = try Fleet("desk")
    let folder = fleet.world.path("Dropbox")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try fleet.git("clone", "--quiet", "--bare", "hub.git", "Dropbox/todo.git")
    try fleet.git("remote", "set-url", "origin", folder + "/todo.git", on: "desk")
    let said = try fleet.attempt("tasks", ["doctor"], on: "desk")
    #expect(
      said.output.contains("a folder of Dropbox") && said.output.contains("drop:FOLDER"), "\(said)")
  }

  /// What a sync with nothing new reads of five devices is their heads.
  @Test func aSyncWithNothingNewStartsNoGit() throws {
    let carried = try Carried(["a", "b", "c", "d", "e"], seed: 1)
    for device in carried.devices { try carried.fleet.tasks("sync", on: device) }
    for _ in 0..<2 {
      for device in carried.devices {
        for other in carried.devices where other != device {
          carried.carry(from: other, to: device, stopsAnywhere: false)
        }
        try carried.fleet.tasks("sync", on: device)
      }
    }
    let traced = try carried.fleet.attempt(
      "strace", ["-f", "-qq", "-e", "trace=execve", World.tasks, "sync"], on: "a")
    #expect(traced.output == "up to date with origin\n", "\(traced)")
    let started = traced.errors.split(separator: "\n").filter { $0.contains("execve(") }
    #expect(started.count == 1, "\(started)")
  }

  /// Names in another form of Unicode, blanks, another branch and a store in a folder of a repository.
  @Test func oddNames() throws {
    let fleet = try Fleet()
    let place = fleet.world.path("Ord\u{6E}er mit Bla\u{308}nk")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    fleet.world.environment["TASKS_DEVICE"] = "Bu\u{308}ro 1"
    try fleet.git("init", "--quiet", "-b", "trunk", "desk")
    try fleet.tasks("init", "desk/todo")
    try fleet.tasks("add", "Ka\u{308}se", on: "desk/todo")
    try fleet.tasks("sync", "add", "my-stick", "drop:" + place, on: "desk/todo")
    try fleet.tasks("sync", on: "desk/todo")
    fleet.world.environment["TASKS_DEVICE"] = "lap"
    try fleet.git("clone", "--quiet", "-b", "trunk", bundle(in: place), "lap")
    try fleet.tasks("init", "lap/todo")
    try fleet.tasks("sync", "remove", "origin", on: "lap/todo")
    try fleet.tasks("sync", "add", "my-stick", "drop:" + place, on: "lap/todo")
    try fleet.tasks("add", "Brot", on: "lap/todo")
    for device in ["lap", "desk", "lap"] { try fleet.tasks("sync", on: device + "/todo") }
    let titles = try fleet.tasks("list", "--format", "{title}", on: "desk/todo")
    #expect(titles.unicodeScalars.count == "Ka\u{308}se\nBrot\n".unicodeScalars.count, "\(titles)")
    #expect(try fleet.tasks("list", "--format", "{title}", on: "lap/todo") == titles)
  }

  private func bundle(in folder: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return folder + "/" + (names.first { $0.hasSuffix(".bundle") } ?? "")
  }

  /// A folder that cannot be written to: what is here stays, and the next sync goes on.
  @Test func aFullFolder() throws {
    let carried = try Carried(["desk", "lap"], seed: 1)
    let (fleet, folder) = (carried.fleet, carried.folder(of: "desk"))
    try fleet.tasks("add", "More", on: "desk")
    // A folder on a file system of a few pages, which its first files fill.
    let script = """
      mount -t tmpfs -o size=8k none "$0" && cp "$1"/.tasks-drop "$0" && head -c 8192 /dev/zero > "$0/filler" 2>/dev/null
      "$2" sync; echo "status $?"; ls -A "$0"
      """
    try FileManager.default.createDirectory(
      atPath: fleet.world.path("small"), withIntermediateDirectories: true)
    try fleet.git("config", "remote.origin.url", "drop:" + fleet.world.path("small"), on: "desk")
    let said = try fleet.attempt(
      "unshare", ["-rm", "sh", "-c", script, fleet.world.path("small"), folder, World.tasks],
      on: "desk")
    // Some machines forbid it.
    if said.errors.contains("unshare:") { return }
    #expect(said.output.contains("status 6") && !said.output.contains(".bundle"), "\(said)")
    #expect(try fleet.tasks("list", "--unsynced", "--format", "{title}", on: "desk") == "More\n")
    try fleet.git("config", "remote.origin.url", "drop:" + folder, on: "desk")
    #expect(try fleet.tasks("sync", on: "desk") == "synchronized with origin: 0 received, 1 sent\n")
  }

  /// A carrier slower than the syncs: each device merges what the other had before it merged. They still reach one commit.
  @Test func slowCarriersComeToOneCommit() throws {
    let carried = try Carried(["desk", "lap"], seed: 1)
    let fleet = carried.fleet
    for device in carried.devices { try fleet.tasks("add", "From \(device)", on: device) }
    var merges: [String] = []
    for _ in 0..<7 {
      for device in carried.devices { try fleet.tasks("sync", on: device) }
      for (from, to) in [("desk", "lap"), ("lap", "desk")] {
        carried.carry(from: from, to: to, stopsAnywhere: false)
      }
      merges.append(try fleet.git("rev-list", "--count", "--merges", "HEAD", on: "desk"))
    }
    let heads = try carried.devices.map { try fleet.git("rev-parse", "HEAD", on: $0) }
    #expect(Set(heads).count == 1)
    // Nothing is merged any more once they agree.
    #expect(merges[4] == merges[6], "\(merges)")
  }

  /// A copy of a clone writes the same files; what both have done is taken over.
  @Test func aCopiedCloneLosesNothing() throws {
    let carried = try Carried(["desk", "lap"], seed: 1)
    let fleet = carried.fleet
    try fleet.run("cp", ["-a", "desk", "copy"], on: "")
    try fleet.tasks("add", "From the desk", on: "desk")
    try fleet.tasks("add", "From the copy", on: "copy")
    for device in ["desk", "copy", "desk", "copy"] { try fleet.tasks("sync", on: device) }
    carried.carry(from: "desk", to: "lap", stopsAnywhere: false)
    try fleet.tasks("sync", on: "lap")
    let titles = try fleet.tasks("list", "--format", "{title}", on: "lap")
    #expect(titles.contains("From the desk") && titles.contains("From the copy"), "\(titles)")
  }

  /// A conflict that people have to resolve: it is named so that git finds it, and all else goes on.
  @Test func aConflictIsResolvedByHand() throws {
    let carried = try Carried(["desk", "lap"], seed: 1)
    let fleet = carried.fleet
    for device in carried.devices {
      try fleet.world.write("of the \(device)\n", to: "\(device)/notes.txt")
      try fleet.git("add", "notes.txt", on: device)
      try fleet.git("commit", "-qm", "notes", on: device)
      try fleet.tasks("add", "From \(device)", on: device)
    }
    try fleet.tasks("sync", on: "lap")
    carried.carry(from: "lap", to: "desk", stopsAnywhere: false)
    let said = try fleet.attempt("tasks", ["sync"], on: "desk")
    let ref = said.errors.split(separator: " ").map(String.init).last {
      $0.contains("refs/tasks/drop")
    }
    #expect(said.status == 1 && ref != nil, "\(said)")
    _ = try fleet.attempt(
      "git", ["merge", "-q", "--no-edit", ref?.trimmingCharacters(in: .newlines) ?? ""], on: "desk")
    try fleet.world.write("of both\n", to: "desk/notes.txt")
    try fleet.git("add", "notes.txt", on: "desk")
    try fleet.git("commit", "-qm", "merged", on: "desk")
    try fleet.tasks("sync", on: "desk")
    carried.carry(from: "desk", to: "lap", stopsAnywhere: false)
    try fleet.tasks("sync", on: "lap")
    #expect(try fleet.world.read("lap/notes.txt") == "of both\n")
    #expect(try fleet.tasks("list", on: "lap").split(separator: "\n").count == 3)
  }

  @Test func placesThatCannotBeUsedAreRefused() throws {
    let fleet = try Fleet("desk")
    for (words, said) in [
      (["my stick", "drop:.."], "is no name for a place"), (["x", "folder:none"], "is no folder"),
      (["x", "rsync:host"], "names no folder"), (["x", "rsync:"], "names no folder"),
      (["x", "drop:."], "in the store itself"),
    ] {
      let outcome = try fleet.attempt("tasks", ["sync", "add"] + words, on: "desk")
      #expect(outcome.status == 2 && outcome.errors.contains(said), "\(words): \(outcome)")
    }
    let dry = try fleet.attempt("tasks", ["sync", "add", "x", "hub.git", "--dry-run"], on: "desk")
    #expect(dry.status == 2)
    #expect(try fleet.git("remote", on: "desk") == "origin\n")
    // A place of the same name is another one.
    try fleet.git("init", "--quiet", "--bare", "second.git")
    try fleet.tasks("add", "One", on: "desk")
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("sync", "remove", "origin", on: "desk")
    try fleet.tasks("sync", "add", "origin", "../second.git", on: "desk")
    #expect(try fleet.tasks("sync", on: "desk").hasPrefix("synchronized with origin"))
    #expect(try fleet.git("for-each-ref", "refs/tasks/drop", on: "desk") == "")
  }

  /// Two devices that each began a store of their own do not share one by a folder.
  @Test func aStoreOfItsOwnIsTold() throws {
    let carried = try Carried(["desk"], seed: 1)
    let fleet = carried.fleet
    try fleet.tasks("init", "alone")
    try fleet.tasks("sync", "add", "origin", "drop:" + carried.folder(of: "desk"), on: "alone")
    let said = try fleet.attempt("tasks", ["sync"], on: "alone")
    #expect(said.status == 2 && said.errors.contains("begins with: tasks clone"), "\(said)")
  }

  /// Bundles carry the records of devices, too.
  @Test func devicesAreKnown() throws {
    let carried = try Carried(["desk", "lap"], seed: 1)
    let fleet = carried.fleet
    for _ in 0..<2 {
      for (from, to) in [("desk", "lap"), ("lap", "desk")] {
        carried.carry(from: from, to: to, stopsAnywhere: false)
        try fleet.tasks("sync", on: to)
      }
    }
    try fleet.tasks("add", "One more", on: "desk")
    let known = try fleet.tasks("devices", on: "desk").split(separator: "\n")
    #expect(known.count == 2 && known[1].contains("1 change waits"), "\(known)")
    try fleet.tasks("sync", "remove", "origin", on: "desk")
    let file = fleet.world.path("todo.bundle")
    try fleet.tasks("sync", "--bundle", file, on: "desk")
    try fleet.tasks("sync", "--bundle", file, on: "lap")
    #expect(try fleet.tasks("devices", on: "lap").contains("desk"))
  }

  /// A device whose clock is a day behind.
  @Test func clocksADayApart() throws {
    let carried = try Carried(["desk", "lap"], seed: 1)
    let fleet = carried.fleet
    func lap(_ words: String...) throws {
      let outcome = try fleet.attempt(
        "tasks", words, on: "lap", environment: ["TASKS_NOW": "2026-11-08T09:00"])
      #expect(outcome.status == 0, "\(outcome)")
    }
    let id = try fleet.tasks("list", "--format", "{id}", on: "desk").trimmingCharacters(
      in: .newlines)
    for round in 0..<3 {
      try fleet.tasks("modify", id, "+desk\(round)", on: "desk")
      try lap("modify", id, "+lap\(round)")
      try fleet.tasks("sync", on: "desk")
      carried.carry(from: "desk", to: "lap", stopsAnywhere: false)
      try lap("sync")
      carried.carry(from: "lap", to: "desk", stopsAnywhere: false)
    }
    for _ in 0..<2 {
      try fleet.tasks("sync", on: "desk")
      carried.carry(from: "desk", to: "lap", stopsAnywhere: false)
      try lap("sync")
      carried.carry(from: "lap", to: "desk", stopsAnywhere: false)
    }
    try fleet.tasks("sync", on: "desk")
    let tags = try fleet.tasks("list", "--format", "{tags}", on: "desk")
    for round in 0..<3 { #expect(tags.contains("desk\(round)") && tags.contains("lap\(round)")) }
    #expect(
      try fleet.git("rev-parse", "HEAD", on: "desk") == fleet.git("rev-parse", "HEAD", on: "lap"))
  }
}
