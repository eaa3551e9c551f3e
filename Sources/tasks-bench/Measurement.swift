/// The results of one program for the work of one row.
struct Measurement {
  let name: String
  var runs: [ProcessRun] = []
  /// Bytes by which the repository grows with each change, if the row measures that.
  var growth: Double?

  /// True for the bare system calls, which are not a program to compare with.
  var isBare: Bool { name == BareCallsPeer.name }

  var wall: Double { Measurement.median(runs.map(\.wall)) }
  var processor: Double { Measurement.median(runs.map(\.processor)) }
  /// In KiB.
  var peak: Int { runs.map(\.peak).max() ?? 0 }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
