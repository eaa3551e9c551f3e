import Foundation
import TestSupport

/// A home in which examples work: a store with an upstream at git@example.org:todo.git, with tasks whose ids begin with
/// k7m, b3x and s4v, and stand-ins for the editor and for the system's opener.
enum ExampleHome {
  private static let tasks = [
    (
      "k7mq2xw4tz9nbcde",
      """
      * TODO Call Bob about invoice 42 :phone:@office:
      DEADLINE: <2026-11-27 Fri>
      :PROPERTIES:
      :ID:       k7mq2xw4tz9nbcde
      :RANK:     1
      :CREATED:  [2026-11-18 Wed 09:00]
      :CATEGORY: work
      :END:

      The [[https://example.org/inv/42][invoice]] and the [[https://example.org/terms][terms]].

      - [ ] find the number
      - [X] read the contract
      - [ ] call

      """
    ),
    (
      "b3xh5n7pr2mt9cwe",
      """
      * TODO [#A] Call the plumber :phone:
      DEADLINE: <2026-11-19 Thu>
      :PROPERTIES:
      :ID:       b3xh5n7pr2mt9cwe
      :RANK:     2
      :CREATED:  [2026-11-18 Wed 09:05]
      :CATEGORY: home
      :END:

      """
    ),
    (
      "s4vt6yj8fd3kq2nz",
      """
      * TODO Sort the receipts :old:
      DEADLINE: <2026-11-19 Thu>
      :PROPERTIES:
      :ID:       s4vt6yj8fd3kq2nz
      :RANK:     3
      :CREATED:  [2026-11-18 Wed 09:10]
      :CATEGORY: work
      :END:

      """
    ),
    (
      "m8fj3x5qd6nv2hys",
      """
      * TODO Buy stamps
      :PROPERTIES:
      :ID:       m8fj3x5qd6nv2hys
      :RANK:     4
      :CREATED:  [2026-11-18 Wed 09:15]
      :CATEGORY: home
      :END:

      """
    ),
  ]

  /// What the editor does: it adds a line to each file, and a title where there is none.
  private static let editor = """
    #!/bin/sh
    for file; do sed -i 's/^\\(\\* TODO\\) *$/\\1 Written in the editor/' "$file"; echo More. >>"$file"; done

    """

  /// - Parameter hasStore: False for a home in which nothing has been done yet, and an upstream that is empty.
  static func world(hasStore: Bool = true) throws -> World {
    let world = try World()
    if hasStore {
      for name in ["store", "hub.git"] {
        try FileManager.default.copyItem(
          atPath: try prepared.get() + "/" + name, toPath: world.path(name))
      }
    } else {
      try world.git("init", "-q", "--bare", "hub.git")
    }
    try furnish(world)
    return world
  }

  private static func furnish(_ world: World) throws {
    world.environment["TASKS_DEVICE"] = "laptop"
    world.environment["XDG_DATA_HOME"] = nil
    world.environment["XDG_CONFIG_HOME"] = nil
    world.environment["EDITOR"] = world.path("bin/editor")
    world.environment["PATH"] = world.path("bin") + ":" + (world.environment["PATH"] ?? "")
    try world.write(
      try world.read("gitconfig")
        + "[url \"\(world.path("hub.git"))\"]\n\tinsteadOf = git@example.org:todo.git\n",
      to: "gitconfig")
    try world.write(editor, to: "bin/editor")
    try world.write("#!/bin/sh\necho opened \"$1\"\n", to: "bin/xdg-open")
    for name in ["bin/editor", "bin/xdg-open"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: world.path(name))
    }
    for name in ["tasks", "git-merge-tasks"] {
      try FileManager.default.createSymbolicLink(
        atPath: world.path("bin/" + name), withDestinationPath: World.tasks)
    }
  }

  private static let prepared = Result { () throws -> String in
    let world = try World()
    world.environment["TASKS_DEVICE"] = "laptop"
    world.environment["TASKS_NOW"] = "2026-11-18T09:30"
    try world.git("init", "-q", "--bare", "hub.git")
    try world.tasks("init", "store")
    for (id, text) in tasks { try world.write(text, to: "store/2026-11/\(id).org") }
    try world.git("remote", "add", "origin", "../hub.git", in: "store")
    try world.tasks("sync", in: "store")
    let files = [
      ("ideas.txt", "Paint the door\nAsk Ann\n"), ("minutes.org", "We met.\n"),
      ("garden.org", "* TODO Plan the garden\n"),
    ]
    for (name, text) in files {
      try world.write(text, to: "store/" + name)
    }
    let folder = world.folder + "-examples"
    try FileManager.default.moveItem(atPath: world.folder, toPath: folder)
    atexit { ExampleHome.removePrepared() }
    return folder
  }

  private static func removePrepared() {
    guard let folder = try? prepared.get() else { return }
    try? FileManager.default.removeItem(atPath: folder)
  }
}

extension World {
  /// Runs an example, which has 100 seconds. Off a terminal a filter changes nothing without `--yes`; on one it is
  /// asked about.
  func example(
    _ line: String, in place: String = "store", environment: [String: String?] = [:]
  ) throws -> Outcome {
    let limited = environment.merging(["EXAMPLE": line]) { $1 }
    let outcome = try shell(#"timeout 100 sh -c "$EXAMPLE""#, in: place, environment: limited)
    guard outcome.status == 2, outcome.errors.contains("--yes") else { return outcome }
    let command = line.components(separatedBy: "  #")[0]
    return try onTerminal(command, typing: "y", in: place, environment: environment)
  }
}
