import FuzzDAVLaws
import TasksDAV
import TestSupport
import Testing

/// Bodies of PUT that nobody meant.
@Suite struct PutBodyTests {
  @Test func theSeedsKeepTheLaws() throws {
    var random = SeededGenerator(seed: 5)
    try FuzzSeeds.all("todo").forEach(TodoLaws.check)
    let seeds = try FuzzSeeds.written("todo")
    for (_, bytes) in seeds {
      // Lines of one client among those of another.
      let other = random.pick(seeds).bytes
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

  /// Files that an import reads, and each as if it were of another program.
  @Test func filesOfOtherProgramsKeepTheLaws() throws {
    let seeds = try FuzzSeeds.all("foreign")
    #expect(seeds.count >= 11)
    for bytes in seeds {
      ForeignLaws.check(bytes)
      for first in UInt8(0)..<11 { ForeignLaws.check([first] + bytes.dropFirst()) }
    }
  }

  /// Files that the program keeps for itself.
  @Test func keptFilesKeepTheLaws() throws {
    let seeds = try FuzzSeeds.all("kept")
    #expect(seeds.count >= 3)
    seeds.forEach(KeptLaws.check)
  }

  struct Bulk: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: @Sendable (Int) -> String
  }

  /// Each gives a body of that many lines or words.
  static let bulks = [
    Bulk(testDescription: "alarms") { count in
      (0..<count / 3).map { "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT\($0)M\nEND:VALARM\n" }
        .joined()
    },
    Bulk(testDescription: "lines of one name") { count in
      (0..<count).map { "COMMENT:\($0)\n" }.joined()
    },
    Bulk(testDescription: "lines of many names") { count in
      (0..<count).map { "X-\($0):\($0)\n" }.joined()
    },
    Bulk(testDescription: "single dates") { count in
      "RRULE:FREQ=DAILY\n"
        + (0..<count / 3).map {
          "END:VTODO\nBEGIN:VTODO\nUID:k7m\nRECURRENCE-ID:20261127T\(100_000 + $0)\nDUE:20261205T170000\n"
        }.joined()
    },
    Bulk(testDescription: "finished dates") { count in
      "RRULE:FREQ=DAILY\n"
        + (0..<count / 3).map {
          "END:VTODO\nBEGIN:VTODO\nUID:k7m\nRECURRENCE-ID:20261127T170000\nCOMPLETED:20261127T\(100_000 + $0 % 59)Z\n"
        }.joined()
    },
    Bulk(testDescription: "parameters") { count in
      "X-A" + (0..<count).map { ";P\($0)=v" }.joined() + ":x\n"
    },
    Bulk(testDescription: "nested") { count in
      (0..<count).map { "BEGIN:X\($0)\n" }.joined()
    },
    Bulk(testDescription: "folds") { count in
      "SUMMARY:a" + String(repeating: "\n b", count: count) + "\n"
    },
    Bulk(testDescription: "categories") { count in
      "CATEGORIES:" + (0..<count).map { "c\($0)" }.joined(separator: ",") + "\n"
    },
    Bulk(testDescription: "notes") { count in
      "DESCRIPTION:" + (0..<count).map { "- [ ] \($0 % 7)\\n" }.joined() + "\n"
    },
    Bulk(testDescription: "zones") { count in
      "END:VTODO\n"
        + String(repeating: "BEGIN:VTIMEZONE\nTZID:x\nEND:VTIMEZONE\n", count: count / 3)
        + "BEGIN:VTODO\nUID:k7m\nRECURRENCE-ID:20261127\n"
    },
    Bulk(testDescription: "a rule") { count in
      "RRULE:FREQ=SECONDLY;BYDAY=" + String(repeating: "MO,", count: count)
        + "TU\nSTATUS:COMPLETED\nDTSTART:00010101T000000\n"
    },
    Bulk(testDescription: "relations") { count in
      (0..<count).map { "RELATED-TO:\($0)\n" }.joined()
    },
  ]

  /// Four times as much takes at most six times as long, or no time that matters.
  @Test(arguments: bulks) func muchTakesLittleTime(_ bulk: Bulk) throws {
    let world = try ServiceWorld([("k7m", "Call Bob list:work"), ("ab1", "Call Ann list:work")])
    func time(_ id: String, _ count: Int) throws -> Duration {
      let body = todo(id, bulk.lines(count).replacing("UID:k7m", with: "UID:\(id)"))
      return try ContinuousClock().measure {
        let status = try world.put("\(id).ics", in: "work", body).status
        #expect([204, 403].contains(status))
      }
    }
    let (short, long) = (try time("k7m", 1_000), try time("ab1", 4_000))
    #expect(long < max(short * 6, .milliseconds(500)), "\(short), \(long)")
  }
}
