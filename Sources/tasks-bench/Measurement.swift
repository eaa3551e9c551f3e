/// What was seen of one program at one row's work.
struct Measurement {
  let name: String
  var runs: [ProcessRun] = []
  /// Bytes by which the repository grew with each change, where that is the question.
  var growth: Double?

  /// True for what is no program to compare with.
  var isBare: Bool { name == BareCallsPeer.name }

  var wall: Double { Measurement.median(runs.map(\.wall)) }
  var processor: Double { Measurement.median(runs.map(\.processor)) }
  /// KiB.
  var peak: Int { runs.map(\.peak).max() ?? 0 }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
