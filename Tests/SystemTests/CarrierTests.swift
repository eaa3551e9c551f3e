import Foundation
import TestSupport
import Testing

/// Programs of others that carry what devices exchange.
@Suite struct CarrierTests {
  private static let python =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/.build/judges/bin/python3"

  /// Two servers of WebDAV, of which one takes each upload and the other one is strict.
  enum Server: String, CaseIterable { case rclone, wsgidav }

  /// A folder of bundles that rclone(1) carries to and from a server of WebDAV.
  @Test(arguments: Server.allCases) func dropOverWebDAV(server: Server) throws {
    let devices = ["desk", "lap", "pad"]
    let fleet = try Fleet()
    let port = LoopbackPort.free()
    let folder = fleet.world.path("served")
    for name in ["served"] + devices.map({ "drop-\($0)" }) {
      try FileManager.default.createDirectory(
        atPath: fleet.world.path(name), withIntermediateDirectories: true)
    }
    let (program, words) =
      switch server {
      case .rclone: ("rclone", ["serve", "webdav", "--addr", "127.0.0.1:\(port)", folder])
      case .wsgidav:
        (
          CarrierTests.python,
          [
            "-m", "wsgidav.server.server_cli", "--host", "127.0.0.1", "--port", "\(port)",
            "--root", folder, "--auth", "anonymous",
          ]
        )
      }
    let running = try fleet.world.start(program, words)
    defer {
      kill(running.processIdentifier, SIGKILL)
      _ = running.waitUntilExit()
    }
    for (name, value) in [
      ("TYPE", "webdav"), ("URL", "http://127.0.0.1:\(port)"), ("VENDOR", "other"),
    ] {
      fleet.world.environment["RCLONE_CONFIG_DAV_\(name)"] = value
    }
    for _ in 0..<400 {
      if try fleet.attempt("rclone", ["--retries", "1", "lsf", "DAV:"], on: "").status == 0 {
        break
      }
      usleep(50_000)
    }
    /// Brings what others have left, syncs, and sends what is new. Sizes alone tell nothing, and the times of WebDAV less.
    func sync(_ device: String) throws {
      let drop = fleet.world.path("drop-\(device)")
      try fleet.run("rclone", ["copy", "--ignore-times", "DAV:", drop], on: "")
      if FileManager.default.fileExists(atPath: fleet.world.path(device)) {
        try fleet.tasks("sync", on: device)
      } else {
        try fleet.tasks("clone", "drop:" + drop, device)
      }
      let id = try fleet.git("config", "tasks.device", on: device)
        .trimmingCharacters(in: .newlines)
      try fleet.run(
        "rclone",
        [
          "copy", "--ignore-times", "--include", "\(id)*.bundle", "--include", ".tasks-drop", drop,
          "DAV:",
        ],
        on: "")
    }
    try fleet.tasks("init", "desk")
    try fleet.tasks("add", "The first", on: "desk")
    try fleet.tasks("sync", "add", "origin", "drop:" + fleet.world.path("drop-desk"), on: "desk")
    for device in devices { try sync(device) }
    for round in 0..<2 {
      for device in devices { try fleet.tasks("add", "\(device) \(round)", on: device) }
      for device in devices { try sync(device) }
    }
    for _ in 0..<3 { for device in devices { try sync(device) } }
    let lists = try devices.map { try fleet.tasks("list", "--format", "{title}", on: $0) }
    #expect(Set(lists).count == 1 && lists[0].split(separator: "\n").count == 7, "\(lists)")
    #expect(Set(try devices.map { try fleet.git("rev-parse", "HEAD", on: $0) }).count == 1)
  }

  /// A repository of git on a host, here through a stand-in for ssh.
  @Test func gitOverSSH() throws {
    let fleet = try Fleet()
    try fleet.git("init", "--quiet", "--bare", "far.git")
    try fleet.world.write(StandIn.ssh, to: "ssh")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: fleet.world.path("ssh"))
    fleet.world.environment["GIT_SSH_COMMAND"] = fleet.world.path("ssh")
    let url = "me@host:" + fleet.world.path("far.git")
    try fleet.tasks("init", "desk")
    try fleet.tasks("sync", "add", "far", url, on: "desk")
    try fleet.tasks("add", "From the desk", on: "desk")
    try fleet.tasks("sync", on: "desk")
    for device in ["lap", "pad"] { try fleet.tasks("clone", url, device) }
    for device in ["desk", "lap", "pad"] { try fleet.tasks("add", "Of \(device)", on: device) }
    for device in ["desk", "lap", "pad", "desk", "lap"] { try fleet.tasks("sync", on: device) }
    let lists = try ["desk", "lap", "pad"].map {
      try fleet.tasks("list", "--format", "{title}", on: $0)
    }
    #expect(Set(lists).count == 1 && lists[0].split(separator: "\n").count == 4, "\(lists)")
  }
}

/// What stands in for programs that need a network.
enum StandIn {
  /// Leaves options and the host out, and runs the rest here.
  static let ssh = """
    #!/bin/sh
    while [ "${1#-}" != "$1" ]; do case $1 in -l | -o | -p) shift ;; esac; shift; done
    shift
    exec sh -c "$*"

    """
}
