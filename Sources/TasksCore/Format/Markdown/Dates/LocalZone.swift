/// Offsets of local time from UTC. A task's dates have no zone, but another program may store one with its dates; a
/// date written there must denote the same moment as the local time.
public struct LocalZone: Sendable {
  /// Minutes east of UTC at a local time; nil if unknown, and the zone in the file then stays as it is.
  let offset: @Sendable (Timestamp) -> Int?

  public init(_ offset: @escaping @Sendable (Timestamp) -> Int?) { self.offset = offset }

  static let unknown = LocalZone { _ in nil }

  /// Collects the offsets that the files state for their own dates, so that a date copied from one of them keeps
  /// its meaning.
  init(of documents: [any TaskDocument]) {
    var known: [Timestamp: Int] = [:]
    for document in documents {
      guard let document = document as? MarkdownDocument else { continue }
      for (moment, offset) in document.zonedMoments where known[moment] == nil {
        known[moment] = offset
      }
    }
    self.init { [known] in known[$0] }
  }
}
