import TasksCore
import TestSupport
import Testing

/// Distances on the earth.
@Suite struct DistanceTests {
  @Test(arguments: [
    ("0,0", "0,0", 0.0), ("50.0875,14.4213", "50.0875,14.4213", 0),
    ("0,0", "0,1", 111_195.1), ("0,0", "90,0", 10_007_557), ("0,0", "0,180", 20_015_115),
    ("90,0", "-90,0", 20_015_115), ("0,179.5", "0,-179.5", 111_195.1),
    ("50.0875,14.4213", "52.52,13.405", 279_440),
  ])
  func distances(_ from: String, _ to: String, _ metres: Double) throws {
    let a = try #require(Location.Coordinates(from))
    let b = try #require(Location.Coordinates(to))
    #expect(abs(a.distance(to: b) - metres) <= max(1, metres * 0.001), "\(a.distance(to: b))")
    #expect(abs(a.distance(to: b) - b.distance(to: a)) < 1e-6)
  }

  @Test(arguments: [
    (0, "0 m"), (999, "999 m"), (1_000, "1.0 km"), (1_249, "1.2 km"), (9_949, "9.9 km"),
    (9_950, "10 km"), (34_499, "34 km"), (20_015_115, "20015 km"),
  ])
  func texts(_ metres: Int, _ text: String) { #expect(Location.text(metres: metres) == text) }
}
