import TasksCore
import Testing

/// Files made to be slow: a longer one takes longer, but not out of proportion.
///
/// What is compared is the processor's time of this one thread, so that nothing else that runs counts. Four times
/// the file takes about four times as long; what is quadratic takes sixteen times. Ten lies well between, and one
/// good attempt of five is enough.
@Suite struct LinearReadingTests {
  struct Kind: Sendable, CustomStringConvertible {
    let format: Format
    let name: String
    let head: String
    let unit: String
    var tail = ""

    var description: String { "\(format.rawValue) \(name)" }

    /// A `$` in the unit becomes a number.
    func file(_ size: Int) -> [UInt8] {
      var out = Array(head.utf8)
      var number = 0
      while out.count + tail.utf8.count < size {
        for byte in unit.utf8 { out += byte == 0x24 ? Array(String(number).utf8) : [byte] }
        number += 1
      }
      return out + tail.utf8
    }
  }

  private static let top = "* TODO x\n"
  private static let front = "---\ntitle: x\nstatus: todo\n"
  private static let end = "---\n\nnotes\n"

  static let kinds: [Kind] = [
    Kind(
      format: .org, name: "properties", head: top + ":PROPERTIES:\n", unit: ":k$: v\n",
      tail: ":END:\n"),
    Kind(format: .org, name: "cookies in a title", head: "* TODO x ", unit: "[1/2]", tail: "\n"),
    Kind(
      format: .org, name: "added lines", head: top + ":PROPERTIES:\n", unit: ":k$+: v\n",
      tail: ":END:\n"),
    Kind(format: .org, name: "tags", head: "* TODO x :", unit: "é$:", tail: "\n"),
    Kind(format: .org, name: "file tags", head: "", unit: "#+FILETAGS: a$\n", tail: top),
    Kind(format: .org, name: "keywords", head: "", unit: "#+TODO: A$\n", tail: "* A1 x\n"),
    Kind(format: .org, name: "open blocks", head: top, unit: "#+begin_src\n"),
    Kind(
      format: .org, name: "log notes", head: top + ":LOGBOOK:\n", unit: "- x$\n  y\n",
      tail: ":END:\n"),
    Kind(
      format: .org, name: "log and blank lines", head: top + ":LOGBOOK:\n", unit: "- x\n\n\n",
      tail: ":END:\n"),
    Kind(
      format: .org, name: "blank lines in a log", head: top + ":LOGBOOK:\n- x\n", unit: "\n",
      tail: ":END:\n"),
    Kind(format: .org, name: "logs", head: top, unit: ":LOGBOOK:\n- x$\n:END:\n"),
    Kind(format: .org, name: "open logs", head: top, unit: ":LOGBOOK:\n"),
    Kind(
      format: .org, name: "logs in the text", head: top + "a\n", unit: ":LOGBOOK:\n- x$\n:END:\na\n"
    ),
    Kind(format: .org, name: "open drawers", head: top + "a\n", unit: ":LOGBOOK:\n:a$:\n"),
    Kind(
      format: .org, name: "logs in blocks", head: top + "#+begin_quote\n",
      unit: "#+begin_x$\n:LOGBOOK:\n#+end_y$\n", tail: "#+end_quote\n:END:\n"),
    Kind(
      format: .org, name: "logs of code", head: top,
      unit: "#+begin_src\n:LOGBOOK:\n#+end_src\n"),
    Kind(
      format: .org, name: "clocks", head: top + ":LOGBOOK:\n",
      unit: "CLOCK: [2026-11-20 Fri 09:20]\n", tail: ":END:\n"),
    Kind(
      format: .org, name: "dates", head: top + "SCHEDULED: <2026-11-23>",
      unit: " DEADLINE: <2026-11-23>", tail: "\n"),
    Kind(format: .org, name: "boxes", head: "* TODO x [0/1]\n", unit: "- [ ] a [0/1]\n"),
    Kind(format: .org, name: "one line", head: top, unit: "[1/2 <2026-11-20 "),
    Kind(format: .org, name: "lines with returns", head: "* TODO x\r\n", unit: "a\r\n\r\n"),
    Kind(format: .org, name: "headings", head: top, unit: "** TODO y\n"),
    Kind(
      format: .org, name: "reminders", head: top + ":PROPERTIES:\n:REMIND: ", unit: "[2026-11-20] ",
      tail: "\n:END:\n"),
    Kind(
      format: .org, name: "an open log", head: top + ":LOGBOOK:\n", unit: "- x\n"),
    Kind(
      format: .org, name: "short log lines", head: top + ":LOGBOOK:\n", unit: "a\n",
      tail: ":END:\n"),
    Kind(
      format: .org, name: "short log items", head: top + ":LOGBOOK:\n", unit: "- a\n",
      tail: ":END:\n"),
    Kind(
      format: .org, name: "one property", head: top + ":PROPERTIES:\n", unit: ":a+:\n:a+: v\n",
      tail: ":END:\n"),
    Kind(format: .org, name: "the same tag", head: "* TODO x :", unit: "a:", tail: "\n"),
    Kind(format: .org, name: "short tags", head: "* TODO x :", unit: "a$:", tail: "\n"),
    Kind(format: .org, name: "a tag of any script", head: "* TODO x :", unit: "漢", tail: ":\n"),
    Kind(format: .org, name: "no UTF-8", head: top, unit: "\u{10FF80}"),
    Kind(format: .org, name: "signs of settings", head: top, unit: " # #+\n"),
    Kind(format: .org, name: "blank lines", head: top, unit: " \r\n\n"),
    Kind(format: .markdown, name: "keys", head: front, unit: "k$: v\n", tail: end),
    Kind(format: .markdown, name: "one key", head: front, unit: "tags: v$\n", tail: end),
    Kind(format: .markdown, name: "items", head: front + "tags:\n", unit: "- a$\n", tail: end),
    Kind(
      format: .markdown, name: "a list", head: front + "tags: [", unit: "a$, ", tail: "b]\n" + end),
    Kind(
      format: .markdown, name: "a list of lines", head: front + "tags: [", unit: "a$,\n  ",
      tail: "b]\n" + end),
    Kind(format: .markdown, name: "open lists", head: front, unit: "k$: [a\n", tail: end),
    Kind(
      format: .markdown, name: "records", head: front + "timeEntries:\n",
      unit: "  - startTime: 2026-11-20\n", tail: end),
    Kind(
      format: .markdown, name: "a folded text", head: front + "x: >\n", unit: "  abc\n", tail: end),
    Kind(
      format: .markdown, name: "a text of lines", head: front + "x: a\n", unit: "  abc\n", tail: end
    ),
    Kind(format: .markdown, name: "open quotes", head: front, unit: "k$: \"a\n", tail: end),
    Kind(
      format: .markdown, name: "stray items", head: front + "tags:\nx: y\n", unit: "- a$\n",
      tail: end),
    Kind(format: .markdown, name: "comments", head: front, unit: "k$:\n# c\n\n", tail: end),
    Kind(
      format: .markdown, name: "log", head: front + end + "## Log\n\n",
      unit: "- 2026-11-20 WAIT from TODO\n"),
    Kind(
      format: .markdown, name: "log notes", head: front + end + "## Log\n\n",
      unit: "- x\n\n  y$\n\n"),
    Kind(
      format: .markdown, name: "one log note", head: front + end + "## Log\n\n- x\n",
      unit: "\n  y\n"),
    Kind(
      format: .markdown, name: "clocks", head: front + end + "## Log\n\n",
      unit: "- 2026-11-20 09:20-- clock\n"),
    Kind(
      format: .markdown, name: "short log lines", head: front + end + "## Log\n\n", unit: "a\n"),
    Kind(
      format: .markdown, name: "log notes of two lines", head: front + end + "## Log\n\n",
      unit: "- note: x\n\n\ty\n   z\n"),
    Kind(
      format: .markdown, name: "the same item", head: front + "x: [", unit: "a,",
      tail: "]\n" + end),
    Kind(
      format: .markdown, name: "contexts", head: front + "contexts:\n", unit: "- a$\n", tail: end),
    Kind(
      format: .markdown, name: "tags of one line", head: front + "tags: ", unit: "a ",
      tail: "\n" + end),
    Kind(
      format: .markdown, name: "the same tag", head: front + "tags: [", unit: "a,",
      tail: "]\n" + end),
    Kind(
      format: .markdown, name: "the same context", head: front + "contexts: [", unit: "'a',",
      tail: "]\n" + end),
    Kind(
      format: .markdown, name: "tags between commas", head: front + "tags: ", unit: "a$,",
      tail: "\n" + end),
    Kind(
      format: .markdown, name: "short items", head: front + "x:\n", unit: "- a\n", tail: end),
    Kind(
      format: .markdown, name: "items in quotes", head: front + "x:\n", unit: "- 'a'\n",
      tail: end),
    Kind(
      format: .markdown, name: "a text below", head: front + "x:\n", unit: "  a\n", tail: end),
    Kind(
      format: .markdown, name: "relative reminders", head: front + "reminders:\n",
      unit: "  - offset: x\n", tail: end),
    Kind(
      format: .markdown, name: "short log items", head: front + end + "## Log\n\n", unit: "- a\n"),
    Kind(
      format: .markdown, name: "code and boxes", head: front + end,
      unit: "- [ ] a\n\n      - [ ] b\n\n"),
    Kind(format: .markdown, name: "texts", head: front, unit: "k$: |\n  a\n\n", tail: end),
    Kind(
      format: .markdown, name: "notes under a key", head: front + "notes: |\n", unit: "  a\n",
      tail: "---\n"),
    Kind(format: .markdown, name: "never closed", head: front, unit: "k$: [\n v\n"),
    Kind(format: .markdown, name: "fences", head: front + end, unit: "## a\n~~~\n"),
    Kind(format: .markdown, name: "headings", head: front + end, unit: "# a\n## Log\n"),
    Kind(format: .markdown, name: "boxes", head: front + end, unit: "- [ ] a [0/1]\n"),
  ]

  @Test(arguments: kinds)
  func fourTimesTheFileTakesAboutFourTimesAsLong(kind: Kind) {
    let (small, large) = (kind.file(16_000), kind.file(64_000))
    var ratios: [Double] = []
    for _ in 0..<5 {
      let ratio = time(large, kind) / max(time(small, kind), 0.000_1)
      if ratio < 10 { return }
      ratios.append(ratio)
    }
    Issue.record("\(kind): \(ratios)")
  }

  /// Where nothing is read in a text of Org.
  @Test(arguments: [
    "-src_", "src_a[", "src_a{", "<", "<<a ", "$a ", "$$", "{{{a ", "@@a:", "@@", "\\(", "\\[",
    "[cite:",
  ])
  func objectsThatNeverEndTakeLinearTime(unit: String) {
    func time(_ size: Int) -> Double {
      let text = Array(String(repeating: unit, count: size / unit.utf8.count).utf8)
      let start = ThreadTime.seconds()
      _ = VerbatimRanges(in: text[...])
      return ThreadTime.seconds() - start
    }
    var ratios: [Double] = []
    for _ in 0..<5 {
      let ratio = time(64_000) / max(time(16_000), 0.000_1)
      if ratio < 10 { return }
      ratios.append(ratio)
    }
    Issue.record("\(unit): \(ratios)")
  }

  /// Seconds of this thread for reading a file and for an edit of each kind.
  private func time(_ bytes: [UInt8], _ kind: Kind) -> Double {
    let start = ThreadTime.seconds()
    guard let document = try? TaskReader.read(bytes, path: "a.\(kind.format.rawValue)") else {
      return ThreadTime.seconds() - start
    }
    let task = document.task
    let log = [.entry(LogEntry(.note, note: "new"))] + task.log.dropLast(1)
    let edits: [Edit] = [
      .title("other"), .tags(["new"]), .rank(Rank(7)), .notes("new"), .log(log),
      .log(task.log.filter { $0.clock == nil }),
      .reminders([]), .property(name: "k1", value: nil), .property(name: "new", value: "x"),
    ]
    for edit in edits { _ = try? document.applying([edit]) }
    return ThreadTime.seconds() - start
  }
}
