import Foundation

/// The results of a run, as JSON and as a Markdown table.
struct Report {
  let stores: Stores
  let runs: Int
  let results: [Row.Result]

  private struct Document: Encodable {
    let date: String
    let machine: String
    let runs: Int
    let programs: [String: String]
    let missing: [String]
    let rows: [Line]
  }

  private struct Line: Encodable {
    let row: String
    let size: Int
    let must, aim: Verdict?
    let results: [Figures]
  }

  private struct Verdict: Encodable {
    let text: String
    /// Nil if there is nothing to compare with.
    let met: Bool?
  }

  private struct Figures: Encodable {
    let name: String
    let wallMs, processorMs: Double
    let peakKb: Int
    let growthBytes: Double?
    let wallsMs: [Double]
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let lines = results.map { result in
      Line(
        row: result.row.name, size: result.size, must: verdict(result.limits.must, result),
        aim: verdict(result.limits.aim, result),
        results: result.outcomes.map {
          Figures(
            name: $0.name, wallMs: $0.wall, processorMs: $0.processor, peakKb: $0.peak,
            growthBytes: $0.growth, wallsMs: $0.runs.map(\.wall))
        })
    }
    let document = Document(
      date: date, machine: machine, runs: runs, programs: stores.versions(),
      missing: stores.missing, rows: lines)
    return try encoder.encode(["bench": document])
  }

  private func verdict(_ limit: Limit?, _ result: Row.Result) -> Verdict? {
    limit.map {
      Verdict(text: $0.text, met: $0.isMet(by: result.ours, beside: result.others))
    }
  }

  // MARK: The table

  var table: String {
    let head = ["work", "tasks", "ours", "others", "part of the best", "must", "aim", "memory"]
    var text = "\(date), \(machine); medians of \(runs) runs in turns.\n\n"
    for cells in [head, head.map { _ in "---" }] + results.map(cells) {
      text += "| " + cells.joined(separator: " | ") + " |\n"
    }
    let versions = stores.versions().sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    text += "\n\(versions.joined(separator: "; ")).\n"
    text += "git: `add` and `commit` of the same files; `pull` with its merge of lines behind a "
    text += "shell driver; `log -- path`.\n"
    if !stores.missing.isEmpty {
      text += "Not installed: \(stores.missing.joined(separator: ", ")).\n"
    }
    return text
  }

  private func cells(_ result: Row.Result) -> [String] {
    func figure(_ outcome: Outcome) -> String {
      outcome.growth.map(Figure.bytes) ?? Figure.time(outcome.wall)
    }
    func cell(_ limit: Limit?) -> String {
      verdict(limit, result).map {
        "\($0.text): " + ($0.met.map { $0 ? "yes" : "**no**" } ?? "not measured")
      } ?? ""
    }
    let isTime = !result.row.isEach && result.ours.growth == nil
    let best = isTime ? result.others.map(\.wall).min() : nil
    return [
      result.row.work, result.size > 0 ? Figure.short(Double(result.size)) : "",
      figure(result.ours),
      result.others.map { "\($0.name) \(figure($0))" }.joined(separator: ", "),
      best.map { Figure.short(result.ours.wall / $0) } ?? "", cell(result.limits.must),
      cell(result.limits.aim),
      Figure.memory(result.peak) + (result.isSmall ? "" : ": **too much**"),
    ]
  }

  // MARK: The machine

  private var date: String { Date.now.formatted(.iso8601.year().month().day()) }

  private var machine: String {
    let processor = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ": ").last
    let info = ProcessInfo.processInfo
    return "\(info.operatingSystemVersionString), \(info.activeProcessorCount) × "
      + (processor.map(String.init) ?? "processors")
  }
}
