import Foundation

/// Programs that do the same work in turns, A B A B …, so that other load on the machine affects all of them alike.
struct Contest {
  let stores: Stores
  let runs: Int

  var workshop: Workshop { stores.workshop }

  struct Contestant {
    let name: String
    /// Prepares a turn, counted from 0, and returns the commands to measure.
    let turn: (Int) throws -> [Command]
  }

  /// Measures all contestants. The first turn of each is a warm-up and not counted. The first contestant is
  /// `tasks`; any other one that fails is left out with a message.
  func measure(_ contestants: [Contestant]) throws -> [Outcome] {
    var outcomes = contestants.map { Outcome(name: $0.name) }
    var isOut = Set<Int>()
    for turn in 0...runs {
      for (index, contestant) in contestants.enumerated() where !isOut.contains(index) {
        do {
          let commands = try contestant.turn(turn)
          // What others have left to be written must not count for a program that waits for the disk.
          sync()
          let sum = try commands.reduce(ProcessRun()) { $0 + (try workshop.run($1)) }
          if turn > 0 { outcomes[index].runs.append(sum) }
        } catch let error where index > 0 {
          Bench.say("left out: \(error)")
          isOut.insert(index)
        }
      }
    }
    return outcomes.indices.filter { !isOut.contains($0) }.map { outcomes[$0] }
  }

  /// Measures all programs that can do the work, each in its own store of the same tasks.
  func compare(_ sample: Sample, _ work: @escaping (Int) -> Work) throws -> [Outcome] {
    try measure(
      stores.peers(for: sample, work(0)).map { peer, path in
        Contestant(name: peer.name) { peer.commands(for: work($0), in: path) }
      })
  }

  /// Measures commands of ours in one store.
  func compare(_ commands: [(name: String, words: [String])], in path: String) throws
    -> [Outcome]
  {
    try measure(
      commands.map { name, words in
        Contestant(name: name) { _ in [stores.tasks.command(words, in: path)] }
      })
  }

  /// Measures a command of ours beside another one.
  func view(_ words: [String], beside other: String = "list", _ sample: Sample) throws
    -> [Outcome]
  {
    try compare([("tasks", words), (other, [other])], in: stores.folder(of: stores.tasks, sample))
  }
}

/// The results of one program for the work of one row.
struct Outcome {
  let name: String
  var runs: [ProcessRun] = []
  /// Bytes by which the repository grows with each change, if the row measures that.
  var growth: Double?

  /// The median in milliseconds.
  var wall: Double { Outcome.median(runs.map(\.wall)) }
  var processor: Double { Outcome.median(runs.map(\.processor)) }
  /// In KiB.
  var peak: Int { runs.map(\.peak).max() ?? 0 }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
