/// How far the clocks on the wall are from UTC. Dates of a task have no zone, but another program may keep one with
/// its dates: what is written there must be the moment that the clocks mean.
public struct LocalZone: Sendable {
  /// Minutes east of UTC at a local time; nil where that is not known, and the zone that stands there is kept.
  let offset: @Sendable (Timestamp) -> Int?

  public init(_ offset: @escaping @Sendable (Timestamp) -> Int?) { self.offset = offset }

  static let unknown = LocalZone { _ in nil }

  /// The zones that files name with the dates they have: a date that comes from one of them means what it does there.
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
