import Foundation
import TestSupport
import Testing

/// Five people, one store, and no plan.
///
/// `TASKS_SEED=N` runs that seed alone, `TASKS_SIMULATION=20000` so many steps.
@Suite struct SimulationTests {
  private static let seeds: [UInt64] =
    TestScope.number("TASKS_SEED").map { [UInt64($0)] }
    ?? TestScope.cases([1], all: [1, 2, 3, 4])
  private static let steps =
    TestScope.number("TASKS_SIMULATION") ?? TestScope.cases(200, all: 500)

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
    let traces = simulation.log.filter { line in lost.contains { line.contains($0) } }
    #expect(lost.isEmpty, "seed \(seed): \(lost.sorted()) of \(traces)")
    let ids = try simulation.ids(on: last)
    #expect(ids.count == Set(ids).count, "seed \(seed): a task is there twice")
    let gone = simulation.created.subtracting(ids)
    #expect(gone.isSubset(of: simulation.purged), "seed \(seed)")
    for device in simulation.devices {
      #expect(try fleet.git("fsck", "--strict", "--no-dangling", on: device) == "", "seed \(seed)")
      let listed = try fleet.attempt("tasks", ["list", "--all"], on: device)
      #expect(listed.status == 0 && listed.errors == "", "seed \(seed)")
    }
  }
}
