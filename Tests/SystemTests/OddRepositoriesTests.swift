import Foundation
import TestSupport
import Testing

/// Repositories as people have them.
@Suite struct OddRepositoriesTests {
  /// A repository with code in it, a store in its folder `todo`, and changes of somebody else's on the way.
  private func codeRepository() throws -> World {
    let world = try World()
    try world.write("one\n", to: "code/main.c")
    try world.write("two\n", to: "code/other.c")
    try world.shell("git init -q && git add . && git commit -qm code", in: "code")
    try world.write("staged\n", to: "code/main.c")
    try world.git("add", "main.c", in: "code")
    try world.write("staged and changed\n", to: "code/main.c")
    try world.write("changed\n", to: "code/other.c")
    try world.write("new\n", to: "code/new.c")
    try world.write("new and staged\n", to: "code/added.c")
    try world.git("add", "added.c", in: "code")
    return world
  }

  private static let others = "A  added.c\nMM main.c\n M other.c\n?? new.c\n"

  @Test func inAFolderOfAnotherRepository() throws {
    let world = try codeRepository()
    #expect(try world.tasks("init", "code/todo").status == 0)
    #expect(try world.git("status", "--porcelain", in: "code").output == Self.others)
    for arguments in [["add", "First"], ["add", "Second", "+x"]] {
      #expect(try world.run(World.tasks, arguments, in: "code/todo").status == 0)
      #expect(try world.git("status", "--porcelain", in: "code").output == Self.others)
    }
    let changed = try world.git("log", "--format=", "--name-only", "HEAD~3..", in: "code").output
    for path in changed.split(separator: "\n") { #expect(path.hasPrefix("todo/")) }
    #expect(try world.git("show", ":main.c", in: "code").output == "staged\n")
    #expect(try world.read("code/main.c") == "staged and changed\n")
    let log = try world.tasks("log", in: "code/todo").output
    #expect(log.contains("First") && !log.contains("main.c"))
  }

  @Test(arguments: [false, true])
  func aMergeInAFolder(_ rebase: Bool) throws {
    let world = try World()
    try world.shell("git init -q --bare hub.git && git clone -q hub.git a 2> /dev/null", in: "")
    try world.shell("git commit -qm code --allow-empty", in: "a")
    try world.tasks("init", "a/my notes/todo ü")
    try world.tasks("add", "Common title", in: "a/my notes/todo ü")
    try world.git("push", "-qu", "origin", "HEAD", in: "a")
    try world.shell("git clone -q hub.git b && tasks init b/'my notes/todo ü'", in: "")
    let id = try world.tasks("list", "--format", "{id}", in: "a/my notes/todo ü").output
      .trimmingCharacters(in: .newlines)
    for clone in ["a", "b"] {
      let place = "\(clone)/my notes/todo ü"
      try world.tasks("modify", id, "title:Title of \(clone)", "+\(clone)", in: place)
      #expect(try world.tasks("note", id, "Note of \(clone)", in: place).status == 0)
    }
    try world.git("push", "-q", in: "a")
    let pull = try world.shell(rebase ? "git pull -q --rebase" : "git pull -q --no-rebase", in: "b")
    #expect(pull.status == 0, "\(pull.errors)")
    let merged = try world.tasks("show", id, "--raw", in: "b/my notes/todo ü").output
    #expect(
      merged.contains("* TODO Title of b :a:b:") || merged.contains("* TODO Title of b :b:a:"))
    #expect(merged.contains("Merge dropped title \"Title of a\""))
    #expect(merged.contains("Note of a\n") && merged.contains("Note of b\n"))
    #expect(try world.git("status", "--porcelain", in: "b").output == "")
  }

  @Test func aDetachedHead() throws {
    let world = try World.withSampleStore()
    let main = try world.git("rev-parse", "main", in: "store").output
    try world.git("checkout", "-q", "--detach", in: "store")
    #expect(try world.tasks("done", "2cc", in: "store").status == 0)
    #expect(try world.git("rev-parse", "main", in: "store").output == main)
    #expect(try world.git("rev-parse", "HEAD~", in: "store").output == main)
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
    #expect(try world.tasks("list", "--done", in: "store").output.contains("Buy milk"))
    #expect(try world.tasks("status", in: "store").status == 0)
    #expect(try world.tasks("undo", in: "store").status == 0)
  }

  @Test func aLinkedWorktree() throws {
    let world = try World.withSampleStore()
    try world.git("worktree", "add", "-q", "-b", "side", "../side", in: "store")
    #expect(try world.tasks("done", "2cc", in: "side").status == 0)
    #expect(try world.tasks("start", "2cc", in: "store").status == 0)
    for place in ["side", "store"] {
      #expect(try world.git("status", "--porcelain", in: place).output == "")
    }
    #expect(
      try world.git("log", "-1", "--format=%s", "side", in: "store").output == "done: Buy milk\n")
    #expect(
      try world.git("log", "-1", "--format=%s", "main", in: "store").output == "start: Buy milk\n")
    let merge = try world.git("merge", "-q", "side", in: "store")
    #expect(merge.status == 0, "\(merge.output)")
    let merged = try world.tasks("show", "2cc", "--raw", in: "store").output
    #expect(merged.contains("* NEXT Buy milk") && merged.contains("Merge dropped state \"DONE\""))
  }

  @Test func anUnbornBranch() throws {
    let world = try World()
    try world.write("not ours\n", to: "store/README")
    try world.git("init", "-q", "-b", "first", "store")
    #expect(try world.tasks("init", "store").status == 0)
    #expect(try world.tasks("add", "A task", in: "store").status == 0)
    #expect(try world.git("branch", "--show-current", in: "store").output == "first\n")
    #expect(try world.git("status", "--porcelain", in: "store").output == "?? README\n")
    #expect(try world.git("rev-list", "--count", "HEAD", in: "store").output == "2\n")
    // And a store without any commit, made by hand.
    try world.write("[tasks]\n\tversion = 1\n", to: "bare hands/.tasks/config")
    try world.write("* TODO By hand\n", to: "bare hands/a.org")
    try world.git("init", "-q", "bare hands")
    #expect(try world.tasks("list", in: "bare hands").output.contains("By hand"))
    try world.write("* TODO %?\n", to: "bare hands/.tasks/templates/mine.org")
    #expect(try world.tasks("done", "a.org", in: "bare hands").status == 0)
    #expect(try world.git("status", "--porcelain", in: "bare hands").output == "")
  }

  @Test func ignoreRulesDoNotMatter() throws {
    let world = try World.withSampleStore()
    try world.write("*.org\n2026-*\n.tasks\n", to: "store/.git/info/exclude")
    #expect(try world.tasks("add", "Ignored", in: "store").status == 0)
    try world.write("* TODO By hand\n", to: "store/2026-12/hand.org")
    #expect(try world.tasks("done", "2cc", in: "store").status == 0)
    let files = try world.git("ls-files", in: "store").output
    #expect(files.contains("ignored-") && files.contains("2026-12/hand.org"))
    #expect(try world.git("status", "--porcelain", "--ignored", in: "store").output == "")
  }

  @Test func nobodyIsNamed() throws {
    let world = try World.withSampleStore()
    try world.write("", to: "gitconfig")
    let done = try world.tasks("done", "2cc", in: "store")
    #expect(done.status == 0)
    #expect(done.errors.contains("user.name") && done.errors.contains("git config"))
    let author = try world.git("log", "-1", "--format=%an <%ae>", in: "store").output
    #expect(!author.hasPrefix(" <") && author.contains("@"))
    let named = try world.tasks(
      "done", "1bb", in: "store",
      environment: ["GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org"])
    #expect(named.status == 0 && !named.errors.contains("user.name"))
    #expect(
      try world.git("log", "-1", "--format=%an <%ae>", in: "store").output
        == "Ann <ann@example.org>\n")
  }

  @Test func noRepositoryToWriteTo() throws {
    let world = try World.withSampleStore()
    try world.shell("cp -r . ../plain && rm -rf ../plain/.git")
    let plain = try world.tasks("list", in: "plain")
    #expect(plain.status == 7 && plain.errors.contains("not in a git repository"))
    try world.shell("git clone -q --bare store bare.git && mkdir bare.git/.tasks", in: "")
    try world.shell("cp store/.tasks/config bare.git/.tasks", in: "")
    let bare = try world.tasks("list", in: "bare.git")
    #expect(bare.status == 7 && bare.errors.contains("bare"), "\(bare.errors)")
  }

  /// Reading needs none.
  @Test(arguments: ["true", "head -c 100 /dev/urandom", "head -c 60 ../index"])
  func aDamagedIndex(_ bytes: String) throws {
    let world = try World.withSampleStore()
    try world.shell("cp .git/index ..; \(bytes) > .git/index")
    #expect(try world.tasks("list", in: "store").errors == "")
    for arguments in [["add", "New"], ["doctor"], ["sync"]] {
      let outcome = try world.run(World.tasks, arguments, in: "store")
      #expect(outcome.status == 7 && outcome.errors.contains("damaged"), "\(outcome)")
      #expect(outcome.errors.contains("git reset"), "\(outcome)")
    }
    try world.shell("rm .git/index; git reset -q")
    #expect(try world.tasks("add", "New", in: "store").status == 0)
  }

  @Test(arguments: [".tasks", ".tasks/config", ".gitattributes"])
  func linksInPlaceOfTheStoresOwn(_ name: String) throws {
    let world = try World.withSampleStore()
    try world.shell("mv '\(name)' ../elsewhere && ln -s ~/elsewhere '\(name)'")
    for arguments in [["list"], ["add", "Something"]] {
      let outcome = try world.run(World.tasks, arguments, in: "store")
      #expect(outcome.status == 7 && outcome.errors.contains(name), "\(outcome.errors)")
    }
    #expect(try world.git("rev-list", "--count", "HEAD", in: "store").output == "2\n")
  }

  @Test func whatIsNoRegularFile() throws {
    let world = try World.withSampleStore()
    try world.write("* TODO Secret\n", to: "secret.org")
    try world.write("* TODO Secret\n", to: "folder/secret.org")
    try world.shell(
      "mkfifo fifo.org && ln -s ../secret.org link.org && ln -s ../folder linked && mkdir folder.org "
        + "&& ln -s nowhere dangling.md && ln -s /dev/zero device.org")
    try world.write("* TODO In a folder\n", to: "store/folder.org/inner.org")
    let list = try world.tasks("list", "--format", "{title}", in: "store")
    #expect(list.status == 0)
    #expect(list.output == "Call Bob about the invoice\nBuy milk\nWater the plants\nIn a folder\n")
    let names = ["fifo.org", "link.org", "linked", "dangling.md", "device.org"]
    for name in names { #expect(list.errors.contains("\(name) cannot be read"), "\(list.errors)") }
    let status = try world.tasks("status", "--json", in: "store").output
    for name in names { #expect(status.contains("\"\(name)\"")) }
    #expect(try world.tasks("done", "2cc", in: "store").status == 0)
    let show = try world.tasks("show", "link.org", in: "store")
    #expect(show.status == 1 && show.errors.contains("not a regular file"))
    #expect(try world.git("ls-files", in: "store").output.contains("folder.org/inner.org"))
    #expect(!(try world.git("ls-files", in: "store").output.contains("link")))
  }

  /// A task that turned into a link since the last commit is not taken for a change of its text.
  @Test func aTaskThatBecameALink() throws {
    let world = try World.withSampleStore()
    try world.write("* TODO Secret\n", to: "secret.org")
    let path = World.sample[1].path
    try world.shell("rm \(path) && ln -s ~/secret.org \(path)")
    let outcome = try world.tasks("done", "1bb", in: "store")
    #expect(outcome.status == 0)
    #expect(try world.git("show", "HEAD:" + path, in: "store").output == World.sample[1].text)
    #expect(try world.tasks("list", in: "store").errors.contains("\(path) cannot be read"))
    #expect(try world.tasks("modify", path, "+x", in: "store").status == 1)
    #expect(try world.read("secret.org") == "* TODO Secret\n")
  }

  @Test func filesThatAreTooLarge() throws {
    let world = try World.withSampleStore()
    let line = String(repeating: "x", count: 1023) + "\n"
    try world.write(
      "* TODO Large\n" + String(repeating: line, count: 8 * 1024), to: "store/large.org")
    try world.write(
      "* TODO Long\n" + String(repeating: "x", count: 1_048_577), to: "store/long.org")
    let list = try world.tasks("list", in: "store")
    #expect(list.status == 0 && list.output.split(separator: "\n").count == 3)
    #expect(list.errors.contains("large.org cannot be read: it is larger than 8 MiB"))
    #expect(list.errors.contains("long.org cannot be read: a line of it is longer than 1 MiB"))
    let show = try world.tasks("show", "large.org", in: "store")
    #expect(show.status == 1 && show.errors.contains("8 MiB"))
  }

  @Test func brokenTasksAreReported() throws {
    let world = try World.withSampleStore()
    try world.write("* TODO \u{0}\n:PROPERTIES:\nnonsense\n", to: "store/odd.org")
    try world.write("", to: "store/empty.org")
    try world.write("just text\n", to: "store/text.org")
    let bytes = FileManager.default.createFile(
      atPath: world.path("store/latin.org"),
      contents: Data("* TODO Caf\u{E9}\n".unicodeScalars.map { UInt8($0.value) }))
    #expect(bytes)
    let list = try world.tasks("list", "--json", in: "store")
    #expect(list.status == 0)
    #expect(try JSONSerialization.jsonObject(with: Data(list.output.utf8)) is [String: Any])
    #expect(list.output.contains("\"title\":\"Caf\u{FFFD}\""))
    #expect(try world.tasks("modify", "latin.org", "+x", in: "store").status == 0)
    let data = try Data(contentsOf: URL(fileURLWithPath: world.path("store/latin.org")))
    #expect(
      data.starts(
        with: Data([0x2A, 0x20, 0x54, 0x4F, 0x44, 0x4F, 0x20, 0x43, 0x61, 0x66, 0xE9, 0x20])))
  }

  @Test(arguments: ["merge", "rebase", "cherry-pick", "revert", "bisect"])
  func inTheMiddleOf(_ operation: String) throws {
    let world = try World.withSampleStore()
    try world.write("base\n", to: "store/README")
    try world.shell("git add README && git commit -qm base && git branch other")
    try world.shell(
      "echo main > README && git commit -qam main && echo more >> README && git commit -qam more")
    try world.shell(
      "git checkout -q other && echo other > README && git commit -qam other && git checkout -q main"
    )
    let commands = [
      "merge": "git merge other", "rebase": "git rebase other",
      "cherry-pick": "git cherry-pick other",
      "revert": "git revert --no-edit HEAD~1", "bisect": "git bisect start HEAD HEAD~2",
    ]
    try world.shell(commands[operation] ?? "false")
    let head = try world.git("rev-parse", "HEAD", in: "store").output
    let before = try world.git("status", "--porcelain", in: "store").output
    #expect(try world.tasks("list", in: "store").output.contains("Buy milk"))
    #expect(try world.tasks("show", "2cc", in: "store").status == 0)
    for arguments in [
      ["done", "2cc"], ["add", "New"], ["config", "max-open", "5"], ["init"],
    ] {
      let outcome = try world.run(World.tasks, arguments, in: "store")
      #expect(outcome.status == 1, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains("in the middle of a \(operation)"), "\(outcome.errors)")
    }
    let stop = operation == "bisect" ? "git bisect reset" : "git \(operation) --abort"
    let said = try world.tasks("done", "2cc", in: "store").errors
    #expect(said.contains("tasks \(stop)"), "\(said)")
    #expect(try world.git("rev-parse", "HEAD", in: "store").output == head)
    #expect(try world.git("status", "--porcelain", in: "store").output == before)
    try world.shell(stop)
    #expect(try world.tasks("done", "2cc", in: "store").status == 0)
  }

  @Test func namesThatNeedCare() throws {
    let world = try World()
    let place = "it's \"my\" $(store) ü"
    #expect(try world.tasks("init", place).status == 0)
    let names = [
      "with blank.org", "quo\"te's.org", "grün/日本.org", "-dash.org", "a\\b.org", "*star?.org",
      "tab\t.org",
    ]
    for name in names {
      try world.write("* TODO Task in \(name.prefix(3))\n", to: place + "/" + name)
    }
    for name in names {
      let outcome = try world.tasks("modify", name, "+seen", in: place)
      #expect(outcome.status == (name.hasPrefix("-") ? 2 : 0), "\(name): \(outcome.errors)")
    }
    #expect(try world.git("status", "--porcelain", in: place).output == "")
    let seen = try world.tasks("list", "+seen", "--format", "{title}", in: place).output
    #expect(seen.split(separator: "\n").count == names.count - 1)
    // A driver whose path and arguments hold all of that.
    try world.shell(
      "git clone -q '\(place.replacingOccurrences(of: "'", with: "'\\''"))' copy", in: "")
    try world.tasks("list", in: "copy")
    try world.tasks("note", "with blank.org", "one", in: place)
    try world.tasks("note", "with blank.org", "two", in: "copy")
    try world.tasks("note", "quo\"te's.org", "one", in: place)
    try world.tasks("note", "quo\"te's.org", "two", in: "copy")
    let pull = try world.git("pull", "-q", "--no-rebase", in: "copy")
    #expect(pull.status == 0, "\(pull.output)\(pull.errors)")
    for name in ["with blank.org", "quo\"te's.org"] {
      #expect(try world.read("copy/" + name).hasSuffix("two\none\n"))
    }
  }

  /// A hook runs with variables that point at the repository it belongs to.
  @Test func calledByAHookOfAnotherRepository() throws {
    let world = try World.withSampleStore()
    try world.git("init", "-q", "code")
    let hook = """
      #!/bin/sh
      export GIT_DIR="$PWD/.git" GIT_WORK_TREE="$PWD" GIT_INDEX_FILE="$PWD/.git/index" GIT_PREFIX=
      \(World.tasks) add --store \(world.path("store")) Review the commit >> hook.log 2>&1
      TASKS_DIR=\(world.path("store")) \(World.tasks) git log -1 --format=%s >> hook.log 2>&1
      """
    try world.write(hook, to: "code/.git/hooks/post-commit")
    try world.shell(
      "chmod +x .git/hooks/post-commit && git commit -qm code --allow-empty", in: "code")
    #expect(
      try world.read("code/hook.log").hasSuffix("  Review the commit\nadd: Review the commit\n"))
    #expect(try world.git("rev-list", "--count", "HEAD", in: "code").output == "1\n")
    #expect(try world.git("ls-files", in: "code").output == "")
    #expect(
      try world.git("log", "-1", "--format=%s", in: "store").output == "add: Review the commit\n")
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }

  /// The lock is free again by the time that a hook can no longer refuse.
  @Test func calledByAHookOfItsOwnStore() throws {
    let world = try World.withSampleStore()
    let hook = """
      #!/bin/sh
      [ -e .git/once ] && exit
      touch .git/once
      \(World.tasks) add From the hook > .git/hook.log 2>&1
      """
    try world.write(hook, to: "store/.git/hooks/post-commit")
    try world.shell("chmod +x .git/hooks/post-commit")
    try world.tasks("add", "By hand", in: "store")
    #expect(try world.read("store/.git/hook.log").hasSuffix("  From the hook\n"))
    #expect(
      try world.git("log", "-2", "--format=%s", in: "store").output
        == "add: From the hook\nadd: By hand\n")
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }

  @Test func detachedHeadIsToldOf() throws {
    let world = try World.withSampleStore()
    try world.git("checkout", "-q", "--detach", in: "store")
    let outcome = try world.run(World.tasks, ["add", "On no branch"], in: "store")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("HEAD is detached"))
    try world.git("checkout", "-q", "-", in: "store")
    #expect(!(try world.run(World.tasks, ["add", "On main"], in: "store")).errors.contains("HEAD"))
  }

  /// What git would keep as it is needs no program of git's for each file; what it converts does.
  @Test func manyFilesNeedFewPrograms() throws {
    let world = try World.withSampleStore()
    let ids = (0..<50).map { "many\($0)" }
    for id in ids {
      try world.write(
        "* TODO \(id)\n:PROPERTIES:\n:ID: \(id)\n:END:\n", to: "store/2026-11/\(id).org")
    }
    try world.shell(
      "echo '2026-11/many7.org filter=up' >> .git/info/attributes && git config filter.up.clean 'tr a-z A-Z'"
        + " && git config filter.up.smudge 'tr A-Z a-z' && git add . && git commit -qm many"
        + " && printf '#!/bin/sh\n' > .git/hooks/commit-msg && chmod +x .git/hooks/commit-msg")
    let trace = world.path("trace")
    let outcome = try world.run(
      World.tasks, ["modify"] + ids + ["+seen"], in: "store",
      environment: ["GIT_TRACE2_EVENT": trace])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let starts = try world.read("trace").split(separator: "\n").count {
      $0.contains(#""event":"start""#)
    }
    #expect(starts > 0 && starts < 25, "\(starts) programs")
    let plain = try world.git("show", "HEAD:2026-11/many8.org", in: "store").output
    #expect(try plain == world.read("store/2026-11/many8.org") && plain.contains(":seen:"))
    let filtered = try world.git("cat-file", "blob", "HEAD:2026-11/many7.org", in: "store").output
    #expect(filtered.contains(":SEEN:") && !filtered.contains("seen"))
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
    #expect(try world.git("fsck", "--strict", in: "store").status == 0)
  }

  @Test(arguments: ["pre-commit", "commit-msg"])
  func aHookThatRefuses(_ name: String) throws {
    let world = try World.withSampleStore()
    let head = try world.git("rev-parse", "HEAD", in: "store").output
    try world.write("#!/bin/sh\necho not today\nexit 1\n", to: "store/.git/hooks/" + name)
    try world.shell("chmod +x .git/hooks/\(name)")
    for arguments in [["done", "2cc", "3dd"], ["add", "New"]] {
      let outcome = try world.run(World.tasks, arguments, in: "store")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(name) && outcome.errors.contains("not today"))
    }
    #expect(try world.git("rev-parse", "HEAD", in: "store").output == head)
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
    #expect(try world.read("store/" + World.sample[1].path) == World.sample[1].text)
  }

  @Test func hooksThatAgree() throws {
    let world = try World.withSampleStore()
    try world.write("#!/bin/sh\necho Reviewed: yes >> \"$1\"\n", to: "store/.git/hooks/commit-msg")
    try world.write(
      "#!/bin/sh\ngit log -1 --format=%s > ../seen\n", to: "store/.git/hooks/post-commit")
    try world.shell("chmod +x .git/hooks/commit-msg .git/hooks/post-commit")
    let outcome = try world.tasks("done", "2cc", in: "store")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(try world.git("log", "-1", "--format=%B", in: "store").output.contains("Reviewed: yes"))
    #expect(try world.read("seen") == "done: Buy milk\n")
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }

  @Test func aSparseCheckoutIsNoDeletion() throws {
    let world = try World.withSampleStore()
    try world.shell(
      "git status > /dev/null && git sparse-checkout set --no-cone '/*' '!/2026-11/buy-milk*'")
    let list = try world.tasks("list", "--format", "{title}", in: "store").output
    #expect(list == "Call Bob about the invoice\nWater the plants\n")
    #expect(try world.tasks("done", "3dd", in: "store").status == 0)
    #expect(try world.git("ls-files", in: "store").output.contains("buy-milk"))
    #expect(
      try world.git("show", "--name-only", "--format=", in: "store").output == World.sample[2].path
        + "\n")
    #expect(try world.tasks("status", "--json", in: "store").output.contains("\"sparse\":1"))
  }

  @Test func aStoreThatBelongsToSomebodyElse() throws {
    guard getuid() == 0 else { return }
    let world = try World.withSampleStore()
    try world.shell("chown -R 12345:12345 .")
    let outcome = try world.tasks("list", in: "store")
    #expect(outcome.status == 7 && outcome.errors.contains("safe.directory"), "\(outcome.errors)")
  }

  /// What no git here can read is said in one sentence, and touched by no command.
  @Test(arguments: ["list", "add Something", "status", "log", "init"])
  func aRepositoryInAFormatThatNobodyKnows(_ command: String) throws {
    let world = try World.withSampleStore()
    let before = try world.shell("git rev-parse HEAD && git status --porcelain").output
    try world.shell(
      "git config core.repositoryFormatVersion 1 && git config extensions.refStorage clay")
    let words = command.split(separator: " ").map(String.init)
    let outcome = try world.run(World.tasks, words, in: "store")
    #expect(outcome.status == 7, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("uses clay, which the git program here does not know"),
      "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    try world.shell("git config --file .git/config --unset extensions.refStorage")
    #expect(try world.shell("git rev-parse HEAD && git status --porcelain").output == before)
  }

  /// `-v` says why git commits, in one line; what is committed is the same.
  @Test(arguments: [
    (
      "printf '*.org filter=up\n' >> .git/info/attributes && git config filter.up.clean cat",
      "filter up"
    ),
    (
      "git config core.autocrlf input && printf '*.org text\\n' >> .git/info/attributes && sed -i 's/$/\\r/' 2026-11/buy-milk*",
      "line ends"
    ),
    (
      "printf '#!/bin/sh\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit",
      "hook pre-commit"
    ),
  ])
  func verboseSaysWhyGitCommits(_ setup: String, _ reason: String) throws {
    let world = try World.withSampleStore()
    try world.shell("mkdir -p .git/info .git/hooks && \(setup)")
    let outcome = try world.tasks("modify", "2cc", "+seen", "-v", in: "store")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("through git, because") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.contains(reason) }, "\(outcome.errors)")
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
    #expect(try world.git("fsck", "--strict", in: "store").status == 0)
  }

  @Test func verboseSaysThatGitIsNotNeeded() throws {
    let world = try World.withSampleStore()
    let outcome = try world.tasks("modify", "2cc", "+seen", "-v", in: "store")
    #expect(
      outcome.errors
        == "tasks: committing through libgit2: nothing here needs the git program\n")
    try world.git("update-index", "--split-index", in: "store")
    let split = try world.tasks("modify", "2cc", "-seen", "-v", in: "store")
    #expect(
      split.errors
        == "tasks: committing through libgit2, and through git for the index, because it is split\n"
    )
  }

  @Test func anEncodingThatTasksDoNotWriteIsRefused() throws {
    let world = try World.withSampleStore()
    try world.write("*.org text working-tree-encoding=UTF-16LE\n", to: "store/.git/info/attributes")
    let head = try world.git("rev-parse", "HEAD", in: "store").output
    // It is the same where committing is left to the user.
    for setting in ["true", "false"] {
      try world.git("config", "tasks.autocommit", setting, in: "store")
      let outcome = try world.tasks("add", "New", in: "store")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("tasks are written in UTF-8; nothing was changed"))
      #expect(try world.git("rev-parse", "HEAD", in: "store").output == head)
      #expect(try world.git("ls-files", "--others", in: "store").output == "")
    }
  }

  /// Whatever the umask, others may use what is written, as git sees to it.
  @Test func aRepositoryThatPeopleShare() throws {
    let world = try World.withSampleStore()
    try world.git("config", "core.sharedRepository", "group", in: "store")
    let outcome = try world.shell(
      "touch ../start && umask 077 && \(World.tasks) add New && find .git -newer ../start \\( -type f -o -type d \\) ! -perm -040"
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").filter { $0.hasPrefix(".git") } == [])
  }

  @Test func aBranchThatIsAnotherNameOfOne() throws {
    let world = try World.withSampleStore()
    try world.git("symbolic-ref", "refs/heads/alias", "refs/heads/main", in: "store")
    try world.git("symbolic-ref", "HEAD", "refs/heads/alias", in: "store")
    #expect(try world.tasks("modify", "2cc", "+seen", in: "store").status == 0)
    #expect(
      try world.git("symbolic-ref", "refs/heads/alias", in: "store").output == "refs/heads/main\n")
    #expect(try world.git("status", "--porcelain", in: "store").output == "")
  }

  @Test func indexesOfEveryForm() throws {
    for setup in [
      "git update-index --split-index", "git update-index --index-version 4",
      "git config extensions.worktreeConfig true && git config --worktree core.fileMode false",
      "git sparse-checkout set --sparse-index 2026-11 .tasks",
      "git config index.skipHash true && git config feature.manyFiles true && git update-index --force-write-index",
    ] {
      let world = try World.withSampleStore()
      try world.shell(setup)
      #expect(try world.tasks("done", "2cc", in: "store").status == 0, "\(setup)")
      let added = try world.tasks("add", "New", in: "store")
      #expect(added.status == 0, "\(setup): \(added.errors)")
      #expect(try world.git("status", "--porcelain", in: "store").output == "", "\(setup)")
      #expect(try world.tasks("undo", in: "store").status == 0, "\(setup)")
      #expect(try world.git("status", "--porcelain", in: "store").output == "", "\(setup)")
      #expect(try world.git("fsck", "--strict", in: "store").status == 0, "\(setup)")
    }
  }
}
