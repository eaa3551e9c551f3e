import Foundation

extension World {
  /// The tasks of a sample store by their short ids, in the order by hand, finished and deleted ones at the end.
  ///
  /// Their ids begin with a digit, which those the program makes up never do.
  package static let sample: [(path: String, text: String)] = [
    (
      "2026-11/call-bob-1bbbbbbbbbbbbbbb.org",
      """
      #+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)

      * TODO [#A] Call Bob about the invoice [1/3] :phone:@office:
      DEADLINE: <2026-11-27 Fri 17:00 -3d>
      :PROPERTIES:
      :ID:       1bbbbbbbbbbbbbbb
      :RANK:     1
      :CREATED:  [2026-11-18 Wed 09:00]
      :CATEGORY: work
      :Effort:   1:30
      :VENDOR:   ACME
      :END:

      He has the number.

      - [ ] find the number
      - [X] read the contract
      - [ ] call

      """
    ),
    (
      "2026-11/buy-milk-2ccccccccccccccc.org",
      """
      * TODO Buy milk :errand:
      :PROPERTIES:
      :ID:       2ccccccccccccccc
      :RANK:     2
      :CREATED:  [2026-11-18 Wed 09:05]
      :CATEGORY: home
      :END:

      """
    ),
    (
      "2026-11/water-the-plants-3ddddddddddddddd.org",
      """
      * NEXT Water the plants
      SCHEDULED: <2026-11-21 Sat ++1w>
      :PROPERTIES:
      :ID:       3ddddddddddddddd
      :RANK:     4
      :CREATED:  [2026-11-18 Wed 09:10]
      :CATEGORY: home
      :END:

      """
    ),
    (
      "2026-11/pay-rent-4fffffffffffffff.org",
      """
      * DONE Pay rent :errand:
      CLOSED: [2026-11-19 Thu 08:00]
      :PROPERTIES:
      :ID:       4fffffffffffffff
      :RANK:     5
      :CREATED:  [2026-11-18 Wed 09:15]
      :END:
      :LOGBOOK:
      - State "DONE"       from "TODO"       [2026-11-19 Thu 08:00]
      :END:

      """
    ),
    (
      "2026-11/old-idea-5ggggggggggggggg.org",
      """
      * TODO Old idea :ARCHIVE:
      :PROPERTIES:
      :ID:       5ggggggggggggggg
      :RANK:     6
      :CREATED:  [2026-11-18 Wed 09:20]
      :DELETED:  [2026-11-19 Thu 09:00]
      :END:

      """
    ),
  ]

  /// A world with the store `store`, the sample's tasks in it, all committed.
  package static func withSampleStore() throws -> World {
    let world = try World()
    world.environment["TASKS_DEVICE"] = "laptop"
    try FileManager.default.copyItem(
      atPath: try prepared.get() + "/store", toPath: world.path("store"))
    return world
  }

  /// The folder of a sample store made once and copied for each test, many times as fast as making it.
  private static let prepared = Result { () throws -> String in
    let world = try World()
    world.environment["TASKS_DEVICE"] = "laptop"
    world.environment["TASKS_NOW"] = "2026-11-17T09:00"
    try world.tasks("init", "store")
    for (path, text) in sample { try world.write(text, to: "store/" + path) }
    try world.git("add", ".", in: "store")
    let date = "2026-11-19T10:00:00+0100"
    try world.run(
      "git", ["commit", "-qm", "the sample"], in: "store",
      environment: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
    let folder = world.folder + "-sample"
    try FileManager.default.moveItem(atPath: world.folder, toPath: folder)
    atexit { World.removeSample() }
    return folder
  }

  private static func removeSample() {
    guard let folder = try? prepared.get() else { return }
    try? FileManager.default.removeItem(atPath: folder)
  }
}
