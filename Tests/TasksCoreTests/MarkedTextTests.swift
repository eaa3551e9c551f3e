import TasksCore
import Testing

/// Conflict markers as git writes them, of every length.
@Suite struct MarkedTextTests {
  private func parts(_ text: String) -> [String?]? {
    guard let marked = MarkedText(Array(text.utf8)) else { return nil }
    return [marked.ours, marked.theirs, marked.base]
      .map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  private func marker(_ letter: String, _ length: Int, _ name: String = "") -> String {
    String(repeating: letter, count: length) + name + "\n"
  }

  @Test(arguments: [7, 8, 9, 11, 15]) func markersOfEveryLengthPartTheVersions(length: Int) {
    let text =
      "a\n" + marker("<", length, " HEAD:a b") + "o\n" + marker("=", length) + "t\n"
      + marker(">", length, " main") + "z\n"
    #expect(parts(text) == ["a\no\nz\n", "a\nt\nz\n", nil])
  }

  @Test func ofOtherLengthsTheyArePartOfAVersion() {
    let inner = marker("<", 9) + "x\n" + marker("=", 9) + "y\n" + marker(">", 9)
    let text =
      marker("<", 7, " HEAD") + "o\n" + marker("|", 7, " base") + inner + marker("=", 7)
      + inner + marker(">", 7, " main")
    #expect(parts(text) == ["o\n", inner, inner])
  }

  @Test func shorterOnesCountWhereTheyAreAskedFor() {
    let text = marker("<", 4, " HEAD") + "o\n" + marker("=", 4) + "t\n" + marker(">", 4, " main")
    #expect(MarkedText(Array(text.utf8)) == nil)
    #expect(MarkedText(Array(text.utf8), least: 5) == nil)
    #expect(MarkedText(Array(text.utf8), least: 4)?.ours == Array("o\n".utf8))
  }

  @Test func whatIsNoWholeConflictIsText() {
    #expect(parts(marker("<", 7) + "a\n" + marker("=", 7) + "b\n") == nil)
    #expect(parts(marker("<", 7) + "a\n" + marker("=", 8) + "b\n" + marker(">", 7)) == nil)
    #expect(parts(marker("<", 6) + "a\n" + marker("=", 6) + "b\n" + marker(">", 6)) == nil)
    #expect(parts("<<<<<<<a\n=======\n>>>>>>>\n") == nil)
    #expect(parts("- <<<<<<< HEAD\n=======\n>>>>>>> main\n") == nil)
  }
}
