import Foundation
import TestSupport
import Testing

/// A store in the code repository of a team.
@Suite struct GuestTeamTests {
  /// What this program commits are tasks of the store, whatever lies beside them and whatever is staged.
  @Test(arguments: ["code/tasks/", "code/"]) func aCommitHoldsTasksAlone(_ store: String) throws {
    for seed in 0..<UInt64(TestScope.cases(2, all: 10)) {
      var numbers = SeededGenerator(seed: seed)
      let fleet = try Fleet()
      let world = fleet.world
      try fleet.git("init", "-q", "code")
      if store == "code/" { try fleet.tasks("init", on: "code") }
      try world.write("build/\n*.tmp.org\n", to: "code/.gitignore")
      try world.write("a\n", to: "code/main.c")
      try world.shell("git add . && git commit -qm base", in: "code")
      if store != "code/" { try fleet.tasks("init", on: "code") }
      let start = try fleet.git("rev-parse", "HEAD", on: "code")
      try fleet.tasks("add", "One", on: "code")
      for step in 0..<20 {
        let number = Int.random(in: 0..<5, using: &numbers)
        let folder = ["code/", "code/docs/", "code/build/", store, store + "notes/"]
          .randomElement(using: &numbers)!
        switch Int.random(in: 0..<9, using: &numbers) {
        case 0: try world.write("* TODO looks like one \(step)\n", to: folder + "f\(number).org")
        case 1: try world.write("---\nstatus: \(step)\n---\n# A\n", to: folder + "g\(number).md")
        case 2: try world.write("* TODO ignored \(step)\n", to: folder + "h\(number).tmp.org")
        case 3: try world.write("int \(step);\n", to: folder + "i\(number).c")
        case 4:
          try world.write("staged \(step)\n", to: "code/main.c")
          try fleet.git("add", "main.c", on: "code")
        case 5:
          try world.write("* TODO staged \(step)\n", to: "code/docs/s\(number).org")
          try fleet.git("add", "docs/s\(number).org", on: "code")
        case 6: _ = try fleet.attempt("tasks", ["done", "One"], on: "code")
        case 7: _ = try fleet.attempt("tasks", ["undo"], on: "code")
        default: break
        }
        let staged = try fleet.git("diff", "--cached", on: "code")
        try fleet.tasks("add", "Task \(step)", on: "code")
        #expect(try fleet.git("diff", "--cached", on: "code") == staged, "seed \(seed)")
      }
      let inStore = store.dropFirst("code/".count)
      let changed = try fleet.git(
        "log", "--format=", "--name-only", start.trimmingCharacters(in: .newlines) + "..",
        on: "code"
      ).split(separator: "\n").filter { !$0.isEmpty }
      #expect(changed.count >= 20)
      for path in Set(changed) {
        // What looks like a task is one in a folder that nothing but the store is in.
        let isTask =
          path.wholeMatch(of: /(tasks\/)?20\d\d-\d\d\/[a-z0-9-]+\.org/) != nil
          || !inStore.isEmpty && path.wholeMatch(of: /tasks\/(notes\/)?[fg]\d\.(org|md)/) != nil
        #expect(path.hasPrefix(inStore) && isTask, "seed \(seed): \(path)")
      }
    }
  }

  /// A week of three people in one code repository, one of them without this program: nobody meets a conflict in a
  /// task that two with the program changed, everybody ends with the same tree, and nothing is lost.
  @Test func aWeekOfThree() throws {
    for seed in 0..<UInt64(TestScope.cases(1, all: 6)) {
      var numbers = SeededGenerator(seed: seed)
      let fleet = try Fleet()
      let world = fleet.world
      try fleet.git("init", "-q", "--bare", "hub.git")
      try fleet.git("clone", "-q", "hub.git", "ann")
      try world.write((1...30).map { "\($0)\n" }.joined(), to: "ann/main.c")
      try world.shell("git add . && git commit -qm base && git push -q", in: "ann")
      try fleet.tasks("init", on: "ann")
      var titles: Set<String> = []
      func add(_ title: String, on person: String) throws {
        titles.insert(title)
        try fleet.tasks("add", title, on: person)
      }
      for number in 1...6 { try add("Task \(number)", on: "ann") }
      try fleet.git("push", "-q", on: "ann")
      for name in ["bob", "cid"] { try fleet.git("clone", "-q", "hub.git", name) }
      for name in ["ann", "bob", "cid"] { try fleet.git("config", "user.name", name, on: name) }

      func exchange(_ person: String) throws {
        if person != "cid" {
          try fleet.tasks("sync", on: person)
          return
        }
        // Without the program git merges by lines; what it cannot merge is taken as the others have it.
        let pull = try fleet.attempt("git", ["pull", "-q", "--no-rebase", "--no-edit"], on: "cid")
        if pull.status != 0 {
          try world.shell(
            "git checkout -q --theirs . && git add . && git commit -qm merged", in: "cid")
        }
        try fleet.git("push", "-q", on: "cid")
      }
      for day in 1...5 {
        for person in ["ann", "bob", "cid"].shuffled(using: &numbers) {
          try exchange(person)
          for change in 0..<3 {
            let name = "\(person) \(day).\(change)"
            if change == 0 {
              // Everybody's code; the lines are each person's own.
              let line = ["ann": 3, "bob": 15, "cid": 27][person]!
              try world.shell(
                "sed -i '\(line)s/.*/\(name)/' main.c && git commit -qm '\(name)' main.c",
                in: person)
            } else if person == "cid" {
              let files = try world.shell("ls tasks/20*/*.org", in: "cid").output.split(
                separator: "\n")
              let file = files.randomElement(using: &numbers)!
              try world.shell(
                "printf 'Note of \(name).\n' >> \(file) && git commit -qam '\(name)'", in: "cid")
            } else {
              let id = try fleet.tasks("list", "--all", "--format", "{id}", on: person)
                .split(separator: "\n").map(String.init).randomElement(using: &numbers)!
              switch Int.random(in: 0..<6, using: &numbers) {
              case 0: _ = try fleet.attempt("tasks", ["done", id], on: person)
              case 1: try fleet.tasks("move", id, "top", on: person)
              case 2: _ = try fleet.attempt("tasks", ["start", id, "--claim"], on: person)
              case 3: try fleet.tasks("modify", id, "assignee:\(person)", "+\(person)", on: person)
              case 4: try fleet.tasks("note", id, "Note of \(name).", on: person)
              default: try add("Task of \(name)", on: person)
              }
            }
          }
          try exchange(person)
        }
      }
      for person in ["ann", "bob", "cid", "ann", "bob", "cid"] { try exchange(person) }
      let trees = try ["ann", "bob", "cid"].map(fleet.tree)
      #expect(Set(trees).count == 1, "seed \(seed)")
      for person in ["ann", "bob"] { try fleet.expectClean(person, "seed \(seed)") }
      #expect(Set(try fleet.titles(on: "bob")) == titles, "seed \(seed)")
      #expect(try world.read("cid/main.c").contains("ann 5.0\n"), "seed \(seed)")
      let log = try fleet.tasks("log", on: "bob")
      #expect(log.contains("  ann (ann-") && log.contains("  bob (bob-"), "seed \(seed): \(log)")
    }
  }
}
