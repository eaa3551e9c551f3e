#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Programs that do the same work in turns, A B A B …, so that whatever else the machine does hits all alike.
struct Contest {
  let workshop: Workshop
  let runs: Int

  struct Contestant {
    let name: String
    /// Gets all ready and says what to run; the turn counts from 0.
    let turn: (Int) throws -> [Command]
  }

  /// The first turn of each warms up and is not counted. Ours is the first contestant; another one that fails
  /// drops out with a word about it.
  func measure(_ contestants: [Contestant]) throws -> [Measurement] {
    // What making the stores has left to be written to the disk is nobody's work.
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
