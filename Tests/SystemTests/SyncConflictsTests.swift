import Foundation
import TestSupport
import Testing

/// Values of every kind that a merge dropped, and taking them back.
@Suite struct SyncConflictsTests {
  /// One task three times: as both devices had it, and with every field that has one value at a time changed
  /// on either.
  struct Versions: CustomTestStringConvertible {
    let path: String
    let base: String
    let ours: String
    let theirs: String
    /// The fields as `tasks conflicts` names them.
    let fields: Set<String>

    var testDescription: String { path }
  }

  private static func org(
    _ heading: String, _ planning: String, _ properties: [String], clock: String, box: String
  ) -> String {
    "* \(heading)\n" + (planning.isEmpty ? "" : planning + "\n") + ":PROPERTIES:\n:ID: conflicted\n"
      + properties.map { ":\($0)\n" }.joined() + ":END:\n:LOGBOOK:\nCLOCK: \(clock)\n:END:\n\n"
      + "- [\(box)] pay\n"
  }

  private static let names = [
    "CREATED", "CATEGORY", "Effort", "PARENT", "REMIND", "IMPORTANT", "APPT_WARNTIME",
    "APPT_WARNTIME2", "LOCATION", "GEO", "LOCATION_RADIUS", "LAST_REPEAT", "COLOUR",
  ]

  private static func properties(_ values: [String?]) -> [String] {
    zip(names, values).compactMap { name, value in value.map { "\(name): \($0)" } }
  }

  static let orgVersions = Versions(
    path: "2026-11/conflicted.org",
    base: org(
      "TODO one", "DEADLINE: <2026-11-27 Fri>",
      properties([
        "[2026-11-20 Fri 09:15]", "work", "0:10", "id:a1", "[2026-11-23 Mon 09:30]", nil, "60",
        "10",
        "Office", "50.00000,14.00000", "500", "[2026-11-01 Sun 09:00]", "red",
      ]), clock: "[2026-11-20 Fri 09:00]", box: " "),
    ours: org(
      "NEXT [#A] two",
      "DEADLINE: <2026-11-28 Sat ++1w -3d> SCHEDULED: <2026-11-23 Mon 10:00-11:30>",
      properties([
        "[2026-11-20 Fri 09:16]", "home", "0:20", "id:a2", "[2026-11-24 Tue 09:30]", nil, "61",
        "11",
        "Park", "51.00000,14.00000", "501", "[2026-11-02 Mon 09:00]", "green",
      ]), clock: "[2026-11-20 Fri 09:00]--[2026-11-20 Fri 10:00] =>  1:00", box: "X"),
    theirs: org(
      "DONE [#B] three", "CLOSED: [2026-11-21 Sat 10:00] SCHEDULED: <2026-11-24 Tue +1d>",
      properties([
        "[2026-11-20 Fri 09:17]", nil, "0:30", nil, "[2026-11-25 Wed 09:30]", nil, "62", "12",
        "Garden, \"behind\"", "52.00000,14.00000", "502", "[2026-11-03 Tue 09:00]", nil,
      ]), clock: "[2026-11-20 Fri 09:00]--[2026-11-20 Fri 09:30] =>  0:30", box: " "),
    fields: [
      "title", "state", "priority", "list", "created", "scheduled", "deadline", "effort", "parent",
      "reminders", "alerts", "property APPT_WARNTIME2", "location", "property GEO",
      "property LOCATION_RADIUS", "property LAST_REPEAT", "property COLOUR", "clocks",
    ])

  private static func markdown(_ lines: String, clock: String) -> String {
    "---\nid: conflicted\n\(lines)---\n\n- [ ] pay\n\n## Log\n\n- 2026-11-20 09:00\(clock)\n"
  }

  static let markdownVersions = Versions(
    path: "2026-11/conflicted.md",
    base: markdown(
      "title: one\nstatus: todo\ndue: 2026-11-27\neffort: 10\ncolour: red\nrepeat: \"++1w\"\n",
      clock: " clock"),
    ours: markdown(
      "title: two\nstatus: next\npriority: high\ndue: 2026-11-28\ndue_warning: 3d\nlist: home\n"
        + "scheduled: 2026-11-23T10:00\nscheduled_end: 2026-11-23T11:30\neffort: 20\nparent: a2\n"
        + "reminder: 2026-11-24T09:30\nalert: 61\nlocation: Park\ngeo: \"51.00000,14.00000\"\n"
        + "colour: green\nrepeat: \"++2w\"\nscheduled_repeat: none\n", clock: "--10:00 clock 1:00"),
    theirs: markdown(
      "title: three\nstatus: done\ncompleted: 2026-11-21T10:00\npriority: medium\n"
        + "due: 2026-11-29\nlist: garden\nscheduled: 2026-11-24\neffort: 30\nparent: a3\n"
        + "reminder: 2026-11-25T09:30\nalert: 62\nlocation: Garden\ngeo: \"52.00000,14.00000\"\n"
        + "repeat: \"++3w\"\nscheduled_repeat: none\n", clock: "--09:30 clock 0:30"),
    fields: [
      "title", "state", "priority", "list", "scheduled", "deadline", "repeat", "effort", "parent",
      "reminders", "alerts", "location", "property GEO", "property colour", "clocks",
    ])

  /// What `show` says of a task, without what is told from outside of it.
  private func shown(_ path: String, _ fleet: Fleet, on device: String) throws -> [String: String] {
    let text = try fleet.tasks("show", path, "--json", on: device)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let tasks = try #require(object?["tasks"] as? [[String: Any]])
    var task = try #require(tasks.first)
    for key in ["log", "sync", "short", "checklist", "notes", "important", "closed"] {
      task[key] = nil
    }
    return try task.mapValues { value in
      String(
        decoding: try JSONSerialization.data(
          withJSONObject: [value], options: [.sortedKeys]), as: UTF8.self)
    }
  }

  private func expect(
    _ wanted: [String: String], _ path: String, _ fleet: Fleet,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try shown(path, fleet, on: "a")
    let differences = wanted.keys.filter { found[$0] != wanted[$0] }.sorted().map { key in
      "\(key): \(found[key] ?? "") for \(wanted[key] ?? "")"
    }
    #expect(differences == [], sourceLocation: sourceLocation)
  }

  private func conflicts(_ fleet: Fleet) throws -> [String] {
    let text = try fleet.tasks("conflicts", "--json", on: "a")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let rows = try #require(object?["conflicts"] as? [[String: Any]])
    return rows.compactMap { $0["field"] as? String }
  }

  @Test(arguments: [orgVersions, markdownVersions]) func everyFieldCanBeTakenBack(
    versions: Versions
  ) throws {
    let fleet = try Fleet("a", "b")
    let path = versions.path
    try fleet.write(versions.base, to: path, on: "a")
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    try fleet.write(versions.ours, to: path, on: "a")
    try fleet.write(versions.theirs, to: path, on: "b")
    let (ours, theirs) = (try shown(path, fleet, on: "a"), try shown(path, fleet, on: "b"))
    for device in ["b", "a"] { try fleet.tasks("sync", on: device) }
    // Of two ends the later counts, whoever is local.
    try expect(ours, path, fleet)
    let fields = try conflicts(fleet)
    #expect(Set(fields) == versions.fields)
    #expect(fields.count == versions.fields.count)

    for field in fields { try fleet.tasks("conflicts", "take", path, field, on: "a") }
    try expect(theirs, path, fleet)
    // What was replaced can be taken back in turn.
    #expect(try Set(conflicts(fleet)) == versions.fields)
    for field in fields { try fleet.tasks("conflicts", "take", path, field, on: "a") }
    try expect(ours, path, fleet)
    for field in fields { try fleet.tasks("conflicts", "keep", path, field, on: "a") }
    try expect(ours, path, fleet)
    #expect(try conflicts(fleet) == [])
    try fleet.expectClean("a")
  }

  /// A box that one ticked and the other cleared, and a task that one took out of the trash while the other put it there anew.
  @Test func boxesAndTheTrashToo() throws {
    let fleet = try Fleet("a", "b")
    let path = "2026-11/boxed.org"
    func file(_ stamp: String, _ body: String) -> String {
      let tag = stamp.isEmpty ? "" : " :ARCHIVE:"
      let line = stamp.isEmpty ? "" : ":DELETED: [\(stamp)]\n"
      return "* TODO one\(tag)\n:PROPERTIES:\n:ID: boxed\n\(line):END:\n\(body)"
    }
    try fleet.write(file("2026-11-20 Fri 10:00", "\n- [-] say \"so\"\n"), to: path, on: "a")
    for device in ["a", "b"] { try fleet.tasks("sync", on: device) }
    try fleet.write(file("", "\n- [X] say \"so\"\n"), to: path, on: "a")
    try fleet.write(file("2026-11-21 Sat 10:00", "\n- [ ] say \"so\"\n"), to: path, on: "b")
    for device in ["b", "a"] { try fleet.tasks("sync", on: device) }
    #expect(try Set(conflicts(fleet)) == ["deleted", "checkbox \"say \\\"so\\\"\""])
    for field in try conflicts(fleet) { try fleet.tasks("conflicts", "take", path, field, on: "a") }
    #expect(try fleet.read(path, on: "a").contains("- [ ] say \"so\"\n"))
    let deleted = try shown(path, fleet, on: "a")["deleted"]
    #expect(deleted == "[\"2026-11-21T10:00\"]")
    for field in try conflicts(fleet) { try fleet.tasks("conflicts", "keep", path, field, on: "a") }
    #expect(try conflicts(fleet) == [])
  }
}
