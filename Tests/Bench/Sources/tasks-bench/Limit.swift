/// A limit that a row must meet.
enum Limit {
  /// At most this many milliseconds.
  case time(Double)
  /// At most this many times the time of the named program, or of the fastest other one.
  case times(Double, of: String?)
  /// At most this many milliseconds more than the named one.
  case more(Double, than: String)
  /// Faster than the named program.
  case faster(than: String)
  /// At most this many bytes for each change.
  case growth(Double)

  var text: String {
    switch self {
    case .time(let most): "≤ \(Figure.time(most))"
    case .times(let times, let name): "≤ \(Figure.short(times)) × \(name ?? "the best")"
    case .more(let more, let name): "≤ \(name) + \(Figure.time(more))"
    case .faster(let name): "faster than \(name)"
    case .growth(let most): "≤ \(Figure.bytes(most))"
    }
  }

  /// Returns whether the limit is met; nil if there is nothing to compare with.
  func isMet(by ours: Outcome, beside others: [Outcome]) -> Bool? {
    func wall(_ name: String?) -> Double? {
      others.filter { name == nil || $0.name == name }.map(\.wall).min()
    }
    return switch self {
    case .time(let most): ours.wall <= most
    case .times(let times, let name): wall(name).map { ours.wall <= times * $0 }
    case .more(let more, let name): wall(name).map { ours.wall <= $0 + more }
    case .faster(let name): wall(name).map { ours.wall < $0 }
    case .growth(let most): ours.growth.map { $0 <= most }
    }
  }
}
