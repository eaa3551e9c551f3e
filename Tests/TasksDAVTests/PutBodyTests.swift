import FuzzDAVLaws
import TasksDAV
import TestSupport
import Testing

/// Bodies of PUT that nobody meant.
@Suite struct PutBodyTests {
  @Test func theSeedsKeepTheLaws() throws {
    var random = SeededGenerator(seed: 5)
    for (_, bytes) in try FuzzSeeds.all("todo") {
      TodoLaws.check(bytes)
      // Lines of one client among those of another.
      let other = random.pick(try FuzzSeeds.all("todo")).bytes
      for _ in 0..<TestScope.cases(1, all: 100) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let others = other.split(separator: 0x0A)
        for _ in 0...random.below(4) {
          let place = 3 + random.below(lines.count - 3)
          if random.chance(50) { lines.remove(at: place) }
          lines.insert(random.pick(others), at: min(place, lines.count))
        }
        TodoLaws.check(Array(lines.joined(separator: [0x0A])))
      }
    }
  }
}
