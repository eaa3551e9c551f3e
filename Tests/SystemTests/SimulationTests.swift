import Foundation
import TestSupport
import Testing

/// Five people, one store, and no plan.
///
/// `TASKS_SIMULATION=2000` runs the long form; `TASKS_SEED=N` a seed of one's own.
@Suite(.serialized) struct SimulationTests {
  private static var seeds: [UInt64] {
    let variables = ProcessInfo.processInfo.environment
    if let seed = variables["TASKS_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return variables["TASKS_SIMULATION"] == nil ? [1, 2] : [UInt64.random(in: 0..<1_000_000)]
  }

  private static var steps: Int {
    ProcessInfo.processInfo.environment["TASKS_SIMULATION"].flatMap { Int($0) } ?? 300
  }

  @Test(arguments: seeds) func allDevicesEndAlikeAndNothingIsLost(seed: UInt64) throws {
    print("simulation of \(SimulationTests.steps) steps, seed \(seed)")
    let simulation = try Simulation(seed: seed, devices: 5)
    do {
      try simulation.run(steps: SimulationTests.steps)
    } catch {
      Issue.record("seed \(seed): \(error)\n\(simulation.log.suffix(20).joined(separator: "\n"))")
      return
    }
    let fleet = simulation.fleet
    let trees = try simulation.devices.map { try fleet.tree($0) }
    #expect(Set(trees).count == 1, "seed \(seed)")
    for device in simulation.devices { try fleet.expectClean(device, "seed \(seed)") }
    let last = simulation.devices[0]
    let there = try simulation.words(on: last)
    let lost = simulation.written.subtracting(there).subtracting(simulation.replaced)
    #expect(lost.isEmpty, "seed \(seed): \(lost.sorted())")
    let gone = simulation.created.subtracting(try simulation.tasks(on: last))
    #expect(gone.isSubset(of: simulation.purged), "seed \(seed)")
    #expect(try !fleet.attempt("tasks", ["list", "--all"], on: last).errors.contains("cannot be"))
  }
}
