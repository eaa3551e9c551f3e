import Foundation
import TestSupport
import Testing

/// Two stores in folders of one repository share its branch, its index and what guards them, and nothing else.
@Suite struct TwoStoresTests {
  private static let count = 80

  /// So many tasks in each that what is read is remembered.
  private func stores() throws -> World {
    let world = try World()
    try world.git("init", "-q", "code")
    for store in ["one", "two"] {
      #expect(try world.tasks("init", "code/\(store)").status == 0)
      for number in 0..<Self.count {
        try world.write("* TODO \(store) \(number)\n", to: "code/\(store)/n-\(number).org")
      }
    }
    try world.shell("git add . && git commit -qm tasks", in: "code")
    usleep(60_000)
    return world
  }

  private func remembered(_ world: World) throws -> [String: Data] {
    let files = try world.shell("find .git/tasks -name 'cache*' -o -name history", in: "code")
      .output
    var found: [String: Data] = [:]
    for file in files.split(separator: "\n").map(String.init) {
      found[file] = FileManager.default.contents(atPath: world.path("code/" + file))
    }
    return found
  }

  @Test func eachRemembersItsOwn() throws {
    let world = try stores()
    func ask() throws {
      for store in ["one", "two"] {
        let list = try world.tasks("list", "--format", "{title}", in: "code/\(store)").output
        #expect(list.split(separator: "\n").allSatisfy { $0.hasPrefix(store) }, "\(list)")
        #expect(list.split(separator: "\n").count == Self.count)
        let log = try world.tasks("log", in: "code/\(store)").output
        #expect(log.split(separator: "\n").allSatisfy { $0.contains(store) }, "\(log)")
      }
    }
    try ask()
    let first = try remembered(world)
    #expect(first.keys.count { $0.contains("cache") } == 2)
    try ask()
    #expect(try remembered(world) == first)
    // In a linked worktree both have others.
    try world.git("worktree", "add", "-q", "-b", "side", "../side", in: "code")
    for store in ["one", "two"] {
      #expect(try world.tasks("add", "\(store) more", in: "side/\(store)").status == 0)
    }
    try ask()
    #expect(try remembered(world).filter { !$0.key.contains("worktrees") } == first)
    #expect(try world.git("status", "--porcelain", in: "side").output == "")
  }

  /// Whatever the other has looked through in between, conflict markers in this one's tasks are found.
  @Test func markersAreFoundInEach() throws {
    let world = try stores()
    for store in ["one", "two"] { try world.tasks("list", in: "code/\(store)") }
    try world.shell(
      """
      git branch other && echo '* TODO ours' > one/n-3.org && git commit -qam ours
      git checkout -q other && echo '* TODO theirs' > one/n-3.org && git commit -qam theirs
      git checkout -q - && echo '*.org merge=text' >> .git/info/attributes && git merge -q other
      git add . && git commit -qm merged && sed -i '$d' .git/info/attributes
      """, in: "code")
    #expect(try world.read("code/one/n-3.org").contains("<<<<<<<"))
    #expect(try world.tasks("doctor", in: "code/two").errors == "")
    let found = try world.tasks("doctor", in: "code/one")
    #expect((found.output + found.errors).contains("n-3.org"), "\(found)")
  }

  /// A change of one that was cut off is finished by the other, as only one may write at a time.
  @Test func theOtherFinishesWhatWasCutOff() throws {
    let world = try stores()
    let hook = "code/.git/hooks/pre-commit"
    try world.write("#!/bin/sh\nkill -9 $PPID; sleep 0.1\n", to: hook)
    chmod(world.path(hook), 0o755)
    #expect(try world.tasks("modify", "n-3.org", "+seen", in: "code/one").status == 137)
    #expect(try world.read("code/one/n-3.org").contains(":seen:"))
    try world.shell("rm .git/hooks/pre-commit", in: "code")
    #expect(try world.tasks("add", "New", in: "code/two").status == 0)
    #expect(try world.read("code/one/n-3.org") == "* TODO one 3\n")
    #expect(try world.git("status", "--porcelain", in: "code").output == "")
  }
}
