import TasksCore

/// A chart of weeks as SVG 1.1, which browsers open: bars for the tasks that were opened and finished in each week, and a
/// line for those that were open at its end.
package struct StatisticsChart: Sendable {
  private let weeks: [TaskStatistics.Week]
  private let title: String

  private static let height = 240
  private static let step = 36
  private static let left = 48
  private static let top = 40
  private static let (green, grey, blue) = ("#2e7d32", "#9e9e9e", "#1565c0")

  package init(_ statistics: TaskStatistics, title: String) {
    weeks = statistics.weeks
    self.title = title
  }

  package var svg: String {
    let width = StatisticsChart.left * 2 + StatisticsChart.step * weeks.count
    let total = StatisticsChart.top + StatisticsChart.height + 60
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(total)" "#
        + #"viewBox="0 0 \#(width) \#(total)" font-family="sans-serif" font-size="11">"#,
      #"<rect width="100%" height="100%" fill="white"/>"#,
      #"<text x="\#(StatisticsChart.left)" y="20" font-size="14">"#
        + title.escapedAsMarkup + "</text>",
    ]
    let most = max(1, weeks.map { max($0.opened, $0.finished) }.max() ?? 1)
    let maxOpen = max(1, weeks.map(\.open).max() ?? 1)
    let bottom = StatisticsChart.top + StatisticsChart.height
    var points: [String] = []
    for (place, week) in weeks.enumerated() {
      let x = StatisticsChart.left + place * StatisticsChart.step
      lines += [
        bar(week.opened, of: most, x: x + 4, StatisticsChart.grey, "opened", week),
        bar(week.finished, of: most, x: x + 18, StatisticsChart.green, "finished", week),
      ]
      let y = bottom - week.open * StatisticsChart.height / maxOpen
      points.append("\(x + StatisticsChart.step / 2),\(y)")
      let date = "\(week.start.day).\(week.start.month)."
      lines.append(
        #"<text x="\#(x + StatisticsChart.step / 2)" y="\#(bottom + 16)" text-anchor="middle">\#(date)</text>"#
      )
    }
    lines += [
      #"<polyline fill="none" stroke="\#(StatisticsChart.blue)" stroke-width="2" points="\#(points.joined(separator: " "))"/>"#,
      #"<text x="4" y="\#(StatisticsChart.top + 4)">\#(most)</text>"#,
      #"<text x="\#(width - 44)" y="\#(StatisticsChart.top + 4)" fill="\#(StatisticsChart.blue)">\#(maxOpen)</text>"#,
      #"<text x="\#(StatisticsChart.left)" y="\#(bottom + 40)"><tspan fill="\#(StatisticsChart.grey)">opened</tspan> "#
        + #"<tspan fill="\#(StatisticsChart.green)">finished</tspan> <tspan fill="\#(StatisticsChart.blue)">open at the end (right scale)</tspan></text>"#,
      "</svg>",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private func bar(
    _ count: Int, of most: Int, x: Int, _ color: String, _ what: String,
    _ week: TaskStatistics.Week
  ) -> String {
    let height = count * StatisticsChart.height / most
    let y = StatisticsChart.top + StatisticsChart.height - height
    return #"<rect x="\#(x)" y="\#(y)" width="13" height="\#(height)" fill="\#(color)">"#
      + "<title>\(week.start.iso): \(count) \(what)</title></rect>"
  }
}
