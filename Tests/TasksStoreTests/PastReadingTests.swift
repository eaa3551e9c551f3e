import StoreTestSupport
import Foundation
import TasksCore
import TasksStore
import TestSupport
import Testing

/// Readings of commits, and what differs between them; the judge is a work tree that has the commit checked out.
@Suite struct PastReadingTests {
  /// Every commit of a random history is read as it was, with hand edits of all kinds in the work tree.
  @Test(arguments: ["", "todo"]) func everyCommitIsReadAsItWas(folder: String) throws {
    print("seed 41")
    var random = SeededGenerator(seed: 41)
    let world = try StoreWorld(folder: folder)
    _ = try world.create()
    var paths: [String] = []
    for step in 0..<30 {
      let kind = paths.count < 8 ? 0 : Int.random(in: 0..<8, using: &random)
      let place = paths.isEmpty ? 0 : Int.random(in: 0..<paths.count, using: &random)
      switch kind {
      case 0: paths.append(try world.add("task \(step)"))
      case 1:
        let document = try world.open().read().document(paths[place])
        _ = try world.open().write("purge") { _ in [.purge(document)] }
        paths.remove(at: place)
      case 2:
        let new = "moved/\(step).org"
        let file = folder.isEmpty ? "" : folder + "/"
        try FileManager.default.createDirectory(
          atPath: world.root + "/moved", withIntermediateDirectories: true)
        try world.git("mv", file + paths[place], file + new)
        try world.git("commit", "-q", "-m", "move")
        paths[place] = new
      default: try world.edit(paths[place], .title(Text("edited \(step)")))
      }
    }
    // A template and what waits in the inbox are no tasks.
    let template = "* TODO A template\n:PROPERTIES:\n:ID: aaaabbbbccccdddd\n:END:\n"
    for path in [".tasks/templates/x.org", "inbox.org", ".hidden/y.org"] {
      try world.write(template, to: (folder.isEmpty ? "" : folder + "/") + path)
    }
    try world.git("add", "-A")
    try world.git("commit", "-q", "-m", "templates")
    // What was never committed is in no past.
    let file = world.root + "/"
    try FileManager.default.removeItem(atPath: file + paths[0])
    let old = try String(contentsOfFile: file + paths[1], encoding: .utf8)
    try (old + "by hand\n").write(toFile: file + paths[1], atomically: false, encoding: .utf8)
    try "* TODO stray\n".write(toFile: file + "stray.org", atomically: false, encoding: .utf8)
    let commits = try world.git("rev-list", "HEAD").split(separator: "\n").map(String.init)
    try world.git("worktree", "add", "-q", "--detach", "../there")
    let store = try world.open()
    var last: [Task]?
    for commit in commits {
      try world.git("-C", "../there", "checkout", "-q", "--force", commit)
      let there = world.world.path("there") + (folder.isEmpty ? "" : "/" + folder)
      let expected =
        TaskStore.exists(at: there)
        ? try TaskStore(at: there, try world.context()).read().tasks : []
      let point = HistoryPoint(commit, .revision)
      let past = try store.commit(at: point, local: { _ in Timestamp(CivilDate(dayNumber: 0)) })
      let found = try store.read(at: past)
      #expect(found.tasks == expected, "\(commit)")
      #expect(found.unreadable.isEmpty)
      if let last { try check(from: expected, to: last, past, store) }
      last = expected
    }
  }

  /// What differs from a commit to the work tree is what the two readings tell.
  private func check(
    from old: [Task], to new: [Task], _ past: PastCommit, _ store: TaskStore
  ) throws {
    let reading = try store.read()
    let difference = try store.difference(from: past, to: nil, now: reading)
    let now = Dictionary(uniqueKeysWithValues: reading.tasks.map { ($0.id, $0) })
    let then = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    let expected = Set(now.keys).union(then.keys).filter {
      !ChangedTask(old: then[$0], new: now[$0]).fields.isEmpty
    }
    let found = difference.changes.compactMap { ($0.new ?? $0.old)?.id }
    #expect(Set(found) == expected && found.count == expected.count)
    for change in difference.changes {
      guard let id = (change.new ?? change.old)?.id else { continue }
      #expect(change.old == then[id] && change.new == now[id])
    }
  }
}

extension String {
  fileprivate func write(toFile path: String, atomically: Bool, encoding: Encoding) throws {
    try write(to: URL(fileURLWithPath: path), atomically: atomically, encoding: encoding)
  }
}
