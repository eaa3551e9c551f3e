/// Commits that wait for their turn, the newest first; of one time the first that came (a binary heap).
package struct NewestFirst {
  private struct Entry {
    let time: Int64
    let turn: Int
    let number: UInt32

    func isBefore(_ other: Entry) -> Bool {
      time == other.time ? turn < other.turn : time > other.time
    }
  }

  private var entries: [Entry] = []
  private var turn = 0

  package init() {}

  package mutating func insert(_ number: UInt32, time: Int64) {
    turn += 1
    entries.append(Entry(time: time, turn: turn, number: number))
    var place = entries.count - 1
    while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  package mutating func next() -> UInt32? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return first.number }
    entries[0] = last
    var place = 0
    while true {
      var best = place
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
        if entries[child].isBefore(entries[best]) { best = child }
      }
      guard best != place else { return first.number }
      entries.swapAt(place, best)
      place = best
    }
  }
}
