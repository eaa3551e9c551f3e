import TestSupport
import Testing

@Suite struct MainJobTests {
  @Test func firstTaskMakesTheDefaultStore() throws {
    let world = try World()
    let outcome = try world.tasks("add", "Buy", "milk")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("made a new store at \(world.path("data/tasks"))"))
    #expect(try world.git("status", "--porcelain", in: "data/tasks").output == "")
  }
}
