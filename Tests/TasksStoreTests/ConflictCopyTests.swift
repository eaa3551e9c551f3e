import TasksStore
import Testing

@Suite struct ConflictCopyTests {
  @Test(arguments: [
    ("a/x.sync-conflict-20261127-101010-ABCDEFG.md", "a/x.md"),
    ("x (Ann's conflicted copy 2026-11-26).org", "x.org"),
    ("x (conflicted copy 2026-11-26 101010).md", "x.md"),
    ("x (Conflicted copy phone 202611261010).md", "x.md"), ("x_conflict-20261126.md", "x.md"),
    ("x.md", nil), ("a conflicted copy.md", nil), ("x (copy).md", nil),
    ("x.sync-conflict-none.md", nil), (".sync-conflict-1.md", nil),
  ])
  func isKnownByItsName(path: String, original: String?) {
    #expect(ConflictCopy.original(of: path) == original)
  }
}
