import Foundation
import TestSupport
import Testing

/// Some people who use one store from several devices, each as it comes: by commands, by an editor, by git.
///
/// Every value that is written is a word of its own, so that it can be looked for in the end.
final class Simulation {
  let fleet: Fleet
  let devices: [String]
  private var numbers: SeededGenerator
  private var counter = 0
  private var offline: [String: Int] = [:]
  private var known: [String: (bytes: Data, words: Set<String>)] = [:]
  private(set) var log: [String] = []
  /// Each value there ever was.
  private(set) var written: Set<String> = []
  /// Values that somebody saw on their device and took away or wrote over.
  private(set) var replaced: Set<String> = []
  /// The ids of the tasks there ever were, and of those that somebody removed.
  private(set) var created: Set<String> = []
  private(set) var purged: Set<String> = []

  init(seed: UInt64, devices count: Int) throws {
    numbers = SeededGenerator(seed: seed)
    devices = (0..<count).map { "d\($0)" }
    fleet = try Fleet()
    try fleet.git("init", "--quiet", "--bare", "hub.git")
    try fleet.tasks("init", "d0")
    try fleet.git("remote", "add", "origin", fleet.world.path("hub.git"), on: "d0")
    for _ in 0..<8 { try fleet.tasks("add", word(), on: "d0") }
    try fleet.tasks("sync", on: "d0")
    for name in devices.dropFirst() { try fleet.tasks("clone", fleet.world.path("hub.git"), name) }
  }

  // MARK: Steps

  func run(steps: Int) throws {
    for _ in 0..<steps { try step() }
    for _ in 0..<2 {
      for device in devices {
        try report("sync", on: device) { try fleet.tasks("sync", on: device) }
      }
    }
  }

  private func step() throws {
    let device = pick(devices)
    let left = offline[device] ?? 0
    if left > 0 { offline[device] = left - 1 }
    let roll = Int.random(in: 0..<100, using: &numbers)
    switch roll {
    case 0..<82: try watchedChange(on: device)
    case 82..<84: offline[device] = Int.random(in: 5..<25, using: &numbers)
    default:
      guard left == 0 else { return try watchedChange(on: device) }
      switch roll {
      case 84..<92: try report("sync", on: device) { try fleet.tasks("sync", on: device) }
      case 92..<93:
        // From one device to the other, past the hub: such merges criss-cross.
        let other = pick(devices.filter { $0 != device })
        try report("pull from \(other)", on: device) {
          try commitByHand(device)
          let path = fleet.world.path(other)
          try fleet.git("pull", "--quiet", "--no-edit", path, "main", on: device)
        }
      case 93..<96: try report("pull", on: device) { try pull(device, "--no-edit") }
      default: try report("pull --rebase", on: device) { try pull(device, "--rebase") }
      }
    }
  }

  private func pull(_ device: String, _ option: String) throws {
    try commitByHand(device)
    try fleet.git("pull", "--quiet", option, on: device)
    // Another device may be faster; the next sync mends that.
    _ = try fleet.attempt("git", ["push", "--quiet"], on: device)
  }

  private func watchedChange(on device: String) throws {
    let before = (try words(on: device), try tasks(on: device))
    let known = try ids(on: device)
    try change(on: device, before.1)
    let after = (try words(on: device), try ids(on: device))
    written.formUnion(after.0)
    replaced.formUnion(before.0.subtracting(after.0))
    created.formUnion(after.1)
    purged.formUnion(Set(known).subtracting(after.1))
  }

  private func commitByHand(_ device: String) throws {
    try fleet.git("add", "-A", on: device)
    if try fleet.git("status", "--porcelain", on: device) != "" {
      try fleet.git("commit", "-qm", "by hand", on: device)
    }
  }

  private func change(on device: String, _ files: [String]) throws {
    if Int.random(in: 0..<40, using: &numbers) == 0 { return try addMarkdown(on: device) }
    // Half of it in an editor.
    if let path = files.randomElement(using: &numbers), Bool.random(using: &numbers) {
      return try editByHand(path, on: device)
    }
    guard let path = files.randomElement(using: &numbers) else {
      return try report("add", on: device) { try fleet.tasks("add", word(), on: device) }
    }
    let roll = Int.random(in: 0..<106, using: &numbers)
    switch roll {
    case 100..<103: try move(path, on: device)
    case 103..<106:
      let format = path.hasSuffix(".md") ? "org" : "md"
      try command(device, "convert", path, "--to", format, mayFail: true)
    case 0..<11: try command(device, "add", word(), "list:" + pick(["work", "home"]))
    case 11..<25: try command(device, "modify", path, "title:" + word())
    case 25..<33: try command(device, "modify", path, "+" + word())
    case 33..<38: try command(device, "modify", path, "due:2026-12-\(day())")
    case 38..<43: try command(device, "modify", path, "sched:2026-12-\(day())", "at:" + word())
    case 43..<51: try command(device, "note", path, word())
    case 51..<54: try command(device, "note", path, "- [ ] " + word())
    case 54..<57: try command(device, "check", path, "1", mayFail: true)
    case 57..<60: try command(device, "modify", path, "pri:" + pick(["A", "B", "C"]))
    case 60..<66: try command(device, pick(["done", "start", "wait", "cancel", "reopen"]), path)
    case 66..<70: try command(device, "refile", path, word())
    case 70..<85:
      try command(device, "move", path, pick(["top", "bottom", "up", "down"]), mayFail: true)
    case 85..<91: try command(device, "delete", path)
    case 91..<94: try command(device, "restore", path, mayFail: true)
    case 94..<97: try command(device, "purge", path, mayFail: true)
    default: try command(device, "undo", mayFail: true)
    }
  }

  private func command(_ device: String, _ words: String..., mayFail: Bool = false) throws {
    log.append("\(device): tasks \(words.joined(separator: " "))")
    let outcome = try fleet.attempt("tasks", words, on: device)
    if outcome.status != 0, !mayFail || outcome.status > 5 {
      throw Fleet.Failure(text: "\(words) on \(device): \(outcome.errors)")
    }
  }

  private func addMarkdown(on device: String) throws {
    let name = word()
    let text = "---\nid: \(name)\ntitle: \(word())\nstatus: todo\n---\n\n\(word())\n"
    log.append("\(device): \(name).md")
    try fleet.write(text, to: "2026-11/\(name).md", on: device)
  }

  /// As an editor would, sometimes committed by git, sometimes left for the next command.
  private func editByHand(_ path: String, on device: String) throws {
    let text = try fleet.read(path, on: device)
    var lines = text.components(separatedBy: "\n")
    if path.hasSuffix(".md") { return try editMarkdown(path, lines, on: device) }
    guard let heading = lines.firstIndex(where: { $0.hasPrefix("* ") }) else { return }
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: lines[heading] = "* TODO [#A] " + word() + "   :\(word()):"
    case 1: lines.append(word())
    case 2:
      guard let end = lines.firstIndex(of: ":END:") else { return }
      lines.insert(":X-\(pick(["A", "B"])): \(word())", at: end)
    default:
      lines.append("- [ ] " + word())
      lines.append("** a heading below " + word())
    }
    log.append("\(device): up to w\(counter)w by hand in \(path)")
    try fleet.write(lines.joined(separator: "\n"), to: path, on: device)
    if Int.random(in: 0..<4, using: &numbers) == 0 {
      try fleet.git("commit", "-qam", "by hand", on: device)
    }
  }

  /// To another folder, by git or past it.
  private func move(_ path: String, on device: String) throws {
    let name = (path as NSString).lastPathComponent
    let place = pick(["2026-11", "2026-12", "2027-01"]) + "/" + name
    guard place != path, !fleet.exists(place, on: device) else { return }
    log.append("\(device): moved \(path) to \(place)")
    let top = fleet.world.path(device) + "/"
    try FileManager.default.createDirectory(
      atPath: (top + place as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: top + path, toPath: top + place)
    if Bool.random(using: &numbers) { try commitByHand(device) }
  }

  private func editMarkdown(_ path: String, _ old: [String], on device: String) throws {
    var lines = old
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0: lines[lines.firstIndex { $0.hasPrefix("title:") } ?? 1] = "title: " + word()
    case 1: lines.append("- [ ] " + word())
    default: lines.insert("x-\(pick(["a", "b"])): " + word(), at: 1)
    }
    log.append("\(device): up to w\(counter)w by hand in \(path)")
    try fleet.write(lines.joined(separator: "\n"), to: path, on: device)
  }

  private func report(_ what: String, on device: String, _ body: () throws -> Void) throws {
    log.append("\(device): \(what)")
    try body()
    let found = try fleet.attempt("git", ["grep", "-lE", "^(<<<<<<<|>>>>>>>)"], on: device)
    #expect(found.output == "", "\(what) on \(device)")
  }

  // MARK: Pieces

  /// The paths of a device's task files, those in the trash included: one folder deep, as all are here.
  func tasks(on device: String) throws -> [String] {
    let top = fleet.world.path(device)
    let files = FileManager.default
    let folders = try files.contentsOfDirectory(atPath: top).filter { $0.hasPrefix("20") }
    return try folders.flatMap { folder in
      try files.contentsOfDirectory(atPath: top + "/" + folder).map { folder + "/" + $0 }
    }.filter { $0.hasSuffix(".org") || $0.hasSuffix(".md") }.sorted()
  }

  /// The ids in a device's task files, one for each file.
  func ids(on device: String) throws -> [String] {
    try tasks(on: device).compactMap { path in
      let lines = try fleet.read(path, on: device).split(whereSeparator: \.isNewline)
      let line = lines.first { $0.hasPrefix(":ID:") || $0.hasPrefix("id:") }
      return line?.split(separator: " ").last.map(String.init)
    }
  }

  /// The values in a device's files.
  func words(on device: String) throws -> Set<String> {
    var words: Set<String> = []
    for path in try tasks(on: device) {
      let url = URL(fileURLWithPath: fleet.world.path(device) + "/" + path)
      let bytes = try Data(contentsOf: url)
      let key = device + "/" + path
      if known[key]?.bytes != bytes { known[key] = (bytes, Simulation.words(in: bytes)) }
      words.formUnion(known[key]?.words ?? [])
    }
    return words
  }

  /// The values `w12w` in a text.
  private static func words(in text: Data) -> Set<String> {
    let parts = text.split { !(0x30...0x39).contains($0) && $0 != UInt8(ascii: "w") }
    let values = parts.filter {
      $0.count > 2 && $0.first == $0.last && $0.first == UInt8(ascii: "w")
    }
    return Set(values.map { String(decoding: $0, as: UTF8.self) })
  }

  private func word() -> String {
    counter += 1
    return "w\(counter)w"
  }

  private func day() -> Int { Int.random(in: 10..<29, using: &numbers) }

  private func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &numbers)]
  }
}
