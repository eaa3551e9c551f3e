/// Prints the report as a Markdown table.
enum Table {
  static func text(_ report: Report) -> String {
    let head = [
      "work", "tasks", "ours", "others", "part of the best", "must", "aim", "peak",
    ]
    var text = "\(report.machine.text); medians of \(report.runs) runs in turns.\n\n"
    text += line(head) + line(head.map { _ in "---" })
    for row in report.rows { text += line(cells(of: row)) }
    text +=
      "\n" + report.programs.map { "\($0.name): \($0.version)" }.joined(separator: "; ") + ".\n"
    text +=
      "git: `add` and `commit` of the same files; `pull` with its merge of lines behind a shell driver; "
    text += "`log -- path`.\n"
    text +=
      "bare calls: none of the work, only the system's calls for a look at each file, the objects, the file and the "
    text += "branch on the disk, and the index.\n"
    if !report.missing.isEmpty {
      text += "Not installed: \(report.missing.joined(separator: ", ")).\n"
    }
    text +=
      "A peak is never less than the \(Figure.memory(ProcessRun.ownPeak)) of tasks-bench itself.\n"
    return text
  }

  private static func cells(of row: Row) -> [String] {
    let ours = row.measurements.first
    let others = row.measurements.dropFirst()
    let peak = Figure.memory(
      row.measurements.filter { $0.name == ours?.name }.map(\.peak).max() ?? 0)
    let size = row.size > 0 ? thousands(row.size) : ""
    switch row.kind {
    case .memory:
      let parts = row.measurements.map { "\($0.name) \(Figure.memory($0.peak))" }
      let most = row.measurements.map(\.peak).max() ?? 0
      return [
        row.kind.work, size, Figure.memory(most), "", "", verdict(row.must, row), "",
        parts.joined(separator: ", "),
      ]
    case .growth:
      let parts = others.map { "\($0.name) \(Figure.bytes($0.growth ?? 0))" }
      return [
        row.kind.work, size, Figure.bytes(ours?.growth ?? 0), parts.joined(separator: ", "), "",
        verdict(row.must, row), "", peak,
      ]
    default:
      let parts = others.map { "\($0.name) \(Figure.time($0.wall))" }
      let best = others.filter { !$0.isBare }.map(\.wall).min()
      let ratio = ours.flatMap { ours in best.map { Figure.short(ours.wall / $0) } } ?? ""
      return [
        row.kind.work, size, Figure.time(ours?.wall ?? 0), parts.joined(separator: ", "), ratio,
        verdict(row.must, row), row.aim.map { verdict($0, row) } ?? "", peak,
      ]
    }
  }

  private static func verdict(_ limit: Limit, _ row: Row) -> String {
    let isMet = limit.isMet(by: row.measurements)
    return "\(limit.text): " + (isMet.map { $0 ? "yes" : "**no**" } ?? "not measured")
  }

  /// Prints a number with a thousands separator: `10,000`.
  private static func thousands(_ number: Int) -> String {
    guard number >= 1_000 else { return "\(number)" }
    let rest = "\(number % 1_000)"
    return "\(number / 1_000)," + String(repeating: "0", count: 3 - rest.utf8.count) + rest
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}
