#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Programs that do the same work in turns, A B A B …, so that other load on the machine affects all of them alike.
struct Contest {
  let workshop: Workshop
  let runs: Int

  struct Contestant {
    let name: String
    /// Prepares a turn, counted from 0, and returns the commands to measure.
    let turn: (Int) throws -> [Command]
  }

  /// Measures all contestants. The first turn of each is a warm-up and not counted. The first contestant is
  /// `tasks`; any other one that fails is left out with a message.
  func measure(_ contestants: [Contestant]) throws -> [Measurement] {
    // Data still to be written after making the stores must not count for any program.
    sync()
    var measurements = contestants.map { Measurement(name: $0.name) }
    var isOut = Set<Int>()
    for turn in 0...runs {
      for (index, contestant) in contestants.enumerated() where !isOut.contains(index) {
        do {
          var sum = ProcessRun.none
          for command in try contestant.turn(turn) { sum = sum + (try workshop.run(command)) }
          if turn > 0 { measurements[index].runs.append(sum) }
        } catch let error as BenchError where index > 0 {
          Console.say("left out: \(error.description)")
          isOut.insert(index)
        }
      }
    }
    return measurements.enumerated().filter { !isOut.contains($0.offset) }.map(\.element)
  }
}
