import Foundation

/// A bare repository and clones of it, each with a store set up: what several devices are to each other.
package final class Hub {
  package let world: World
  package let clones: [String]

  package init(clones: [String]) throws {
    world = try World()
    self.clones = clones
    try must(world.git("init", "-q", "--bare", "hub.git"))
    for (index, name) in clones.enumerated() {
      try must(
        world.run(
          World.tasks, ["clone", "hub.git", name], environment: ["TASKS_DEVICE": name]))
      if index == 0 { try must(world.git("push", "-qu", "origin", "main", in: name)) }
    }
  }

  /// A step that did not go as it had to.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  @discardableResult
  package func must(_ outcome: World.Outcome) throws -> World.Outcome {
    guard outcome.status == 0 else {
      throw Failure(description: "[\(outcome.status)] \(outcome.output)\n\(outcome.errors)")
    }
    return outcome
  }

  /// Runs `tasks` in a clone; it must succeed.
  @discardableResult
  package func tasks(_ clone: String, _ arguments: String...) throws -> String {
    try must(
      world.run(World.tasks, arguments, in: clone, environment: ["TASKS_DEVICE": clone])
    ).output
  }

  /// Runs git in a clone; it must succeed.
  @discardableResult
  package func git(_ clone: String, _ arguments: String...) throws -> String {
    try must(world.run("git", arguments, in: clone)).output
  }

  /// Fetches and brings together, as a user would with plain git, and looks at what is left behind.
  package func pull(_ clone: String, rebase: Bool = false) throws {
    try must(world.run("git", rebase ? ["pull", "-q", "--rebase"] : ["pull", "-q"], in: clone))
    let status = try git(clone, "status", "--porcelain")
    guard status.isEmpty else { throw Failure(description: "\(clone) is not clean:\n\(status)") }
    let markers = try world.git(
      "grep", "-nE", "^(<<<<<<<|=======|>>>>>>>|\\|\\|\\|\\|\\|\\|\\|)", in: clone)
    guard markers.status == 1 else { throw Failure(description: markers.output) }
  }

  /// Everybody pulls and pushes twice; then all have the same tree.
  package func settle(rebase: Bool = false) throws {
    for _ in 0..<2 {
      for clone in clones {
        try pull(clone, rebase: rebase)
        try git(clone, "push", "-q")
      }
    }
    let trees = try clones.map { try git($0, "rev-parse", "HEAD^{tree}") }
    guard Set(trees).count == 1 else { throw Failure(description: "trees differ: \(trees)") }
    for clone in clones {
      let fsck = try must(world.git("fsck", "--strict", "--no-dangling", in: clone))
      guard (fsck.output + fsck.errors).isEmpty else {
        throw Failure(description: fsck.output + fsck.errors)
      }
      let list = try must(world.tasks("list", "--all", in: clone))
      guard list.errors.isEmpty else { throw Failure(description: list.errors) }
    }
  }

  /// All text of a clone's files.
  package func text(_ clone: String) throws -> String {
    try git(clone, "ls-files", "-z", "--", "*.org").split(separator: "\0")
      .map { try world.read("\(clone)/\($0)") }.joined()
  }
}
