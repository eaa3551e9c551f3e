import Foundation
import TestSupport
import Testing

/// Desktops that keep a branch for phones, and phones, which are plain clones of that branch: no merge driver, no
/// program of ours.
final class PhoneFleet {
  let hub: Hub
  var world: World { hub.world }
  /// Seconds since 1970, which go on with each commit of a phone.
  private var time = 1_795_000_000

  /// - Parameter tasks: What the first desktop adds before the branch is made.
  init(desktops: [String] = ["a", "b"], phones: [String] = ["p"], tasks: [String] = []) throws {
    hub = try Hub(clones: [desktops[0]])
    for line in tasks { try hub.tasks(desktops[0], "add", line) }
    try hub.tasks(desktops[0], "phone", "enable")
    for name in desktops.dropFirst() {
      try hub.must(
        world.run(
          World.tasks, ["clone", "hub.git", name], environment: ["TASKS_DEVICE": name]))
    }
    for name in phones { try clone(name) }
  }

  func clone(_ phone: String) throws {
    try hub.must(
      world.git("clone", "-q", "--single-branch", "-b", "phone", "hub.git", phone))
  }

  @discardableResult
  func sync(_ desktop: String) throws -> World.Outcome {
    try hub.must(
      world.run(World.tasks, ["sync"], in: desktop, environment: ["TASKS_DEVICE": desktop]))
  }

  /// All titles in a desktop's store, sorted.
  func titles(_ desktop: String, _ filter: String...) throws -> [String] {
    let words = ["list", "--format", "{title}"] + (filter.isEmpty ? ["--all"] : filter)
    return try hub.must(world.run(World.tasks, words, in: desktop)).output
      .split(separator: "\n").map(String.init).sorted()
  }

  // MARK: Phones

  @discardableResult
  func git(_ phone: String, _ words: String...) throws -> World.Outcome {
    try git(phone, words)
  }

  private func git(_ phone: String, _ words: [String]) throws -> World.Outcome {
    time += 60
    let date = "\(time) +0100"
    return try world.run(
      "git", words, in: phone,
      environment: [
        "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "GIT_EDITOR": "true",
      ])
  }

  func read(_ phone: String, _ path: String) throws -> String {
    try world.read("\(phone)/\(path)")
  }

  func write(_ text: String, on phone: String, _ path: String) throws {
    try world.write(text, to: "\(phone)/\(path)")
  }

  func commit(_ phone: String) throws {
    try hub.must(git(phone, "add", "-A"))
    try hub.must(git(phone, "commit", "-qm", "from the phone"))
  }

  /// Commits and pushes; pulls before if others were faster.
  func push(_ phone: String, commits: Bool = true, rebase: Bool = false) throws {
    if commits { try commit(phone) }
    for _ in 0..<5 {
      if try git(phone, "push", "-q").status == 0 { return }
      try pull(phone, rebase: rebase)
    }
    throw Hub.Failure(description: "\(phone) cannot push")
  }

  /// Pulls with plain git, which has to need nobody's help.
  func pull(_ phone: String, rebase: Bool = false) throws {
    try hub.must(git(phone, "pull", "-q", rebase ? "--rebase" : "--no-rebase"))
  }

  /// Writes a change of one file, commits and pushes it.
  func change(_ phone: String, _ path: String, _ edit: (String) -> String) throws {
    try write(edit(read(phone, path)), on: phone, path)
    try push(phone)
  }

  /// A file of the branch as the remote has it; nil if it has none.
  func there(_ path: String) throws -> String? {
    let outcome = try world.git("show", "phone:" + path, in: "hub.git")
    return outcome.status == 0 ? outcome.output : nil
  }

  func tip() throws -> String {
    try world.git("rev-parse", "--verify", "-q", "refs/heads/phone", in: "hub.git").output
  }

  /// Lets the remote refuse a branch, or no more.
  func refuse(_ ref: String?) throws {
    let hook = "hub.git/hooks/update"
    try world.write("#!/bin/sh\n[ \"$1\" != '\(ref ?? "none")' ]\n", to: hook)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: world.path(hook))
  }
}
