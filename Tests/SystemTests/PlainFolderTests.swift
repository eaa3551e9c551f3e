import Foundation
import TestSupport
import Testing

/// A folder of plain files, for apps that know nothing of git.
@Suite struct PlainFolderTests {
  /// Devices, each with a clone and a folder of plain files, which a program carries between them as Dropbox does: what
  /// one has changed goes to the others, and of what two have changed, one becomes a copy with a name of its own.
  private final class Carried {
    let fleet: Fleet
    let devices: [String]
    private var random: SeededGenerator
    private var server: [String: Data] = [:]
    private var bases: [String: [String: Data]] = [:]
    private var copies = 0

    init(_ devices: [String], seed: UInt64) throws {
      self.devices = devices
      random = SeededGenerator(seed: seed)
      fleet = try Fleet()
      try fleet.tasks("init", devices[0])
      try fleet.tasks("config", "max-open", "0", on: devices[0])
      try fleet.tasks("add", "The first", on: devices[0])
      for device in devices {
        try FileManager.default.createDirectory(
          atPath: folder(of: device), withIntermediateDirectories: true)
        if device != devices[0] {
          try fleet.tasks("clone", fleet.world.path(devices[0]), device)
          try fleet.tasks("sync", "remove", "origin", on: device)
          carry(device, stopsAnywhere: false)
        }
        try fleet.tasks("sync", "add", "files", "folder:" + folder(of: device), on: device)
        try fleet.tasks("sync", on: device)
        carry(device, stopsAnywhere: false)
      }
    }

    func folder(of device: String) -> String { fleet.world.path("files-\(device)") }

    func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    func pick<Item>(_ items: [Item]) -> Item { items[chance(items.count)] }

    func files(of device: String) -> [String: Data] {
      var found: [String: Data] = [:]
      let root = folder(of: device)
      for path in FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? [] {
        if let data = FileManager.default.contents(atPath: root + "/" + path) { found[path] = data }
      }
      return found
    }

    func put(_ data: Data?, _ path: String, on device: String) {
      let full = folder(of: device) + "/" + path
      guard let data else {
        try? FileManager.default.removeItem(atPath: full)
        return
      }
      try? FileManager.default.createDirectory(
        atPath: (full as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try? data.write(to: URL(fileURLWithPath: full), options: .atomic)
    }

    func carry(_ device: String, stopsAnywhere: Bool = true) {
      var here = files(of: device)
      let paths = Set(here.keys).union(server.keys).union(bases[device, default: [:]].keys)
      for path in paths.sorted().shuffled(using: &random) {
        if stopsAnywhere, chance(12) == 0 { return }
        let (local, base, there) = (here[path], bases[device]?[path], server[path])
        if local != there {
          if local != base, there == base || there == nil {
            server[path] = local
          } else {
            if let local, local != base {
              copies += 1
              let ending = (path as NSString).pathExtension
              let copy =
                "\((path as NSString).deletingPathExtension) (\(device)'s conflicted copy \(copies)).\(ending)"
              put(local, copy, on: device)
              (server[copy], here[copy]) = (local, local)
              bases[device, default: [:]][copy] = local
            }
            put(there, path, on: device)
          }
        }
        bases[device, default: [:]][path] = server[path]
      }
    }
  }

  /// Law: whatever is changed where, and whatever the carrier does, once it has carried everything all devices and all
  /// folders have the same tasks, and every line that somebody wrote is in them.
  @Test(arguments: [1, 2, 3] as [UInt64]) func allConverge(seed: UInt64) throws {
    let carried = try Carried(["desk", "lap", "pad"], seed: seed)
    let (fleet, devices) = (carried.fleet, carried.devices)
    var words: [String] = ["The first"]
    var gone: [String] = []
    for step in 0..<24 {
      let device = carried.pick(devices)
      // One that all have seen: what two change before a third knows how it began has no base there.
      let rows = try devices.map {
        Set(try fleet.tasks("list", "--format", "{id} {path}", on: $0).split(separator: "\n"))
      }
      let row = carried.pick(rows.dropFirst().reduce(rows[0]) { $0.intersection($1) }.sorted())
      let (id, path) = (String(row.split(separator: " ")[0]), String(row.split(separator: " ")[1]))
      switch carried.chance(7) {
      case 0:
        try fleet.tasks("add", "Task\(step)", on: device)
        words.append("Task\(step)")
      case 1:
        try fleet.tasks("note", id, "line\(step)", on: device)
        words.append("line\(step)")
      case 2:
        try fleet.tasks("modify", id, "+tag\(step)", on: device)
        words.append("tag\(step)")
      case 3, 4:
        // An app appends to a file, or makes one.
        guard var data = carried.files(of: device)[path] else { break }
        data += Data("app\(step)\n".utf8)
        carried.put(data, path, on: device)
        words.append("app\(step)")
      case 5:
        carried.put(Data("* TODO New\(step)\n".utf8), "New\(step).org", on: device)
        words.append("New\(step)")
      default:
        try fleet.tasks("modify", id, "pri:\(carried.pick(["A", "B", "C"]))", on: device)
      }
      if carried.chance(2) == 0 { try fleet.tasks("sync", on: device) }
      if carried.chance(2) == 0 { carried.carry(device) }
      if step == 12 {
        // A task that nobody else touches.
        try fleet.tasks("add", "Gone", on: device)
        try fleet.tasks("delete", "--yes", "--where", "Gone", on: device)
        gone.append("Gone")
      }
    }
    for _ in 0..<5 {
      for device in devices {
        carried.carry(device, stopsAnywhere: false)
        try fleet.tasks("sync", on: device)
        carried.carry(device, stopsAnywhere: false)
      }
    }
    let folders = devices.map { carried.files(of: $0) }
    #expect(
      folders.allSatisfy { $0 == folders[0] }, "seed \(seed): \(folders.map { $0.keys.sorted() })")
    #expect(!folders[0].keys.contains { $0.contains("conflicted") }, "seed \(seed)")
    let text = folders[0].values.map { String(decoding: $0, as: UTF8.self) }.joined()
    for word in words { #expect(text.contains(word), "seed \(seed): \(word) is lost") }
    for word in gone { #expect(!text.contains(word), "seed \(seed)") }
    for device in devices {
      let listed = try fleet.tasks("list", "--format", "{id} {title} {tags}", on: device)
      #expect(try listed == fleet.tasks("list", "--format", "{id} {title} {tags}", on: devices[0]))
      #expect(try fleet.git("status", "--porcelain", on: device) == "")
      #expect(try fleet.tasks("sync", on: device) == "up to date with files\n")
      #expect(try fleet.tasks("list", "--unsynced", on: device) == "")
      #expect(try fleet.git("fsck", "--no-dangling", on: device) == "")
    }
  }

  // MARK: One device and its apps

  /// A clone with a folder of plain files.
  private func desk(_ titles: String...) throws -> Fleet {
    let fleet = try Fleet()
    try fleet.tasks("init", "desk")
    try FileManager.default.createDirectory(
      atPath: fleet.world.path("files"), withIntermediateDirectories: true)
    for title in titles { try fleet.tasks("add", title, on: "desk") }
    try fleet.tasks("sync", "add", "files", "folder:../files", on: "desk")
    try fleet.tasks("sync", on: "desk")
    return fleet
  }

  /// The files of tasks in the folder, by name.
  private func names(_ fleet: Fleet) throws -> [String] {
    let root = fleet.world.path("files")
    let all = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
    return all.filter { $0.hasSuffix(".org") || $0.hasSuffix(".md") }.sorted()
  }

  /// The file of a task in the folder, as a path in the world.
  private func file(_ word: String, _ fleet: Fleet) throws -> String {
    let name = try names(fleet).first { $0.contains(word) }
    return "files/" + (try #require(name, "\(word)"))
  }

  private func edit(_ word: String, _ fleet: Fleet, _ change: (String) -> String) throws {
    let path = try file(word, fleet)
    try fleet.world.write(change(fleet.world.read(path)), to: path)
  }

  private func titles(_ fleet: Fleet) throws -> [String] {
    try fleet.tasks("list", "--format", "{title}", on: "desk").split(separator: "\n").map(
      String.init)
  }

  private func id(_ word: String, _ fleet: Fleet) throws -> String {
    try fleet.tasks("list", "--all", "--format", "{id}", word, on: "desk")
      .trimmingCharacters(in: .newlines)
  }

  @Test func bothWays() throws {
    let fleet = try desk("Buy milk", "Call Bob")
    #expect(try names(fleet).count == 2)
    // Both sides change one task in one round.
    try edit("milk", fleet) { $0 + "of the app\n" }
    try fleet.tasks("modify", "--yes", "--where", "milk", "+shop", on: "desk")
    #expect(try fleet.tasks("sync", on: "desk") == "synchronized with files: 1 received, 1 sent\n")
    let merged = try fleet.world.read(file("milk", fleet))
    #expect(merged.contains("of the app\n") && merged.contains(":shop:"), "\(merged)")
    #expect(try fleet.tasks("sync", on: "desk") == "up to date with files\n")
    // The same value changed on both sides: ours was not known to anybody yet, and the other one is in the log.
    try edit("Bob".lowercased(), fleet) { $0.replacing("Call Bob", with: "Call Bobby") }
    try fleet.tasks("modify", "--yes", "--where", "Bob", "title:Call Robert", on: "desk")
    try fleet.tasks("sync", on: "desk")
    #expect(try titles(fleet).contains("Call Robert"))
    #expect(try fleet.tasks("conflicts", on: "desk").contains("Call Bobby"))
    // One that the app renames keeps its task; new ones are tasks.
    try FileManager.default.moveItem(
      atPath: fleet.world.path(file("milk", fleet)), toPath: fleet.world.path("files/Milk.org"))
    try fleet.world.write("* TODO From the app\n", to: "files/Notes/App.org")
    try fleet.world.write("No task.\n", to: "files/plain.org")
    try fleet.tasks("sync", on: "desk")
    #expect(try titles(fleet) == ["Buy milk", "Call Robert", "From the app"])
    try fleet.tasks("note", id("milk", fleet), "bread too", on: "desk")
    try fleet.tasks("sync", on: "desk")
    #expect(try fleet.world.read("files/Milk.org").contains("bread too"))
    #expect(try names(fleet).count == 4)
    // In the trash, restored, converted.
    try fleet.tasks("delete", "--yes", "--where", "From", on: "desk")
    try fleet.tasks("sync", on: "desk")
    #expect(try !names(fleet).contains("Notes/App.org"))
    let deleted = try fleet.tasks("list", "--deleted", "--format", "{id}", on: "desk")
    let id = deleted.trimmingCharacters(in: .newlines)
    try fleet.tasks("restore", id, on: "desk")
    try fleet.tasks("convert", "--to", "md", id, on: "desk")
    try fleet.tasks("sync", on: "desk")
    #expect(try names(fleet).contains("Notes/App.md"))
    #expect(try fleet.world.read("files/plain.org") == "No task.\n")
    #expect(try fleet.git("status", "--porcelain", on: "desk") == "")
  }

  /// A file that is missing is a deletion one sync later, and can be restored; many are none.
  @Test func missingFiles() throws {
    let fleet = try desk("One", "Two", "Three", "Four")
    let path = try file("one", fleet)
    let text = try fleet.world.read(path)
    func remove(_ word: String) throws {
      try FileManager.default.removeItem(atPath: fleet.world.path(file(word, fleet)))
    }
    try remove("one")
    let first = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(first.status == 0 && first.errors.contains("is missing; if it still is"), "\(first)")
    #expect(try titles(fleet).count == 4)
    // It was on its way.
    try fleet.world.write(text, to: path)
    for _ in 0..<2 { try fleet.tasks("sync", on: "desk") }
    #expect(try titles(fleet).count == 4)
    try remove("one")
    try fleet.tasks("sync", on: "desk")
    let second = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(second.errors.contains("tasks restore"), "\(second)")
    #expect(try titles(fleet) == ["Two", "Three", "Four"])
    // A carrier that was late brings the file back.
    try fleet.world.write(text, to: path)
    try fleet.tasks("sync", on: "desk")
    #expect(try titles(fleet).count == 4)
    // One that was deleted here does not come back with a file that is late.
    try fleet.tasks("delete", "--yes", "--where", "One", on: "desk")
    try fleet.tasks("sync", on: "desk")
    try fleet.world.write(text, to: path)
    let late = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(late.errors.contains("in the trash, and is removed again"), "\(late)")
    #expect(try names(fleet).count == 3)
    // One that was changed here meanwhile is written again.
    try remove("two")
    try fleet.tasks("modify", "--yes", "--where", "Two", "+kept", on: "desk")
    for _ in 0..<2 { try fleet.tasks("sync", on: "desk") }
    #expect(try fleet.world.read(file("two", fleet)).contains(":kept:"))
    // Too many.
    for word in ["two", "three"] { try remove(word) }
    for _ in 0..<2 {
      let many = try fleet.attempt("tasks", ["sync"], on: "desk")
      #expect(many.status == 1 && many.errors.contains("2 of 3 files of files are"), "\(many)")
      #expect(many.errors.contains("tasks sync --yes"), "\(many)")
    }
    #expect(try titles(fleet).count == 3)
    try fleet.tasks("sync", "--yes", on: "desk")
    #expect(try titles(fleet) == ["Four"])
    #expect(try fleet.tasks("trash", on: "desk").split(separator: "\n").count == 3)
  }

  /// What cannot be read as what it was is named and stays as it is, on both sides.
  @Test func whatIsOddIsNamedAndStays() throws {
    let fleet = try desk("Empty", "Without", "Cut", "Copied")
    let before = try fleet.git("rev-parse", "HEAD", on: "desk")
    try edit("empty", fleet) { _ in "" }
    try edit("without", fleet) { $0.replacing(":ID:", with: ":NO:") }
    try edit("cut", fleet) { $0 + "not complete y" }
    let copied = try file("copied", fleet)
    try fleet.world.write(fleet.world.read(copied), to: "files/Other name.org")
    for (name, text) in [("broken.md", "---\nstatus: [\n---\n"), (".hidden.org", "* TODO no\n")] {
      try fleet.world.write(text, to: "files/" + name)
    }
    let contents = try names(fleet).map { try fleet.world.read("files/" + $0) }
    let said = try fleet.attempt("tasks", ["sync"], on: "desk")
    for word in [
      "is empty or no task", "has lost its id", "in the middle of a line",
      "the id of another file",
      "broken.md cannot be read",
    ] {
      #expect(said.errors.contains(word), "\(word): \(said.errors)")
    }
    #expect(said.status == 0)
    #expect(try fleet.git("rev-parse", "HEAD", on: "desk") == before)
    // Nor are they written over when the task changes here.
    for word in ["Empty", "Without", "Cut"] {
      try fleet.tasks("modify", "--yes", "--where", word, "+later", on: "desk")
    }
    try edit("cut", fleet) { $0 + "et\n" }
    try fleet.tasks("sync", on: "desk")
    #expect(try fleet.world.read(file("empty", fleet)) == "")
    #expect(try !fleet.world.read(file("without", fleet)).contains("later"))
    #expect(try contents.count == names(fleet).count)
    #expect(try titles(fleet).count == 4)
  }

  /// Places that are not what they were: nothing is taken for deleted, nothing is written.
  @Test func placesThatCannotBeUsed() throws {
    let fleet = try desk("One", "Two")
    let folder = fleet.world.path("files")
    let files = FileManager.default
    try files.moveItem(atPath: folder, toPath: folder + "-away")
    let gone = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(gone.status == 6 && gone.errors.contains("is not there"), "\(gone)")
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let empty = try fleet.attempt("tasks", ["sync", "--yes"], on: "desk")
    #expect(empty.status == 6 && empty.errors.contains("is it mounted?"), "\(empty)")
    #expect(try files.contentsOfDirectory(atPath: folder) == [])
    #expect(try fleet.attempt("tasks", ["doctor"], on: "desk").output.contains("is it mounted?"))
    try fleet.tasks("init", "other")
    let taken = try fleet.attempt(
      "tasks", ["sync", "add", "x", "folder:../files-away"], on: "other")
    #expect(taken.status == 2 && taken.errors.contains("of another store"), "\(taken)")
    try fleet.world.write("* TODO Foreign\n", to: "full/a.org")
    for (place, said) in [
      ("full", "that are not in this store"), ("none", "is no folder"),
      ("desk", "in the store itself"),
      (".", "the store is in"),
    ] {
      let outcome = try fleet.attempt(
        "tasks", ["sync", "add", "x", "folder:" + fleet.world.path(place)], on: "desk")
      #expect(outcome.status == 2 && outcome.errors.contains(said), "\(place): \(outcome)")
    }
    let own = try fleet.attempt("tasks", ["sync", "add", "x", "folder:"], on: "desk")
    #expect(own.status == 2 && own.errors.contains("no folder is named"), "\(own)")
    let clone = try fleet.attempt("tasks", ["clone", "folder:files-away", "new"], on: "")
    #expect(clone.status == 2 && clone.errors.contains("no history"), "\(clone)")
    try files.removeItem(atPath: folder)
    try files.moveItem(atPath: folder + "-away", toPath: folder)
    #expect(try fleet.tasks("sync", on: "desk") == "up to date with files\n")
    #expect(try titles(fleet) == ["One", "Two"])
    let twice = try fleet.attempt("tasks", ["sync", "add", "x", "folder:../files"], on: "desk")
    #expect(twice.status == 2 && twice.errors.contains("is the place files already"), "\(twice)")
    // Added again, it is joined to what it has, also where its marker was lost.
    try fleet.tasks("modify", "--yes", "--where", "Two", "title:Zwei", on: "desk")
    try edit("two", fleet) { $0 + "also\n" }
    try fleet.tasks("sync", "remove", "files", on: "desk")
    try files.removeItem(atPath: folder + "/.tasks-folder")
    #expect(try fleet.git("for-each-ref", "refs/tasks/folder", on: "desk") == "")
    try edit("one", fleet) { $0 + "meanwhile\n" }
    try fleet.tasks("sync", "add", "files", "folder:../files", on: "desk")
    try fleet.tasks("sync", on: "desk")
    #expect(try fleet.tasks("show", id("One", fleet), on: "desk").contains("meanwhile"))
    // What was changed here since then is not taken back by a file of before.
    let two = try fleet.world.read(file("two", fleet))
    #expect(two.contains("TODO Zwei") && two.contains("also"), "\(two)")
    #expect(try fleet.tasks("conflicts", on: "desk") == "")
  }

  /// An offline app changes what it had; its carrier makes a copy, which is merged on what it was made of.
  @Test(arguments: [
    ".sync-conflict-20261126-221500-ABCDEFG.org", " (Ann's conflicted copy 2026-11-26).org",
  ])
  func aConflictCopyIsMergedAndRemoved(name: String) throws {
    let fleet = try desk("Call Bob")
    let path = try file("call", fleet)
    let old = try fleet.world.read(path)
    let copy = path.dropLast(4) + name
    try fleet.tasks("note", id("Bob", fleet), "of the desk", on: "desk")
    try fleet.tasks("modify", "--yes", "--where", "Bob", "due:2026-12-01", on: "desk")
    try fleet.tasks("sync", on: "desk")
    try fleet.world.write(
      old.replacing("* TODO Call Bob", with: "* NEXT Call Bob :phone:") + "of the app\n",
      to: String(copy))
    try fleet.tasks("sync", on: "desk")
    #expect(try names(fleet).count == 1)
    let merged = try fleet.world.read(file("call", fleet))
    for part in ["* NEXT Call Bob :phone:", "of the desk", "of the app", "DEADLINE: <2026-12-01"] {
      #expect(merged.contains(part), "\(merged)")
    }
    #expect(try fleet.tasks("conflicts", on: "desk") == "")
    // A carrier that is late brings the same copy again.
    try fleet.tasks("modify", "--yes", "--where", "Bob", "-phone", on: "desk")
    try fleet.tasks("sync", on: "desk")
    try fleet.world.write(
      old.replacing("* TODO Call Bob", with: "* NEXT Call Bob :phone:") + "of the app\n",
      to: String(copy))
    try fleet.tasks("sync", on: "desk")
    #expect(try names(fleet).count == 1)
    #expect(try !fleet.world.read(file("call", fleet)).contains(":phone:"))
  }

  /// Names that a file system spells in another way or takes for one, and times that tell nothing.
  @Test func namesAndTimes() throws {
    let fleet = try desk("One")
    try fleet.world.write("* TODO Käse\n", to: "desk/K\u{E4}se.org")
    try fleet.world.write("* TODO Small\n", to: "desk/twin.org")
    try fleet.world.write("* TODO Big\n", to: "desk/Twin.org")
    let said = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(said.status == 0 && said.errors.contains("the same name but for case"), "\(said)")
    #expect(try names(fleet).count == 3)
    // As another system would spell it.
    let folder = fleet.world.path("files")
    try fleet.run("mv", [folder + "/K\u{E4}se.org", folder + "/Ka\u{308}se.org"], on: "")
    try fleet.world.write("* TODO K\u{E4}se\nfrom the Alps\n", to: "files/Ka\u{308}se.org")
    try fleet.run("touch", ["-d", "1999-01-01", folder + "/Ka\u{308}se.org"], on: "")
    for _ in 0..<3 { try fleet.tasks("sync", on: "desk") }
    #expect(try fleet.world.read("desk/K\u{E4}se.org").contains("from the Alps"))
    try fleet.tasks("note", id("K\u{E4}se", fleet), "two of them", on: "desk")
    try fleet.tasks("sync", on: "desk")
    #expect(try fleet.world.read("files/Ka\u{308}se.org").contains("two of them"))
    #expect(try names(fleet).count == 3)
    #expect(try titles(fleet).count == 4)
  }

  /// A folder that takes nothing: what is here stays, and the next sync goes on.
  @Test func aFullFolder() throws {
    let fleet = try desk("One")
    try fleet.tasks("add", "Two", on: "desk")
    let script = """
      mount -t tmpfs -o size=12k none "$0" && cp "$1"/.tasks-folder "$0" && mkdir "$0/2026-11" && cp "$1"/2026-11/* "$0/2026-11" && head -c 9999 /dev/zero > "$0/filler" 2>/dev/null
      "$2" sync; echo "status $?"; find "$0" -name '*tasks-new*' -o -name '*two*'
      """
    let small = fleet.world.path("small")
    try FileManager.default.createDirectory(atPath: small, withIntermediateDirectories: true)
    try fleet.git("config", "remote.files.url", "folder:" + small, on: "desk")
    let said = try fleet.attempt(
      "unshare", ["-rm", "sh", "-c", script, small, fleet.world.path("files"), World.tasks],
      on: "desk")
    // Some machines forbid it.
    if said.errors.contains("unshare:") { return }
    #expect(said.output == "status 6\n", "\(said)")
    #expect(try fleet.tasks("list", "--unsynced", "--format", "{title}", on: "desk") == "Two\n")
    try fleet.git("config", "remote.files.url", "folder:" + fleet.world.path("files"), on: "desk")
    #expect(try fleet.tasks("sync", on: "desk") == "synchronized with files: 0 received, 1 sent\n")
    #expect(try names(fleet).count == 2)
  }

  /// Only the names that programs give to copies make a file one; and a new file gets an id, so that it may be renamed.
  @Test func notesAreNoCopies() throws {
    let fleet = try desk("One")
    for name in ["Trip", "Trip ~100 EUR", "Trip~2", "Trip (long)", "Plan", "Plan.tmpl", "T"] {
      try fleet.world.write("* TODO \(name)\nof \(name)\n", to: "files/\(name).org")
    }
    for _ in 0..<3 { try fleet.tasks("sync", on: "desk") }
    #expect(try names(fleet).count == 8)
    #expect(try titles(fleet).count == 8)
    #expect(try fleet.world.read("files/Plan.org").contains("of Plan\n"))
    let before = try id("long", fleet)
    try FileManager.default.moveItem(
      atPath: fleet.world.path("files/Trip (long).org"),
      toPath: fleet.world.path("files/Travel.org"))
    for _ in 0..<3 { try fleet.tasks("sync", on: "desk") }
    #expect(try id("long", fleet) == before && titles(fleet).count == 8)
    // A copy of a new file, before anybody knows it.
    try fleet.world.write("* TODO New\none\n", to: "files/New.org")
    try fleet.world.write(
      "* TODO New\none\ntwo\n", to: "files/New (Ann's conflicted copy 2026-11-26).org")
    for _ in 0..<3 { try fleet.tasks("sync", on: "desk") }
    #expect(try titles(fleet).count == 9)
    #expect(try fleet.world.read("files/New.org").contains("two\n"))
    // A copy alone is a task.
    try fleet.world.write(
      "* TODO Sole\n:PROPERTIES:\n:ID: zzzzzsole\n:END:\n",
      to: "files/Sole (Ann's conflicted copy 2026-11-26).org")
    for _ in 0..<2 { try fleet.tasks("sync", on: "desk") }
    #expect(try titles(fleet).contains("Sole"))
  }

  /// With several places, one sync looks at the folder twice, and still waits for a file that is missing.
  @Test func severalPlaces() throws {
    let fleet = try desk("One", "Two")
    try fleet.git("init", "--quiet", "--bare", "hub.git")
    try fleet.tasks("sync", "add", "hub", "../hub.git", on: "desk")
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("clone", fleet.world.path("hub.git"), "lap")
    try fleet.tasks("add", "From the lap", on: "lap")
    try fleet.tasks("sync", on: "lap")
    try FileManager.default.removeItem(atPath: fleet.world.path(file("two", fleet)))
    try fleet.world.write("* TODO From the app\n", to: "files/app.org")
    try fleet.tasks("sync", on: "desk")
    #expect(try titles(fleet).count == 4)
    #expect(try names(fleet).count == 3)
    try fleet.tasks("sync", on: "lap")
    #expect(try fleet.tasks("list", on: "lap").contains("From the app"))
    try fleet.tasks("sync", on: "desk")
    #expect(try titles(fleet).count == 3)
    #expect(
      try fleet.git("rev-parse", "main", on: "hub.git")
        == fleet.git("rev-parse", "HEAD", on: "desk"))
    // A file in a folder that is new to a clone is the task of that name, in whatever form of Unicode.
    try fleet.world.write("* TODO K\u{E4}se\n", to: "desk/K\u{E4}se.org")
    try fleet.tasks("sync", on: "desk")
    try fleet.tasks("sync", on: "lap")
    let folder = fleet.world.path("other")
    try fleet.run("cp", ["-r", fleet.world.path("files"), folder], on: "")
    try fleet.run("mv", [folder + "/K\u{E4}se.org", folder + "/Ka\u{308}se.org"], on: "")
    try fleet.tasks("sync", "add", "other", "folder:" + folder, on: "lap")
    for _ in 0..<2 { try fleet.tasks("sync", on: "lap") }
    let paths = try fleet.git("ls-files", "-z", "*se.org", on: "lap")
    #expect(paths.split(separator: "\0").count == 1, "\(paths)")
    #expect(try fleet.tasks("list", on: "lap").split(separator: "\n").count == 4)
  }

  /// Killed between what it takes over and its own notes about that, a sync does not take the same twice.
  @Test(arguments: [true, false]) func aKilledSyncTakesNothingTwice(isTaken: Bool) throws {
    let fleet = try desk("One")
    try fleet.tasks("note", id("One", fleet), "here", on: "desk")
    try edit("one", fleet) { $0 + "one\n" }
    let lock =
      "desk/.git/refs/tasks/" + (isTaken ? "folder" : "folder-read") + "/files/main.lock"
    try fleet.world.write("", to: lock)
    let failed = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(failed.status != 0, "\(failed)")
    try FileManager.default.removeItem(atPath: fleet.world.path(lock))
    try edit("one", fleet) { $0 + "two\n" }
    try fleet.tasks("sync", on: "desk")
    let lines = try fleet.world.read(file("one", fleet)).split(separator: "\n")
    for line in ["one", "two", "here"] {
      #expect(lines.count { $0 == line } == 1, "\(lines)")
    }
    #expect(try fleet.tasks("sync", on: "desk") == "up to date with files\n")
  }

  /// With commits made by hand, a sync takes over and writes all the same.
  @Test func withoutAutocommit() throws {
    let fleet = try desk("One", "Two", "Three", "Four", "Five", "Six")
    try fleet.tasks("config", "autocommit", "false", on: "desk")
    try edit("one", fleet) { $0 + "of the app\n" }
    #expect(try fleet.tasks("sync", on: "desk").hasPrefix("synchronized with files: 1 received"))
    #expect(try fleet.tasks("show", id("One", fleet), on: "desk").contains("of the app"))
    try FileManager.default.removeItem(atPath: fleet.world.path(file("one", fleet)))
    for _ in 0..<2 { try fleet.tasks("sync", on: "desk") }
    #expect(try titles(fleet) == ["Two", "Three", "Four", "Five", "Six"])
    #expect(try names(fleet).count == 5)
  }

  /// What is encrypted as a whole does not come back in plain text.
  @Test func encryptedFilesStayEncrypted() throws {
    let fleet = try desk("One", "Two")
    let path = try file("one", fleet)
    try fleet.git("mv", String(path.dropFirst(6)), String(path.dropFirst(6)) + ".gpg", on: "desk")
    try fleet.git("commit", "-qm", "encrypt", on: "desk")
    try edit("one", fleet) { $0 + "of the app\n" }
    let said = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(said.errors.contains("is in an encrypted file"), "\(said)")
    #expect(try titles(fleet) == ["Two"])
  }

  @Test func twoNewFilesOfOneIDAreOneTask() throws {
    let fleet = try desk("One")
    for name in ["new.org", "new 1.org"] {
      try fleet.world.write("* TODO New\n:PROPERTIES:\n:ID: zzzzznew\n:END:\n", to: "files/" + name)
    }
    for _ in 0..<2 {
      let said = try fleet.attempt("tasks", ["sync"], on: "desk")
      #expect(said.status == 0 && said.errors.contains("has the id of another"), "\(said)")
    }
    #expect(try titles(fleet) == ["One", "New"])
    #expect(try names(fleet).count == 3)
  }

  /// What an app makes comes in over the limit of open tasks, which is named.
  @Test func newTasksComeInOverTheLimit() throws {
    let fleet = try desk("One")
    try fleet.tasks("config", "max-open", "1", on: "desk")
    try fleet.world.write("* TODO Two\n", to: "files/two.org")
    let said = try fleet.attempt("tasks", ["sync"], on: "desk")
    #expect(said.status == 0 && said.errors.contains("than its limit of 1 now"), "\(said)")
    #expect(try titles(fleet) == ["One", "Two"])
    #expect(try fleet.attempt("tasks", ["add", "x"], on: "desk").status == 5)
  }
}
