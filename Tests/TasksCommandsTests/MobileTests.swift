import Foundation
import TestSupport
import Testing

/// `mobile`.
@Suite struct MobileTests {
  private func world() throws -> World {
    let world = try World.withSampleStore()
    try FileManager.default.createDirectory(
      atPath: world.path("phone"), withIntermediateDirectories: true)
    return world
  }

  @Test func whatIsStaged() throws {
    let world = try world()
    try expect(
      #"""
      $ tasks view save errands +errand
      saved the view errands
      $ tasks mobile push ../phone --dry-run; ls -A ../phone
      0 would be added, 0 would be changed
      4 files would be staged
      $ tasks mobile push ../phone; cd ../phone; find * -type f | sort; cat index.org; cat home.org; tail -n 8 agendas.org
      0 added, 0 changed
      4 files staged (4 written, 0 removed)
      agendas.org
      checksums.dat
      home.org
      index.org
      mobileorg.org
      work.org
      #+READONLY
      #+TODO: TODO NEXT WAIT | DONE CANCELED
      #+TAGS: @office errand phone
      #+ALLPRIORITIES: A B C
      * [[file:agendas.org][Agenda Views]]
      * [[file:home.org][home.org]]
      * [[file:work.org][work.org]]
      #+TODO: TODO(t) NEXT(n) WAIT(w@/!) | DONE(d) CANCELED(c@)

      * TODO Buy milk :errand:
      :PROPERTIES:
      :ID:       2ccccccccccccccc
      :RANK:     2
      :CREATED:  [2026-11-18 Wed 09:05]
      :CATEGORY: home
      :END:

      * NEXT Water the plants
      SCHEDULED: <2026-11-21 Sat ++1w>
      :PROPERTIES:
      :ID:       3ddddddddddddddd
      :RANK:     4
      :CREATED:  [2026-11-18 Wed 09:10]
      :CATEGORY: home
      :END:

      * errands<after>KEYS=errands TITLE: errands</after>
      **  TODO Buy milk :errand:<before>home:</before>
         :PROPERTIES:
         :ORIGINAL_ID: 2ccccccccccccccc
         :END:


      $ cd ../phone; sha1sum --quiet -c checksums.dat && cut -c 41- checksums.dat
        home.org
        work.org
        agendas.org
        index.org
        mobileorg.org
      $ tasks refile 1bb home; echo x > ../phone/mine.org; tasks mobile push ../phone; ls ../phone
      refiled 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:home  due Fri 2026-11-27 17:00
      0 added, 0 changed
      3 files staged (2 written, 1 removed)
      agendas.org
      checksums.dat
      home.org
      index.org
      mine.org
      mobileorg.org
      $ tasks mobile push ../phone
      0 added, 0 changed
      3 files staged (0 written, 0 removed)
      $ tasks refile 2cc mine; tasks mobile push ../phone; cat ../phone/mine.org
      refiled 2cc  Buy milk  +errand  list:mine
      x
      ! tasks: ~/store/../phone/mine.org was not staged for a phone, and would be lost; move it away
      """#, in: world)
  }

  private static let capture = """
    * F(edit:todo) [[id:2ccccccccccccccc][Buy milk]]
    ** Old value
    TODO
    ** New value
    DONE
    ** End of edit
    * F(edit:todo) [[olp:home.org:Water the plants][Water the plants]]
    ** Old value
    NEXT
    ** New value
    DONE
    ** End of edit
    * F(edit:heading) [[id:1bbbbbbbbbbbbbbb][Call Bob]]
    ** Old value
    Call Bob
    ** New value
    Call Ann
    ** End of edit
    * F() [[id:1bbbbbbbbbbbbbbb][Call Bob]]
    please look
    * F(edit:todo) [[id:nosuchid][Gone %5b1/2%5d]]
    ** Old value
    TODO
    ** New value
    DONE
    ** End of edit
    * F(edit:addheading) [[olp:work.org][work]]
    ** Old value
    ** New value
    Call the plumber
    ** End of edit
    * Ask Ann :phone:
    [2026-11-19 Thu 18:01]
    About the key.
    ** Note ID: 0A1B2C3D-1111

    """

  @Test func whatIsTakenFromAPhone() throws {
    let world = try world()
    try world.tasks("mobile", "push", "../phone", in: "store")
    try world.write(Self.capture, to: "phone/mobileorg.org")
    try expect(
      #"""
      $ tasks mobile pull ../phone --dry-run | tail -n 1; wc -l < ../phone/mobileorg.org
      3 would be added, 3 would be changed
      35
      ! tasks: 'Call Bob about the invoice' has changed since: title stays as it is, and the phone's 'Call Ann' is in its log (tasks conflicts)
      ! tasks: 'Gone [1/2]' was not applied: no task has the id nosuchid
      $ tasks mobile pull ../phone
      added ID  From the phone: Gone (1/2) (no task has the id nosuchid)
      added ID  Call the plumber  list:work
      added ID  Ask Ann  +phone
      changed 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      changed 3dd  Water the plants  list:home  sched Sat 2026-11-28 ++1w
      changed 1bb  [A] Call Bob about the invoice [1/3]  +phone @office +FLAGGED  list:work  due Fri 2026-11-27 17:00
      3 added, 3 changed
      ! tasks: 'Call Bob about the invoice' has changed since: title stays as it is, and the phone's 'Call Ann' is in its log (tasks conflicts)
      ! tasks: 'Gone [1/2]' was not applied: no task has the id nosuchid
      $ wc -c < ../phone/mobileorg.org; grep mobileorg ../phone/checksums.dat
      0
      COMMIT  mobileorg.org
      $ grep -h -A 9 'From the phone' */*.org | grep -v :ID:
      * TODO From the phone: Gone (1/2) (no task has the id nosuchid)
      :PROPERTIES:
      :RANK:     7
      :CREATED:  [2026-11-20 Fri 09:15]
      :END:

      : * F(edit:todo) [[id:nosuchid][Gone %5b1/2%5d]]
      : ** Old value
      : TODO
      $ grep -h -B 6 'About the key' */*.org | grep -v :ID:
      * TODO Ask Ann :phone:
      :PROPERTIES:
      :RANK:     9
      :CREATED:  [2026-11-19 Thu 18:01]
      :END:
      About the key.
      $ git log --format=%s -1; tasks undo > /dev/null; tasks list
      mobile: 6 tasks
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc  Buy milk  +errand  list:home
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      $ tasks mobile pull ../phone --json
      {"schema":1,"kind":"mobile","mobile":{"added":[],"changed":[],"remarks":[],"staged":[]}}
      $ tasks config max-open 3; printf '* One more\n' > ../phone/mobileorg.org; tasks mobile push ../phone; cat ../phone/mobileorg.org
      set max-open = 3
      added ID  One more
      1 added, 0 changed
      5 files staged (2 written, 0 removed)
      ! tasks: the store has more open tasks than its limit of 3 now, and add takes none until some are done; raise it with: tasks config max-open NUMBER
      $ tasks mobile pull ../none
      ! tasks: there is no folder ~/store/../none; make it, and let the phone have it
      [2]
      $ tasks mobile get ../phone
      ! tasks: 'get' is nothing that mobile does; write push or pull
      [2]
      """#, in: world)
  }

  /// What cannot be decrypted stays, and an encrypted folder is read by whoever has the password.
  @Test func encryptedFoldersAreReadAndWritten() throws {
    let world = try world()
    let openssl = "openssl enc -aes-256-cbc -md md5 -pass pass:secret"
    try world.write("* One more\n", to: "note")
    try world.shell("\(openssl) -salt -in ../note -out ../phone/mobileorg.org 2>&1")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: world.path("phone/mobileorg.org")))
    func pull() throws -> World.Outcome {
      try world.tasks("mobile", "pull", "../phone", in: "store")
    }
    #expect(try pull().errors.contains("no mobile.password-command"))
    for command in ["echo wrong", "false", "true"] {
      try world.write("[mobile]\npassword-command = \(command)\n", to: "config/tasks/config")
      #expect(try pull().status == 1)
    }
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: world.path("phone/mobileorg.org"))) == bytes)
    try world.write(
      "[mobile]\npassword-command = echo secret\nencrypt = true\n", to: "config/tasks/config")
    #expect(try world.tasks("mobile", "push", "../phone", in: "store").status == 0)
    #expect(try world.tasks("list", "One more", in: "store").output.contains("One more"))
    for name in ["home.org", "index.org", "mobileorg.org"] {
      let outcome = try world.shell("\(openssl) -d -in ../phone/\(name)")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("#+TODO:") == (name != "mobileorg.org"))
      #expect(try world.shell("head -c 8 ../phone/\(name)").output == "Salted__")
    }
    let again = try world.tasks("mobile", "push", "../phone", in: "store").output
    #expect(again.hasSuffix("5 files staged (0 written, 0 removed)\n"), "\(again)")
    // Then without encryption.
    try world.write("", to: "config/tasks/config")
    try world.write("\n", to: "phone/mobileorg.org")
    #expect(try world.tasks("mobile", "push", "../phone", in: "store").status == 0)
    #expect(try world.read("phone/home.org").hasPrefix("#+TODO:"))
  }
}
