import TasksCore
import TestSupport
import Testing

/// Any text can be the notes of a task, and is given back as it was.
struct GuardedNotesTests {
  @Test(arguments: [
    (Format.org, "* a\n** b\n *c\n* ", " * a\n** b\n *c\n * "),
    (
      .org, "#+TODO: A | B\n\t#+filetags: x\n#+TITLE: t",
      ",#+TODO: A | B\n\t,#+filetags: x\n#+TITLE: t"
    ),
    (.org, " * a\n, x\n,* y\n  * z", " ,* a\n, x\n,* y\n  * z"),
    (.org, ",#+CATEGORY: x\n ,,* a", ",,#+CATEGORY: x\n ,,,* a"),
    (.org, ":LOGBOOK:\n:NOTES:\n## Log", ",:LOGBOOK:\n:NOTES:\n## Log"),
    (.markdown, "## Log\n### Log\n * a\n#+TODO: A", "\\## Log\n### Log\n * a\n#+TODO: A"),
    (.markdown, "\\## log ##\n\\x", "\\\\## log ##\n\\x"),
    (.markdown, "-----BEGIN PGP MESSAGE-----", "\\-----BEGIN PGP MESSAGE-----"),
  ]) func aSign(_ format: Format, text: String, notes: String) {
    #expect(GuardedNotes.notes(Text(text), format) == Text(notes))
    #expect(GuardedNotes.text(Text(notes), format) == Text(text))
  }

  @Test(arguments: [Format.org, .markdown], 0..<3) func anyTextComesBack(
    format: Format, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "*", " ", ",", "\\", "#+TODO:", "##", "Log", ":LOGBOOK:", "\n", "\t", "x", "#+CATEGORY: y",
      "-----BEGIN PGP MESSAGE-----",
    ]
    for _ in 0..<2_000 {
      let text = Text((0..<random.below(9)).map { _ in random.pick(pieces) }.joined())
      let notes = GuardedNotes.notes(text, format)
      #expect(GuardedNotes.text(notes, format) == text, "seed \(seed)")
    }
  }
}
