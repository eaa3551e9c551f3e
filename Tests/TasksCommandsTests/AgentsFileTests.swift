import TestSupport
import Testing

/// `init --agents`: a section in AGENTS.md comes, is renewed and goes, and nothing else changes.
@Suite struct AgentsFileTests {
  @Test func theSectionComesAndGoes() throws {
    try expect(
      #"""
      $ printf '# Mine\n\nBe kind.\n' | tee mine > AGENTS.md
      $ tasks init --agents --dry-run
      ! tasks: the section about tasks would be added to ~/store/AGENTS.md
      $ tasks init --agents
      the store at ~/store is set up
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      ! tasks: the section about tasks was added to ~/store/AGENTS.md
      $ head -6 AGENTS.md
      # Mine

      Be kind.

      <!-- tasks: begin -->
      ## Tasks
      $ tasks init --agents
      the store at ~/store is set up
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      ! tasks: ~/store/AGENTS.md is as it should be
      $ sed -i 's/^- First.*/- Old./' AGENTS.md; echo More. | tee -a mine >> AGENTS.md
      $ tasks init --agents
      the store at ~/store is set up
      ! tasks: git-merge-tasks is not on PATH: a plain git pull merges file by file only; see tasks-sync(7)
      ! tasks: the section about tasks was added to ~/store/AGENTS.md
      $ grep -c 'Old\|help agents\|More' AGENTS.md
      2
      $ tasks list; git status --short
      1bb  [A] Call Bob about the invoice [1/3]  +phone @office  list:work  due Fri 2026-11-27 17:00
      2cc  Buy milk  +errand  list:home
      3dd  NEXT Water the plants  list:home  sched Sat 2026-11-21 ++1w
      ?? AGENTS.md
      ?? mine
      $ tasks init --agents --remove
      ! tasks: the section about tasks was removed from ~/store/AGENTS.md
      $ cmp mine AGENTS.md
      $ tasks init --remove
      ! tasks: --remove is for --agents.
      [2]
      """#)
  }

  @Test func aFileOfItsOwnGoesWithIt() throws {
    try expect(
      #"""
      $ tasks init --agents --remove
      ! tasks: ~/store/AGENTS.md is as it should be
      $ tasks init --agents 2>&1 | tail -1; tasks init --agents --remove; ls AGENTS.md 2>/dev/null
      tasks: the section about tasks was added to ~/store/AGENTS.md
      ! tasks: the section about tasks was removed from ~/store/AGENTS.md
      [2]
      $ echo '<!-- tasks: begin -->' > AGENTS.md; tasks init --agents --remove
      ! tasks: ~/store/AGENTS.md has the line <!-- tasks: begin --> without <!-- tasks: end --> after it; mend that first
      [2]
      """#)
  }

  /// In a repository that holds more than the store, agents are told where it is.
  @Test func theFolderOfTheStoreIsNamed() throws {
    let world = try World()
    try world.git("init", "-q", "code")
    try expect(
      #"""
      $ tasks init todo --agents
      made a store at ~/code/todo
      ! tasks: the section about tasks was added to ~/code/AGENTS.md
      $ grep -o 'with `--store .*`' AGENTS.md
      with `--store todo`
      """#, in: world, at: "code")
  }
}
