/// A limit that a row must meet.
enum Limit {
  /// At most this many milliseconds.
  case time(Double)
  /// At most this part (1/n) of the time of the fastest other program, or of the named one.
  case part(Double, of: String?)
  /// At most this many times the time of the named one.
  case times(Double, of: String)
  /// Faster than the named program.
  case faster(than: String)
  /// At most this many bytes for each change.
  case growth(Double)
  /// At most this many KiB.
  case memory(Int)

  var text: String {
    switch self {
    case .time(let most): "≤ \(Figure.time(most))"
    case .part(let parts, let name): "≤ 1/\(Figure.short(parts)) of \(name ?? "the best")"
    case .times(let times, let name): "≤ \(Figure.short(times)) × \(name)"
    case .faster(let name): "faster than \(name)"
    case .growth(let most): "≤ \(Figure.bytes(most))"
    case .memory(let most): "≤ \(Figure.memory(most))"
    }
  }

  /// Returns whether the limit is met; nil if there is nothing to compare with.
  func isMet(by measurements: [Measurement]) -> Bool? {
    guard let ours = measurements.first else { return nil }
    switch self {
    case .time(let most): return ours.wall <= most
    case .part(let parts, let name):
      return other(name, in: measurements).map { ours.wall * parts <= $0.wall }
    case .times(let times, let name):
      return other(name, in: measurements).map { ours.wall <= times * $0.wall }
    case .faster(let name): return other(name, in: measurements).map { ours.wall < $0.wall }
    case .growth(let most): return ours.growth.map { $0 <= most }
    case .memory(let most): return measurements.allSatisfy { $0.peak <= most }
    }
  }

  private func other(_ name: String?, in measurements: [Measurement]) -> Measurement? {
    let others = measurements.dropFirst().filter {
      name == nil ? !$0.isBare : $0.name == name
    }
    return others.min { $0.wall < $1.wall }
  }
}
