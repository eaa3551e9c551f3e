import FlyingSocks

/// A body that is sent piece by piece.
struct PieceBytes<Pieces: AsyncSequence & Sendable>: AsyncBufferedSequence
where Pieces.Element == [UInt8] {
  typealias Element = UInt8

  private let pieces: Pieces

  init(_ pieces: Pieces) { self.pieces = pieces }

  func makeAsyncIterator() -> Iterator { Iterator(pieces: pieces.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    fileprivate var pieces: Pieces.AsyncIterator
    private var rest: ArraySlice<UInt8> = []

    fileprivate init(pieces: Pieces.AsyncIterator) { self.pieces = pieces }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if !rest.isEmpty {
        defer { rest = [] }
        return Array(rest)
      }
      return try await pieces.next()
    }

    mutating func next() async throws -> UInt8? {
      if rest.isEmpty { rest = (try await pieces.next() ?? [])[...] }
      return rest.popFirst()
    }
  }
}
