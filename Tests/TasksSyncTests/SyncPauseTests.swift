import StoreTestSupport
import Foundation
import TasksSync
import Testing

/// What a sync waits for, with waits that take no time.
@Suite struct SyncPauseTests {
  /// Another git of this clone holds the lock of the remote's branch for a moment.
  @Test func aLockThatGoesIsWaitedFor() throws {
    let world = try StoreWorld()
    _ = try world.create()
    let (hub, asked) = (world.world.path("hub.git"), world.world.path("asked"))
    try world.git("init", "-q", "--bare", hub)
    try world.git("remote", "add", "origin", hub)
    _ = try Sync(try world.open(), pause: { _ in Issue.record("nobody is in the way") }).run()
    // Another device pushes.
    let other = world.world.path("other")
    try world.git("clone", "-q", hub, other)
    try world.git(
      "-C", other, "-c", "user.name=Bo", "-c", "user.email=bo@example.org", "commit", "-q",
      "--allow-empty", "-m", "one")
    try world.git("-C", other, "push", "-q", "origin", "HEAD")

    let upload = world.world.path("upload")
    let script = "#!/bin/sh\necho >> \(asked)\nexec git-upload-pack \"$@\"\n"
    try world.world.write(script, to: upload)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: upload)
    try world.git("config", "remote.origin.uploadpack", upload)
    try world.write("", to: ".git/refs/remotes/origin/main.lock")
    var waits = 0
    let sync = Sync(
      try world.open(),
      pause: { _ in
        waits += 1
        guard waits == 2 else { return }
        try? FileManager.default.removeItem(
          atPath: world.repository + "/.git/refs/remotes/origin/main.lock")
      })
    #expect(try sync.run().received == 1)
    #expect(try world.world.read("asked") == "\n\n", "it is not asked while the lock is there")
    // Twice for the lock, once before the remote is asked again.
    #expect(waits == 3)
  }
}
