import Foundation
import TestSupport
import Testing

/// Whatever `git status` shows of a task's file the next command that writes commits, or says why it does not.
@Suite struct HandChangeTests {
  private static let path = World.sample[1].path

  private func mode(_ path: String, in world: World) throws -> String {
    String(try world.git("ls-tree", "HEAD", path, in: "store").output.prefix(6))
  }

  /// By libgit2 and by git.
  @Test(arguments: [false, true]) func theModeOfAFile(hasHook: Bool) throws {
    let world = try World.withSampleStore()
    if hasHook {
      try world.shell(
        "mkdir -p .git/hooks && printf '#!/bin/sh\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit"
      )
    }
    try world.write("* TODO By hand\n", to: "store/2026-12/new.org")
    try world.shell("chmod +x \(Self.path) 2026-12/new.org")
    #expect(try world.tasks("modify", "3dd", "+seen", in: "store").status == 0)
    for path in [Self.path, "2026-12/new.org"] { #expect(try mode(path, in: world) == "100755") }
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
    let subjects = try world.git("log", "-2", "--format=%s", in: "store").output
    #expect(subjects.hasPrefix("modify: Water the plants\nedited by hand: "), "\(subjects)")
    // A change of it keeps the mode, and undoing goes back to the one before.
    #expect(try world.tasks("modify", "2cc", "+seen", in: "store").status == 0)
    #expect(try mode(Self.path, in: world) == "100755")
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
    #expect(try world.tasks("undo", "3", in: "store").status == 0)
    #expect(try mode(Self.path, in: world) == "100644")
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
    #expect(try world.tasks("redo", in: "store").status == 0)
    #expect(try mode(Self.path, in: world) == "100755")
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
    #expect(
      try world.git("diff", "HEAD~1", "--stat", in: "store").output.contains("2026-12/new.org"))
  }

  @Test func theModeWhereItDoesNotCount() throws {
    let world = try World.withSampleStore()
    try world.git("config", "core.fileMode", "false", in: "store")
    try world.shell("chmod +x \(Self.path)")
    #expect(try world.tasks("modify", "3dd", "+seen", in: "store").status == 0)
    #expect(try mode(Self.path, in: world) == "100644")
    #expect(try world.git("log", "-2", "--format=%s", in: "store").output.contains("the sample"))
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }

  /// To git a file is gone where a folder stands.
  @Test(arguments: [false, true]) func aFolderInThePlaceOfAFile(hasTask: Bool) throws {
    let world = try World.withSampleStore()
    try world.shell("rm \(Self.path) && mkdir \(Self.path)")
    if hasTask { try world.write("* TODO Inside\n", to: "store/\(Self.path)/inside.org") }
    #expect(try world.tasks("modify", "3dd", "+seen", in: "store").status == 0)
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
    let files = try world.git("ls-files", Self.path, in: "store").output
    #expect(files == (hasTask ? "\(Self.path)/inside.org\n" : ""))
    #expect(try world.git("fsck", "--strict", in: "store").status == 0)
  }

  @Test(arguments: ["mkfifo", "ln -s nowhere", "git init -q"])
  func whatCannotBeCommittedIsNamed(_ command: String) throws {
    let world = try World.withSampleStore()
    try world.shell("rm \(Self.path) && \(command) \(Self.path)")
    let head = try mode(Self.path, in: world)
    let changed = try world.tasks("modify", "3dd", "+seen", in: "store")
    #expect(changed.status == 0)
    #expect(
      changed.errors.contains("\(Self.path) is no longer a regular file, and is not committed"))
    #expect(try mode(Self.path, in: world) == head)
    #expect(try world.git("log", "-2", "--format=%s", in: "store").output.contains("the sample"))
  }
}
