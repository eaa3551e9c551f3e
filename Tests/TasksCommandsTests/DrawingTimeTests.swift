import TasksCore
import TasksTerminal
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Notes four times as long take about four times as long to draw; what is quadratic takes sixteen times. What is
/// compared is this thread's own time, and one good attempt of five is enough.
@Suite struct DrawingTimeTests {
  @Test(arguments: [
    ("| a b c | some more words |\n", 10_000, nil), ("| a b c | some more words |\n", 10_000, 30),
    ("| cell of words ", 4_000, nil), ("| cell of words ", 4_000, 60), (": code\n", 20_000, nil),
    ("word *bold* [[https://a.b][link]]\n", 10_000, 60), ("- [ ] box\n", 10_000, 60),
  ])
  func timeGrowsWithTheNotes(_ unit: String, _ size: Int, _ width: Int?) {
    expectLinear(unit, width) { String(repeating: unit, count: $0 * size / unit.utf8.count) }
  }

  /// One row that is long, wide or high does not make all others so.
  @Test(arguments: [
    ("a|", "| a\n", nil), ("a|", "| a\n", 80), ("a|", "|-\n", nil), ("x", "| b | c |\n", nil),
    ("x", "| b | c |\n", 80), ("x ", "| b | c |\n", 80), ("| w", "| a\n", 80),
  ])
  func oneRowOfATable(_ long: String, _ row: String, _ width: Int?) {
    expectLinear("\(long)…\(row)", width) { factor in
      "| k " + String(repeating: long, count: factor * 600) + " |\n"
        + String(repeating: row, count: factor * 320)
    }
    expectLinear("\(long) high", width) { factor in
      "|" + String(repeating: "a|", count: factor * 120)
        + String(repeating: "w ", count: factor * 600) + "|\n"
    }
  }

  private func expectLinear(_ name: String, _ width: Int?, _ notes: (Int) -> String) {
    var ratios: [Double] = []
    for _ in 0..<5 {
      let small = time(notes(1), width)
      let ratio = time(notes(4), width) / max(small, 0.000_1)
      if ratio < 10 { return }
      ratios.append(ratio)
    }
    Issue.record("\(name): \(ratios)")
  }

  private func time(_ notes: String, _ width: Int?) -> Double {
    var task = Task(
      id: TaskID(ofPath: ""), path: "a.org", format: .org, title: "Task",
      state: State("TODO", isDone: false))
    task.notes = Text(notes)
    let start = seconds()
    let terminal = Terminal(hasColor: true, width: width)
    var output = Output(terminal)
    MarkupRenderer(terminal: terminal, markup: Markup(task)).forEachLine { output.line($0) }
    let count = output.bytes.count
    let end = seconds()
    #expect(count > 0)
    return end - start
  }

  private func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
