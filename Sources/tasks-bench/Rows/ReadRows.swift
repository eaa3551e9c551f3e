/// The time of parsing one file, without the start of a program.
struct ReadRows {
  let stores: Stores
  let contest: Contest
  /// Tasks in the stores of the same run: a run of few tasks reads few files.
  let size: Int

  /// Measures both formats and returns the slower one.
  ///
  /// - Parameter bytes: The length of the file.
  func measure(bytes: Int) throws -> [Measurement] {
    let times = max(min(40_000_000, size * 40_000) / bytes, 10)
    let contestants = try SampleFile.all.map { sample in
      let path = "\(stores.workshop.folder)/read-\(bytes).\(sample.ending)"
      try Disk.write(sample.text(bytes: bytes), to: path)
      let command = Command(stores.program, ["--read", path, "--times", "\(times)"])
      return Contest.Contestant(name: sample.ending) { _ in [command] }
    }
    var slowest = try contest.measure(contestants).sorted { $0.wall < $1.wall }.suffix(1)
    for index in slowest.indices {
      for run in slowest[index].runs.indices {
        slowest[index].runs[run].wall /= Double(times)
        slowest[index].runs[run].processor /= Double(times)
      }
    }
    return Array(slowest)
  }
}
