import Foundation
import TestSupport
import Testing

/// What Emacs does to files of tasks, and what a store makes of it with its next change.
@Suite struct EmacsMovesTests {
  private let world: World
  /// The files of the sample's tasks, by their titles' first words.
  private let files: [String: String]

  init() throws {
    let world = try World.withSampleStore()
    self.world = world
    files = Dictionary(
      uniqueKeysWithValues: World.sample.map {
        (String($0.path.dropFirst(8).prefix { $0 != "-" }), world.path("store/" + $0.path))
      })
  }

  /// Runs Lisp in which `(at FILE)` goes to a file's first heading, and saves all that it has changed.
  private func emacs(_ lisp: String) throws {
    let names = files.map { "(\($0) \"\($1)\")" }.joined(separator: " ")
    try world.write(
      """
      (require 'org) (require 'org-archive)
      (setq make-backup-files nil org-log-refile nil org-adapt-indentation nil)
      (defun at (file) (find-file file) (goto-char (point-min))
        (re-search-forward "^\\\\* ") (beginning-of-line))
      (defun refile-into (file)
        (let ((place (save-window-excursion (save-current-buffer (at file) (point)))))
          (org-refile nil nil (list "there" file nil place))))
      (let (\(names) (store "\(world.path("store"))/")) \(lisp))
      (dolist (buffer (buffer-list))
        (with-current-buffer buffer (when (and buffer-file-name (buffer-modified-p)) (save-buffer))))
      """, to: "run.el")
    let outcome = try world.run(
      "emacs", ["--batch", "-Q", "-l", world.path("run.el")], in: "store")
    try #require(outcome.status == 0, "\(outcome)")
  }

  /// The tasks that Emacs shows, as `TODO Buy milk`.
  private func shownByEmacs() throws -> [String] {
    try world.write(
      """
      (require 'org)
      (setq org-todo-keywords '((sequence "TODO" "NEXT" "WAIT" "|" "DONE" "CANCELED"))
        org-agenda-files (directory-files-recursively "\(world.path("store"))" "\\\\.org$"))
      (org-map-entries
        (lambda () (when (org-entry-is-todo-p)
          (princ (format "%s %s\\n" (org-get-todo-state) (org-get-heading t t t t)))))
        nil 'agenda 'archive 'comment)
      """, to: "show.el")
    return try world.run("emacs", ["--batch", "-Q", "-l", world.path("show.el")], in: "store")
      .output.split(separator: "\n").map { String($0).replacing(" [1/3]", with: "") }.sorted()
  }

  private func expectOrder(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let store = try world.shell(
      """
      git status --porcelain; tasks doctor | grep -E '^wrong +(files|ids|references)'
      tasks list --format '{state} {title}' | sort; git clone -q . ../other
      diff -r -x .git . ../other
      """)
    let shown = try shownByEmacs().filter { $0 != "TODO Old idea" }
    #expect(
      store.output == shown.map { "\($0)\n" }.joined(), "\(store)", sourceLocation: sourceLocation)
  }

  @Test(arguments: ["(org-archive-subtree)", "(org-archive-to-archive-sibling)"])
  func anArchivedTaskIsArchivedHere(command: String) throws {
    try emacs("(at call) \(command)")
    try expect(
      """
      $ tasks add New
      added ID  New
      ! tasks: 'Call Bob about the invoice' is archived: it has the tag ARCHIVE, and is in its file
      $ tasks list --format '{title}'
      Buy milk
      Water the plants
      New
      $ tasks ready --format '{title}'
      Buy milk
      New
      $ tasks list --all +ARCHIVE --format '{short} {title} {tags}'
      1bb Call Bob about the invoice phone @office ARCHIVE
      $ tasks list +ARCHIVE --format '{title}'
      Call Bob about the invoice
      $ tasks undo && tasks undo && tasks list --format '{title}'
      undone: ID  New
      undone: 1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      Call Bob about the invoice
      Buy milk
      Water the plants
      """)
  }

  private func expect(
    _ transcript: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let actual = try world.transcript(transcript)
    #expect(actual == transcript, "\(actual)\n.", sourceLocation: sourceLocation)
    try expectOrder(sourceLocation: sourceLocation)
  }

  @Test func aRefiledTaskIsAChild() throws {
    try emacs("(at buy) (refile-into call)")
    try expect(
      """
      $ tasks add New
      added ID  New
      ! tasks: 'Buy milk', which was moved into 2026-11/call-bob-1bbbbbbbbbbbbbbb.org, is in a file of its own, as a child of 'Call Bob about the invoice'
      $ tasks list --tree milk or bob
      1bb  [A] Call Bob about the invoice [1/3] [0/1]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc    Buy milk  +errand  list:home
      $ tail -n 7 */call-bob*
      :END:

      He has the number.

      - [ ] find the number
      - [X] read the contract
      - [ ] call
      """)
  }

  @Test func aTaskThatIsPastedBelowAnotherTaskComesBack() throws {
    try emacs("(at buy) (org-cut-subtree) (at call) (goto-char (point-max)) (yank)")
    try expect(
      """
      $ tasks add New
      added ID  New
      ! tasks: 'Buy milk', which was moved into 2026-11/call-bob-1bbbbbbbbbbbbbbb.org, is in a file of its own
      $ tasks list milk --format '{short} {path}'
      2cc 2026-11/buy-milk-2ccccccccccccccc.org
      """)
  }

  @Test func aRefileOfARefileIsATree() throws {
    try emacs(
      """
      (at buy) (refile-into call) (at water)
      (let ((place (with-current-buffer (find-file-noselect call)
              (goto-char (point-min)) (re-search-forward "TODO Buy milk") (line-beginning-position))))
        (org-refile nil nil (list "there" call nil place)))
      """)
    try expect(
      """
      $ tasks add New >/dev/null; tasks list --tree milk or bob or plants
      1bb  [A] Call Bob about the invoice [1/3] [0/1]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc    Buy milk [0/1]  +errand  list:home
      3dd      NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      ! tasks: 'Buy milk', which was moved into 2026-11/call-bob-1bbbbbbbbbbbbbbb.org, is in a file of its own, as a child of 'Call Bob about the invoice'
      ! tasks: 'Water the plants', which was moved into 2026-11/buy-milk-2ccccccccccccccc.org, is in a file of its own, as a child of 'Buy milk'
      """)
  }

  /// Until the next change puts it in order, no listing calls its file broken.
  @Test func anArchivedSiblingIsInNoList() throws {
    let path = try world.shell("tasks add New >/dev/null; ls $PWD/*/new-*").output.dropLast()
    try emacs("(at \"\(path)\") (org-archive-to-archive-sibling)")
    try expect(
      """
      $ tasks list --format '{title}'
      Call Bob about the invoice
      Buy milk
      Water the plants
      $ tasks note 2cc now
      noted 2cc  Buy milk  +errand  list:home
      ! tasks: 'New' is archived: it has the tag ARCHIVE, and is in its file
      """)
  }

  /// Where the user commits, nothing puts it in order.
  @Test func anArchivedSiblingThatStaysIsToldAsIt() throws {
    let path = try world.shell("tasks add New >/dev/null; ls $PWD/*/new-*").output.dropLast()
    try world.tasks("config", "autocommit", "false", in: "store")
    try emacs("(at \"\(path)\") (org-archive-to-archive-sibling)")
    let told = try world.tasks("list", "new", in: "store").errors
    #expect(
      told.contains(
        "cannot be read: its task is below another heading, as an archive sibling in Org\n"),
      "\(told)")
  }

  @Test(arguments: ["archive.org::", "archive.org::* Finished", "archive.org::datetree/"])
  func oneArchiveFileForAll(place: String) throws {
    try emacs(
      """
      (let ((org-archive-location (concat store "\(place)")))
        (at call) (org-archive-subtree) (at buy) (org-archive-subtree))
      """)
    try expect(
      """
      $ tasks add New > /dev/null
      ! tasks: 'Buy milk' is archived: it has the tag ARCHIVE, and is in its file
      ! tasks: 'Call Bob about the invoice' is archived: it has the tag ARCHIVE, and is in its file
      $ tasks list --format '{title}'; tasks list --all +ARCHIVE --format '{short} {path}'
      Water the plants
      New
      1bb 2026-11/call-bob-1bbbbbbbbbbbbbbb.org
      2cc 2026-11/buy-milk-2ccccccccccccccc.org
      """)
  }

  /// Its file is saved and committed before the one into which it went, or after it.
  @Test(arguments: [true, false]) func aRefileThatIsSavedInTwoSteps(isEmptiedFirst: Bool) throws {
    let (milk, bob) = ("store/" + World.sample[1].path, "store/" + World.sample[0].path)
    let steps = try [
      (milk, ""),
      (bob, world.read(bob) + World.sample[1].text.replacing("* TODO", with: "** TODO")),
    ]
    for (path, text) in isEmptiedFirst ? steps : steps.reversed() {
      try world.write(text, to: path)
      try world.shell("touch -d '1 minute ago' */*; tasks note 3dd now")
    }
    try expect(
      """
      $ tasks list --tree milk or bob
      1bb  [A] Call Bob about the invoice [1/3] [0/1]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc    Buy milk  +errand  list:home
      $ tasks trash
      5gg  Old idea  deleted 2026-11-19
      """)
  }

  @Test func aTaskThatIsPastedElsewhereGoesOn() throws {
    try emacs("(at buy) (org-cut-subtree) (find-file (concat store \"errands.org\")) (yank)")
    try expect(
      """
      $ tasks sync; tasks list milk --format '{short} {path}'
      2cc errands.org
      ! tasks: there is no remote to synchronize with; add one with: tasks git remote add origin URL
      $ tasks done 2cc
      done 2cc  DONE Buy milk  +errand  list:home  closed 2026-11-20
      """)
  }

  /// What Emacs shows as a task and no list does is said once.
  @Test func anotherHeadingOfATaskIsTold() throws {
    try emacs("(at water) (org-insert-todo-heading-respect-content) (insert \"Feed the cat\")")
    let transcript = """
      $ tasks add New
      added ID  New
      ! tasks: 'Feed the cat' is a heading of another task, in 2026-11/water-the-plants-3ddddddddddddddd.org, and in no list; tasks add makes a task of its own
      $ tasks add Newer
      added ID  Newer
      """
    #expect(try world.transcript(transcript) == transcript)
  }

  @Test func aTaskThatIsCutIsInTheTrash() throws {
    try emacs("(at water) (org-cut-subtree)")
    try expect(
      """
      $ tasks add New; ls -s */water*
      added ID  New
      0 2026-11/water-the-plants-3ddddddddddddddd.org
      ! tasks: 2026-11/water-the-plants-3ddddddddddddddd.org is no longer a task, and is not committed
      $ tasks list --format '{title}'
      Call Bob about the invoice
      Buy milk
      New
      $ touch -d '1 minute ago' */water*; tasks doctor --fix | grep -E '^(wrong|mended) +files'
      mended  files: 2026-11/water-the-plants-3ddddddddddddddd.org was emptied: its task was moved or removed
      ! tasks: the file of 'Water the plants' was emptied, and the task is in the trash; to have it back: tasks restore 3ddddddddddddddd
      $ tasks trash
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w  deleted 2026-11-20
      5gg  Old idea  deleted 2026-11-19
      $ tasks restore 3dd
      restored 3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      """)
  }

  /// A file of one's own with several tasks in it is one task, which is said; so is a file that is gone.
  @Test func filesMadeAndRemovedByHandAreTold() throws {
    let transcript = """
      $ printf '* TODO One\\n* TODO Two\\n* NEXT Three\\n' > own.org; rm */buy-milk*; tasks add New 2>&1 | sed 's/op [0-9a-f]*/op ID/'
      tasks: the file of 'Buy milk' was removed; to have it back: tasks undo --op ID
      tasks: 'Two' is a heading of another task, in own.org, and in no list; tasks add makes a task of its own
      tasks: 'Three' is a heading of another task, in own.org, and in no list; tasks add makes a task of its own
      added ID  New
      """
    let found = try world.transcript(transcript)
    #expect(found == transcript)
  }

  /// What is attached to an entry of the inbox goes with its task; what was archived out of a task is synchronized; a
  /// link is not.
  @Test func attachmentsOfTheInboxAndArchivesOfPartsAreSynchronized() throws {
    try world.write("%PDF\n", to: "scan.pdf")
    try world.write("* TODO Cap\n", to: "store/inbox.org")
    try emacs(
      """
      (require 'org-attach) (find-file "inbox.org") (org-attach-attach "../scan.pdf" nil 'cp) (save-buffer)
      (at buy) (org-attach-attach "../../scan.pdf" nil 'lns) (goto-char (point-max))
      (insert "** Old\nLong ago.\n") (forward-line -2) (org-archive-subtree)
      """)
    let outcome = try world.shell(
      """
      tasks add x > /dev/null; git init -q --bare ../hub; git remote add origin ../hub; tasks sync 2>&1 | grep -v sync
      git ls-files | grep -e data -e archive | sed 's,data/.*/,data/ID/,'
      """)
    #expect(
      outcome.output == """
        tasks: 2026-11/data/2c/cccccccccccccc/scan.pdf is a link to a file elsewhere, and is not committed
        tasks: 2 attachments committed
        2026-11/buy-milk-2ccccccccccccccc.org_archive
        2026-11/data/ID/scan.pdf

        """, "\(outcome)")
  }

  @Test func attachmentsAreSynchronized() throws {
    try world.write("%PDF\n", to: "scan.pdf")
    // As files from a stick are.
    try world.run("chmod", ["+x", "scan.pdf"])
    try emacs("(require 'org-attach) (at buy) (org-attach-attach \"../../scan.pdf\" nil 'cp)")
    try world.write("not of a task\n", to: "store/data/xx/yy/note.txt")
    let outcome = try world.shell(
      """
      git init -q --bare ../hub; git remote add origin ../hub; tasks sync; git clone -q ../hub ../there
      cat ../there/2026-11/data/2c/cccccccccccccc/scan.pdf; git status --porcelain; tasks sync 2>&1
      tasks list --format '{tags}' milk
      rm -r data; tasks undo; tasks undo; cat */data/*/*/scan.pdf; git status --porcelain
      """)
    #expect(
      outcome.output == """
        synchronized with origin: 0 received, 4 sent
        %PDF
        ?? data/
        up to date with origin
        errand ATTACH
        undone: 2cc  Buy milk  +errand  list:home
        %PDF

        """, "\(outcome)")
  }
}
